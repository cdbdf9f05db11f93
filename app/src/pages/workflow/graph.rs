//! The task graph, drawn as rooms. The layout comes from the server and is fixed; statuses change on it.

mod edges;
mod folded;
mod foot;
mod node;
mod rooms;
mod steps;
mod zoom;

use std::sync::Arc;

use engine::numbers::{Number, TaskNo};
use engine::workflow::ops::workflow_plan::Drawn;
use engine::workflow::sketch::room_id;
use leptos::prelude::*;
use leptos_router::NavigateOptions;

use super::outline::Outline;
use super::scene::scene;
use crate::live::feed;
use crate::pages::trouble::RefusalBox;
use crate::parts::alive;
use crate::parts::{Empty, WholeView};
use crate::paths::{View, use_navigate};

use folded::FoldedRoom;
use foot::Foot;
use node::Node;
use zoom::Zoom;

/// Graph with its legend and, for small screens, its outline.
#[component]
pub fn Graph() -> impl IntoView {
    let scene = scene();
    let zoom = Zoom::new();
    let plan = scene.loads().plan;
    // Legend and zoom are hidden while there are no tasks.
    let any = scene.read(|workflow| !workflow.tasks.is_empty());
    view! {
        <div class="plan-frame">
            <div
                class="plan-area"
                node_ref=zoom.area
                data-drag=move || zoom.drag.with(Option::is_some).then_some("")
                on:wheel=move |event| zoom.wheel(&event)
                on:pointerdown=move |event| zoom.grab(&event)
                on:pointermove=move |event| zoom.pull(&event)
                on:pointerup=move |_| zoom.drop()
                on:pointerleave=move |_| zoom.drop()
            >
                <Transition>
                    {alive(move || plan.get().flatten().map(|outcome| match outcome {
                        Ok(drawn) if drawn.plan.nodes.is_empty() && any.get() => view! { <TooMany/> }.into_any(),
                        Ok(drawn) if drawn.plan.nodes.is_empty() => view! {
                            <Empty title="No task yet." text="An orchestrator adds tasks with task_add; they appear here at once."/>
                        }
                        .into_any(),
                        Ok(drawn) => view! { <WholeView><Sheet drawn=Arc::new(drawn) zoom/></WholeView> }.into_any(),
                        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
                    }))}
                </Transition>
            </div>
            {alive(move || any.get().then(|| view! { <Foot zoom/> }))}
        </div>
        <Outline/>
    }
}

/// Message that there are too many tasks to draw, and links to views that list all of them.
#[component]
fn TooMany() -> impl IntoView {
    let scene = scene();
    let outline = move || scene.address.get().viewing(View::Outline).href();
    let table = move || scene.address.get().viewing(View::Table).href();
    let folded = scene.href(|address| address.rooms = Vec::new());
    let unfolded = scene
        .address
        .with_untracked(|address| !address.rooms.is_empty());
    view! {
        <Empty title="Too many tasks for one drawing." text="The panel of a task leads to the graph around it.">
            <a class="btn" href=table>"Table"</a>
            <a class="btn" href=outline>"Outline"</a>
            {unfolded.then(|| view! { <a class="btn" href=folded>"Fold all rooms"</a> })}
        </Empty>
    }
}

