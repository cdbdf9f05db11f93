//! What agents feel of what happens in workflows. Pure: it looks at a fact and at the workflow as it is now. Reasons
//! name things and quote nothing, so that no word of a workflow that is erased is left in a mind. Knows no mood.

use std::fmt::Display;

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

/// The kinds of facts that are felt.
const FELT: [&str; 6] = [
    "task_completed",
    "task_failed",
    "task_reviewed",
    "approval_given",
    "decision_ruled",
    "notices_delivered",
];

/// Whether facts of that kind may be felt by somebody.
#[must_use]
pub fn is_felt(kind: &str) -> bool {
    FELT.contains(&kind)
}

/// Who feels what of a fact of that workflow.
#[must_use]
pub fn felt(fact: &Fact, workflow: &Workflow) -> Option<(String, Felt)> {
    let (agent, signal, what) = of(fact, workflow)?;
    let felt = Felt {
        signal,
        strength: 1.0,
        at: fact.at,
        reason: Some(what.into()),
        source: Some(Source {
            stream: fact.stream.clone(),
            version: fact.version,
        }),
    };
    Some((agent, felt))
}

fn of(fact: &Fact, workflow: &Workflow) -> Option<(String, Signal, String)> {
    let is_person = fact.actor.role.is_person();
    // Such a name is valid everywhere.
    let named = |no: &dyn Display| format!("{}.{no}", workflow.body.id);
    let approved = |no: &dyn Display| format!("{} approved {}", fact.actor.id, named(no));
    match Event::read(&fact.kind, fact.schema, &fact.body) {
        Event::TaskCompleted(body) => {
            let agent = agent(&fact.actor)?;
            Some((
                agent,
                Signal::Achievement,
                format!("completed {}", named(&body.id)),
            ))
        }
        Event::TaskFailed(body) => {
            let holder = holder(workflow, body.id, fact.at).or_else(|| agent(&fact.actor))?;
            Some((holder, Signal::Error, format!("{} failed", named(&body.id))))
        }
        Event::TaskReviewed(body) if is_person && body.status == ReviewStatus::Approved => {
            let result = workflow.tasks.get(body.id)?.result.as_ref()?;
            let agent = agent(result.by.as_ref()?)?;
            Some((agent, Signal::Reward, approved(&body.id)))
        }
        Event::ApprovalGiven(body) if is_person && body.approved => {
            let agent = agent(&workflow.approvals.get(body.id)?.requested_by)?;
            Some((agent, Signal::Reward, approved(&body.id)))
        }
        Event::DecisionRuled(body) if is_person && body.approved => {
            let agent = agent(&workflow.decisions.get(body.id)?.made_by)?;
            Some((agent, Signal::Reward, approved(&body.id)))
        }
        Event::NoticesDelivered(body) => {
            let urgent = |notice: &String| {
                let no = <NudgeNo as Number>::parse(notice)?;
                let nudge = workflow.nudges.get(no)?;
                // It reaches an agent once, also when that is written down again.
                let at = nudge.receipts.get(&body.agent)?.delivered_at;
                let is_first = at == Some(fact.at) && nudge.priority == Priority::Urgent;
                is_first.then(|| format!("{} nudged: {}", nudge.from.id, named(&no)))
            };
            let what = body.notices.iter().find_map(urgent)?;
            Some((body.agent, Signal::Urgency, what))
        }
        _ => None,
    }
}

fn agent(actor: &Actor) -> Option<String> {
    actor.role.is_agent().then(|| actor.id.clone())
}

/// Who held a task when an attempt at it ended then.
fn holder(workflow: &Workflow, task: TaskNo, at: Time) -> Option<String> {
    let attempts = &workflow.tasks.get(task)?.attempts;
    let ended = attempts.iter().rev().find(|attempt| attempt.to == Some(at));
    ended.map(|attempt| attempt.agent.clone())
}
