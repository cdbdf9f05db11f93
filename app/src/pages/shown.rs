//! The engine's words as pages show them: a task's status as a shape, a summary's counts as a bar.
//! Translates only.

use std::collections::BTreeMap;

use engine::workflow::attention::ItemKind;
use engine::workflow::find::Summary;
use engine::workflow::state::Status as Life;
use engine::workflow::task::TaskStatus;

use crate::parts::{Icon, Status, Tally};

/// The status as people see it.
#[must_use]
pub const fn status_of(status: TaskStatus) -> Status {
    match status {
        TaskStatus::Pending => Status::Pending,
        TaskStatus::Assigned => Status::Assigned,
        TaskStatus::InProgress => Status::InProgress,
        TaskStatus::Blocked => Status::Blocked,
        TaskStatus::Review => Status::Review,
        TaskStatus::Completed => Status::Completed,
        TaskStatus::Failed => Status::Failed,
        TaskStatus::Cancelled => Status::Cancelled,
        TaskStatus::Skipped => Status::Skipped,
    }
}

/// The tasks of a workflow by status.
#[must_use]
pub fn tally_of(counts: &BTreeMap<TaskStatus, u32>) -> Tally {
    counts
        .iter()
        .flat_map(|(status, n)| std::iter::repeat_n(status_of(*status), *n as usize))
        .collect()
}

/// How far a workflow is, in words. Only what is completed is done; what was called off or left out is said beside.
#[must_use]
pub fn done_of(counts: &BTreeMap<TaskStatus, u32>) -> String {
    let done = counts.get(&TaskStatus::Completed).copied().unwrap_or(0);
    format!("{done} of {} done", counts.values().sum::<u32>())
}

/// What a workflow's life is called.
#[must_use]
pub const fn life(status: Life) -> &'static str {
    match status {
        Life::Active => "Active",
        Life::Completed => "Completed",
        Life::CompletedWithFailures => "Completed with failures",
        Life::Cancelled => "Cancelled",
        Life::Archived => "Archived",
    }
}

/// What a workflow's life is called in lists. One whose tasks have all ended is active for as long as nobody completes
/// it, and says so.
#[must_use]
pub fn life_of(summary: &Summary) -> &'static str {
    if summary.is_finished() {
        "All tasks done"
    } else {
        life(summary.status)
    }
}

/// The shape and the words for why something needs a person.
#[must_use]
pub const fn ask_kind(kind: ItemKind) -> (Icon, &'static str) {
    match kind {
        ItemKind::Review => (Icon::Review, "Review"),
        ItemKind::Escalation => (Icon::Escalation, "Escalation"),
        ItemKind::Question => (Icon::Question, "Question"),
        ItemKind::Approval => (Icon::Approval, "Approval"),
        ItemKind::LeaseExpired => (Icon::Lease, "Lease expired"),
        ItemKind::Blocked => (Icon::Blocked, "Blocked"),
        ItemKind::LeadVacant => (Icon::Agent, "Nobody leads"),
        ItemKind::Warning => (Icon::Escalation, "Warning"),
    }
}
