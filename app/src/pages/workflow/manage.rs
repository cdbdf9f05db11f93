//! Menu of the workflow: pause, resume, complete, cancel, archive and delete, each with a confirmation that explains
//! the consequences and asks for a reason; and the export.

use engine::workflow::ops::workflow_archive::WorkflowArchive;
use engine::workflow::ops::workflow_cancel::WorkflowCancel;
use engine::workflow::ops::workflow_complete::WorkflowComplete;
use engine::workflow::ops::workflow_delete::WorkflowDelete;
use engine::workflow::ops::workflow_export::ExportFormat;
use engine::workflow::ops::workflow_pause::WorkflowPause;
use engine::workflow::ops::workflow_resume::WorkflowResume;
use engine::workflow::{Status, TaskStatus, Workflow};
use kernel::operation::{Operation, Spec};
use leptos::prelude::*;

use super::refusal::{Refusal, general};
use super::scene::Scene;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::pages::words::many;
use crate::parts::{Glyph, Icon, Refill};
use crate::paths;

/// Renders the menu.
pub fn manage(scene: &Scene) -> AnyView {
    let workflow = &scene.workflow;
    let is_paused = workflow.paused.is_some();
    let actions = [
        action(
            scene,
            WorkflowPause::SPEC,
            "Pause",
            "No task can be claimed until it is resumed. Running tasks continue; their holders are notified.",
            not_active(workflow).or_else(|| is_paused.then(|| "Already paused.".into())),
        ),
        action(
            scene,
            WorkflowResume::SPEC,
            "Resume",
            "Tasks can be claimed again.",
            (!is_paused).then(|| "Not paused.".into()),
        ),
        action(
            scene,
            WorkflowComplete::SPEC,
            "Complete",
            "The workflow ends as completed. Open tasks prevent it unless you confirm below; then they are cancelled.",
            not_active(workflow),
        ),
        action(
            scene,
            WorkflowCancel::SPEC,
            "Cancel",
            "The workflow is cancelled with all its open tasks.",
            not_active(workflow),
        ),
        action(
            scene,
            WorkflowArchive::SPEC,
            "Archive",
            "It leaves the list of current workflows. It can still be read and found.",
            match workflow.status {
                Status::Active => Some("Complete or cancel it first.".into()),
                Status::Archived => Some("Already archived.".into()),
                _ => None,
            },
        ),
        action(
            scene,
            WorkflowDelete::SPEC,
            "Delete",
            "It disappears for everyone. An owner can restore it for some days, depending on its policy; then it is erased permanently.",
            None,
        ),
    ];
    view! {
        <details class="manage">
            <summary class="btn btn--quiet">"Manage" <Glyph icon=Icon::Down/></summary>
            <div class="manage-menu">
                {actions.into_iter().collect_view()}
                {export(workflow)}
            </div>
        </details>
    }
    .into_any()
}

fn not_active(workflow: &Workflow) -> Refusal {
    let status = workflow.status;
    (status != Status::Active).then(|| format!("It is {}.", status.name()))
}

fn action(
    scene: &Scene,
    spec: Spec,
    label: &'static str,
    follows: &'static str,
    refusal: Refusal,
) -> AnyView {
    let workflow = &scene.workflow;
    let is = |other: Spec| spec.name == other.name;
    let refusal = general(scene, &spec).or(refusal);
    let missing = if is(WorkflowComplete::SPEC) {
        describe_open(workflow)
    } else {
        None
    };
    let more = move || missing.clone().map(force);
    let action = ConfirmedAction {
        spec,
        label,
        title: format!("{label} “{}”?", workflow.name),
        follows,
        field: (!is(WorkflowResume::SPEC)).then_some(("reason", "Reason")),
        hidden: Vec::new(),
        then: is(WorkflowDelete::SPEC).then(paths::workflows),
    };
    view! { <Ask action refusal more/> }.into_any()
}

/// Describes the open tasks, questions and approvals that prevent completion.
fn describe_open(workflow: &Workflow) -> Option<String> {
    let derived = workflow.derived();
    let open = TaskStatus::ALL.into_iter();
    let open: u32 = open
        .filter(|status| !status.is_terminal())
        .map(|status| derived.counts[status as usize])
        .sum();
    let asked = derived.open_questions.len() + derived.open_approvals.len();
    let open = match usize::try_from(open).unwrap_or(usize::MAX) {
        0 if asked == 0 => return None,
        0 => format!("withdraw {}", many(asked, "open request")),
        open => format!("cancel {}", many(open, "open task")),
    };
    Some(format!("Complete it and {open}. Enter a reason."))
}

/// Checkbox that completes the workflow in spite of open tasks. A refused form keeps its state.
fn force(label: String) -> AnyView {
    let was_ticked = Refill::here().value("force").is_some();
    view! {
        <label class="tick">
            <input type="checkbox" name="force" value="true" checked=was_ticked/>
            {label}
        </label>
    }
    .into_any()
}

/// Renders the download links, one per format.
fn export(workflow: &Workflow) -> AnyView {
    let links = ExportFormat::ALL.map(|format| {
        let href = paths::export(workflow.id, format.name());
        view! { <li><a href=href rel="external" download>{format.title()}</a></li> }
    });
    view! {
        <nav class="export" aria-labelledby="h-take-along">
            <p id="h-take-along">"Export"</p>
            <ul>{links.into_iter().collect_view()}</ul>
        </nav>
    }
    .into_any()
}
