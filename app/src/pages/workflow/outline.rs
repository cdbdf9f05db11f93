//! The graph as a list of rooms: its accessible alternative, and the view for phones. With many tasks the rooms
//! start folded, as in the drawing.

use std::collections::BTreeMap;

use engine::numbers::TaskNo;
use engine::workflow::sketch::OPEN_UP_TO;
use engine::workflow::{TaskStatus, Workflow};
use kernel::Time;
use leptos::prelude::*;

use super::face::{Face, face};
use super::filter::fits;
use super::scene::scene;
use crate::parts::alive;
use crate::parts::{Glyph, WholeView, group_digits};
use crate::paths::{View, WorkflowAddress};

/// Maximum number of tasks listed per room; the table lists all of them.
const LISTED: usize = 200;

/// A room of the outline.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Room {
    /// Name of the room; `None` for tasks outside of rooms.
    name: Option<String>,
    /// Listed tasks of the room.
    tasks: Vec<TaskNo>,
    /// Folding state.
    stands: Stands,
}

/// Number of matching tasks in a room, and of completed ones among them.
#[derive(Clone, Copy, Default, PartialEq)]
struct Sum {
    all: usize,
    done: usize,
}

type Sums = BTreeMap<Option<String>, Sum>;

/// Folding state of a room.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Stands {
    /// The tasks are listed, and the room cannot be folded: all rooms of a small workflow, and tasks outside of
    /// rooms.
    Open,
    /// The tasks are listed, among rooms that start folded.
    Unfolded,
    /// The tasks are hidden.
    Folded,
}

/// List of the rooms.
#[component]
pub fn Outline() -> impl IntoView {
    let scene = scene();
    let found = Memo::new(move |_| {
        let now = scene.now.get_untracked();
        scene
            .address
            .with(|address| scene.state.with(|workflow| rooms(workflow, address, now)))
    });
    // The key of a room covers its listed tasks, not their statuses or the tasks beyond the limit.
    let rooms = Memo::new(move |_| found.with(|(rooms, _)| rooms.clone()));
    let sums = Memo::new(move |_| found.with(|(_, sums)| sums.clone()));
    view! {
        <WholeView>
            <ul class="outline" id="outline" aria-label="Tasks by room">
                <For
                    each=move || rooms.get()
                    key=Clone::clone
                    children=move |room| view! { <RoomOf room sums/> }
                />
                {alive(move || rooms.with(Vec::is_empty).then(|| view! { <li class="quiet">"No task fits."</li> }))}
            </ul>
        </WholeView>
    }
}

/// Returns the rooms in the order of their first tasks.
fn rooms(workflow: &Workflow, address: &WorkflowAddress, now: Time) -> (Vec<Room>, Sums) {
    let mut rooms: Vec<Room> = Vec::new();
    let mut sums = Sums::new();
    let mut known: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    let mut all = 0;
    for task in workflow
        .tasks
        .iter()
        .filter(|task| fits(workflow, task, &address.filter, now))
    {
        let at = *known.entry(task.group.as_deref()).or_insert_with(|| {
            rooms.push(Room {
                name: task.group.clone(),
                tasks: Vec::new(),
                stands: Stands::Open,
            });
            rooms.len() - 1
        });
        let room = &mut rooms[at];
        if room.tasks.len() < LISTED {
            room.tasks.push(task.id);
        }
        let sum = match sums.get_mut(&room.name) {
            Some(sum) => sum,
            None => sums.entry(room.name.clone()).or_default(),
        };
        sum.all += 1;
        sum.done += usize::from(task.status == TaskStatus::Completed);
        all += 1;
    }
    if all > OPEN_UP_TO {
        for room in &mut rooms {
            room.stands = match &room.name {
                None => Stands::Open,
                Some(name) if address.rooms.contains(name) => Stands::Unfolded,
                Some(_) => Stands::Folded,
            };
            if room.stands == Stands::Folded {
                room.tasks.clear();
            }
        }
    }
    (rooms, sums)
}

#[component]
fn RoomOf(room: Room, sums: Memo<Sums>) -> impl IntoView {
    let scene = scene();
    let Room {
        name,
        tasks,
        stands,
    } = room;
    let sum = {
        let name = name.clone();
        Memo::new(move |_| sums.with(|sums| sums.get(&name).copied().unwrap_or_default()))
    };
    let listed = tasks.len();
    let more = move || {
        let more = sum.get().all.saturating_sub(listed);
        (more > 0).then(|| {
            let table = move || scene.address.get().viewing(View::Table).href();
            view! { <li class="quiet">{group_digits(more as u64)} " more in the " <a href=table>"table"</a></li> }
        })
    };
    let done = move || {
        let Sum { all, done } = sum.get();
        format!("{done} of {all}")
    };
    view! {
        <li>
            <h2>
                {match name {
                    None => "Outside of rooms".into_any(),
                    Some(name) if stands == Stands::Open => name.into_any(),
                    Some(name) => {
                        let flip = {
                            let name = name.clone();
                            scene.href(move |address| address.flip(&name))
                        };
                        let open = (stands == Stands::Unfolded).to_string();
                        view! { <a href=flip role="button" aria-expanded=open data-noscroll="true">{name}</a> }.into_any()
                    }
                }}
                " " <span class="num">{done}</span>
            </h2>
            {(stands != Stands::Folded).then(|| view! {
                <ul>{tasks.into_iter().map(|no| view! { <Line no/> }).collect_view()} {more}</ul>
            })}
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
            .address
            .with(|address| (address.task == Some(no)).then_some("true"))
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
            <a href=scene.href_of(no) data-noscroll="true">{alive(move || face.with(|face| face.title.clone()))}</a>
            <span class="id">{no.to_string()}</span>
            <span class="outline-st">{said} <span class="quiet">{then}</span></span>
        </li>
    }
}

/// Returns the live short form of a task.
pub fn live_face(no: TaskNo) -> Memo<Face> {
    let look = look(no);
    Memo::new(move |_| look())
}

/// Returns a function for the short form of a task; it tracks the clock only while the text depends on it.
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
