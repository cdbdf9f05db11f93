//! Groups nodes: every room is one part, every node outside rooms another. Parts that wait for each other in a cycle
//! get common rows, so that no room is ever split.

use super::graph::Graph;
use std::collections::BTreeMap;

/// Rectangle of cells: a room, or a node outside rooms.
#[derive(Debug)]
pub(super) struct Part {
    /// Room, if it is one.
    pub room: Option<usize>,
    /// First row, relative to its bundle.
    pub top: usize,
    /// Nodes by row, relative to the part.
    pub rows: Vec<Vec<usize>>,
    /// Number of columns it needs.
    pub width: usize,
}

/// Parts with fixed relative rows; nearly always one.
#[derive(Debug)]
pub(super) struct Bundle {
    /// Parts of the bundle.
    pub parts: Vec<Part>,
}

/// Returns the bundles of a graph, those with older nodes first.
pub(super) fn bundles(graph: &Graph) -> Vec<Bundle> {
    // Units: first the rooms, then each node outside rooms.
    let mut unit_of = vec![0; graph.len()];
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); graph.rooms.len()];
    for node in 0..graph.len() {
        unit_of[node] = graph.room_of[node].unwrap_or_else(|| {
            members.push(Vec::new());
            members.len() - 1
        });
        members[unit_of[node]].push(node);
    }
    let mut below = vec![Vec::new(); members.len()];
    for (node, nexts) in graph.below.iter().enumerate() {
        for &next in nexts {
            if unit_of[node] != unit_of[next] {
                below[unit_of[node]].push(unit_of[next]);
            }
        }
    }
    let mut circles: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (unit, circle) in circles_of(&below).into_iter().enumerate() {
        circles.entry(circle).or_default().push(unit);
    }
    let mut bundles: Vec<(usize, Bundle)> = circles
        .into_values()
        .map(|units| {
            let nodes: Vec<&[usize]> = units.iter().map(|&unit| &*members[unit]).collect();
            let oldest = nodes
                .iter()
                .filter_map(|nodes| nodes.first())
                .min()
                .copied();
            (oldest.unwrap_or(usize::MAX), bundle(graph, &nodes))
        })
        .collect();
    bundles.sort_by_key(|(oldest, _)| *oldest);
    bundles.into_iter().map(|(_, bundle)| bundle).collect()
}

/// Assigns rows to the nodes of a bundle: by rank, without empty ranks; ranks that would make a room too wide are
/// wrapped like lines of text.
fn bundle(graph: &Graph, units: &[&[usize]]) -> Bundle {
    let mut ranks: BTreeMap<usize, Vec<Vec<usize>>> = BTreeMap::new();
    for (unit, nodes) in units.iter().enumerate() {
        for &node in *nodes {
            let rank = ranks
                .entry(graph.rank[node])
                .or_insert_with(|| vec![Vec::new(); units.len()]);
            rank[unit].push(node);
        }
    }
    let mut lines: Vec<Vec<Vec<usize>>> = vec![Vec::new(); units.len()];
    let mut bottom = 0;
    for rank in ranks.into_values() {
        let mut height = 0;
        for (unit, nodes) in rank.into_iter().enumerate() {
            if nodes.is_empty() {
                continue;
            }
            let broken = nodes.len().div_ceil(widest(graph, units, unit));
            lines[unit].resize(bottom, Vec::new());
            lines[unit].extend(
                nodes
                    .chunks(nodes.len().div_ceil(broken))
                    .map(<[usize]>::to_vec),
            );
            height = height.max(lines[unit].len() - bottom);
        }
        bottom += height;
    }
    let parts = lines
        .into_iter()
        .zip(units)
        .map(|(lines, nodes)| {
            let top = lines.iter().take_while(|line| line.is_empty()).count();
            let rows: Vec<Vec<usize>> = lines.into_iter().skip(top).collect();
            let width = rows.iter().map(Vec::len).max().unwrap_or(1);
            Part {
                room: nodes.first().and_then(|&node| graph.room_of[node]),
                top,
                rows,
                width,
            }
        })
        .collect();
    Bundle { parts }
}

/// Returns the maximum number of nodes of one rank side by side in a room: it should not be much wider than long, and
/// rooms that must be side by side should fit on one sheet.
fn widest(graph: &Graph, units: &[&[usize]], unit: usize) -> usize {
    let alone = ceil_sqrt(units[unit].len()).max(3);
    if units.len() == 1 {
        alone
    } else {
        ceil_sqrt(graph.len()).div_ceil(units.len()).min(alone)
    }
}

/// Returns the square root, rounded up.
pub(super) fn ceil_sqrt(number: usize) -> usize {
    let root = number.isqrt();
    root + usize::from(root * root < number)
}

/// Returns the strongly connected component of each unit (Sharir 1981, without recursion).
fn circles_of(below: &[Vec<usize>]) -> Vec<usize> {
    let mut above = vec![Vec::new(); below.len()];
    for (unit, nexts) in below.iter().enumerate() {
        for &next in nexts {
            above[next].push(unit);
        }
    }
    let mut left = Vec::with_capacity(below.len());
    let mut seen = vec![false; below.len()];
    for start in 0..below.len() {
        walk(start, below, &mut seen, |unit| left.push(unit));
    }
    let mut circle = vec![0; below.len()];
    let mut seen = vec![false; below.len()];
    for &start in left.iter().rev() {
        walk(start, &above, &mut seen, |unit| circle[unit] = start);
    }
    circle
}

/// Walks unvisited units depth first, and calls `leave` when it leaves one.
fn walk(start: usize, nexts: &[Vec<usize>], seen: &mut [bool], mut leave: impl FnMut(usize)) {
    if std::mem::replace(&mut seen[start], true) {
        return;
    }
    let mut path = vec![(start, 0)];
    while let Some((unit, tried)) = path.last_mut() {
        if let Some(&next) = nexts[*unit].get(*tried) {
            *tried += 1;
            if !std::mem::replace(&mut seen[next], true) {
                path.push((next, 0));
            }
        } else {
            leave(*unit);
            path.pop();
        }
    }
}
