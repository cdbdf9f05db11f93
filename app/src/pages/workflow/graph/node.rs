//! One task in the drawing. Its position is fixed; its color and text are live.

use engine::numbers::TaskNo;
use engine::workflow::Workflow;
use kernel::Time;
use leptos::prelude::*;

use super::super::face::{Face, accessible_name, clip, width};
use super::super::filter::fits;
use super::super::needs::needs_person;
use super::super::outline::look;
use super::super::scene::scene;
use crate::parts::Status;
use crate::parts::alive;

/// Width for text in a node, in pixels.
const ROOM: f32 = 152.0;

/// Returns the element id of a node.
pub fn element_id(node: &str) -> String {
    format!("node-{node}")
}

/// Appearance of a node.
#[derive(PartialEq)]
struct NodeLook {
    status: Status,
    title: String,
    by: String,
    end: String,
    label: String,
    needs_person: bool,
    /// True if the task does not match the filter, or was added after the version that is open.
    off: bool,
}

impl NodeLook {
    fn of(workflow: &Workflow, no: TaskNo, face: Face, filter: &str, now: Time) -> Self {
        let task = workflow.tasks.get(no);
        let title = clip(&face.title, 12.5, ROOM);
        let id = width(&no.to_string(), 10.5) + 8.0;
        let by = clip(&face.by, 11.0, ROOM - 8.0 - id - width(&face.end, 11.0));
        let behind = task.map_or(&[][..], |task| &task.blocks);
        Self {
            label: accessible_name(&face, no, &title, &by, behind),
            needs_person: needs_person(workflow, no),
            off: task.is_none_or(|task| !filter.is_empty() && !fits(workflow, task, filter, now)),
            status: face.status,
            title,
            by,
            end: face.end,
        }
    }
}

/// Node of one task.
#[component]
pub fn Node(
    /// Task of the node.
    no: TaskNo,
    /// Left edge of the node.
    x: f32,
    /// Upper edge of the node.
    y: f32,
    /// Tasks on the critical path.
    critical: Memo<Vec<TaskNo>>,
    /// Node that Tab reaches.
    stop: Memo<Option<String>>,
) -> impl IntoView {
    let scene = scene();
    let look = look(no);
    // One memo instead of one per value: a large graph has a thousand nodes.
    let shown = Memo::new(move |_| {
        let face = look();
        let filter = scene.address.with(|address| address.filter.clone());
        let now = scene.now.get_untracked();
        scene
            .state
            .with(|workflow| NodeLook::of(workflow, no, face, &filter, now))
    });
    // An earlier version asks for no person's attention.
    let is_now = scene.past.is_none();
    let name = no.to_string();
    let is_stop = {
        let name = name.clone();
        move || stop.with(|stop| stop.as_deref() == Some(name.as_str()))
    };
    view! {
        <g>
            <a
                class="node"
                id=element_id(&name)
                href=scene.href_of(no)
                data-status=move || shown.with(|shown| shown.status.name())
                data-needs=move || shown.with(|shown| (is_now && shown.needs_person).then_some(""))
                data-crit=move || critical.with(|path| path.contains(&no)).then_some("")
                data-off=move || shown.with(|shown| shown.off.then_some(""))
                aria-current=move || scene.address.with(|address| (address.task == Some(no)).then_some("true"))
                aria-roledescription="task"
                aria-label=move || shown.with(|shown| shown.label.clone())
                tabindex=move || if is_stop() { "0" } else { "-1" }
                transform=format!("translate({x} {y})")
            >
                <rect class="node-halo" x="-4" y="-4" width="204" height="48" rx="5"></rect>
                <rect class="node-box" width="196" height="40" rx="3"></rect>
                <g class="node-glyph" transform="translate(10 12)">
                    <use href=move || shown.with(|shown| shown.status.icon().href()) width="16" height="16"></use>
                </g>
                // Clipped to the box; the link's accessible name begins with this text and continues in full. The
                // spaces are read, not drawn.
                <g aria-hidden="true">
                    <text class="node-title" x="34" y="17">{alive(move || shown.with(|shown| shown.title.clone()))}</text>
                    " "
                    <text class="node-sub" x="34" y="31">
                        <tspan class="node-id">{name.clone()}</tspan>
                        " "
                        <tspan dx="3">{alive(move || shown.with(|shown| shown.by.clone()))}</tspan>
                    </text>
                    " "
                    <text class="node-end" x="186" y="31">
                        {alive(move || shown.with(|shown| shown.end.clone()))}
                    </text>
                </g>
            </a>
        </g>
    }
}
