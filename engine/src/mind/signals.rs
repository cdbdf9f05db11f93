//! Derives the signals that agents get from facts of workflows. Pure: reads a fact and the current workflow. Reasons
//! name things and quote nothing, so that no text of an erased workflow stays in a mind.

use std::fmt::Display;
use std::sync::Arc;

use crate::mind::mood::{Felt, Signal, Source};
use crate::numbers::{NudgeNo, Number, TaskNo};
use crate::workflow::facts::Event;
use crate::workflow::people::Priority;
use crate::workflow::state::Workflow;
use crate::workflow::task::ReviewStatus;
use kernel::actor::Actor;
use kernel::event::Event as _;
use kernel::fact::Fact;
use kernel::time::Time;

/// Kinds of facts that may give signals.
const FELT: [&str; 6] = [
    "task_completed",
    "task_failed",
    "task_reviewed",
    "approval_given",
    "decision_ruled",
    "notices_delivered",
];

/// Signals with their strengths.
type Signals = &'static [(Signal, f64)];

const ACHIEVEMENT: Signals = &[(Signal::Achievement, 1.0)];
const ERROR: Signals = &[(Signal::Error, 1.0)];
/// Work to be repeated is not lost, so the error is half as strong.
const SETBACK: Signals = &[(Signal::Error, 0.5)];
const REWARD: Signals = &[(Signal::Reward, 1.0)];
const DONE_AND_PRAISED: Signals = &[(Signal::Achievement, 1.0), (Signal::Reward, 1.0)];
const URGENCY: Signals = &[(Signal::Urgency, 1.0)];

/// Returns true if facts of this kind may give signals.
#[must_use]
pub fn is_felt(kind: &str) -> bool {
    FELT.contains(&kind)
}

/// Returns the agent that gets signals from a fact, with the signals in order.
#[must_use]
pub fn derive_signals(fact: &Fact, workflow: &Workflow) -> Option<(String, Vec<Felt>)> {
    let (agent, signals, what) = of(fact, workflow)?;
    let reason: Arc<str> = what.into();
    let felt = signals.iter().map(|(signal, strength)| Felt {
        signal: *signal,
        strength: *strength,
        at: fact.at,
        reason: Some(reason.clone()),
        source: Some(Source {
            stream: fact.stream.clone(),
            version: fact.version,
        }),
    });
    Some((agent, felt.collect()))
}

/// Returns the author's signals for a verdict on a task: an approval is an achievement, and a person's approval also a
/// reward.
const fn of_verdict(status: ReviewStatus, is_person: bool) -> (Signals, &'static str) {
    match (status, is_person) {
        (ReviewStatus::Approved, true) => (DONE_AND_PRAISED, "approved"),
        (ReviewStatus::Approved, false) => (ACHIEVEMENT, "approved"),
        (ReviewStatus::NeedsRework, _) => (SETBACK, "sent back"),
        (ReviewStatus::Rejected, _) => (ERROR, "rejected"),
    }
}

fn of(fact: &Fact, workflow: &Workflow) -> Option<(String, Signals, String)> {
    let is_person = fact.actor.role.is_person();
    // Names with the workflow's id are valid everywhere.
    let named = |no: &dyn Display| format!("{}.{no}", workflow.body.id);
    let approved = |no: &dyn Display| format!("{} approved {}", fact.actor.id, named(no));
    match Event::read(&fact.kind, fact.schema, &fact.body) {
        // A task that waits for a review is not done yet.
        Event::TaskCompleted(body) if !body.for_review => {
            let agent = agent(&fact.actor)?;
            Some((agent, ACHIEVEMENT, format!("completed {}", named(&body.id))))
        }
        Event::TaskFailed(body) => {
            let holder = holder(workflow, body.id, fact.at).or_else(|| agent(&fact.actor))?;
            Some((holder, ERROR, format!("{} failed", named(&body.id))))
        }
        Event::TaskReviewed(body) => {
            let result = workflow.tasks.get(body.id)?.result.as_ref()?;
            let agent = agent(result.by.as_ref()?)?;
            let (signals, verdict) = of_verdict(body.status, is_person);
            let (by, task) = (&fact.actor.id, named(&body.id));
            Some((agent, signals, format!("{by} {verdict} {task}")))
        }
        Event::ApprovalGiven(body) if is_person && body.approved => {
            let agent = agent(&workflow.approvals.get(body.id)?.requested_by)?;
            Some((agent, REWARD, approved(&body.id)))
        }
        Event::DecisionRuled(body) if is_person && body.approved => {
            let agent = agent(&workflow.decisions.get(body.id)?.made_by)?;
            Some((agent, REWARD, approved(&body.id)))
        }
        Event::NoticesDelivered(body) => {
            let urgent = |notice: &String| {
                let no = <NudgeNo as Number>::parse(notice)?;
                let nudge = workflow.nudges.get(no)?;
                // Later records of a delivery do not count again.
                let at = nudge.receipts.get(&body.agent)?.delivered_at;
                let is_first = at == Some(fact.at) && nudge.priority == Priority::Urgent;
                is_first.then(|| format!("{} nudged: {}", nudge.from.id, named(&no)))
            };
            let what = body.notices.iter().find_map(urgent)?;
            Some((body.agent, URGENCY, what))
        }
        _ => None,
    }
}

fn agent(actor: &Actor) -> Option<String> {
    actor.role.is_agent().then(|| actor.id.clone())
}

/// Returns the holder of the attempt at a task that ended at this time.
fn holder(workflow: &Workflow, task: TaskNo, at: Time) -> Option<String> {
    let attempts = &workflow.tasks.get(task)?.attempts;
    let ended = attempts.iter().rev().find(|attempt| attempt.to == Some(at));
    ended.map(|attempt| attempt.agent.clone())
}
