//! Routes each edge through bands and gaps: straight down if no node lies between, else through the cheapest band, and
//! out of and into its nodes at ports that no other line uses.

use super::budget::Budget;
use super::graph::Graph;
use super::site::Site;
use super::tracks::{Ends, Piece, Side, assign};
use std::collections::BTreeMap;

/// Offsets from a column's center at which lines over the column may run. Ports have other offsets, so that no line
/// runs into the port of another.
const OVER: [i32; 9] = [0, 14, -14, 56, -56, 70, -70, 84, -84];

/// Offset from a node's center at which lines leave it sideways.
const OUT: i32 = 42;

/// Offset from a node's center at which lines reach it from the side.
const INTO: i32 = 28;

/// Costs of unrelated rooms and of corners, in half columns.
const STRANGE: u32 = 6;
const CORNER: u32 = 1;

/// Route of one edge.
#[derive(Clone, Debug)]
pub(super) struct Wire {
    /// Nodes of the edge.
    pub ends: Ends,
    /// Offset from the center at which it leaves its node.
    pub out: i32,
    /// Offset from the center at which it reaches its node.
    pub into: i32,
    /// Gap below the node it leaves.
    pub first: usize,
    /// Gap above the node it reaches.
    pub last: usize,
    /// Lane in which it runs down in between, if needed.
    pub lane: Option<Lane>,
}

/// Lane for a line that runs down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// Over the empty cells of a column, at an offset from its center.
    Over(usize, i32),
    /// Between columns, on a track: 0 is left of the first column.
    Between(usize, usize),
}

impl Lane {
    /// Returns the band of the lane.
    pub fn band(self) -> usize {
        match self {
            Self::Over(col, _) => 2 * col + 1,
            Self::Between(channel, _) => 2 * channel,
        }
    }
}

/// All routes.
#[derive(Debug)]
pub(super) struct Ways {
    /// One wire per edge.
    pub wires: Vec<Wire>,
    /// Number of tracks in each channel between columns.
    pub channels: Vec<usize>,
}

/// Lines over a column at an offset: their gaps, and their nodes.
type Taken = BTreeMap<(usize, i32), Vec<((usize, usize), Option<Ends>)>>;

/// Finds the routes of all edges.
pub(super) fn route(graph: &Graph, site: &Site, budget: &mut Budget) -> Ways {
    let mut wires: Vec<Wire> = graph
        .edges
        .iter()
        .map(|&(from, to)| Wire {
            ends: Ends { from, to },
            out: 0,
            into: 0,
            first: site.cell[from].0 + 1,
            last: site.cell[to].0,
            lane: None,
        })
        .collect();
    let mut taken = Taken::new();
    let mut long: Vec<usize> = Vec::new();
    let mut fixed: Vec<(bool, bool)> = vec![(false, false); wires.len()];
    for (index, wire) in wires.iter().enumerate() {
        let (from, to) = (site.cell[wire.ends.from].1, site.cell[wire.ends.to].1);
        if from == to && wire.first <= wire.last && site.open(from, wire.first, wire.last) {
            taken
                .entry((from, 0))
                .or_default()
                .push(((wire.first, wire.last), None));
            fixed[index] = (true, true);
        } else if wire.first != wire.last {
            long.push(index);
        }
    }
    long.sort_by_key(|&index| (wires[index].first.abs_diff(wires[index].last), index));
    for index in long {
        let lane = cheapest(site, &wires[index], &taken, budget);
        let wire = &mut wires[index];
        wire.lane = Some(lane);
        if let Lane::Over(col, offset) = lane {
            taken
                .entry((col, offset))
                .or_default()
                .push(((wire.first, wire.last), Some(wire.ends)));
            if col == site.cell[wire.ends.from].1 {
                (wire.out, fixed[index].0) = (offset, true);
            }
            if col == site.cell[wire.ends.to].1 {
                (wire.into, fixed[index].1) = (offset, true);
            }
        }
    }
    let channels = channels(site, &mut wires, budget);
    ports(site, &mut wires, &fixed, &mut taken);
    Ways { wires, channels }
}

