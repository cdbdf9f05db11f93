//! Walls of the rooms, with their doors and names.

use std::fmt::Write;

use crate::parts::alive;
use engine::workflow::TaskStatus;
use kernel::ports::layout::{Door, Plan, PlanRoom};
use leptos::prelude::*;

use super::super::face::{clip, width};
use super::super::scene::scene;

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
            let name = width(&clip_name(&room.name, room.width), 11.0) + 10.0;
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
pub fn names(plan: &Plan) -> AnyView {
    let names = plan
        .rooms
        .iter()
        .map(|room| view! { <Name room=room.clone()/> })
        .collect_view();
    view! { <g class="rooms">{names}</g> }.into_any()
}

/// Name of a room in its upper wall, as the link that folds it, and the number of its completed tasks.
#[component]
fn Name(room: PlanRoom) -> impl IntoView {
    let scene = scene();
    let PlanRoom {
        name,
        x,
        y,
        width: wide,
        ..
    } = room;
    let counts = {
        let name = name.clone();
        scene.read(move |workflow| {
            let mut counts = (0, 0);
            for task in workflow
                .tasks
                .iter()
                .filter(|task| task.group.as_ref() == Some(&name))
            {
                counts.1 += 1;
                counts.0 += u32::from(task.status == TaskStatus::Completed);
            }
            counts
        })
    };
    let fold = {
        let name = name.clone();
        scene.href(move |address| address.flip(&name))
    };
    let baseline = y + 3.5;
    let shown = clip_name(&name, wide);
    let label = format!("{shown}, fold the room {name}");
    // Built by hand: the macro would create an HTML link, which draws nothing in SVG.
    let link = leptos::svg::a()
        .class("room-fold")
        .attr("href", fold)
        .attr("tabindex", "-1")
        .attr("aria-label", label)
        .child(view! { <text x=x + 12.0 y=baseline aria-hidden="true">{shown}</text> });
    view! {
        <g>
            {link}
            <text class="room-n" x=x + wide - 12.0 y=baseline>
                {alive(move || { let (done, all) = counts.get(); format!("{done} of {all}") })}
            </text>
        </g>
    }
}

/// Clips a room's name to the width of its upper wall.
fn clip_name(name: &str, wide: f32) -> String {
    clip(name, 11.0, wide - 44.0 - width(COUNT, 10.5))
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
