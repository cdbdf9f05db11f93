//! Actions on the whole workflow: pause, resume, complete, cancel, archive, delete. Each asks for confirmation,
//! explains the consequences, and accepts a reason.

use engine::workflow::ops::workflow_archive::WorkflowArchive;
use engine::workflow::ops::workflow_cancel::WorkflowCancel;
use engine::workflow::ops::workflow_complete::WorkflowComplete;
use engine::workflow::ops::workflow_delete::WorkflowDelete;
use engine::workflow::ops::workflow_pause::WorkflowPause;
use engine::workflow::ops::workflow_resume::WorkflowResume;
use engine::workflow::{Status, TaskStatus, Workflow};
use kernel::operation::{Operation, Spec};
use leptos::prelude::*;

use super::export::Export;
use super::refusal::{Refusal, general};
use super::scene::scene;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::parts::{Glyph, Icon, Refill};
use crate::paths;

/// One action.
struct What {
    spec: Spec,
    label: &'static str,
    follows: &'static str,
    refusal: fn(&Workflow) -> Refusal,
}

const DEEDS: [What; 6] = [
    What {
        spec: WorkflowPause::SPEC,
        label: "Pause",
        follows: "Nobody can claim a task until it is resumed. What runs goes on; those who hold a task are told.",
        refusal: |workflow| {
            not_active(workflow).or_else(|| {
                workflow
                    .paused
                    .is_some()
                    .then(|| "It is paused already.".into())
            })
        },
    },
    What {
        spec: WorkflowResume::SPEC,
        label: "Resume",
        follows: "Tasks can be claimed again.",
        refusal: |workflow| {
            workflow
                .paused
                .is_none()
                .then(|| "It is not paused.".into())
        },
    },
    What {
        spec: WorkflowComplete::SPEC,
        label: "Complete",
        follows: "The work ends well. Open tasks forbid it unless you insist; then they are cancelled.",
        refusal: not_active,
    },
    What {
        spec: WorkflowCancel::SPEC,
        label: "Cancel",
        follows: "The work is called off, and every open task with it.",
        refusal: not_active,
    },
    What {
        spec: WorkflowArchive::SPEC,
        label: "Archive",
        follows: "It is put away: it can be read and found, and leaves the lists of what goes on.",
        refusal: |workflow| match workflow.status {
            Status::Active => Some("Complete or cancel it first.".into()),
            Status::Archived => Some("It is archived already.".into()),
            _ => None,
        },
    },
    What {
        spec: WorkflowDelete::SPEC,
        label: "Delete",
        follows: "It disappears for everyone. An owner can restore it for some days, as its policy says; then it is erased for good.",
        refusal: |_| None,
    },
];

fn not_active(workflow: &Workflow) -> Refusal {
    (workflow.status != Status::Active).then(|| format!("It is {}.", workflow.status.name()))
}

/// Menu of actions.
#[component]
pub fn Manage() -> impl IntoView {
    view! {
        <details class="manage">
            <summary class="btn btn--quiet">"Manage" <Glyph icon=Icon::Down/></summary>
            <div class="manage-menu">
                {DEEDS.into_iter().map(|what| view! { <Doing what/> }).collect_view()}
                <Export/>
            </div>
        </details>
    }
}

#[component]
fn Doing(what: What) -> impl IntoView {
    let scene = scene();
    let What {
        spec,
        label,
        follows,
        refusal,
    } = what;
    let refusal = Memo::new(move |_| general(scene, &spec).or_else(|| scene.state.with(refusal)));
    let title = scene
        .state
        .with_untracked(|workflow| format!("{label} “{}”?", workflow.name));
    let is = |other: Spec| spec.name == other.name;
    let action = ConfirmedAction {
        spec,
        label,
        title,
        follows,
        field: (!is(WorkflowResume::SPEC)).then_some(("reason", "Reason")),
        hidden: Vec::new(),
        then: is(WorkflowDelete::SPEC).then(paths::workflows),
    };
    let completes = is(WorkflowComplete::SPEC);
    let more = move || completes.then(|| view! { <Open/> });
    view! { <Ask action refusal more/> }
}

fn insist(open: u32, asked: usize) -> String {
    match open {
        0 => format!(
            "End it although {asked} of its questions and requests for approval wait; they are withdrawn. Say why."
        ),
        1 => "End it although 1 task is open; it is cancelled. Say why.".into(),
        open => format!("End it although {open} tasks are open; they are cancelled. Say why."),
    }
}

/// Number of open tasks, questions and approvals, and the checkbox that ends the workflow in spite of them.
#[component]
fn Open() -> impl IntoView {
    let scene = scene();
    let open = scene.read(|workflow| {
        TaskStatus::ALL
            .into_iter()
            .filter(|status| !status.is_terminal())
            .map(|status| workflow.derived().counts[status as usize])
            .sum::<u32>()
    });
    let asked = scene.read(|workflow| {
        let derived = workflow.derived();
        derived.open_questions.len() + derived.open_approvals.len()
    });
    let was_ticked = Refill::here().value("force").is_some();
    move || {
        (open.get() > 0 || asked.get() > 0).then(|| {
            view! {
                <label class="tick">
                    <input type="checkbox" name="force" value="true" checked=was_ticked/>
                    {insist(open.get(), asked.get())}
                </label>
            }
        })
    }
}
