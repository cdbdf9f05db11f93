//! Task graph of a workflow and its layout for drawings.

use std::collections::BTreeMap;

use exchange::graph::svg::Placed;
use exchange::graph::{Edge, Graph, Node};

use crate::numbers::TaskNo;
use crate::workflow::edge::When;
use crate::workflow::sketch::room_id;
use crate::workflow::state::Workflow;
use kernel::ports::layout::Plan;

/// Returns the tasks and their dependencies as a graph.
pub(super) fn graph(workflow: &Workflow) -> Graph {
    let nodes = workflow.tasks.iter().map(|task| Node {
        id: task.id.to_string(),
        title: task.title.clone(),
        status: workflow.visible_status_and_reason(task).0.name().into(),
        group: task.group.clone(),
    });
    let edges = workflow.tasks.iter().flat_map(|task| {
        let needs = task.depends_on.iter();
        needs.map(|need| Edge {
            from: need.task.to_string(),
            to: task.id.to_string(),
            label: match &need.when {
                When::Success => None,
                When::Failure => Some("on failure".into()),
                When::Done => Some("when it has ended".into()),
                When::Choice { decision, option } => Some(format!("{decision}: {option}")),
            },
        })
    });
    Graph {
        title: workflow.name.to_string(),
        nodes: nodes.collect(),
        edges: edges.collect(),
    }
}

/// Returns the same graph with an additional node for each folded room.
pub(super) fn boxes(workflow: &Workflow, folded: &BTreeMap<String, Vec<TaskNo>>) -> Graph {
    let mut graph = graph(workflow);
    graph.nodes.extend(folded.iter().map(|(name, tasks)| Node {
        id: room_id(name),
        title: name.clone(),
        status: match tasks.len() {
            1 => "1_task".into(),
            count => format!("{count}_tasks"),
        },
        group: None,
    }));
    graph
}

/// Converts a layout into positions.
pub(super) fn positions(plan: Plan) -> Placed {
    let nodes = plan.nodes.into_iter().map(|node| (node.id, node.x, node.y));
    let rooms = plan.rooms.into_iter();
    let rooms = rooms.map(|room| (room.name, room.x, room.y, room.width, room.height));
    Placed {
        width: plan.width,
        height: plan.height,
        nodes: nodes.collect(),
        rooms: rooms.collect(),
        edges: plan.edges.into_iter().map(|edge| edge.path).collect(),
    }
}
