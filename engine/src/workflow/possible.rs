//! What can be done with a task as it stands. Decisions ask this, and so do pages, so that nobody is shown a
//! button whose press is refused. Knows no caller: who may is another question.

use crate::workflow::task::{Task, TaskStatus};

impl Task {
    /// Whether it can be kept for somebody, as work or as a review.
    #[must_use]
    pub fn can_be_assigned(&self) -> bool {
        self.status.is_waiting() || matches!(self.status, TaskStatus::Failed | TaskStatus::Review)
    }

    /// Whether it can be taken from its holder.
    #[must_use]
    pub fn can_be_released(&self) -> bool {
        self.status.is_held()
    }

    /// Whether it can be put back: it ended, or it rests before the next try.
    #[must_use]
    pub fn can_be_retried(&self) -> bool {
        let rests = self.status.is_waiting() && self.not_before.is_some();
        let ended = matches!(
            self.status,
            TaskStatus::Failed | TaskStatus::Cancelled | TaskStatus::Skipped
        );
        rests || ended
    }

    /// Whether it can still be edited, left out or called off.
    #[must_use]
    pub fn can_be_ended(&self) -> bool {
        !self.status.is_terminal() || self.status == TaskStatus::Failed
    }
}
