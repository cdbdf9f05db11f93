//! Status of a task as callers see it. A task that a failure cut off is stored as waiting, so that it continues
//! automatically once the failure is resolved, and is shown as blocked. Every response takes the status from here.

use crate::numbers::TaskNo;
use crate::workflow::graph::EdgeState;
use crate::workflow::state::{Body, Workflow};
use crate::workflow::task::{Lease, Task, TaskStatus};
use crate::workflow::waiting::{Wait, WaitKind};

/// Reason of a task that a failure of a dependency cut off.
pub const UPSTREAM_FAILED: &str = "upstream_failed";

/// Phrase for a task whose holder waits for a person.
pub const FOR_PERSON: &str = "waits for a person";

impl Task {
    /// Returns the status in words that follow the task's name. Used everywhere, so that a task whose holder waits for
    /// a person is never called in progress.
    #[must_use]
    pub const fn standing(&self) -> &'static str {
        if self.waits_for_person() {
            return FOR_PERSON;
        }
        match self.status {
            TaskStatus::Pending => "is pending",
            TaskStatus::Assigned => "is assigned",
            TaskStatus::InProgress => "is in progress",
            TaskStatus::Blocked => "is blocked",
            TaskStatus::Review => "is in review",
            TaskStatus::Completed => "is completed",
            TaskStatus::Failed => "is failed",
            TaskStatus::Cancelled => "is cancelled",
            TaskStatus::Skipped => "is skipped",
        }
    }

    /// Returns the holder under `lease`, in words that follow `is held by`.
    #[must_use]
    pub fn holder_in_words(&self, lease: &Lease) -> String {
        let holder = &lease.holder;
        let asked = match (self.waits_for, self.waits_for_approval) {
            (Some(question), _) => format!("to answer {question}"),
            (None, Some(approval)) => format!("to decide {approval}"),
            (None, None) => {
                return format!("{holder} until {}, and longer if it calls", lease.until);
            }
        };
        format!("{holder}, who {FOR_PERSON} {asked}: the lease stands still")
    }
}

impl Workflow {
    /// Returns the status as shown: `blocked`, with the reason [`UPSTREAM_FAILED`], for a task that a failure cut off.
    #[must_use]
    pub fn visible_status_and_reason(&self, task: &Task) -> (TaskStatus, Option<String>) {
        let reason = if self.derived.cut.contains(&task.id.0) {
            Some(UPSTREAM_FAILED.into())
        } else {
            task.blocked_reason.clone()
        };
        (self.visible_status(task), reason)
    }

    /// Returns the status as shown, without its reason.
    #[must_use]
    pub(crate) fn visible_status(&self, task: &Task) -> TaskStatus {
        if self.derived.cut.contains(&task.id.0) {
            TaskStatus::Blocked
        } else {
            task.status
        }
    }

    /// Returns the status as shown, in words that follow the task's name.
    #[must_use]
    pub fn visible_standing(&self, task: &Task) -> &'static str {
        if self.derived.cut.contains(&task.id.0) {
            "is blocked"
        } else {
            task.standing()
        }
    }

    /// Returns the task as shown.
    #[must_use]
    pub fn visible_task(&self, task: &Task) -> Task {
        let mut task = task.clone();
        (task.status, task.blocked_reason) = self.visible_status_and_reason(&task);
        task
    }

    /// Returns the task whose failure cuts off the dependents of `no`: itself, or a direct or indirect dependency.
    #[must_use]
    pub fn root_failure(&self, mut no: TaskNo) -> TaskNo {
        // There are no cycles, so the loop ends.
        while self.derived.cut.contains(&no.0)
            && let Some(task) = self.tasks.get(no)
        {
            let mut needs = task.depends_on.iter();
            match needs.find(|need| self.edge_state(need) == EdgeState::Dead) {
                Some(dead) => no = dead.task,
                None => break,
            }
        }
        no
    }

    /// Returns the wait for a task that is cut off, with the name of the task that failed.
    pub(super) fn far_wait(&self, no: TaskNo, title: &str) -> Wait {
        let failed = self.root_failure(no);
        let (name, standing) = self.tasks.get(failed).map_or(("?", "is missing"), |task| {
            (task.title.as_str(), task.standing())
        });
        let text = format!(
            "{no} ({title}) cannot start, because {failed} ({name}) {standing}: put {failed} back or \
             skip it."
        );
        Wait {
            task: Some(failed),
            ..Wait::new(WaitKind::UpstreamFailed, text)
        }
    }

    /// Returns the body with every task as shown.
    fn visible_body(&self) -> Body {
        let mut body = self.body.clone();
        // Undelivered news is for its recipients only.
        body.news.clear();
        body.lost.clear();
        for task in self
            .derived
            .cut
            .iter()
            .filter_map(|no| self.tasks.get(TaskNo(*no)))
        {
            body.tasks.put(self.visible_task(task));
        }
        body
    }
}

/// Restores the state from a shown body: cut-off tasks wait again. They have no lease, which distinguishes them from
/// tasks with a blocked holder.
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

/// Serializes a workflow in a response with its tasks as shown, and restores the state for a reader, such as a page
/// that folds later facts.
pub(crate) mod whole {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Body, Workflow, behind};

    pub fn serialize<S: Serializer>(workflow: &Workflow, serializer: S) -> Result<S::Ok, S::Error> {
        workflow.visible_body().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Workflow, D::Error> {
        Body::deserialize(deserializer).map(behind)
    }
}
