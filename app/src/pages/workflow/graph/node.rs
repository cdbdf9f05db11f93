//! One task in the drawing. Its place never changes; its tone and its words do.

use engine::numbers::TaskNo;
use leptos::prelude::*;

use super::super::face::{clipped, spoken, width};
use super::super::filter::fits;
use super::super::needs::needs_person;
use super::super::outline::live_face;
use super::super::scene::scene;

/// The width for words in a node, in pixels.
const ROOM: f32 = 152.0;

/// The element's id of a node.
pub fn element_id(node: &str) -> String {
    format!("node-{node}")
}

/// The node.
#[component]
pub fn Node(
    /// The task.
    no: TaskNo,
    /// The left edge.
    x: f32,
    /// The upper edge.
    y: f32,
    /// The critical path.
    critical: Memo<Vec<TaskNo>>,
    /// The node that Tab reaches.
    stop: Memo<Option<String>>,
) -> impl IntoView {
    let scene = scene();
    let face = live_face(no);
    let behind = scene.of_task(no, |_, task| task.blocks.clone());
    let name = no.to_string();
    let is_stop = {
        let name = name.clone();
        move || stop.with(|stop| stop.as_deref() == Some(name.as_str()))
    };
    let off = Memo::new(move |_| {
        let filter = scene.desk.with(|desk| desk.filter.clone());
        !filter.is_empty()
            && scene.state.with(|workflow| {
                workflow
                    .tasks
                    .get(no)
                    .is_none_or(|task| !fits(workflow, task, &filter))
            })
    });
    let needs = scene.read(move |workflow| needs_person(workflow, no));
    // What was added after the version that is looked at.
    let later = scene.read(move |workflow| workflow.tasks.get(no).is_none());
    let title = Memo::new(move |_| face.with(|face| clipped(&face.title, 12.5, ROOM)));
    let by = {
        let id = width(&name, 10.5) + 8.0;
        Memo::new(move |_| {
            face.with(|face| clipped(&face.by, 11.0, ROOM - 8.0 - id - width(&face.end, 11.0)))
        })
    };
    let label = move || {
        face.with(|face| {
            title.with(|title| {
                by.with(|by| behind.with(|behind| spoken(face, no, title, by, behind)))
            })
        })
    };
    view! {
        <g>
            <a
                class="node"
                id=element_id(&name)
                href=scene.href_of(no)
                data-status=move || face.with(|face| face.status.name())
                data-needs=move || needs.get().then_some("")
                data-crit=move || critical.with(|path| path.contains(&no)).then_some("")
                data-off=move || (off.get() || later.get()).then_some("")
                aria-current=move || scene.desk.with(|desk| (desk.task == Some(no)).then_some("true"))
                aria-roledescription="task"
                aria-label=label
                tabindex=move || if is_stop() { "0" } else { "-1" }
                transform=format!("translate({x} {y})")
            >
                <rect class="node-halo" x="-4" y="-4" width="204" height="48" rx="5"></rect>
                <rect class="node-box" width="196" height="40" rx="3"></rect>
                <g class="node-glyph" transform="translate(10 12)">
                    <use href=move || face.with(|face| face.status.icon().href()) width="16" height="16"></use>
                </g>
                // Cut to the box; the link's name begins with it and has all of it. The spaces are read, not drawn.
                <g aria-hidden="true">
                    <text class="node-title" x="34" y="17">{move || title.get()}</text>
                    " "
                    <text class="node-sub" x="34" y="31">
                        <tspan class="node-id">{name.clone()}</tspan>
                        " "
                        <tspan dx="3">{move || by.get()}</tspan>
                    </text>
                    " "
                    <text class="node-end" x="186" y="31">
                        {move || face.with(|face| face.end.clone())}
                    </text>
                </g>
            </a>
        </g>
    }
}
