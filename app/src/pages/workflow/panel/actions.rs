//! Actions on a task other than reviewing it: assign, release, retry, skip, cancel, accept the failure. Unavailable
//! ones show the reason.

use engine::numbers::TaskNo;
use engine::workflow::ops::task_accept_failed::TaskAcceptFailed;
use engine::workflow::ops::task_assign::TaskAssign;
use engine::workflow::ops::task_cancel::TaskCancel;
use engine::workflow::ops::task_release::TaskRelease;
use engine::workflow::ops::task_retry::TaskRetry;
use engine::workflow::ops::task_skip::TaskSkip;
use engine::workflow::{Task, Workflow};
use kernel::operation::{Operation, Spec};
use leptos::prelude::*;

use super::super::refusal::{
    Refusal, active, of_accepting, of_assign, of_ending, of_release, of_retry,
};
use super::super::scene::scene;
use crate::pages::act::Act;
use crate::pages::ask::may;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::parts::{Choice, Label, Level, Pick, Sect};

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
        follows: "The holder loses its lease, and the task is open again with its notes.",
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
        follows: "The task stays failed and leaves the inbox. Tasks that need its success stay cut off.",
        field: ("reason", "Reason"),
        refusal: of_accepting,
    },
    TaskAction {
        spec: TaskSkip::SPEC,
        label: "Skip",
        follows: "The task will not be done. Tasks that need its success are on a branch not taken.",
        field: ("reason", "Reason"),
        refusal: of_ending,
    },
    TaskAction {
        spec: TaskCancel::SPEC,
        label: "Cancel",
        follows: "Tasks that need its success are cut off until it is retried or skipped.",
        field: ("reason", "Reason"),
        refusal: of_ending,
    },
];

/// Section with the actions.
#[component]
pub fn Actions(
    /// Task to act on.
    no: TaskNo,
    /// True if a person has to choose one of the actions.
    needs: bool,
) -> impl IntoView {
    let scene = scene();
    let refused = |spec: &Spec, of: fn(&Task) -> Refusal| {
        let of_task = |workflow: &Workflow| workflow.tasks.get(no).and_then(of);
        active(scene, spec).or_else(|| scene.state.with_untracked(of_task))
    };
    let assign = may::<TaskAssign>().then(|| refused(&TaskAssign::SPEC, of_assign));
    let actions = ACTIONS.map(|what| {
        let refusal = refused(&what.spec, what.refusal);
        (what, refusal)
    });
    let all = actions.len() + usize::from(assign.is_some());
    let is_assignable = matches!(assign, Some(None));
    let assign = assign.flatten().map(|why| ("Assign", why));
    let others = actions.iter();
    let others = others.filter_map(|(what, why)| Some((what.label, why.clone()?)));
    let later: Vec<_> = assign.into_iter().chain(others).collect();
    let look = if needs { "btn" } else { "btn btn--quiet" };
    let possible = actions.into_iter().filter(|(_, why)| why.is_none());
    let possible = possible.map(move |(what, _)| view! { <Doing no what look/> });
    view! {
        <Sect id="h-actions" title=if needs { "Next step" } else { "Actions" } level=Level::Three>
            <div class=if needs { "deeds verdict" } else { "deeds" }>
                {is_assignable.then(|| view! { <Assign no/> })}
                {possible.collect_view()}
            </div>
            {(!later.is_empty()).then(|| view! { <Later later all/> })}
        </Sect>
    }
}

#[component]
fn Assign(no: TaskNo) -> impl IntoView {
    let scene = scene();
    let assigned = scene.state.with_untracked(|workflow| {
        workflow
            .tasks
            .get(no)
            .and_then(|task| task.assigned_to.clone())
    });
    let choices: Vec<Choice> = std::iter::once(Choice::new("", "Anyone"))
        .chain(scene.agents().into_iter().map(|agent| {
            let label = format!("{}, {}", agent.name, agent.role.name());
            Choice::new(agent.name, label)
        }))
        .collect();
    view! {
        <Act spec=TaskAssign::SPEC id="assign" hidden=vec![("task", no.to_string())] class="form-line">
            <Pick label="Assign to" labelled=Label::Hidden name="agent" id="assign-agent" choices value=assigned.unwrap_or_default()/>
            <button class="btn" type="submit">"Assign"</button>
        </Act>
    }
}

/// Unavailable actions in one line, with the reasons behind it.
#[component]
fn Later(later: Vec<(&'static str, String)>, all: usize) -> impl IntoView {
    // A reason that all actions share is shown once.
    let reason = later.first().map(|(_, why)| why.clone());
    if later.len() == all && later.iter().all(|(_, why)| Some(why) == reason.as_ref()) {
        return view! { <p class="btn-why">{reason}</p> }.into_any();
    }
    let labels: Vec<_> = later.iter().map(|(label, _)| *label).collect();
    let reasons = later
        .iter()
        .map(|(label, why)| view! { <li><b>{*label}</b> ": " {why.clone()}</li> })
        .collect_view();
    view! {
        <details class="deeds-later">
            <summary class="btn-why">"Unavailable: " {labels.join(", ")}</summary>
            <ul class="ledger-items">{reasons}</ul>
        </details>
    }
    .into_any()
}

#[component]
fn Doing(no: TaskNo, what: TaskAction, look: &'static str) -> impl IntoView {
    let action = ConfirmedAction {
        spec: what.spec,
        label: what.label,
        title: format!("{} {no}?", what.label),
        follows: what.follows,
        field: Some(what.field),
        hidden: vec![("task", no.to_string())],
        then: None,
    };
    view! { <Ask action refusal=Memo::new(|_| None) look/> }
}
