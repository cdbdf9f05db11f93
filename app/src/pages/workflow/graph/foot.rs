//! Footer of the drawing: tasks by status, a note about the critical path, the visible neighbourhood, and the zoom
//! buttons.

use engine::workflow::graph::EdgeState;
use engine::workflow::{TaskStatus, Workflow};
use leptos::prelude::*;

use super::super::link::TaskLink;
use super::super::scene::scene;
use crate::parts::alive;
use crate::parts::{Glyph, Icon, Status, length};

/// Footer of the drawing.
#[component]
pub fn Foot() -> impl IntoView {
    view! {
        <div class="plan-foot">
            <Key/>
            <Note/>
            <Around/>
            <div class="zoom" role="group" aria-label="Size of the drawing">
                <button class="btn btn--icon" type="button" data-zoom="1.25" aria-label="Larger">
                    <Glyph icon=Icon::Plus/>
                </button>
                <button class="btn btn--icon" type="button" data-zoom="0.8" aria-label="Smaller">
                    <Glyph icon=Icon::Minus/>
                </button>
                <button class="btn btn--icon" type="button" data-zoom="fit" aria-label="Fit into the frame">
                    <Glyph icon=Icon::Fit/>
                </button>
            </div>
        </div>
    }
}

/// Legend with the number of tasks; each entry filters.
#[component]
fn Key() -> impl IntoView {
    let scene = scene();
    // Counts the displayed statuses: tasks cut off by a failure count as blocked.
    let counts = scene.read(|workflow| workflow.derived().counts);
    let entry = move |status: Status| {
        let count = move || {
            let counts = counts.get();
            TaskStatus::ALL
                .into_iter()
                .find(|life| life.name() == status.name())
                .map_or(0, |life| counts[life as usize])
        };
        let filter = format!("status:{}", status.name());
        let here = {
            let filter = filter.clone();
            move || {
                scene
                    .address
                    .with(|address| (address.filter == filter).then_some("true"))
            }
        };
        let href = move || {
            let filter = filter.clone();
            let toggled = scene.address.get().with(|address| {
                address.filter = if address.filter == filter {
                    String::new()
                } else {
                    filter
                };
            });
            toggled.href()
        };
        move || {
            let (href, here) = (href.clone(), here.clone());
            (count() > 0).then(|| {
                view! {
                    <li data-status=status.name()>
                        <a href=href aria-current=here data-noscroll="true">
                            <Glyph icon=status.icon()/>
                            {status.label()}
                            " "
                            <span class="num">{count}</span>
                        </a>
                    </li>
                }
            })
        }
    };
    view! {
        <ul class="plan-key" aria-label="Statuses, each a filter">
            {Status::ALL.into_iter().map(entry).collect_view()}
        </ul>
    }
}

/// Critical path in words, with the task at which it is stalled.
#[component]
fn Note() -> impl IntoView {
    let scene = scene();
    let path = scene.read(|workflow| {
        let (path, minutes) = workflow.critical_path();
        let done = path
            .iter()
            .filter_map(|no| workflow.tasks.get(*no))
            .filter(|task| task.status.is_terminal())
            .count();
        (path.len(), done, minutes)
    });
    let stop = scene.read(waiting_task);
    move || {
        let (tasks, done, minutes) = path.get();
        (tasks > 1).then(|| {
            let rest = match minutes {
                0 => String::from("nothing left"),
                minutes => format!("{} left", length(minutes * 60_000)),
            };
            view! {
                <p class="plan-note">
                    <b>"Critical path"</b>
                    {format!("{tasks} tasks, {done} ended, {rest}.")}
                    {stop.get().map(|(no, since)| view! {
                        " " <span class=scene.past.is_none().then_some("rubric")>
                            "Stopped at " <TaskLink no/> " for "
                            // The full stop is part of the live text, so that it stays attached to the number.
                            {alive(move || format!("{}.", length(scene.now.get().0 - since)))}
                        </span>
                    })}
                </p>
            }
        })
    }
}

/// Returns the first unfinished task of the critical path with the start of its status, if it waits for a person.
fn waiting_task(workflow: &Workflow) -> Option<(engine::numbers::TaskNo, i64)> {
    let (path, _) = workflow.critical_path();
    let first = path
        .into_iter()
        .filter_map(|no| workflow.tasks.get(no))
        .find(|task| !matches!(task.status, TaskStatus::Completed | TaskStatus::Skipped))?;
    let is_open = |task: &engine::workflow::Task| {
        task.depends_on
            .iter()
            .all(|need| workflow.edge_state(need) == EdgeState::Holds)
    };
    let waits = match first.status {
        TaskStatus::Review => true,
        TaskStatus::Failed => !first.failure_accepted,
        TaskStatus::InProgress | TaskStatus::Blocked => first.waits_for_person(),
        _ => false,
    };
    (waits && is_open(first)).then_some((first.id, first.since.0))
}

/// Notice that only a neighbourhood is shown, and links to more.
#[component]
fn Around() -> impl IntoView {
    let scene = scene();
    let focus = Memo::new(move |_| {
        scene
            .address
            .with(|address| address.focus.map(|no| (no, address.steps.unwrap_or(2))))
    });
    move || {
        focus.get().map(|(no, steps)| {
            let wider = scene.href(move |address| address.steps = Some((steps + 1).min(20)));
            let all = scene.href(|address| (address.focus, address.steps) = (None, None));
            view! {
                <p class="plan-note">
                    <b>"Around " {no.to_string()}</b>
                    {format!("{steps} steps up and down. ")}
                    <a href=wider data-noscroll="true">"Wider"</a> ", " <a href=all data-noscroll="true">"all of it"</a> "."
                </p>
            }
        })
    }
}
