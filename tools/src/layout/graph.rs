//! Graph to draw: indexes instead of names, without duplicates and loops.
//!
//! Only the transitive reduction is drawn: if B waits for A and C for B, a third line from A to C adds no information
//! and hides other lines.

use kernel::ports::layout::Sketch;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of nodes for the reduction, whose reachability table grows with the square of this number.
const REDUCED_UP_TO: usize = 16_384;

/// Sketch with indexes instead of names.
#[derive(Debug)]
pub(super) struct Graph {
    /// Names of the rooms, in order of first mention.
    pub rooms: Vec<String>,
    /// Room of each node.
    pub room_of: Vec<Option<usize>>,
    /// Edges to draw, sorted; the edges that close a cycle run upward.
    pub edges: Vec<(usize, usize)>,
    /// Predecessors of each node.
    pub above: Vec<Vec<usize>>,
    /// Successors of each node.
    pub below: Vec<Vec<usize>>,
    /// Length of the longest path down to each node.
    pub rank: Vec<usize>,
}

impl Graph {
    /// Reads a sketch. Ignores edges of unknown nodes, loops and duplicates.
    pub fn read(sketch: &Sketch) -> Self {
        let count = sketch.nodes.len();
        let mut rooms: Vec<String> = Vec::new();
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        let room_of = sketch
            .nodes
            .iter()
            .map(|node| {
                node.room.as_deref().map(|name| {
                    *known.entry(name).or_insert_with(|| {
                        rooms.push(name.to_owned());
                        rooms.len() - 1
                    })
                })
            })
            .collect();
        let given: BTreeSet<(usize, usize)> = sketch
            .edges
            .iter()
            .copied()
            .filter(|&(from, to)| from != to && from < count && to < count)
            .collect();

        let order = topological_order(count, &given);
        let mut place = vec![0; count];
        for (index, &node) in order.iter().enumerate() {
            place[node] = index;
        }
        let (mut down, up): (Vec<_>, Vec<_>) = given
            .into_iter()
            .partition(|&(from, to)| place[from] < place[to]);
        if count <= REDUCED_UP_TO {
            down = transitive_reduction(&order, &place, &down);
        }

        let mut above = vec![Vec::new(); count];
        let mut below = vec![Vec::new(); count];
        for &(from, to) in &down {
            above[to].push(from);
            below[from].push(to);
        }
        let mut rank = vec![0; count];
        for &node in &order {
            rank[node] = above[node]
                .iter()
                .map(|&before| rank[before] + 1)
                .max()
                .unwrap_or(0);
        }
        let mut edges = down;
        edges.extend(up);
        edges.sort_unstable();
        Self {
            rooms,
            room_of,
            edges,
            above,
            below,
            rank,
        }
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.room_of.len()
    }
}

/// Sorts the nodes topologically, older nodes first if there is a choice. In a cycle the oldest node comes first.
fn topological_order(count: usize, edges: &BTreeSet<(usize, usize)>) -> Vec<usize> {
    let mut waits = vec![0_usize; count];
    let mut below = vec![Vec::new(); count];
    for &(from, to) in edges {
        waits[to] += 1;
        below[from].push(to);
    }
    let mut ready: BTreeSet<usize> = (0..count).filter(|&node| waits[node] == 0).collect();
    let mut rest: BTreeSet<usize> = (0..count).collect();
    let mut order = Vec::with_capacity(count);
    while let Some(node) = ready.pop_first().or_else(|| rest.first().copied()) {
        rest.remove(&node);
        order.push(node);
        for &next in &below[node] {
            waits[next] -= 1;
            if waits[next] == 0 && rest.contains(&next) {
                ready.insert(next);
            }
        }
    }
    order
}

/// Returns the edges that no longer path replaces (Aho, Garey and Ullman 1972), with one row of bits per node.
fn transitive_reduction(
    order: &[usize],
    place: &[usize],
    edges: &[(usize, usize)],
) -> Vec<(usize, usize)> {
    let words = order.len().div_ceil(64);
    let mut reach = vec![0_u64; words * order.len()];
    let mut below = vec![Vec::new(); order.len()];
    for &(from, to) in edges {
        below[place[from]].push(place[to]);
    }
    let mut kept = Vec::new();
    for from in (0..order.len()).rev() {
        // Nearest first: the nodes that it reaches make farther edges redundant.
        below[from].sort_unstable();
        let (own, later) = reach[from * words..].split_at_mut(words);
        for &to in &below[from] {
            if own[to / 64] >> (to % 64) & 1 == 1 {
                continue;
            }
            kept.push((order[from], order[to]));
            own[to / 64] |= 1 << (to % 64);
            let theirs = (to - from - 1) * words;
            for (mine, other) in own.iter_mut().zip(&later[theirs..theirs + words]) {
                *mine |= other;
            }
        }
    }
    kept.sort_unstable();
    kept
}
