//! Moves nodes within their rows, and rooms sideways, until edges are short and straight: sweeps down and up as
//! Sugiyama, Tagawa and Toda (1981) order layers, but onto columns, so that each row gets the cheapest assignment that
//! keeps its order. Rows do not change.

use super::budget::Budget;
use super::floor::{Block, Floor};
use super::graph::Graph;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of sweeps over the whole floor; improvements show within a few.
const SWEEPS: usize = 8;

/// Weight of an edge on the longest path, which should be straight; other edges weigh 1.
const SPINE: i32 = 4;

/// Moves nodes and blocks to better positions; stops early when the budget ends.
pub(super) fn improve(graph: &Graph, floor: &mut Floor, budget: &mut Budget) {
    let mover = Mover {
        graph,
        spine: spine(graph),
    };
    let mut nodes: Vec<Vec<usize>> = vec![Vec::new(); floor.blocks.len()];
    for (node, &block) in floor.block_of.iter().enumerate() {
        nodes[block].push(node);
    }
    let mut best = (mover.total(floor), floor.clone());
    for sweep in 0..SWEEPS {
        for block in 0..nodes.len() {
            if floor.blocks[block].room.is_some()
                && !(mover.slide(floor, block, &nodes, budget)
                    && mover.swap(floor, block, &nodes, budget))
            {
                break;
            }
        }
        let downward = sweep % 2 == 0;
        for step in 0..floor.taken.len() {
            let row = if downward {
                step
            } else {
                floor.taken.len() - 1 - step
            };
            mover.row(floor, row, &nodes, downward, budget);
        }
        let cost = mover.total(floor);
        if cost < best.0 {
            best = (cost, floor.clone());
        }
        if !budget.spend(1) {
            break;
        }
    }
    *floor = best.1;
    in_turn(&mover, floor);
}

/// Sorts interchangeable nodes by age: of nodes in the same room, or in none, with the same neighbors, the older ones
/// get the first cells. The longest path through the graph stays straight.
fn in_turn(mover: &Mover, floor: &mut Floor) {
    let Mover { graph, spine } = mover;
    let mut on_spine: Vec<bool> = spine.iter().map(Option::is_some).collect();
    for &next in spine.iter().flatten() {
        on_spine[next] = true;
    }
    let mut alike: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for node in (0..graph.len()).filter(|&node| !on_spine[node]) {
        let neighbours = (&graph.above[node], &graph.below[node]);
        let key = (graph.room_of[node], neighbours);
        alike.entry(key).or_default().push(node);
    }
    for nodes in alike.into_values().filter(|nodes| nodes.len() > 1) {
        let cell = |&node: &usize| (floor.row[node], floor.col[node], floor.block_of[node]);
        let mut cells: Vec<_> = nodes.iter().map(cell).collect();
        cells.sort_unstable();
        for (node, (row, col, block)) in nodes.into_iter().zip(cells) {
            (floor.row[node], floor.col[node], floor.block_of[node]) = (row, col, block);
        }
    }
}

/// Returns the next node of each node on one longest path from top to bottom.
fn spine(graph: &Graph) -> Vec<Option<usize>> {
    let mut next = vec![None; graph.len()];
    let mut at = (0..graph.len()).rev().max_by_key(|&node| graph.rank[node]);
    while let Some(node) = at {
        let before = graph.above[node].iter().copied();
        at = before
            .filter(|&above| graph.rank[above] + 1 == graph.rank[node])
            .min();
        if let Some(above) = at {
            next[above] = Some(node);
        }
    }
    next
}

/// Data that does not change while nodes move.
struct Mover<'a> {
    graph: &'a Graph,
    spine: Vec<Option<usize>>,
}