/// Sheet with the drawing.
#[component]
fn Sheet(drawn: Arc<Drawn>, zoom: Zoom) -> impl IntoView {
    let scene = scene();
    let (width, height) = (drawn.plan.width, drawn.plan.height);
    zoom.size.set_value((width, height));
    let critical = scene.read(|workflow| workflow.critical_path().0);
    let label = {
        let (nodes, rooms) = (drawn.plan.nodes.len(), drawn.plan.rooms.len());
        scene.read(move |workflow| {
            format!(
                "{}: {nodes} tasks in {rooms} rooms, drawn top to bottom.",
                workflow.name
            )
        })
    };
    let spoken_path = move || {
        let names: Vec<_> = critical.with(|path| path.iter().map(ToString::to_string).collect());
        format!("{} Critical path {}.", label.get(), names.join(", "))
    };
    // Tab reaches one node only; arrow keys move from there along the edges.
    let first = drawn.plan.nodes.first().map(|node| node.id.clone());
    let at = RwSignal::new(None::<String>);
    let stop = Memo::new(move |_| {
        let open = scene
            .address
            .with(|address| address.task.map(|no| no.to_string()));
        at.get().or(open).or_else(|| first.clone())
    });
    let stop = {
        let known = Arc::clone(&drawn);
        Memo::new(move |_| {
            let wanted = stop.get();
            let is_there = |id: &String| known.plan.nodes.iter().any(|node| node.id == *id);
            wanted
                .filter(is_there)
                .or_else(|| known.plan.nodes.first().map(|node| node.id.clone()))
        })
    };
    let keys = Arc::clone(&drawn);
    let key = move |event: leptos::ev::KeyboardEvent| {
        if event.alt_key() || event.ctrl_key() || event.meta_key() {
            return;
        }
        let Some(from) = stop.get_untracked() else {
            return;
        };
        if let Some(to) = steps::step(&keys.plan, &from, &event.key()) {
            event.prevent_default();
            at.set(Some(to.to_owned()));
            focus(to);
        }
    };
    // A fitted sheet is measured and painted again with each number that changes on the page. While facts flood in,
    // it keeps its width.
    let floods = feed().floods;
    let held = Memo::new(move |_| floods.get().then(|| zoom.width()).flatten());
    let style = move || {
        let size = match zoom.factor.get() {
            Some(zoom) => Some(format!(";--zoom:{zoom:.3}")),
            None => held.get().map(|width| format!(";inline-size:{width}px")),
        };
        format!("--w:{width};--h:{height}{}", size.unwrap_or_default())
    };
    let nodes = drawn
        .plan
        .nodes
        .iter()
        .map(|node| {
            let (id, x, y) = (node.id.clone(), node.x, node.y);
            if let Some(no) = TaskNo::parse(&id) {
                return view! { <Node no x y critical stop/> }.into_any();
            }
            let room = drawn.folded.iter().find(|room| room_id(&room.name) == id);
            let (name, tasks) = room.map_or_else(
                || (id.clone(), Vec::new()),
                |room| (room.name.clone(), room.tasks.clone()),
            );
            view! { <FoldedRoom name x y tasks stop/> }.into_any()
        })
        .collect_view();
    view! {
        <div
            class="plan-sheet"
            node_ref=zoom.sheet
            style=style
            data-zoomed=move || zoom.factor.with(Option::is_some).then_some("")
        >
            <svg
                class="plan"
                viewBox=format!("0 0 {width} {height}")
                role="graphics-document document"
                aria-roledescription="task graph"
                aria-label=spoken_path
                on:keydown=key
                on:click=follow()
            >
                <defs>
                    <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto" markerUnits="userSpaceOnUse">
                        <path d="M.5.8 7 4 .5 7.2"></path>
                    </marker>
                    <marker id="tip-crit" viewBox="0 0 10 10" refX="8.4" refY="5" markerWidth="10" markerHeight="10" orient="auto" markerUnits="userSpaceOnUse">
                        <path d="M1 1 8.4 5 1 9z"></path>
                    </marker>
                </defs>
                {rooms::walls(&drawn.plan)}
                {edges::lines(&drawn.plan, critical)}
                // Drawn above the lines, so that no name is crossed out.
                {rooms::names(&drawn.plan)}
                <g class="nodes">{nodes}</g>
            </svg>
        </div>
    }
}

/// Passes clicks on links of the drawing to the router, which follows HTML links only.
fn follow() -> impl Fn(leptos::ev::MouseEvent) {
    let navigate = use_navigate();
    move |event| {
        let plain = event.button() == 0
            && !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key());
        if let Some(to) = link_under(&event).filter(|_| plain) {
            event.prevent_default();
            let options = NavigateOptions {
                scroll: false,
                ..NavigateOptions::default()
            };
            navigate(&to, options);
        }
    }
}

#[cfg(feature = "hydrate")]
fn link_under(event: &leptos::ev::MouseEvent) -> Option<String> {
    use leptos::wasm_bindgen::JsCast;
    let target: web_sys::Element = event.target()?.dyn_into().ok()?;
    target.closest("a").ok()??.get_attribute("href")
}

#[cfg(not(feature = "hydrate"))]
fn link_under(_event: &leptos::ev::MouseEvent) -> Option<String> {
    None
}

/// Focuses a node.
#[cfg(feature = "hydrate")]
fn focus(id: &str) {
    use leptos::wasm_bindgen::JsCast;
    if let Some(node) = document()
        .get_element_by_id(&node::element_id(id))
        .and_then(|node| node.dyn_into::<web_sys::SvgElement>().ok())
    {
        node.focus().ok();
    }
}

#[cfg(not(feature = "hydrate"))]
fn focus(_id: &str) {}
