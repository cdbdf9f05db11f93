//! Walls of the rooms, with their doors and names.

use std::collections::BTreeMap;
use std::fmt::Write;

use engine::workflow::TaskStatus;
use kernel::ports::layout::{Door, Plan, PlanRoom};
use leptos::prelude::*;

use super::super::face::{clip, width};
use super::super::scene::Scene;
use super::Drawing;

/// Width of a door, in pixels.
const DOOR: f32 = 14.0;
/// Widest count that a wall leaves a gap for.
const COUNT: &str = "99 of 99";

/// Renders the walls and their doors.
pub fn walls(plan: &Plan) -> AnyView {
    let walls = plan
        .rooms
        .iter()
        .map(|room| {
            // The wall has gaps for the name, and for the count at its end.
            let name = width(&clip_name(room), 11.0) + 10.0;
            let count = width(COUNT, 10.5) + 10.0;
            let gaps = format!(
                "M{} {}h{name}M{} {}h-{count}",
                room.x + 7.0,
                room.y,
                room.x + room.width - 7.0,
                room.y
            );
            view! {
                <rect x=room.x y=room.y width=room.width height=room.height></rect>
                <path class="doors" d=gaps></path>
            }
        })
        .collect_view();
    view! {
        <g class="rooms">
            {walls}
            <path class="doors" d=openings(&plan.doors)></path>
        </g>
    }
    .into_any()
}

/// Renders the names of the rooms.
pub fn names(drawing: &Drawing) -> AnyView {
    // Completed tasks and all tasks of each room.
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for task in drawing.scene.workflow.tasks.iter() {
        if let Some(group) = &task.group {
            let count = counts.entry(group).or_default();
            count.0 += usize::from(task.status == TaskStatus::Completed);
            count.1 += 1;
        }
    }
    let names = drawing.drawn.plan.rooms.iter().map(|room| {
        let count = counts.get(room.name.as_str()).copied();
        name(drawing.scene, room, count.unwrap_or_default())
    });
    view! { <g class="rooms">{names.collect_view()}</g> }.into_any()
}

/// Name of a room in its upper wall, as the link that folds it, and the number of its completed tasks.
fn name(scene: &Scene, room: &PlanRoom, (done, all): (usize, usize)) -> AnyView {
    let baseline = room.y + 3.5;
    let shown = clip_name(room);
    let fold = scene.href(|address| address.flip(&room.name));
    // Built by hand: the macro would create an HTML link, which draws nothing in SVG.
    let link = leptos::svg::a()
        .class("room-fold")
        .attr("href", fold)
        .attr("tabindex", "-1")
        .attr(
            "aria-label",
            format!("{shown}, fold the room {}", room.name),
        )
        .child(view! { <text x=room.x + 12.0 y=baseline aria-hidden="true">{shown}</text> });
    view! {
        <g>
            {link}
            <text class="room-n" x=room.x + room.width - 12.0 y=baseline>{format!("{done} of {all}")}</text>
        </g>
    }
    .into_any()
}

/// Clips a room's name to the width of its upper wall.
fn clip_name(room: &PlanRoom) -> String {
    clip(&room.name, 11.0, room.width - 44.0 - width(COUNT, 10.5))
}

/// Returns the doors as one path over the walls.
fn openings(doors: &[Door]) -> String {
    let mut path = String::new();
    for door in doors {
        let _ = if door.horizontal {
            write!(path, "M{} {}h{DOOR}", door.x - DOOR / 2.0, door.y)
        } else {
            write!(path, "M{} {}v{DOOR}", door.x, door.y - DOOR / 2.0)
        };
    }
    path
}
