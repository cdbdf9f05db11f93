//! Signals from workflows: each exactly once, however often it is delivered, also after a restart.

use engine::crystal::ops::memory_create::MemoryCreate;
use engine::mind::facts::Event;
use engine::mind::hear::{begin, hear};
use engine::mind::mood::Felt;
use engine::mind::ops::mind_delete::MindDelete;
use engine::mind::ops::mind_dream::MindDream;
use engine::mind::{Signal, stream};
use engine::workflow::ops::nudge_send::NudgeSend;
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_fail::TaskFail;
use engine::workflow::ops::task_review::TaskReview;
use engine::workflow::ops::workflow_create::WorkflowCreate;
use kernel::event::Event as _;
use kernel::time::{DAY, MINUTE};
use kernel::view::Services as _;
use kernel::{Actor, Operation, Role};
use serde_json::{Value, json};

use crate::mind::harness::{ada, lead, mara, note};
use crate::mind::hub::Running;

/// Calls an operation with JSON arguments.
async fn by<O: Operation>(running: &Running, actor: &Actor, arguments: Value) -> Value {
    let op: O = serde_json::from_value(arguments).unwrap();
    serde_json::to_value(running.ok(actor, op).await).unwrap()
}

/// Returns all signals of a mind, in order.
async fn felt(running: &Running, agent: &str) -> Vec<Felt> {
    let facts = running.hub.log().read(&stream(agent), 0, 10_000).await;
    let mut all = Vec::new();
    for fact in facts.unwrap() {
        if let Event::MoodSignalled(body) = Event::read(&fact.kind, fact.schema, &fact.body) {
            all.extend(body.signals);
        }
    }
    all
}

async fn signals(running: &Running, agent: &str) -> Vec<Signal> {
    let all = felt(running, agent).await;
    all.iter().map(|felt| felt.signal).collect()
}

/// Delivers all facts so far to the minds.
async fn all(running: &Running) {
    let head = running.head();
    assert!(hear(&running.hub, 0).await.unwrap() >= head);
}

async fn workflow(running: &Running) -> String {
    let tasks = json!([
        {"title": "Schema", "needs_review": true},
        {"title": "Service", "retries": 0},
        {"title": "Client"},
    ]);
    let create = json!({"name": "Auth", "goal": "Add JWT", "tasks": tasks});
    let created = by::<WorkflowCreate>(running, &lead(), create).await;
    let id = created["workflow"]["id"].as_str();
    id.or(created["workflow"].as_str()).unwrap().to_owned()
}

async fn claim(running: &Running, actor: &Actor, workflow: &str, task: &str) {
    let claim = json!({"workflow": workflow, "task": task});
    by::<TaskClaim>(running, actor, claim).await;
}

async fn complete(running: &Running, actor: &Actor, workflow: &str, task: &str) {
    claim(running, actor, workflow, task).await;
    let lease = format!("{task}:1");
    let done = json!({"workflow": workflow, "task": task, "lease": lease, "summary": "done"});
    by::<TaskComplete>(running, actor, done).await;
}

#[tokio::test]
async fn outcomes_approvals_and_urgent_nudges_are_felt_once() {
    let mut running = Running::start().await;
    let workflow = workflow(&running).await;
    complete(&running, &ada(), &workflow, "T1").await;
    let review = json!({"workflow": workflow, "task": "T1", "status": "approved"});
    by::<TaskReview>(&running, &mara(), review).await;
    for priority in ["normal", "urgent"] {
        let nudge =
            json!({"workflow": workflow, "target": "ada", "message": "now", "priority": priority});
        by::<NudgeSend>(&running, &lead(), nudge).await;
    }
    all(&running).await;
    let mut expected = vec![Signal::Achievement, Signal::Reward];
    assert_eq!(
        signals(&running, "ada").await,
        expected,
        "no nudge has reached it yet"
    );
    // The nudges arrive with the answer to its next call.
    claim(&running, &ada(), &workflow, "T2").await;
    let fail = json!({"workflow": workflow, "task": "T2", "lease": "T2:1", "error": "no key"});
    by::<TaskFail>(&running, &ada(), fail).await;
    running.restart().await;
    all(&running).await;
    let mut now = signals(&running, "ada").await;
    let rest = now.split_off(2);
    assert_eq!(now, expected);
    let mut sorted = rest;
    sorted.sort_by_key(|signal| signal.name());
    assert_eq!(sorted, [Signal::Error, Signal::Urgency]);
    expected.extend(sorted);
    let reasons: Vec<String> = felt(&running, "ada")
        .await
        .iter()
        .map(|felt| felt.reason.clone().unwrap().to_string())
        .collect();
    assert_eq!(reasons[0], format!("mara approved {workflow}.T1"));
    assert_eq!(reasons[1], reasons[0]);
    // A repeated, concurrent delivery after a restart adds nothing.
    let head = running.head();
    all(&running).await;
    running.restart().await;
    let from = begin(&running.hub).await.unwrap();
    hear(&running.hub, from).await.unwrap();
    let (one, other) = tokio::join!(hear(&running.hub, 0), hear(&running.hub, 0));
    assert_eq!((one.unwrap(), other.unwrap()), (head, head));
    assert_eq!(running.head(), head, "nothing was written");
    running.wait(MINUTE);
    complete(&running, &ada(), &workflow, "T3").await;
    let (one, other) = tokio::join!(hear(&running.hub, 0), hear(&running.hub, from));
    one.unwrap();
    other.unwrap();
    assert_eq!(signals(&running, "ada").await.len(), expected.len() + 1);
    assert!(signals(&running, "bob").await.is_empty());
    let mut sources: Vec<String> = felt(&running, "ada")
        .await
        .iter()
        .map(|felt| format!("{:?} of {:?}", felt.signal, felt.source))
        .collect();
    let many = sources.len();
    sources.sort();
    sources.dedup();
    assert_eq!(
        sources.len(),
        many,
        "each is of another fact, or another signal of it"
    );
}