/// Returns the cheapest lane. There always is one between columns.
fn cheapest(site: &Site, wire: &Wire, taken: &Taken, budget: &mut Budget) -> Lane {
    let (from, to) = (
        2 * site.cell[wire.ends.from].1 + 1,
        2 * site.cell[wire.ends.to].1 + 1,
    );
    let gaps = (wire.first.min(wire.last), wire.first.max(wire.last));
    let ends = (wire.ends.from, wire.ends.to);
    let mut best: Option<(u32, Lane)> = None;
    // Once the budget is spent, only the bands next to the node are considered.
    let bands = if budget.spend(4 * site.cols) {
        0..=2 * site.cols
    } else {
        from - 1..=from + 1
    };
    for band in bands {
        let lane = if band % 2 == 0 {
            Lane::Between(band / 2, 0)
        } else if wire.first < wire.last && site.open(band / 2, wire.first, wire.last) {
            let free = |offset: &&i32| {
                let lines = taken.get(&(band / 2, **offset));
                lines.is_none_or(|lines| {
                    lines.iter().all(|(other, whose)| {
                        other.1 < gaps.0
                            || gaps.1 < other.0
                            || whose.is_some_and(|ends| wire.ends.meets(ends))
                    })
                })
            };
            match OVER.iter().find(free) {
                Some(&offset) => Lane::Over(band / 2, offset),
                None => continue,
            }
        } else {
            continue;
        };
        let way = u32::try_from(band.abs_diff(from) + band.abs_diff(to)).unwrap_or(u32::MAX / 4);
        let corners = u32::from(band != from) + u32::from(band != to);
        let rooms = site.strange(band, gaps, ends)
            + site.walls(wire.first, from, band)
            + site.walls(wire.last, band, to);
        let cost = way + CORNER * corners + STRANGE * rooms;
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, lane));
        }
    }
    best.map_or(Lane::Between(0, 0), |(_, lane)| lane)
}

/// Assigns tracks to the lines between columns, and returns the number of tracks per channel.
fn channels(site: &Site, wires: &mut [Wire], budget: &mut Budget) -> Vec<usize> {
    let mut pieces: Vec<Vec<(usize, Piece)>> = vec![Vec::new(); site.cols + 1];
    for (index, wire) in wires.iter().enumerate() {
        if let Some(Lane::Between(channel, _)) = wire.lane {
            let toward = |node: usize| {
                if site.cell[node].1 < channel {
                    Side::Before
                } else {
                    Side::After
                }
            };
            let turn =
                |gap: usize, node: usize| (i32::try_from(gap).unwrap_or(i32::MAX), toward(node));
            let turns = [
                turn(wire.first, wire.ends.from),
                turn(wire.last, wire.ends.to),
            ];
            pieces[channel].push((
                index,
                Piece {
                    ends: wire.ends,
                    turns,
                },
            ));
        }
    }
    pieces
        .into_iter()
        .enumerate()
        .map(|(channel, pieces)| {
            let (indices, pieces): (Vec<usize>, Vec<Piece>) = pieces.into_iter().unzip();
            // Lines that only touch the same gap may turn there at any height: one gap apart.
            let (tracks, count) = assign(&pieces, 1, budget);
            for (index, track) in indices.into_iter().zip(tracks) {
                wires[index].lane = Some(Lane::Between(channel, track));
            }
            count
        })
        .collect()
}

/// Assigns ports: each line leaves and reaches its nodes on the side it comes from or goes to; in the center if it is
/// the only one on that side.
fn ports(site: &Site, wires: &mut [Wire], fixed: &[(bool, bool)], taken: &mut Taken) {
    for upper in [true, false] {
        let mut by_node: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, wire) in wires.iter().enumerate() {
            by_node
                .entry(if upper { wire.ends.to } else { wire.ends.from })
                .or_default()
                .push(index);
        }
        for (node, lines) in by_node {
            let (row, col) = site.cell[node];
            let gap = if upper { row } else { row + 1 };
            let is_fixed = |index: usize| {
                if upper {
                    fixed[index].1
                } else {
                    fixed[index].0
                }
            };
            let away = |wire: &Wire| {
                let other = if upper { wire.ends.from } else { wire.ends.to };
                wire.lane.map_or(2 * site.cell[other].1 + 1, Lane::band) > 2 * col + 1
            };
            let mut rightward: Vec<bool> = lines.iter().map(|&index| away(&wires[index])).collect();
            rightward.sort_unstable();
            rightward.dedup();
            let middle = taken.entry((col, 0)).or_default();
            let alone = rightward.len() == 1
                && !lines.iter().any(|&index| is_fixed(index))
                && middle
                    .iter()
                    .all(|((from, to), _)| gap < *from || *to < gap);
            if alone {
                middle.push(((gap, gap), None));
            }
            for index in lines.into_iter().filter(|&index| !is_fixed(index)) {
                let wire = &mut wires[index];
                let sign = if away(wire) { 1 } else { -1 };
                match (upper, alone) {
                    (_, true) => {}
                    (true, false) => wire.into = sign * INTO,
                    (false, false) => wire.out = sign * OUT,
                }
            }
        }
    }
}
