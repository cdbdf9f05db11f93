//! Automatic notifications of agents, delivered with their next call as nudges of the actor that caused them.

use crate::numbers::TaskNo;
use crate::workflow::facts::NudgeSent;
use crate::workflow::people::{Priority, Target};
use crate::workflow::state::Workflow;
use kernel::time::DAY;
use kernel::tx::Draft;

/// Notifies every agent of the workflow with its next call within a day.
pub fn tell_all(
    draft: &mut Draft<Workflow>,
    priority: Priority,
    words: &str,
    reason: Option<&str>,
) {
    tell(draft, Target::All, priority, words, reason);
}

/// Notifies the holder of a task of a change to it, unless the holder is the caller. Must be called before the change.
pub fn tell_holder(draft: &mut Draft<Workflow>, no: TaskNo, done: &str, reason: Option<&str>) {
    let task = draft.tasks.get(no);
    let lease = task.and_then(|task| task.lease.as_ref());
    let holder = lease.map(|lease| lease.holder.clone());
    let Some(holder) = holder.filter(|holder| !draft.cx.actor.is_agent_named(holder)) else {
        return;
    };
    let words = format!("{no} {done}: you hold it no longer.");
    let target = Target::Agent(holder);
    tell(draft, target, Priority::Urgent, &words, reason);
}

/// Notifies agents with their next call within a day. The nudge is about no task: the next holder need not read it.
pub fn tell(
    draft: &mut Draft<Workflow>,
    target: Target,
    priority: Priority,
    words: &str,
    reason: Option<&str>,
) {
    let id = draft.nudges.next();
    let message = match reason {
        Some(reason) => format!("{words} {reason}"),
        None => words.to_owned(),
    };
    // Short automatic texts: an estimate of four bytes a token is good enough.
    let tokens = u32::try_from(message.len().div_ceil(4)).unwrap_or(u32::MAX);
    draft.record(NudgeSent {
        id,
        target,
        message,
        priority,
        task: None,
        expires_at: draft.cx.now.plus(DAY),
        tokens,
    });
}