impl Mover<'_> {
    /// Returns the cost of an edge: its width, and a little for not being straight.
    fn edge(&self, from: usize, to: usize, apart: i32) -> i64 {
        let weight = if self.spine[from] == Some(to) {
            SPINE
        } else {
            1
        };
        i64::from(weight * (2 * apart.abs() + i32::from(apart != 0)))
    }

    /// Returns the cost of a node's edges if it were in a column.
    fn node(&self, floor: &Floor, node: usize, col: i32) -> i64 {
        let above = self.graph.above[node]
            .iter()
            .map(|&from| self.edge(from, node, col - floor.col[from]));
        let below = self.graph.below[node]
            .iter()
            .map(|&to| self.edge(node, to, col - floor.col[to]));
        above.chain(below).sum()
    }

    /// Returns the cost of all edges, each counted at both ends.
    fn total(&self, floor: &Floor) -> i64 {
        (0..floor.col.len())
            .map(|node| self.node(floor, node, floor.col[node]))
            .sum()
    }

    /// Returns the cost of the edges of some blocks if these were moved to the right by the given distances.
    fn move_cost(
        &self,
        floor: &Floor,
        moves: &[(usize, i32)],
        nodes: &[Vec<usize>],
        budget: &mut Budget,
    ) -> i64 {
        let at = |node: usize| {
            let block = floor.block_of[node];
            let by = moves
                .iter()
                .find(|(moved, _)| *moved == block)
                .map_or(0, |&(_, by)| by);
            floor.col[node] + by
        };
        let mut sum = 0;
        for &node in moves.iter().flat_map(|&(block, _)| &nodes[block]) {
            let (above, below) = (&self.graph.above[node], &self.graph.below[node]);
            budget.spend(above.len() + below.len());
            sum += above
                .iter()
                .map(|&from| self.edge(from, node, at(node) - at(from)))
                .sum::<i64>();
            sum += below
                .iter()
                .map(|&to| self.edge(node, to, at(node) - at(to)))
                .sum::<i64>();
        }
        sum
    }

    /// Slides a block to the best free columns. Returns `false` when the budget has ended.
    fn slide(
        &self,
        floor: &mut Floor,
        block: usize,
        nodes: &[Vec<usize>],
        budget: &mut Budget,
    ) -> bool {
        let here = floor.blocks[block].left;
        let mut best = (self.move_cost(floor, &[(block, 0)], nodes, budget), 0);
        for left in floor.span.start..=floor.span.end - floor.blocks[block].width {
            if !budget.spend(floor.blocks[block].height) {
                return false;
            }
            let Block { width, .. } = floor.blocks[block];
            if left != here && floor.free_but(floor.blocks[block].rows(), left, width, &[block]) {
                let by = left - here;
                let cost = self.move_cost(floor, &[(block, by)], nodes, budget);
                if cost < best.0 {
                    best = (cost, by);
                }
            }
        }
        shift(floor, &[(block, best.1)], nodes);
        true
    }

    /// Exchanges a block with one further right that shares rows with it, if that is better.
    fn swap(
        &self,
        floor: &mut Floor,
        block: usize,
        nodes: &[Vec<usize>],
        budget: &mut Budget,
    ) -> bool {
        let beside: BTreeSet<usize> = floor.blocks[block]
            .rows()
            .flat_map(|row| floor.taken[row].range(floor.blocks[block].right()..))
            .map(|(_, &(_, other))| other)
            .collect();
        for other in beside {
            let (one, two) = (&floor.blocks[block], &floor.blocks[other]);
            if two.left < one.right() {
                continue;
            }
            if !budget.spend(one.height + two.height) {
                return false;
            }
            let free = |rows, left, width| floor.free_but(rows, left, width, &[block, other]);
            let to = two.right() - one.width;
            if free(two.rows(), one.left, two.width) && free(one.rows(), to, one.width) {
                let moves = [(block, to - one.left), (other, one.left - two.left)];
                let now = self.move_cost(floor, &moves.map(|(block, _)| (block, 0)), nodes, budget);
                if self.move_cost(floor, &moves, nodes, budget) < now {
                    shift(floor, &moves, nodes);
                }
            }
        }
        true
    }

    /// Places the nodes of one row again: those of each room within its walls, those outside in the space between the
    /// walls.
    fn row(
        &self,
        floor: &mut Floor,
        row: usize,
        nodes: &[Vec<usize>],
        downward: bool,
        budget: &mut Budget,
    ) {
        let mut open: Vec<usize> = Vec::new();
        let mut free: Vec<i32> = Vec::new();
        let mut from = floor.span.start;
        for (left, (right, block)) in floor.taken[row].clone() {
            free.extend(from..left);
            from = right;
            if floor.blocks[block].room.is_some() {
                let inside: Vec<usize> = nodes[block]
                    .iter()
                    .copied()
                    .filter(|&node| floor.row[node] == row)
                    .collect();
                let cols: Vec<i32> = (left..right).collect();
                for (node, col) in self.best_columns(floor, inside, &cols, downward, budget) {
                    floor.col[node] = col;
                }
            } else {
                open.extend(&nodes[block]);
                free.extend(left..right);
            }
        }
        free.extend(from..floor.span.end);
        let laid = self.best_columns(floor, open, &free, downward, budget);
        for &(node, _) in &laid {
            floor.unmark(floor.block_of[node]);
        }
        for (node, col) in laid {
            floor.col[node] = col;
            let block = floor.block_of[node];
            floor.blocks[block].left = col;
            floor.mark(block);
        }
    }

    /// Returns the best columns for nodes of one row, in the order of their neighbors.
    fn best_columns(
        &self,
        floor: &Floor,
        mut nodes: Vec<usize>,
        cols: &[i32],
        downward: bool,
        budget: &mut Budget,
    ) -> Vec<(usize, i32)> {
        if nodes.is_empty() || !budget.spend(nodes.len() * cols.len() * 4) {
            return Vec::new();
        }
        nodes.sort_by_cached_key(|&node| {
            let near = if downward {
                &self.graph.above[node]
            } else {
                &self.graph.below[node]
            };
            let count = i64::try_from(near.len()).unwrap_or(1);
            let sum: i64 = near.iter().map(|&near| i64::from(floor.col[near])).sum();
            let here = i64::from(floor.col[node]);
            (
                if count == 0 {
                    here * 1024
                } else {
                    sum * 1024 / count
                },
                here,
                node,
            )
        });
        // least[i][j]: cost of the first i nodes in the first j columns.
        let far = i64::MAX / 4;
        let width = cols.len() + 1;
        let mut least = vec![far; (nodes.len() + 1) * width];
        least[..width].fill(0);
        for (i, &node) in nodes.iter().enumerate() {
            for (j, &col) in cols.iter().enumerate().skip(i) {
                // If two positions are equal the current one wins, so that nothing oscillates.
                let here = 2 * self.node(floor, node, col) + i64::from(col != floor.col[node]);
                let taken = least[i * width + j] + here;
                least[(i + 1) * width + j + 1] = taken.min(least[(i + 1) * width + j]);
            }
        }
        let mut j = cols.len();
        let mut laid = Vec::with_capacity(nodes.len());
        for (i, &node) in nodes.iter().enumerate().rev() {
            while j > i + 1 && least[(i + 1) * width + j] == least[(i + 1) * width + j - 1] {
                j -= 1;
            }
            j -= 1;
            laid.push((node, cols[j]));
        }
        laid
    }
}

/// Moves blocks to the right, and their nodes with them.
fn shift(floor: &mut Floor, moves: &[(usize, i32)], nodes: &[Vec<usize>]) {
    for &(block, _) in moves {
        floor.unmark(block);
    }
    for &(block, by) in moves {
        floor.blocks[block].left += by;
        for &node in &nodes[block] {
            floor.col[node] += by;
        }
        floor.mark(block);
    }
}
