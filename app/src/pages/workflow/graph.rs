//! The task graph, drawn as rooms. The layout comes from the server and is fixed; statuses change on it.

mod edges;
mod folded;
mod foot;
mod node;
mod rooms;

use std::sync::Arc;

use engine::numbers::{Number, TaskNo};
use engine::workflow::ops::workflow_plan::Drawn;
use engine::workflow::sketch::room_id;
use leptos::prelude::*;

use super::outline::Outline;
use super::scene::scene;
use crate::pages::trouble::RefusalBox;
use crate::parts::alive;
use crate::parts::{Empty, WholeView};
use crate::paths::View;

use folded::FoldedRoom;
use foot::Foot;
use node::Node;

/// Graph with its legend and, for small screens, its outline.
#[component]
pub fn Graph() -> impl IntoView {
    let scene = scene();
    let plan = scene.loads().plan;
    // Legend and zoom are hidden while there are no tasks.
    let any = scene.read(|workflow| !workflow.tasks.is_empty());
    view! {
        <div class="plan-frame">
            <div
                class="plan-area"
            >
                <Transition>
                    {alive(move || plan.get().flatten().map(|outcome| match outcome {
                        Ok(drawn) if drawn.plan.nodes.is_empty() && any.get() => view! { <TooMany/> }.into_any(),
                        Ok(drawn) if drawn.plan.nodes.is_empty() => view! {
                            <Empty title="No task yet." text="An orchestrator adds tasks with task_add; they appear here at once."/>
                        }
                        .into_any(),
                        Ok(drawn) => view! { <WholeView><Sheet drawn=Arc::new(drawn)/></WholeView> }.into_any(),
                        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
                    }))}
                </Transition>
            </div>
            {alive(move || any.get().then(|| view! { <Foot/> }))}
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
fn Sheet(drawn: Arc<Drawn>) -> impl IntoView {
    let scene = scene();
    let (width, height) = (drawn.plan.width, drawn.plan.height);
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
    let style = format!("--w:{width};--h:{height}");
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
            style=style
        >
            <svg
                class="plan"
                viewBox=format!("0 0 {width} {height}")
                role="graphics-document document"
                aria-roledescription="task graph"
                aria-label=spoken_path
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
