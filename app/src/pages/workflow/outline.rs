//! The graph as a list of rooms: its accessible twin, and what a phone shows under the plan.

use std::collections::BTreeMap;

use engine::numbers::TaskNo;
use engine::workflow::{TaskStatus, Workflow};
use leptos::prelude::*;

use super::face::{Face, face};
use super::filter::fits;
use super::scene::scene;
use crate::parts::Glyph;

/// A room's name (none for tasks outside of rooms) and the tasks in it.
type Room = (Option<String>, Vec<TaskNo>);

/// The list.
#[component]
pub fn Outline() -> impl IntoView {
    let scene = scene();
    let rooms = Memo::new(move |_| {
        let filter = scene.desk.with(|desk| desk.filter.clone());
        scene.state.with(|workflow| rooms(workflow, &filter))
    });
    view! {
        <ul class="outline" id="outline" aria-label="Tasks by room">
            <For
                each=move || rooms.get()
                key=Clone::clone
                children=|(name, tasks)| view! { <RoomOf name tasks/> }
            />
            {move || rooms.with(Vec::is_empty).then(|| view! { <li class="quiet">"No task fits."</li> })}
        </ul>
    }
}

/// The rooms in the order in which their first tasks came.
fn rooms(workflow: &Workflow, filter: &str) -> Vec<Room> {
    let mut rooms: Vec<Room> = Vec::new();
    let mut known: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    for task in workflow
        .tasks
        .iter()
        .filter(|task| fits(workflow, task, filter))
    {
        let at = *known.entry(task.group.as_deref()).or_insert_with(|| {
            rooms.push((task.group.clone(), Vec::new()));
            rooms.len() - 1
        });
        rooms[at].1.push(task.id);
    }
    rooms
}

#[component]
fn RoomOf(name: Option<String>, tasks: Vec<TaskNo>) -> impl IntoView {
    let scene = scene();
    let all = tasks.clone();
    let done = scene.read(move |workflow| {
        let done = all
            .iter()
            .filter_map(|no| workflow.tasks.get(*no))
            .filter(|task| task.status == TaskStatus::Completed)
            .count();
        format!("{done} of {}", all.len())
    });
    view! {
        <li>
            <h2>
                {name.unwrap_or_else(|| "Outside of rooms".into())}
                " " <span class="num">{move || done.get()}</span>
            </h2>
            <ul>{tasks.into_iter().map(|no| view! { <Line no/> }).collect_view()}</ul>
        </li>
    }
}

#[component]
fn Line(no: TaskNo) -> impl IntoView {
    let scene = scene();
    let face = live_face(no);
    let behind = scene.of_task(no, |_, task| task.blocks.clone());
    let here = move || {
        scene
            .desk
            .with(|desk| (desk.task == Some(no)).then_some("true"))
    };
    let said = move || {
        face.with(|face| {
            let mut words = vec![face.status.phrase().to_owned()];
            if face.by != face.status.phrase() {
                words.push(face.by.clone());
            }
            if !face.end.is_empty() {
                words.push(face.end.clone());
            }
            words.join(", ")
        })
    };
    let then = move || {
        behind.with(|behind| {
            let names: Vec<_> = behind.iter().map(ToString::to_string).collect();
            (!names.is_empty()).then(|| format!(", then {}", names.join(", ")))
        })
    };
    view! {
        <li data-status=move || face.with(|face| face.status.name()) aria-current=here>
            <Glyph icon=Signal::derive(move || face.with(|face| face.status.icon()))/>
            <a href=scene.href_of(no) data-noscroll="true">{move || face.with(|face| face.title.clone())}</a>
            <span class="id">{no.to_string()}</span>
            <span class="outline-st">{said} <span class="quiet">{then}</span></span>
        </li>
    }
}

/// A task at one glance, live.
pub fn live_face(no: TaskNo) -> Memo<Face> {
    let look = look(no);
    Memo::new(move |_| look())
}

/// Looks at a task; at the clock only while its words depend on it.
pub fn look(no: TaskNo) -> impl Fn() -> Face {
    let scene = scene();
    let viewer = scene.viewer();
    move || {
        let look = |now| {
            scene.state.with(|workflow| {
                workflow
                    .tasks
                    .get(no)
                    .map(|task| face(workflow, task, now, viewer.as_ref()))
                    .unwrap_or_default()
            })
        };
        let first = look(scene.now.get_untracked());
        if first.ages {
            look(scene.now.get())
        } else {
            first
        }
    }
}
