//! The one place that says where a task is in its life as callers see it. A task that a failure before it
//! cut off is stored as waiting, so that it goes on by itself once the failure is mended, and is shown as
//! blocked. Every answer that names a status takes it from here. Decides nothing.

use crate::numbers::TaskNo;
use crate::workflow::state::{Body, Workflow};
use crate::workflow::task::{Task, TaskStatus};

/// The reason of a task that a failure before it cut off.
pub const UPSTREAM_FAILED: &str = "upstream_failed";

impl Workflow {
    /// The status as it is shown: `blocked`, with the reason [`UPSTREAM_FAILED`], for a task that a
    /// failure cut off.
    #[must_use]
    pub fn shown_status(&self, task: &Task) -> (TaskStatus, Option<String>) {
        if self.derived.cut.contains(&task.id.0) {
            return (TaskStatus::Blocked, Some(UPSTREAM_FAILED.into()));
        }
        (task.status, task.blocked_reason.clone())
    }

    /// The task as it is shown.
    #[must_use]
    pub fn shown(&self, task: &Task) -> Task {
        let mut task = task.clone();
        (task.status, task.blocked_reason) = self.shown_status(&task);
        task
    }

    /// The body with every task as it is shown.
    fn shown_body(&self) -> Body {
        let mut body = self.body.clone();
        for task in self
            .derived
            .cut
            .iter()
            .filter_map(|no| self.tasks.get(TaskNo(*no)))
        {
            body.tasks.put(self.shown(task));
        }
        body
    }
}

/// The state behind a shown body: what was cut off waits. Nobody holds such a task, which tells it from
/// one whose holder cannot go on.
fn behind(mut body: Body) -> Workflow {
    let is_cut = |task: &&Task| {
        task.status == TaskStatus::Blocked
            && task.lease.is_none()
            && task.blocked_reason.as_deref() == Some(UPSTREAM_FAILED)
    };
    let cut: Vec<TaskNo> = body
        .tasks
        .iter()
        .filter(is_cut)
        .map(|task| task.id)
        .collect();
    for no in cut {
        body.tasks.change(no, |task| {
            task.blocked_reason = None;
            task.status = match task.assigned_to {
                Some(_) => TaskStatus::Assigned,
                None => TaskStatus::Pending,
            };
        });
    }
    body.into()
}

/// A workflow in an answer: its tasks as they are shown, and for who reads it (a page that goes on
/// folding facts) the state again.
pub(crate) mod whole {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Body, Workflow, behind};

    pub fn serialize<S: Serializer>(workflow: &Workflow, serializer: S) -> Result<S::Ok, S::Error> {
        workflow.shown_body().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Workflow, D::Error> {
        Body::deserialize(deserializer).map(behind)
    }
}
