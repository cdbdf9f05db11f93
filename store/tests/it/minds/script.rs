//! A working week of five agents: forty tasks in three workflows, with rework, a failure, decisions of which two change
//! and one is rejected, contradicting notes, and messages of a person.

use engine::mind::ops::note_write::NoteWrite;
use engine::workflow::ops::decision_record::DecisionRecord;
use engine::workflow::ops::decision_reject::DecisionReject;
use engine::workflow::ops::decision_supersede::DecisionSupersede;
use engine::workflow::ops::discovery_record::DiscoveryRecord;
use engine::workflow::ops::nudge_send::NudgeSend;
use engine::workflow::ops::task_assign::TaskAssign;
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_fail::TaskFail;
use engine::workflow::ops::task_review::TaskReview;
use engine::workflow::ops::task_update::TaskUpdate;
use engine::workflow::ops::workflow_create::WorkflowCreate;
use engine::workflow::ops::workflow_lead::WorkflowLead;
use engine::workspace::ops::agent_register::AgentRegister;
use kernel::{Actor, Id};
use serde_json::{Value, json};

use crate::minds::harness::{World, mara, orch, reviewer, worker};

pub const HOUR: i64 = 3_600_000;

/// Outcome of a task.
pub enum Fate {
    /// Completed.
    Done,
    /// Completed and approved.
    Passed,
    /// Rejected once with these remarks, then completed and approved.
    Reworked(&'static str),
    /// Failed once for that reason, then retried and completed.
    Retried(&'static str),
    /// Completed, waiting for review.
    Review,
    /// In progress, with that note.
    Open(&'static str),
    /// Assigned to its agent.
    Kept,
}

use Fate::{Done, Kept, Open, Passed, Retried, Review, Reworked};

/// Title, group, agent, outcome, result.
pub type Task = (&'static str, &'static str, &'static str, Fate, &'static str);

#[expect(clippy::too_many_lines, reason = "a table")]
pub fn payments() -> Vec<Task> {
    vec![
        (
            "Decide how refunds are keyed",
            "Design",
            "dev-ada",
            Done,
            "Refunds are keyed by payment and sequence number.",
        ),
        (
            "Schema for payments",
            "Core",
            "dev-ada",
            Passed,
            "Three tables: payment, refund, event; amounts in cents.",
        ),
        (
            "Endpoint to create a payment",
            "Core",
            "dev-ada",
            Reworked("Answer 409 on a reused idempotency key with another body, not 200."),
            "POST /payments with idempotency keys; 409 on a reused one.",
        ),
        (
            "Endpoint to refund",
            "Core",
            "dev-tam",
            Passed,
            "POST /payments/{id}/refunds, partial refunds too.",
        ),
        (
            "Webhook signatures",
            "Core",
            "dev-tam",
            Reworked("Compare signatures in constant time."),
            "Webhooks carry a signature header and a timestamp.",
        ),
        (
            "Rate limit per merchant",
            "Core",
            "dev-tam",
            Done,
            "Forty requests a second for each merchant, burst of eighty.",
        ),
        (
            "Payments guide",
            "Docs",
            "docs-wren",
            Reworked("Show the refund example first, merchants ask for that most."),
            "The guide walks through paying and refunding.",
        ),
        (
            "Error catalogue",
            "Docs",
            "docs-wren",
            Done,
            "Every error code has a cause and a remedy.",
        ),
        (
            "Load test of payments",
            "QA",
            "qa-noor",
            Done,
            "1,200 requests a second at p99 of 85 ms on staging.",
        ),
        (
            "Currency rounding",
            "Core",
            "dev-ada",
            Passed,
            "Half-even rounding per line, never on totals.",
        ),
        (
            "Retry of failed webhooks",
            "Core",
            "dev-tam",
            Retried("The queue table was locked by the nightly export for four minutes."),
            "Retries after 1, 5, 25 minutes and then daily.",
        ),
        (
            "Merchant onboarding text",
            "Docs",
            "docs-wren",
            Done,
            "Five steps from sign-up to the first payment.",
        ),
        (
            "Audit of payment logs",
            "QA",
            "qa-noor",
            Done,
            "No card numbers in four weeks of logs.",
        ),
        (
            "Idempotency store",
            "Core",
            "dev-ada",
            Passed,
            "Keys are kept for a day and pruned hourly.",
        ),
        (
            "Dispute states",
            "Core",
            "dev-tam",
            Done,
            "Opened, answered, won, lost; no way back.",
        ),
        (
            "Changelog of payments",
            "Docs",
            "docs-wren",
            Done,
            "One entry for each change that merchants see.",
        ),
    ]
}

pub fn portal() -> Vec<Task> {
    vec![
        (
            "Login page",
            "Pages",
            "dev-ada",
            Reworked("Do not reveal whether an account exists."),
            "One message for a wrong name and a wrong password.",
        ),
        (
            "Password reset",
            "Pages",
            "dev-ada",
            Passed,
            "Links last an hour and work once.",
        ),
        (
            "Invoice list",
            "Pages",
            "dev-tam",
            Passed,
            "Pages of fifty, newest first.",
        ),
        (
            "Invoice PDF",
            "Pages",
            "dev-tam",
            Reworked("Totals must match the API to the cent."),
            "PDF with the same totals as the API.",
        ),
        (
            "Session timeout",
            "Pages",
            "dev-ada",
            Done,
            "A warning two minutes before the end.",
        ),
        (
            "Accessibility check",
            "QA",
            "qa-noor",
            Done,
            "Six findings, all about focus order.",
        ),
        (
            "Portal help pages",
            "Docs",
            "docs-wren",
            Reworked("Use the customers' words, not ours: they say bill, not invoice."),
            "Twelve help pages in the words of customers.",
        ),
        (
            "Translate help to German",
            "Docs",
            "docs-wren",
            Done,
            "Twelve pages in German.",
        ),
        (
            "Address form",
            "Pages",
            "dev-tam",
            Done,
            "Countries without postcodes are allowed.",
        ),
        (
            "Profile page",
            "Pages",
            "dev-ada",
            Passed,
            "Name, mail and language can be changed.",
        ),
        (
            "Cookie banner text",
            "Docs",
            "docs-wren",
            Done,
            "Two sentences, one button.",
        ),
        (
            "Exploratory test of portal",
            "QA",
            "qa-noor",
            Done,
            "The back button loses the filter of the invoice list.",
        ),
        (
            "Search invoices",
            "Pages",
            "dev-tam",
            Done,
            "By number, date and amount.",
        ),
        (
            "Dark mode",
            "Pages",
            "dev-ada",
            Done,
            "Follows the system, can be switched.",
        ),
    ]
}

pub fn release() -> Vec<Task> {
    vec![
        (
            "Release checklist",
            "Release",
            "docs-wren",
            Done,
            "Twenty-two points, each with a name.",
        ),
        (
            "Migration dry run",
            "Release",
            "dev-ada",
            Open("Stopped at step 4 of 7: the invoices table needs the new index first."),
            "",
        ),
        (
            "Rollback plan",
            "Release",
            "dev-tam",
            Open("The restore script is written, the timing on staging is missing."),
            "",
        ),
        (
            "Release notes 2.0",
            "Release",
            "docs-wren",
            Open("Waiting for the list of breaking changes from dev-ada."),
            "",
        ),
        (
            "Regression run",
            "Release",
            "qa-noor",
            Open("312 of 480 cases run, 4 failures in refunds."),
            "",
        ),
        (
            "Freeze dependencies",
            "Release",
            "dev-tam",
            Done,
            "All dependencies are pinned with hashes.",
        ),
        (
            "Announce to merchants",
            "Release",
            "docs-wren",
            Done,
            "Mail to 412 merchants is scheduled.",
        ),
        (
            "Smoke test of staging",
            "Release",
            "qa-noor",
            Done,
            "All eleven paths are green.",
        ),
        (
            "Monitoring dashboards",
            "Release",
            "dev-ada",
            Review,
            "Four dashboards: money, errors, latency, queues.",
        ),
        ("Switch feature flags", "Release", "dev-tam", Kept, ""),
    ]
}

pub fn actor(name: &str) -> Actor {
    match name {
        "orch" => orch(),
        "qa-noor" => reviewer(name),
        "mara" => mara(),
        _ => worker(name),
    }
}

pub const AGENTS: [(&str, &str); 5] = [
    ("orch", "orchestrator"),
    ("dev-ada", "worker"),
    ("dev-tam", "worker"),
    ("docs-wren", "worker"),
    ("qa-noor", "reviewer"),
];

pub async fn begin(world: &World) {
    for (name, role) in AGENTS {
        world
            .ok::<AgentRegister>(&mara(), json!({ "name": name, "role": role }))
            .await;
    }
}

pub async fn create(world: &World, name: &str, goal: &str, limit: &str, tasks: &[Task]) -> Id {
    let tasks: Vec<Value> = tasks
        .iter()
        .map(|(title, group, _, fate, _)| {
            let is_reviewed = matches!(fate, Passed | Reworked(_) | Review);
            json!({ "title": title, "group": group, "needs_review": is_reviewed, "retries": 2 })
        })
        .collect();
    let made = world
        .ok::<WorkflowCreate>(
            &orch(),
            json!({
                "name": name, "goal": goal, "constraints": [limit], "tasks": tasks,
                "policy": { "lease_seconds": 86_400, "lead_seconds": 86_400 },
            }),
        )
        .await;
    lead(world, made.workflow).await;
    made.workflow
}

pub async fn lead(world: &World, workflow: Id) {
    world
        .ok::<WorkflowLead>(&orch(), json!({ "workflow": workflow, "action": "take" }))
        .await;
}

async fn claim(world: &World, workflow: Id, no: &str, agent: &str) -> String {
    if agent == "qa-noor" {
        // Reviewers do the tasks that are assigned to them.
        let op = json!({ "workflow": workflow, "task": no, "agent": agent });
        world.ok::<TaskAssign>(&orch(), op).await;
    }
    let op = json!({ "workflow": workflow, "task": no });
    let claimed = world.ok::<TaskClaim>(&actor(agent), op).await;
    let claimed = serde_json::to_value(claimed).unwrap();
    find_lease(&claimed).unwrap_or_else(|| panic!("no lease in {claimed}"))
}

fn find_lease(value: &Value) -> Option<String> {
    match value {
        Value::Object(members) => {
            let own = members
                .get("lease")
                .and_then(|lease| lease.get("id").or(Some(lease)));
            let own = own.and_then(Value::as_str).map(str::to_owned);
            own.or_else(|| members.values().find_map(find_lease))
        }
        Value::Array(items) => items.iter().find_map(find_lease),
        _ => None,
    }
}

async fn complete(world: &World, workflow: Id, no: &str, agent: &str, summary: &str) {
    let lease = claim(world, workflow, no, agent).await;
    world.pass(HOUR / 2).await;
    let op = json!({ "workflow": workflow, "task": no, "summary": summary, "lease": lease });
    world.ok::<TaskComplete>(&actor(agent), op).await;
}

async fn review(world: &World, workflow: Id, no: &str, status: &str, comments: &str) {
    let op = json!({ "workflow": workflow, "task": no, "status": status, "comments": comments });
    world.ok::<TaskReview>(&actor("qa-noor"), op).await;
}

/// Does one task.
pub async fn work(world: &World, workflow: Id, at: usize, task: &Task) {
    let (_, _, agent, fate, result) = task;
    let no = format!("T{}", at + 1);
    match fate {
        Done | Review => complete(world, workflow, &no, agent, result).await,
        Passed => {
            complete(world, workflow, &no, agent, result).await;
            review(world, workflow, &no, "approved", "Good.").await;
        }
        Reworked(why) => {
            complete(world, workflow, &no, agent, result).await;
            review(world, workflow, &no, "needs_rework", why).await;
            complete(world, workflow, &no, agent, result).await;
            review(world, workflow, &no, "approved", "Good now.").await;
        }
        Retried(why) => {
            let lease = claim(world, workflow, &no, agent).await;
            let op = json!({ "workflow": workflow, "task": no, "error": why, "lease": lease });
            world.ok::<TaskFail>(&actor(agent), op).await;
            world.pass(HOUR).await;
            complete(world, workflow, &no, agent, result).await;
        }
        Open(note) => {
            let lease = claim(world, workflow, &no, agent).await;
            let op = json!({
                "workflow": workflow, "task": no, "status": "in_progress", "note": note, "lease": lease,
            });
            world.ok::<TaskUpdate>(&actor(agent), op).await;
        }
        Kept => {
            let op = json!({ "workflow": workflow, "task": no, "agent": agent });
            world.ok::<TaskAssign>(&orch(), op).await;
        }
    }
}

pub async fn decide(
    world: &World,
    who: &str,
    workflow: Id,
    what: [&str; 3],
    affects: &[&str],
) -> String {
    let [question, choice, why] = what;
    let op = json!({
        "workflow": workflow, "question": question, "choice": choice, "rationale": why, "reversible": true,
        "affects_tasks": affects,
    });
    let made = world.ok::<DecisionRecord>(&actor(who), op).await;
    let made = serde_json::to_value(made).unwrap();
    made["decision"]["id"]
        .as_str()
        .or(made["decision"].as_str())
        .unwrap()
        .to_owned()
}

pub async fn supersede(world: &World, who: &str, workflow: Id, old: &str, choice: &str, why: &str) {
    let op = json!({ "workflow": workflow, "decision": old, "choice": choice, "rationale": why });
    world.ok::<DecisionSupersede>(&actor(who), op).await;
}

pub async fn reject(world: &World, workflow: Id, decision: &str, why: &str) {
    let op = json!({ "workflow": workflow, "decision": decision, "comments": why });
    world.ok::<DecisionReject>(&mara(), op).await;
}

pub async fn discover(world: &World, who: &str, workflow: Id, kind: &str, what: &str) {
    let op = json!({ "workflow": workflow, "type": kind, "content": what });
    world.ok::<DiscoveryRecord>(&actor(who), op).await;
}

pub async fn nudge(world: &World, workflow: Id, target: &str, words: &str) {
    let op =
        json!({ "workflow": workflow, "target": target, "message": words, "priority": "normal" });
    world.ok::<NudgeSend>(&mara(), op).await;
}

pub async fn note(world: &World, who: &str, importance: f64, words: &str) {
    world
        .ok::<NoteWrite>(
            &actor(who),
            json!({ "note": words, "importance": importance }),
        )
        .await;
}
