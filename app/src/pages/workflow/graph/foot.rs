//! Footer of the drawing: tasks by status, a note about the critical path, the visible neighbourhood, and the zoom
//! buttons.

use engine::numbers::TaskNo;
use engine::workflow::graph::EdgeState;
use engine::workflow::{Task, TaskStatus, Workflow};
use leptos::prelude::*;

use super::super::link::task_link;
use super::super::scene::Scene;
use crate::parts::{Glyph, Icon, Status, length};

/// Largest neighbourhood, in steps.
const MAX_STEPS: u32 = 20;

/// Renders the footer. `minutes` is the rest of the critical path.
pub fn foot(scene: &Scene, critical: &[TaskNo], minutes: i64) -> AnyView {
    let zoom = [
        ("1.25", "Larger", Icon::Plus),
        ("0.8", "Smaller", Icon::Minus),
        ("fit", "Fit into the frame", Icon::Fit),
    ];
    let zoom = zoom.map(|(factor, label, icon)| {
        view! {
            <button class="btn btn--icon" type="button" data-zoom=factor aria-label=label><Glyph icon/></button>
        }
    });
    view! {
        <div class="plan-foot">
            <ul class="plan-key" aria-label="Statuses, each a filter">
                {Status::ALL.into_iter().filter_map(|status| entry(scene, status)).collect_view()}
            </ul>
            {(critical.len() > 1).then(|| note(scene, critical, minutes))}
            {around(scene)}
            <div class="zoom" role="group" aria-label="Size of the drawing">{zoom.into_iter().collect_view()}</div>
        </div>
    }
    .into_any()
}

/// Entry of the legend with the number of tasks of a displayed status; it toggles the filter.
fn entry(scene: &Scene, status: Status) -> Option<AnyView> {
    // Counts the displayed statuses: tasks cut off by a failure count as blocked.
    let counts = scene.workflow.derived().counts;
    let mut known = TaskStatus::ALL.into_iter();
    let known = known.find(|known| known.name() == status.name())?;
    let count = counts[known as usize];
    let filter = format!("status:{}", status.name());
    let is_here = scene.address.filter == filter;
    let href = scene.href(|address| {
        address.filter = if is_here { String::new() } else { filter };
    });
    let entry = view! {
        <li data-status=status.name()>
            <a href=href aria-current=is_here.then_some("true") data-noscroll="true">
                <Glyph icon=status.icon()/>
                {status.label()}
                " "
                <span class="num">{count}</span>
            </a>
        </li>
    };
    (count > 0).then(|| entry.into_any())
}

/// Critical path in words, with the task at which it is stalled.
fn note(scene: &Scene, critical: &[TaskNo], minutes: i64) -> AnyView {
    let workflow = &scene.workflow;
    let path = || critical.iter().filter_map(|no| workflow.tasks.get(*no));
    let done = path().filter(|task| task.status.is_terminal()).count();
    let rest = match minutes {
        0 => String::from("nothing left"),
        minutes => format!("{} left", length(minutes * 60_000)),
    };
    let stopped = path()
        .find(|task| !matches!(task.status, TaskStatus::Completed | TaskStatus::Skipped))
        .filter(|task| waits_for_person(workflow, task))
        .map(|task| {
            // The full stop is part of the text, so that it stays attached to the number.
            let since = format!("{}.", length(scene.now.since(task.since)));
            view! {
                " " <span class=(!scene.is_past()).then_some("rubric")>
                    "Stopped at " {task_link(scene, task.id)} " for " {since}
                </span>
            }
        });
    view! {
        <p class="plan-note">
            <b>"Critical path"</b>
            {format!("{} tasks, {done} ended, {rest}.", critical.len())}
            {stopped}
        </p>
    }
    .into_any()
}

/// Returns true if nothing but a person keeps the task from its end.
fn waits_for_person(workflow: &Workflow, task: &Task) -> bool {
    let mut needs = task.depends_on.iter();
    let waits = match task.status {
        TaskStatus::Review => true,
        TaskStatus::Failed => !task.failure_accepted,
        TaskStatus::InProgress | TaskStatus::Blocked => task.waits_for_person(),
        _ => false,
    };
    waits && needs.all(|need| workflow.edge_state(need) == EdgeState::Holds)
}

/// Notice that only a neighbourhood is shown, and links to more.
fn around(scene: &Scene) -> Option<AnyView> {
    let no = scene.address.focus?;
    let steps = scene.address.steps.unwrap_or(2);
    let wider = scene.href(|address| address.steps = Some((steps + 1).min(MAX_STEPS)));
    let all = scene.href(|address| (address.focus, address.steps) = (None, None));
    let note = view! {
        <p class="plan-note">
            <b>"Around " {no.to_string()}</b>
            {format!("{steps} steps up and down. ")}
            <a href=wider data-noscroll="true">"Wider"</a> ", " <a href=all data-noscroll="true">"whole graph"</a> "."
        </p>
    };
    Some(note.into_any())
}
