//! Display forms of engine values: a task's status as an icon, a summary's counts as a bar.

use std::collections::BTreeMap;

use engine::workflow::attention::ItemKind;
use engine::workflow::find::Summary;
use engine::workflow::state::Status as Life;
use engine::workflow::task::TaskStatus;

use crate::parts::{Icon, Status, Tally};

/// Converts a task's status into the status that pages show.
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

/// Converts the counts of a workflow's tasks into a tally.
#[must_use]
pub fn tally_of(counts: &BTreeMap<TaskStatus, u32>) -> Tally {
    counts
        .iter()
        .flat_map(|(status, n)| std::iter::repeat_n(status_of(*status), *n as usize))
        .collect()
}

/// Describes the progress of a workflow. Only completed tasks count as done; cancelled and skipped ones are listed
/// separately.
#[must_use]
pub fn describe_progress(counts: &BTreeMap<TaskStatus, u32>) -> String {
    let done = counts.get(&TaskStatus::Completed).copied().unwrap_or(0);
    format!("{done} of {} done", counts.values().sum::<u32>())
}

/// Returns the label of a workflow's status.
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

/// Returns the label of a workflow in lists. A workflow whose tasks have all ended stays active until it is
/// completed, and its label says so.
#[must_use]
pub fn life_of(summary: &Summary) -> &'static str {
    if summary.is_finished() {
        "All tasks done"
    } else {
        life(summary.status)
    }
}

/// Returns the icon and label for a kind of inbox item.
#[must_use]
pub const fn ask_kind(kind: ItemKind) -> (Icon, &'static str) {
    match kind {
        ItemKind::Review => (Icon::Review, "Review"),
        ItemKind::Escalation => (Icon::Escalation, "Escalation"),
        ItemKind::Question => (Icon::Question, "Question"),
        ItemKind::Approval => (Icon::Approval, "Approval"),
        ItemKind::LeaseExpired => (Icon::Lease, "Lease expired"),
        ItemKind::Blocked => (Icon::Blocked, "Blocked"),
        ItemKind::LeadVacant => (Icon::Agent, "No orchestrator"),
        ItemKind::Warning => (Icon::Escalation, "Warning"),
    }
}
