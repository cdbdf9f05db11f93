//! What people can do with a task besides reviewing it: assign, take back, put back, leave out, call off, accept
//! that it failed. Each only when the rules allow; else it says why not.

use engine::numbers::TaskNo;
use engine::operation::{Operation, Spec};
use engine::workflow::ops::task_accept_failed::TaskAcceptFailed;
use engine::workflow::ops::task_assign::TaskAssign;
use engine::workflow::ops::task_cancel::TaskCancel;
use engine::workflow::ops::task_release::TaskRelease;
use engine::workflow::ops::task_retry::TaskRetry;
use engine::workflow::ops::task_skip::TaskSkip;
use engine::workflow::{Task, Workflow};
use leptos::prelude::*;

use super::super::refusal::{
    self, Refusal, active, of_accepting, of_assign, of_ending, of_release, of_retry,
};
use super::super::scene::scene;
use crate::pages::act::{Act, Press};
use crate::pages::deed::{Ask, Deed};
use crate::parts::{Choice, Label, Level, Pick, Sect};

/// One thing that can be done, with a reason.
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
        label: "Take back",
        follows: "Its holder loses the lease; the task is open again with what was noted.",
        field: ("handoff_note", "What the next one should know"),
        refusal: of_release,
    },
    What {
        spec: TaskRetry::SPEC,
        label: "Put back",
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
        label: "Leave out",
        follows: "It is skipped, and with it what only makes sense after it.",
        field: ("reason", "Reason"),
        refusal: of_ending,
    },
    What {
        spec: TaskCancel::SPEC,
        label: "Call off",
        follows: "It is cancelled. What needs it to succeed is cut off.",
        field: ("reason", "Reason"),
        refusal: of_ending,
    },
];

/// The section.
#[component]
pub fn Actions(no: TaskNo) -> impl IntoView {
    view! {
        <Sect id="h-actions" title="Actions" level=Level::Three>
            <div class="deeds">
                <Assign no/>
                {DEEDS.into_iter().map(|what| view! { <Doing no what/> }).collect_view()}
            </div>
        </Sect>
    }
}

#[component]
fn Assign(no: TaskNo) -> impl IntoView {
    let scene = scene();
    let refusal = refusal::refusal::<TaskAssign>(scene, move |workflow| {
        workflow.tasks.get(no).and_then(of_assign)
    });
    let assigned = scene.state.with_untracked(|workflow| {
        workflow
            .tasks
            .get(no)
            .and_then(|task| task.assigned_to.clone())
    });
    let choices = std::iter::once(Choice::new("", "Anybody"))
        .chain(scene.agents().into_iter().map(|agent| {
            let label = format!("{}, {}", agent.name, agent.role.name());
            Choice::new(agent.name, label)
        }))
        .collect();
    view! {
        <Act spec=TaskAssign::SPEC id="assign" hidden=vec![("task", no.to_string())] class="form-line">
            <Pick label="Assign to" labelled=Label::Hidden name="agent" id="assign-agent" choices value=assigned.unwrap_or_default()/>
            <Press label="Assign".to_owned() refusal/>
        </Act>
    }
}

#[component]
fn Doing(no: TaskNo, what: What) -> impl IntoView {
    let scene = scene();
    let What {
        spec,
        label,
        follows,
        field,
        refusal,
    } = what;
    let refusal = Memo::new(move |_| {
        let of_task = |workflow: &Workflow| workflow.tasks.get(no).and_then(refusal);
        active(scene, &spec).or_else(|| scene.state.with(of_task))
    });
    let deed = Deed {
        spec,
        label,
        title: format!("{label} {no}?"),
        follows,
        field: Some(field),
        hidden: vec![("task", no.to_string())],
        then: None,
    };
    view! { <Ask deed refusal/> }
}
