//! Draws task graphs as floor plans: the port `Layout` of the engine. Knows nothing of tasks, statuses or
//! pages.
//!
//! Everything lies on a grid of cells, one per node, and the steps are those of Sugiyama, Tagawa and Toda
//! (1981), with rooms and orthogonal lines:
//!
//! 1. `graph`: the transitive reduction, which is all that is drawn, and ranks by longest way.
//! 2. `parts`: a room is a rectangle of cells and is never split; rooms that wait for each other in a
//!    circle get common rows and stand beside each other.
//! 3. `place`: each part as high as its edges allow and as near as possible below what it waits for.
//! 4. `order`: nodes within their rows, and rooms sideways, to where edges are short and straight.
//! 5. `site`, `lanes`, `tracks`: every edge runs straight down, or through one lane and two runs across;
//!    runs lie between walls, lanes between columns or over empty cells, so no line meets a node.
//! 6. `measure`, `draw`: pixels, corners, doors.
//!
//! Nothing depends on time, chance or the order of a hash: the same sketch gives the same plan. Work is
//! counted; when a drawing's budget is spent, improving stops, and if it ends before all parts have their
//! place, they are laid on shelves instead.
//!
//! Two libraries were tried first. `dugong` 0.10.0-alpha.1 (dagre with compound groups) draws clean rooms
//! when groups follow each other, but on no common grid and eight times slower; with groups that wait for
//! each other it gave an error at 200 nodes and no answer within minutes at 1,000. `rust-sugiyama` 0.4.0
//! knows no groups.

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

/// How many plans are kept: the graphs that people look at in one hour, with their filters.
const KEPT: usize = 64;

/// Draws plans and remembers the last ones.
#[derive(Debug)]
pub struct CachedLayout {
    cache: Cache,
}

impl CachedLayout {
    /// A layout that remembers so many plans.
    #[must_use]
    pub fn new(plans: usize) -> Self {
        Self {
            cache: Cache::new(plans),
        }
    }

    /// The plan of a sketch, shared with everyone who asks for the same.
    #[must_use]
    pub fn plan(&self, sketch: &Sketch) -> Arc<Plan> {
        self.cache.plan(sketch, drawn)
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
fn drawn(sketch: &Sketch) -> Plan {
    drawn_within(
        sketch,
        &mut Budget::of(sketch.nodes.len(), sketch.edges.len()),
    )
}

/// Draws a sketch.
fn drawn_within(sketch: &Sketch, budget: &mut Budget) -> Plan {
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
        None => place::shelved(&graph, &bundles),
    };
    floor.trim();
    let site = Site::survey(&graph, &floor);
    let ways = lanes::route(&graph, &site, budget);
    let drawing = draw::draw(&site, &ways, budget);
    plan(sketch, &graph, &site, &drawing)
}

/// Puts the names back.
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
