//! One task in the drawing.

use engine::numbers::TaskNo;
use leptos::prelude::*;

use super::super::face::{accessible_name, clip, face, width};
use super::super::filter::fits;
use super::Drawing;
use crate::parts::Icon;

/// Width for text in a node, in pixels.
const ROOM: f32 = 152.0;

/// Returns the element id of a node.
pub fn element_id(node: &str) -> String {
    format!("node-{node}")
}

/// Renders the node of one task with its upper left corner.
pub fn node(drawing: &Drawing, no: TaskNo, (x, y): (f32, f32)) -> AnyView {
    let scene = drawing.scene;
    let task = scene.workflow.tasks.get(no);
    let face = task.map(|task| face(scene, task)).unwrap_or_default();
    let name = no.to_string();
    let title = clip(&face.title, 12.5, ROOM);
    let room = ROOM - 16.0 - width(&name, 10.5) - width(&face.end, 11.0);
    let by = clip(&face.by, 11.0, room);
    let behind = task.map_or(&[][..], |task| &task.blocks);
    let label = accessible_name(&face, no, &title, &by, behind);
    // The task does not match the filter, or was added after the version that is open.
    let is_off = task.is_none_or(|task| !fits(scene, task));
    let is_open = scene.address.task == Some(no);
    view! {
        <g>
            <a
                class="node"
                id=element_id(&name)
                href=scene.href_of(no)
                data-status=face.status.name()
                data-needs=drawing.needs.contains(&no).then_some("")
                data-crit=drawing.critical.contains(&no).then_some("")
                data-off=is_off.then_some("")
                aria-current=is_open.then_some("true")
                aria-roledescription="task"
                aria-label=label
                tabindex=if drawing.stop == name { "0" } else { "-1" }
                transform=format!("translate({x} {y})")
            >
                {frame(face.status.icon())}
                // Clipped to the box; the link's accessible name begins with this text and continues in full. The spaces
                // are read, not drawn.
                <g aria-hidden="true">
                    <text class="node-title" x="34" y="17">{title}</text>
                    " "
                    <text class="node-sub" x="34" y="31">
                        <tspan class="node-id">{name.clone()}</tspan>
                        " "
                        <tspan dx="3">{by}</tspan>
                    </text>
                    " "
                    <text class="node-end" x="186" y="31">{face.end}</text>
                </g>
            </a>
        </g>
    }
    .into_any()
}

/// Renders the box of a node, whose size is in the stylesheet, and its icon.
pub fn frame(icon: Icon) -> AnyView {
    view! {
        <rect class="node-box"></rect>
        <use class="node-glyph" href=icon.href() x="10" y="12" width="16" height="16"></use>
    }
    .into_any()
}
