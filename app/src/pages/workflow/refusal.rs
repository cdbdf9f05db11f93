//! Why something cannot be done now, said before somebody tries. The engine's operations decide; this says
//! the same in the browser, so that a button that cannot work tells its reason.

use engine::workflow::ops::task_review::{made_for, own_work};
use engine::workflow::{Status, Task, TaskStatus, Workflow};
use kernel::actor::{Actor, Role};
use kernel::operation::{Operation, Spec};
use leptos::prelude::*;

use super::scene::Scene;

/// Why not; nothing when it can be done.
pub type Refusal = Option<String>;

/// What forbids an operation to this viewer at this moment, whatever it is about.
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

/// The same for operations that need the workflow to go on.
pub fn active(scene: Scene, spec: &Spec) -> Refusal {
    general(scene, spec).or_else(|| {
        scene.state.with(|workflow| {
            (workflow.status != Status::Active)
                .then(|| format!("The workflow is {}.", workflow.status.name()))
        })
    })
}

/// Whether `O` can be done, asked again whenever the state changes; `more` says what else it needs.
pub fn refusal<O: Operation>(
    scene: Scene,
    more: impl Fn(&Workflow) -> Refusal + Send + Sync + 'static,
) -> Memo<Refusal> {
    asked(scene, O::SPEC, more)
}

fn asked(
    scene: Scene,
    spec: Spec,
    more: impl Fn(&Workflow) -> Refusal + Send + Sync + 'static,
) -> Memo<Refusal> {
    Memo::new(move |_| active(scene, &spec).or_else(|| scene.state.with(&more)))
}

/// What forbids a review of the task to `viewer`.
pub fn of_review(workflow: &Workflow, task: &Task, viewer: Option<&Actor>) -> Refusal {
    if task.status != TaskStatus::Review {
        return Some(format!("{} is {}.", task.id, phrase(task.status)));
    }
    of_own(workflow, task, viewer)
}

/// What forbids a review to `viewer` for good: it is their own work.
pub fn of_own(workflow: &Workflow, task: &Task, viewer: Option<&Actor>) -> Refusal {
    viewer.and_then(|viewer| own_work(task, made_for(workflow, task), viewer))
}

/// What forbids to give the task to somebody.
pub fn of_assign(task: &Task) -> Refusal {
    refuse_unless(task, task.can_be_assigned())
}

/// What forbids to take the task from its holder.
pub fn of_release(task: &Task) -> Refusal {
    (!task.can_be_released()).then(|| format!("Nobody holds {}.", task.id))
}

/// What forbids to put the task back.
pub fn of_retry(task: &Task) -> Refusal {
    refuse_unless(task, task.can_be_retried())
}

/// What forbids to leave the task out or to call it off.
pub fn of_ending(task: &Task) -> Refusal {
    refuse_unless(task, task.can_be_ended())
}

/// What forbids to accept that the task failed.
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
    super::face::shown(status).phrase()
}
