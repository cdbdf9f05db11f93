//! Draws task graphs as floor plans: implements the port `Layout` of the engine.
//!
//! Nodes lie on a grid, one per cell. The steps are those of Sugiyama, Tagawa and Toda (1981), with rooms (groups of
//! nodes) and orthogonal lines:
//!
//! 1. `graph`: the transitive reduction, which is all that is drawn, and ranks by longest path.
//! 2. `parts`: a room is a rectangle of cells and is never split; rooms that wait for each other in a cycle get common
//!    rows, side by side.
//! 3. `place`: each part as high as its edges allow and as near as possible below what it waits for.
//! 4. `order`: nodes within their rows, and rooms sideways, to make edges short and straight.
//! 5. `site`, `lanes`, `tracks`: every edge runs straight down, or through one lane and two runs across; runs lie
//!    between walls, lanes between columns or over empty cells, so no line meets a node.
//! 6. `measure`, `draw`: pixels, corners, doors.
//!
//! The result is deterministic: it depends on no clock, random number or hash order. Work is counted; when a drawing's
//! budget is spent, improvement stops, and if the budget ends before all parts are placed, they are laid out on shelves
//! instead.
//!
//! Two libraries were tried first. `dugong` 0.10.0-alpha.1 (dagre with compound groups) draws clean rooms when groups
//! follow each other, but on no common grid and eight times slower; with groups that wait for each other it failed at
//! 200 nodes and did not finish within minutes at 1,000. `rust-sugiyama` 0.4.0 does not support groups.

mod budget;
mod cache;
mod draw;
mod floor;
mod graph;
mod lanes;
mod measure;
mod order;
mod parts;
mod place;
mod site;
mod tracks;

#[cfg(test)]
mod tests;

use budget::Budget;
use cache::Cache;
use draw::float;
use graph::Graph;
use kernel::ports::layout::{Door, Layout, Plan, PlanEdge, PlanNode, PlanRoom, Sketch};
use site::Site;
use std::sync::Arc;

/// Number of cached plans: the graphs that people look at in one hour, with their filters.
const KEPT: usize = 64;

/// Draws plans and caches the last ones.
#[derive(Debug)]
pub struct CachedLayout {
    cache: Cache,
}

impl CachedLayout {
    /// Creates a layout that caches this many plans.
    #[must_use]
    pub fn new(plans: usize) -> Self {
        Self {
            cache: Cache::new(plans),
        }
    }

    /// Returns the plan of a sketch, shared by all callers with the same sketch.
    #[must_use]
    pub fn plan(&self, sketch: &Sketch) -> Arc<Plan> {
        self.cache.plan(sketch, draw_sketch)
    }
}

impl Default for CachedLayout {
    fn default() -> Self {
        Self::new(KEPT)
    }
}

impl Layout for CachedLayout {
    fn draw(&self, sketch: &Sketch) -> Plan {
        Plan::clone(&self.plan(sketch))
    }
}

/// Draws a sketch within its budget.
fn draw_sketch(sketch: &Sketch) -> Plan {
    draw_within(
        sketch,
        &mut Budget::of(sketch.nodes.len(), sketch.edges.len()),
    )
}

/// Draws a sketch.
fn draw_within(sketch: &Sketch, budget: &mut Budget) -> Plan {
    if sketch.nodes.is_empty() {
        return Plan::default();
    }
    let graph = Graph::read(sketch);
    let bundles = parts::bundles(&graph);
    let mut floor = match place::snug(&graph, &bundles, budget) {
        Some(mut floor) => {
            order::improve(&graph, &mut floor, budget);
            floor
        }
        None => place::shelve(&graph, &bundles),
    };
    floor.trim();
    let site = Site::survey(&graph, &floor);
    let ways = lanes::route(&graph, &site, budget);
    let drawing = draw::draw(&site, &ways, budget);
    plan(sketch, &graph, &site, &drawing)
}

/// Converts indexes back to names.
fn plan(sketch: &Sketch, graph: &Graph, site: &Site, drawing: &draw::Drawing) -> Plan {
    let id = |node: usize| sketch.nodes[node].id.clone();
    let (across, down) = (&drawing.across, &drawing.down);
    let node = |(node, &(row, col)): (usize, &(usize, usize))| PlanNode {
        id: id(node),
        x: float(across.cols[col]),
        y: float(down.rows[row]),
    };
    let room = |rect: &site::Rect| {
        let ((left, right), (top, bottom)) = (across.walls(&rect.cols), down.walls(&rect.rows));
        PlanRoom {
            name: graph.rooms[rect.room].clone(),
            x: float(left),
            y: float(top),
            width: float(right - left),
            height: float(bottom - top),
        }
    };
    Plan {
        width: float(across.width),
        height: float(down.height),
        nodes: site.cell.iter().enumerate().map(node).collect(),
        rooms: site.rooms.iter().map(room).collect(),
        edges: graph
            .edges
            .iter()
            .zip(&drawing.lines)
            .map(|(&(from, to), line)| PlanEdge {
                from: id(from),
                to: id(to),
                path: draw::path(line),
            })
            .collect(),
        doors: draw::doors(site, drawing)
            .into_iter()
            .map(|(x, y, horizontal)| Door {
                x: float(x),
                y: float(y),
                horizontal,
            })
            .collect(),
    }
}
