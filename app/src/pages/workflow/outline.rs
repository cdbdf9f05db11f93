//! The graph as a list of rooms: its accessible alternative, and the view for phones. With many tasks the rooms
//! start folded, as in the drawing.

use std::collections::BTreeMap;

use engine::workflow::sketch::OPEN_UP_TO;
use engine::workflow::{Task, TaskStatus};
use leptos::prelude::*;

use super::face::face;
use super::filter::fits;
use super::link::join_numbers;
use super::scene::Scene;
use crate::parts::{Glyph, group_digits};
use crate::paths::View;

/// A room of the outline.
struct Room<'a> {
    /// Name of the room; `None` for tasks outside of rooms.
    name: Option<&'a str>,
    /// Matching tasks of the room.
    tasks: Vec<&'a Task>,
    /// Number of completed tasks among them.
    done: usize,
}

/// Folding state of a room.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fold {
    /// The tasks are listed, and the room cannot be folded: all rooms of a small workflow, and tasks outside of
    /// rooms.
    Fixed,
    /// The tasks are listed, among rooms that start folded.
    Open,
    /// The tasks are hidden.
    Closed,
}

/// Maximum number of tasks in the outline view.
pub const LISTED: usize = 300;
/// Maximum number of tasks in the outline below a drawing, which has the others as boxes.
pub const LISTED_BELOW: usize = 100;

/// Renders the list of the rooms with at most `max` tasks; the table lists all of them.
pub fn outline(scene: &Scene, max: usize) -> AnyView {
    let rooms = rooms(scene);
    let all: usize = rooms.iter().map(|room| room.tasks.len()).sum();
    let is_folded = all > OPEN_UP_TO;
    let is_empty = rooms.is_empty();
    let mut left = max;
    let rooms = rooms.iter().map(|room| {
        let fold = match room.name.filter(|_| is_folded) {
            None => Fold::Fixed,
            Some(name) if scene.address.rooms.iter().any(|open| open == name) => Fold::Open,
            Some(_) => Fold::Closed,
        };
        let listed = match fold {
            Fold::Closed => 0,
            _ => room.tasks.len().min(left),
        };
        left -= listed;
        room_view(scene, room, fold, listed)
    });
    let empty = match (scene.workflow.tasks.is_empty(), scene.address.view) {
        // The plan above says so already.
        (true, View::Graph) => None,
        (true, _) => Some("No tasks yet."),
        (false, _) => is_empty.then_some("No matching tasks."),
    };
    view! {
        <ul class="outline" id="outline" aria-label="Tasks by room">
            {rooms.collect_view()}
            {empty.map(|text| view! { <li class="quiet">{text}</li> })}
        </ul>
    }
    .into_any()
}

/// Returns the rooms in the order of their first tasks.
fn rooms(scene: &Scene) -> Vec<Room<'_>> {
    let mut rooms: Vec<Room> = Vec::new();
    let mut known: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    let tasks = scene.workflow.tasks.iter();
    for task in tasks.filter(|task| fits(scene, task)) {
        let name = task.group.as_deref();
        let at = *known.entry(name).or_insert_with(|| {
            rooms.push(Room {
                name,
                tasks: Vec::new(),
                done: 0,
            });
            rooms.len() - 1
        });
        rooms[at].tasks.push(task);
        rooms[at].done += usize::from(task.status == TaskStatus::Completed);
    }
    rooms
}

fn room_view(scene: &Scene, room: &Room, fold: Fold, listed: usize) -> AnyView {
    let all = room.tasks.len();
    let name = match room.name {
        None => "Outside of rooms".into_any(),
        Some(name) if fold == Fold::Fixed => name.to_owned().into_any(),
        Some(name) => {
            let flip = scene.href(|address| address.flip(name));
            let open = (fold == Fold::Open).to_string();
            view! { <a href=flip role="button" aria-expanded=open data-noscroll="true">{name.to_owned()}</a> }.into_any()
        }
    };
    let tasks = (fold != Fold::Closed).then(|| {
        let lines = room.tasks.iter().take(listed).map(|task| line(scene, task));
        let more = (all > listed).then(|| {
            let table = scene.address.viewing(View::Table).href();
            let more = group_digits((all - listed) as u64);
            view! { <li class="quiet">{more} " more in the " <a href=table>"table"</a></li> }
        });
        view! { <ul>{lines.collect_view()} {more}</ul> }
    });
    view! {
        <li>
            <h2>{name} " " <span class="num">{format!("{} of {all}", room.done)}</span></h2>
            {tasks}
        </li>
    }
    .into_any()
}

fn line(scene: &Scene, task: &Task) -> AnyView {
    let face = face(scene, task);
    let here = (scene.address.task == Some(task.id)).then_some("true");
    let mut words = vec![face.status.phrase()];
    if face.by != face.status.phrase() {
        words.push(&face.by);
    }
    if !face.end.is_empty() {
        words.push(&face.end);
    }
    let then = match task.blocks.as_slice() {
        [] => String::new(),
        behind => format!(", then {}", join_numbers(behind)),
    };
    view! {
        <li data-status=face.status.name() aria-current=here>
            <Glyph icon=face.status.icon()/>
            <a href=scene.href_of(task.id) data-noscroll="true">{face.title.clone()}</a>
            <span class="id">{task.id.to_string()}</span>
            <span class="outline-st">{words.join(", ")} <span class="quiet">{then}</span></span>
        </li>
    }
    .into_any()
}
