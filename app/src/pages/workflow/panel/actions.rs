//! Actions on a task other than reviewing it: assign, release, retry, skip, cancel, accept the failure. Unavailable
//! ones show the reason.

use engine::workflow::Task;
use engine::workflow::ops::task_accept_failed::TaskAcceptFailed;
use engine::workflow::ops::task_assign::TaskAssign;
use engine::workflow::ops::task_cancel::TaskCancel;
use engine::workflow::ops::task_release::TaskRelease;
use engine::workflow::ops::task_retry::TaskRetry;
use engine::workflow::ops::task_skip::TaskSkip;
use kernel::operation::{Operation, Spec};
use leptos::prelude::*;

use super::super::refusal::{
    Refusal, active, of_accepting, of_assign, of_ending, of_release, of_retry,
};
use super::super::scene::Scene;
use crate::pages::act::Act;
use crate::pages::ask::may;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::parts::{Choice, Label, Level, Pick, Sect};

/// Maximum number of agents to choose from.
const AGENTS: usize = 200;

/// One action, with a reason.
struct TaskAction {
    spec: Spec,
    label: &'static str,
    follows: &'static str,
    field: (&'static str, &'static str),
    refusal: fn(&Task) -> Refusal,
}

const ACTIONS: [TaskAction; 5] = [
    TaskAction {
        spec: TaskRelease::SPEC,
        label: "Release",
        follows: "The agent loses its lease, and the task can be claimed again. Its notes are kept.",
        field: ("handoff_note", "Note for the next agent"),
        refusal: of_release,
    },
    TaskAction {
        spec: TaskRetry::SPEC,
        label: "Retry",
        follows: "The task can be claimed again. Its retry counter is reset.",
        field: ("reason", "Reason"),
        refusal: of_retry,
    },
    TaskAction {
        spec: TaskAcceptFailed::SPEC,
        label: "Accept failure",
        follows: "The task stays failed and leaves the inbox. Tasks that need its success stay blocked.",
        field: ("reason", "Reason"),
        refusal: of_accepting,
    },
    TaskAction {
        spec: TaskSkip::SPEC,
        label: "Skip",
        follows: "The task will not be done. Tasks that need its success are on a branch that is not taken.",
        field: ("reason", "Reason"),
        refusal: of_ending,
    },
    TaskAction {
        spec: TaskCancel::SPEC,
        label: "Cancel",
        follows: "Tasks that need its success are blocked until it is retried or skipped.",
        field: ("reason", "Reason"),
        refusal: of_ending,
    },
];

/// Renders the section with the actions; `needs` says that a person has to choose one of them.
pub fn actions(scene: &Scene, task: &Task, needs: bool) -> AnyView {
    let mut forms = Vec::new();
    let mut unavailable = Vec::new();
    let mut all = ACTIONS.len();
    if may::<TaskAssign>() {
        all += 1;
        match active(scene, &TaskAssign::SPEC).or_else(|| of_assign(task)) {
            None => forms.push(assign(scene, task)),
            Some(why) => unavailable.push(("Assign", why)),
        }
    }
    let look = if needs { "btn" } else { "btn btn--quiet" };
    for action in ACTIONS {
        match active(scene, &action.spec).or_else(|| (action.refusal)(task)) {
            None => forms.push(confirmation(task, action, look)),
            Some(why) => unavailable.push((action.label, why)),
        }
    }
    let unavailable = (!unavailable.is_empty()).then(|| reasons(&unavailable, all));
    view! {
        <Sect id="h-actions" title=if needs { "Next step" } else { "Actions" } level=Level::Three>
            <div class=if needs { "deeds verdict" } else { "deeds" }>{forms}</div>
            {unavailable}
        </Sect>
    }
    .into_any()
}

fn assign(scene: &Scene, task: &Task) -> AnyView {
    let assigned = task.assigned_to.clone().unwrap_or_default();
    let mut choices = vec![Choice::new("", "Anyone")];
    choices.extend(scene.agents.iter().take(AGENTS).map(|seen| {
        let label = format!("{}, {}", seen.agent.name, seen.agent.role.name());
        Choice::new(&seen.agent.name, label)
    }));
    let hidden = vec![("task", task.id.to_string())];
    view! {
        <Act spec=TaskAssign::SPEC id="assign" hidden class="form-line">
            <Pick label="Assign to" labelled=Label::Hidden name="agent" id="assign-agent" choices value=assigned/>
            <button class="btn" type="submit">"Assign"</button>
        </Act>
    }
    .into_any()
}

fn confirmation(task: &Task, action: TaskAction, look: &'static str) -> AnyView {
    let TaskAction {
        spec,
        label,
        follows,
        field,
        ..
    } = action;
    let action = ConfirmedAction {
        spec,
        label,
        title: format!("{label} {}?", task.id),
        follows,
        field: Some(field),
        hidden: vec![("task", task.id.to_string())],
        then: None,
    };
    view! { <Ask action refusal=Refusal::None look/> }.into_any()
}

/// Unavailable actions in one line, with the reasons behind it.
fn reasons(unavailable: &[(&'static str, String)], all: usize) -> AnyView {
    // A reason that all actions share is shown once.
    let first = unavailable.first().map(|(_, why)| why);
    let is_shared = unavailable.iter().all(|(_, why)| Some(why) == first);
    if is_shared && unavailable.len() == all {
        return view! { <p class="btn-why">{first.cloned()}</p> }.into_any();
    }
    let labels: Vec<_> = unavailable.iter().map(|(label, _)| *label).collect();
    let reasons = unavailable
        .iter()
        .map(|(label, why)| view! { <li><b>{*label}</b> ": " {why.clone()}</li> });
    view! {
        <details class="deeds-later">
            <summary class="btn-why">"Unavailable: " {labels.join(", ")}</summary>
            <ul class="ledger-items">{reasons.collect_view()}</ul>
        </details>
    }
    .into_any()
}