#[tokio::test]
async fn what_needs_a_review_is_achieved_when_it_is_approved() {
    let noor = Actor::new("noor", Role::Reviewer);
    for (by_whom, status, expected) in [
        (
            mara(),
            "approved",
            &[(Signal::Achievement, 1.0), (Signal::Reward, 1.0)][..],
        ),
        (noor.clone(), "approved", &[(Signal::Achievement, 1.0)]),
        (noor.clone(), "needs_rework", &[(Signal::Error, 0.5)]),
        (noor, "rejected", &[(Signal::Error, 1.0)]),
    ] {
        let running = Running::start().await;
        let workflow = workflow(&running).await;
        complete(&running, &ada(), &workflow, "T1").await;
        all(&running).await;
        assert!(signals(&running, "ada").await.is_empty(), "it is handed in");
        let review =
            json!({"workflow": workflow, "task": "T1", "status": status, "comments": "as it is"});
        by::<TaskReview>(&running, &by_whom, review).await;
        for _ in 0..2 {
            all(&running).await;
        }
        let felt = felt(&running, "ada").await;
        let felt: Vec<(Signal, f64)> = felt.iter().map(|one| (one.signal, one.strength)).collect();
        assert_eq!(felt, expected, "{status} by {}", by_whom.id);
        assert!(signals(&running, "noor").await.is_empty());
    }
}

#[tokio::test]
async fn what_is_long_past_is_not_felt_again_when_it_is_forgotten_that_it_was() {
    let running = Running::start().await;
    let first = workflow(&running).await;
    complete(&running, &ada(), &first, "T2").await;
    all(&running).await;
    running.wait(3 * DAY);
    let second = workflow(&running).await;
    complete(&running, &ada(), &second, "T2").await;
    all(&running).await;
    let mind = running.mind("ada").await;
    assert_eq!(mind.heard.len(), 1, "the first workflow is long past");
    all(&running).await;
    assert_eq!(signals(&running, "ada").await.len(), 2);
    // Facts older than the limit are skipped, even if they were never delivered.
    complete(&running, &Actor::new("bob", Role::Worker), &second, "T3").await;
    running.wait(2 * DAY);
    all(&running).await;
    assert!(signals(&running, "bob").await.is_empty());
}

#[tokio::test]
async fn people_feel_nothing_here_and_deleted_minds_are_not_told() {
    let running = Running::start().await;
    let workflow = workflow(&running).await;
    let done = json!({"workflow": workflow, "task": "T3", "summary": "by hand"});
    by::<TaskComplete>(&running, &mara(), done).await;
    all(&running).await;
    assert_eq!(running.mind("mara").await.created_at, None);
    complete(&running, &ada(), &workflow, "T2").await;
    complete(&running, &ada(), &workflow, "T1").await;
    all(&running).await;
    let agent = Some("ada".into());
    running.ok(&mara(), MindDelete { agent }).await;
    let review = json!({"workflow": workflow, "task": "T1", "status": "approved"});
    by::<TaskReview>(&running, &mara(), review).await;
    all(&running).await;
    assert_eq!(signals(&running, "ada").await, [Signal::Achievement]);
}

#[tokio::test]
async fn a_memory_has_loci_look_at_the_mind_of_its_agent() {
    let running = Running::start().await;
    let memory = json!({"memory": {"text": "The schema freezes on Friday"}});
    by::<MemoryCreate>(&running, &ada(), memory.clone()).await;
    all(&running).await;
    let mind = running.mind("ada").await;
    assert!(mind.look_at.is_some() && mind.heard.is_empty());
    let head = running.head();
    all(&running).await;
    assert_eq!(running.head(), head);
    assert_eq!(running.mind("bob").await.created_at, None);
}

#[tokio::test]
async fn what_happens_during_a_dream_is_looked_at_after_it() {
    let running = Running::start().await;
    running.ok(&ada(), note("Mara wants tabs")).await;
    let ask = MindDream::default();
    running.ok(&ada(), ask).await;
    let draft = running.draft().await;
    let memory = json!({"memory": {"text": "The schema freezes on Friday"}});
    by::<MemoryCreate>(&running, &ada(), memory).await;
    all(&running).await;
    running.write(draft).await.unwrap();
    let mind = running.mind("ada").await;
    assert!(mind.notes.is_empty() && mind.asked.is_none());
    let look = mind.look_at.expect("something happened meanwhile");
    assert!(look >= mind.tried_at.unwrap().plus(mind.interval()));
}

#[tokio::test]
async fn after_a_start_the_last_hour_is_told_again() {
    let running = Running::start().await;
    for _ in 0..9 {
        workflow(&running).await;
        running.wait(30 * MINUTE);
    }
    let from = begin(&running.hub).await.unwrap();
    let facts = running.hub.log().follow(0, 10_000).await.unwrap();
    let last = facts.last().unwrap().at;
    for fact in facts {
        let is_recent = last.since(fact.at) <= 60 * MINUTE;
        assert_eq!(fact.position > from, is_recent, "{}", fact.position);
    }
}
