//! Reasons why an operation is unavailable, so that a disabled button can show its reason. The engine's operations
//! decide; this mirrors them.

use engine::workflow::ops::task_review::{artifact_authors, own_work};
use engine::workflow::{Status, Task, TaskStatus};
use kernel::actor::{Actor, Role};
use kernel::operation::Spec;

use super::scene::Scene;
use crate::pages::workflow::face::page_status;

/// Reason why an operation is unavailable, or `None`.
pub type Refusal = Option<String>;

/// Returns the reason why this viewer may not run an operation now, regardless of its arguments.
pub fn general(scene: &Scene, spec: &Spec) -> Refusal {
    match &scene.viewer {
        None => Some("Sign in to do this.".into()),
        Some(viewer) if !spec.access.allows(viewer.role) => Some(match viewer.role {
            Role::Viewer => "Viewers only read.".into(),
            role => format!("Not available to the role {}.", role.name()),
        }),
        Some(_) => None,
    }
}

/// Like [`general`], for operations that require an active workflow.
pub fn active(scene: &Scene, spec: &Spec) -> Refusal {
    let status = scene.workflow.status;
    let ended =
        || (status != Status::Active).then(|| format!("The workflow is {}.", status.name()));
    general(scene, spec).or_else(ended)
}

/// Returns the permanent reason why the viewer may not review the task: it is their own work.
pub fn of_own(scene: &Scene, task: &Task) -> Refusal {
    let own = |viewer: &Actor| own_work(task, artifact_authors(&scene.workflow, task), viewer);
    scene.viewer.as_ref().and_then(own)
}

/// Returns the reason why the task cannot be assigned.
pub fn of_assign(task: &Task) -> Refusal {
    refuse_unless(task, task.can_be_assigned())
}

/// Returns the reason why the task cannot be released.
pub fn of_release(task: &Task) -> Refusal {
    (!task.can_be_released()).then(|| format!("No agent holds {}.", task.id))
}

/// Returns the reason why the task cannot be retried.
pub fn of_retry(task: &Task) -> Refusal {
    refuse_unless(task, task.can_be_retried())
}

/// Returns the reason why the task cannot be skipped or cancelled.
pub fn of_ending(task: &Task) -> Refusal {
    refuse_unless(task, task.can_be_ended())
}

/// Returns the reason why the failure of the task cannot be accepted.
pub fn of_accepting(task: &Task) -> Refusal {
    if task.failure_accepted {
        return Some("The failure is already accepted.".into());
    }
    refuse_unless(task, task.status == TaskStatus::Failed)
}

fn refuse_unless(task: &Task, can: bool) -> Refusal {
    (!can).then(|| format!("{} is {}.", task.id, page_status(task.status).phrase()))
}
