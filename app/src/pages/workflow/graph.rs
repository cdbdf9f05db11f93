//! The task graph, drawn as rooms in the layout of the server.

mod edges;
mod folded;
mod foot;
mod node;
mod rooms;

use std::collections::BTreeSet;

use engine::numbers::{Number, TaskNo};
use engine::workflow::ops::workflow_plan::Drawn;
use engine::workflow::sketch::room_id;
use leptos::prelude::*;

use super::link::join_numbers;
use super::needs::tasks_for_people;
use super::outline::{LISTED_BELOW, outline};
use super::scene::Scene;
use crate::pages::ask::Loaded;
use crate::pages::trouble::RefusalBox;
use crate::parts::Empty;
use crate::paths::View;

/// State of the drawing.
struct Drawing<'a> {
    scene: &'a Scene,
    drawn: &'a Drawn,
    /// Tasks on the critical path, in order.
    critical: &'a [TaskNo],
    /// Tasks that need a person; empty in an earlier version, which asks for no attention.
    needs: BTreeSet<TaskNo>,
    /// Node that Tab reaches; arrow keys move from there along the edges.
    stop: &'a str,
}

/// Renders the graph with its legend and, for small screens, its outline.
pub fn graph(scene: &Scene, drawn: Loaded<Drawn>) -> AnyView {
    // Legend and zoom are hidden while there are no tasks.
    let has_tasks = !scene.workflow.tasks.is_empty();
    let (critical, minutes) = scene.workflow.critical_path();
    let area = match drawn {
        Ok(drawn) if !drawn.plan.nodes.is_empty() => sheet(scene, &drawn, &critical),
        Ok(_) if has_tasks => too_many(scene),
        Ok(_) => view! {
            <Empty title="No tasks yet." text="Tasks appear here when an orchestrator adds them to the plan."/>
        }
        .into_any(),
        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
    };
    view! {
        <div class="plan-frame">
            <div class="plan-area">{area}</div>
            {has_tasks.then(|| foot::foot(scene, &critical, minutes))}
        </div>
        {outline(scene, LISTED_BELOW)}
    }
    .into_any()
}

/// Message that there are too many tasks to draw, and links to views that list all of them.
fn too_many(scene: &Scene) -> AnyView {
    let table = scene.address.viewing(View::Table).href();
    let outline = scene.address.viewing(View::Outline).href();
    let folded = scene.href(|address| address.rooms = Vec::new());
    let is_unfolded = !scene.address.rooms.is_empty();
    view! {
        <Empty title="Too many tasks for one drawing." text="Open a task to see the graph around it.">
            <a class="btn" href=table>"Table"</a>
            <a class="btn" href=outline>"Outline"</a>
            {is_unfolded.then(|| view! { <a class="btn" href=folded>"Fold all rooms"</a> })}
        </Empty>
    }
    .into_any()
}

/// Sheet with the drawing.
fn sheet(scene: &Scene, drawn: &Drawn, critical: &[TaskNo]) -> AnyView {
    let plan = &drawn.plan;
    let open = scene.address.task.map(|no| no.to_string());
    let is_there = |id: &String| plan.nodes.iter().any(|node| node.id == *id);
    let first = plan.nodes.first().map(|node| node.id.clone());
    let stop = open.filter(is_there).or(first).unwrap_or_default();
    let drawing = Drawing {
        scene,
        drawn,
        critical,
        needs: if scene.is_past() {
            BTreeSet::new()
        } else {
            tasks_for_people(&scene.workflow)
        },
        stop: &stop,
    };
    let nodes = plan.nodes.iter().map(|node| {
        let at = (node.x, node.y);
        if let Some(no) = TaskNo::parse(&node.id) {
            return node::node(&drawing, no, at);
        }
        let mut rooms = drawn.folded.iter();
        let room = rooms.find(|room| room_id(&room.name) == node.id);
        folded::room_summary(&drawing, &node.id, room, at)
    });
    let label = format!(
        "{}: {} tasks in {} rooms, drawn top to bottom. Critical path {}.",
        scene.workflow.name,
        plan.nodes.len(),
        plan.rooms.len(),
        join_numbers(critical)
    );
    view! {
        <div class="plan-sheet" style=format!("--w:{};--h:{}", plan.width, plan.height)>
            <svg
                class="plan"
                viewBox=format!("0 0 {} {}", plan.width, plan.height)
                role="graphics-document document"
                aria-roledescription="task graph"
                aria-label=label
            >
                <defs>
                    <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto" markerUnits="userSpaceOnUse">
                        <path d="M.5.8 7 4 .5 7.2"></path>
                    </marker>
                    <marker id="tip-crit" viewBox="0 0 10 10" refX="8.4" refY="5" markerWidth="10" markerHeight="10" orient="auto" markerUnits="userSpaceOnUse">
                        <path d="M1 1 8.4 5 1 9z"></path>
                    </marker>
                </defs>
                {rooms::walls(plan)}
                {edges::lines(&drawing)}
                // Drawn above the lines, so that no name is crossed out.
                {rooms::names(&drawing)}
                <g class="nodes">{nodes.collect_view()}</g>
            </svg>
        </div>
    }
    .into_any()
}
