//! Actions that a task's status allows. Decisions and pages use the same rules, so that a page never shows a button
//! that would be rejected. Permissions of the caller are checked elsewhere.

use crate::workflow::task::{Task, TaskStatus};

impl Task {
    /// Returns true if it can be assigned, as work or as a review.
    #[must_use]
    pub fn can_be_assigned(&self) -> bool {
        self.status.is_waiting() || matches!(self.status, TaskStatus::Failed | TaskStatus::Review)
    }

    /// Returns true if it can be released from its holder.
    #[must_use]
    pub fn can_be_released(&self) -> bool {
        self.status.is_held()
    }

    /// Returns true if it can be retried: it failed, was cancelled or skipped, or is in a cooldown or deferred.
    #[must_use]
    pub fn can_be_retried(&self) -> bool {
        let rests = self.status.is_waiting() && self.not_before.is_some();
        let ended = matches!(
            self.status,
            TaskStatus::Failed | TaskStatus::Cancelled | TaskStatus::Skipped
        );
        rests || ended
    }

    /// Returns true if it can still be edited, skipped or cancelled.
    #[must_use]
    pub fn can_be_ended(&self) -> bool {
        !self.status.is_terminal() || self.status == TaskStatus::Failed
    }
}
