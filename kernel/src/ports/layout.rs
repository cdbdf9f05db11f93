//! Draws a task graph: where nodes, rooms, edges and doors lie. Geometry only: a status never moves
//! anything.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What to draw.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sketch {
    /// The nodes, in order of age.
    pub nodes: Vec<SketchNode>,
    /// Edges between nodes, by index, from what is needed to what waits for it.
    pub edges: Vec<(usize, usize)>,
}

/// A node to draw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SketchNode {
    /// Its id, such as `T12`, or `room:…` for a collapsed room.
    pub id: String,
    /// The room it is in.
    pub room: Option<String>,
}

/// A drawing, in CSS pixels from its upper left corner.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    /// The drawing's width.
    pub width: f32,
    /// The drawing's height.
    pub height: f32,
    /// The nodes.
    pub nodes: Vec<PlanNode>,
    /// The rooms.
    pub rooms: Vec<PlanRoom>,
    /// The edges.
    pub edges: Vec<PlanEdge>,
    /// Where edges pass through walls: the middle of each opening.
    pub doors: Vec<Door>,
}

/// A node's place (its size is the same for all).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlanNode {
    /// The node.
    pub id: String,
    /// The left edge.
    pub x: f32,
    /// The upper edge.
    pub y: f32,
}

/// A room's walls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlanRoom {
    /// The group's name.
    pub name: String,
    /// The left wall.
    pub x: f32,
    /// The upper wall.
    pub y: f32,
    /// From the left to the right wall.
    pub width: f32,
    /// From the upper to the lower wall.
    pub height: f32,
}

/// An edge as a line of right angles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlanEdge {
    /// The node it leaves.
    pub from: String,
    /// The node it reaches.
    pub to: String,
    /// The SVG path, corners rounded.
    pub path: String,
}

/// An opening in a wall.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GraphDoor")]
pub struct Door {
    /// The middle of the opening.
    pub x: f32,
    /// The middle of the opening.
    pub y: f32,
    /// Whether the wall it opens runs from left to right.
    pub horizontal: bool,
}

/// Draws graphs. Same sketch, same plan.
pub trait Layout: Send + Sync {
    /// The plan of a sketch; always one, if need be a simple layered one.
    fn draw(&self, sketch: &Sketch) -> Plan;
}
