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
    self, Refusal, active, of_accepting, of_assign, of_ending, of_release, of_retry,
};
use super::super::scene::scene;
use crate::pages::act::Act;
use crate::pages::ask::may;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::parts::alive;
use crate::parts::{Choice, Label, Level, Pick, Sect};

/// One action, with a reason.
struct What {
    spec: Spec,
    label: &'static str,
    follows: &'static str,
    field: (&'static str, &'static str),
    refusal: fn(&Task) -> Refusal,
}

const DEEDS: [What; 5] = [
    What {
        spec: TaskRelease::SPEC,
        label: "Release",
        follows: "Its holder loses the lease; the task is open again with what was noted.",
        field: ("handoff_note", "What the next one should know"),
        refusal: of_release,
    },
    What {
        spec: TaskRetry::SPEC,
        label: "Retry",
        follows: "It can be claimed again, with all its tries.",
        field: ("reason", "Reason"),
        refusal: of_retry,
    },
    What {
        spec: TaskAcceptFailed::SPEC,
        label: "Accept failure",
        follows: "It stays failed and asks for nobody any more. What needs it to succeed stays cut off.",
        field: ("reason", "Reason"),
        refusal: of_accepting,
    },
    What {
        spec: TaskSkip::SPEC,
        label: "Skip",
        follows: "It is skipped, and with it what only makes sense after it.",
        field: ("reason", "Reason"),
        refusal: of_ending,
    },
    What {
        spec: TaskCancel::SPEC,
        label: "Cancel",
        follows: "It is cancelled. What needs it to succeed is cut off.",
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
    let actions = DEEDS.map(|what| {
        let (spec, refusal) = (what.spec, what.refusal);
        let of_task = move |workflow: &Workflow| workflow.tasks.get(no).and_then(refusal);
        let refusal =
            Memo::new(move |_| active(scene, &spec).or_else(|| scene.state.with(of_task)));
        (what, refusal)
    });
    let assign = may::<TaskAssign>().then(|| {
        refusal::refusal::<TaskAssign>(scene, move |workflow| {
            workflow.tasks.get(no).and_then(of_assign)
        })
    });
    let all = actions.len() + usize::from(assign.is_some());
    let later = {
        let asked = actions
            .each_ref()
            .map(|(what, refusal)| (what.label, *refusal));
        Memo::new(move |_| {
            let assign = assign.map(|refusal| ("Assign", refusal));
            let refused = assign.iter().chain(&asked);
            let refused = refused.filter_map(|(label, why)| Some((*label, why.get()?)));
            refused.collect::<Vec<_>>()
        })
    };
    let actions = actions.into_iter();
    view! {
        <Sect id="h-actions" title=if needs { "What now?" } else { "Actions" } level=Level::Three>
            <div class=if needs { "deeds verdict" } else { "deeds" }>
                {alive(move || assign.is_some_and(|refusal| refusal.with(Option::is_none)).then(|| view! { <Assign no/> }))}
                {actions.map(|(what, refusal)| view! { <Doing no what refusal needs/> }).collect_view()}
            </div>
            {alive(move || later.with(|later| (!later.is_empty()).then(|| later.clone())).map(|later| view! { <Later later all/> }))}
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
    let choices: Vec<Choice> = std::iter::once(Choice::new("", "Anybody"))
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
            <summary class="btn-why">"Not now: " {labels.join(", ")}</summary>
            <ul class="ledger-items">{reasons}</ul>
        </details>
    }
    .into_any()
}

#[component]
fn Doing(no: TaskNo, what: What, refusal: Memo<Refusal>, needs: bool) -> impl IntoView {
    let What {
        spec,
        label,
        follows,
        field,
        ..
    } = what;
    let action = ConfirmedAction {
        spec,
        label,
        title: format!("{label} {no}?"),
        follows,
        field: Some(field),
        hidden: vec![("task", no.to_string())],
        then: None,
    };
    move || {
        let action = action.clone();
        refusal.with(Option::is_none).then(
            || view! { <Ask action refusal look=if needs { "btn" } else { "btn btn--quiet" }/> },
        )
    }
}
