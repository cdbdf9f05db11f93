//! Port for drawing task graphs: positions of nodes, rooms, edges and doors. Geometry only: a status never moves
//! anything.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Input of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sketch {
    /// Nodes, oldest first.
    pub nodes: Vec<SketchNode>,
    /// Edges between nodes, by index, from the prerequisite to the dependent.
    pub edges: Vec<(usize, usize)>,
}

/// A node to draw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SketchNode {
    /// Id, such as `T12`, or `room:…` for a collapsed room.
    pub id: String,
    /// Room of the node.
    pub room: Option<String>,
}

/// Layout of a graph, in CSS pixels from its upper left corner.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    /// Width of the drawing.
    pub width: f32,
    /// Height of the drawing.
    pub height: f32,
    /// The nodes.
    pub nodes: Vec<PlanNode>,
    /// The rooms.
    pub rooms: Vec<PlanRoom>,
    /// The edges.
    pub edges: Vec<PlanEdge>,
    /// Openings where edges pass through walls.
    pub doors: Vec<Door>,
}

/// Position of a node. All nodes have the same size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlanNode {
    /// Id of the node.
    pub id: String,
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
}

/// Walls of a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlanRoom {
    /// Name of the group.
    pub name: String,
    /// Left wall.
    pub x: f32,
    /// Upper wall.
    pub y: f32,
    /// Width between the walls.
    pub width: f32,
    /// Height between the walls.
    pub height: f32,
}

/// An edge as a path of right angles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlanEdge {
    /// Id of the node where it starts.
    pub from: String,
    /// Id of the node where it ends.
    pub to: String,
    /// SVG path with rounded corners.
    pub path: String,
}

/// An opening in a wall.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GraphDoor")]
pub struct Door {
    /// Horizontal center of the opening.
    pub x: f32,
    /// Vertical center of the opening.
    pub y: f32,
    /// True if the opening is in a horizontal wall.
    pub horizontal: bool,
}

/// A graph layout algorithm. Deterministic: the same sketch yields the same plan.
pub trait Layout: Send + Sync {
    /// Computes the layout. Always succeeds, if necessary with a simple layered layout.
    fn draw(&self, sketch: &Sketch) -> Plan;
}
