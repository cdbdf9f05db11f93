//! What Loci tells agents of its own accord, with their next call: as nudges of whoever made it so.

use crate::numbers::TaskNo;
use crate::workflow::facts::NudgeSent;
use crate::workflow::people::{Priority, Target};
use crate::workflow::state::Workflow;
use kernel::time::DAY;
use kernel::tx::Draft;

/// Tells every agent of the workflow, with their next call within a day.
pub fn tell_all(
    draft: &mut Draft<Workflow>,
    priority: Priority,
    words: &str,
    reason: Option<&str>,
) {
    tell(draft, Target::All, priority, words, reason);
}

/// Tells the holder of a task, unless it is the caller, what becomes of it: to be called before it does.
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

/// Tells agents, with their next call within a day. It is no word about a task: whoever takes that next
/// need not read it.
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
    // Loci's own short words: the usual estimate of four bytes to a token is near enough.
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
