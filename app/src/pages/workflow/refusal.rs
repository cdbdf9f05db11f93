//! Reasons why an operation is unavailable, computed before it is tried. The engine's operations decide; this
//! mirrors them in the browser, so that a disabled button can show its reason.

use engine::workflow::ops::task_review::{artifact_authors, own_work};
use engine::workflow::{Status, Task, TaskStatus, Workflow};
use kernel::actor::{Actor, Role};
use kernel::operation::{Operation, Spec};
use leptos::prelude::*;

use super::scene::Scene;

/// Reason why an operation is unavailable, or `None`.
pub type Refusal = Option<String>;

/// Returns the reason why this viewer may not run an operation now, regardless of its arguments.
pub fn general(scene: Scene, spec: &Spec) -> Refusal {
    match scene.viewer() {
        None => Some("Sign in to do this.".into()),
        Some(viewer) if !spec.access.allows(viewer.role) => Some(match viewer.role {
            Role::Viewer => "Viewers only read.".into(),
            role => format!("Not for the role {}.", role.name()),
        }),
        Some(_) => None,
    }
}

/// Like [`general`], for operations that require an active workflow.
pub fn active(scene: Scene, spec: &Spec) -> Refusal {
    general(scene, spec).or_else(|| {
        scene.state.with(|workflow| {
            (workflow.status != Status::Active)
                .then(|| format!("The workflow is {}.", workflow.status.name()))
        })
    })
}

/// Returns the live reason why `O` is unavailable; `more` checks its further requirements.
pub fn refusal<O: Operation>(
    scene: Scene,
    more: impl Fn(&Workflow) -> Refusal + Send + Sync + 'static,
) -> Memo<Refusal> {
    refusal_memo(scene, O::SPEC, more)
}

fn refusal_memo(
    scene: Scene,
    spec: Spec,
    more: impl Fn(&Workflow) -> Refusal + Send + Sync + 'static,
) -> Memo<Refusal> {
    Memo::new(move |_| active(scene, &spec).or_else(|| scene.state.with(&more)))
}

/// Returns the permanent reason why `viewer` may not review the task: it is their own work.
pub fn of_own(workflow: &Workflow, task: &Task, viewer: Option<&Actor>) -> Refusal {
    viewer.and_then(|viewer| own_work(task, artifact_authors(workflow, task), viewer))
}

/// Returns the reason why the task cannot be assigned.
pub fn of_assign(task: &Task) -> Refusal {
    refuse_unless(task, task.can_be_assigned())
}

/// Returns the reason why the task cannot be released.
pub fn of_release(task: &Task) -> Refusal {
    (!task.can_be_released()).then(|| format!("Nobody holds {}.", task.id))
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
        return Some("It is accepted already.".into());
    }
    refuse_unless(task, task.status == TaskStatus::Failed)
}

fn refuse_unless(task: &Task, can: bool) -> Refusal {
    (!can).then(|| format!("{} is {}.", task.id, phrase(task.status)))
}

fn phrase(status: TaskStatus) -> &'static str {
    super::face::page_status(status).phrase()
}
