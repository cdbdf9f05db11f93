//! Assigns rows and columns to every part: as high as its dependencies allow, as near below them as there is room,
//! within a sheet of fair proportions.

use super::budget::Budget;
use super::floor::{Floor, cells, nodes_of};
use super::graph::Graph;
use super::parts::{Bundle, Part, ceil_sqrt};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

/// Number of columns of distance that one row of delay is worth.
const ROW: i32 = 3;

/// Places the bundles one by one at their best positions; returns `None` if the budget ends before.
pub(super) fn snug(graph: &Graph, bundles: &[Bundle], budget: &mut Budget) -> Option<Floor> {
    let mut floor = Floor::new(graph);
    let sheet = sheet(graph, bundles);
    in_order(
        graph,
        bundles,
        &mut floor,
        |floor, bundle, top| match &bundle.parts[..] {
            [part] => {
                let (top, left) = best(graph, floor, part, top, sheet, budget)?;
                floor.lay(part, top, left);
                Some(())
            }
            parts => {
                let mut parts: Vec<&Part> = parts.iter().collect();
                parts.sort_by_key(|part| (part.top, Reverse(part.rows.len() * part.width)));
                for part in parts {
                    let rows = top + part.top..top + part.top + part.rows.len();
                    let liked = best_column(graph, floor, part);
                    let left = nearest(floor, &rows, liked, cells(part.width), i32::MAX, budget)?;
                    if !budget.spend(1) {
                        return None;
                    }
                    floor.lay(part, rows.start, left);
                }
                Some(())
            }
        },
    )?;
    Some(floor)
}

/// Places the bundles like books on shelves: from left to right while they fit and none of their dependencies is on the
/// same shelf, then below. Never good, always valid, and linear in the number of nodes.
pub(super) fn shelve(graph: &Graph, bundles: &[Bundle]) -> Floor {
    let mut floor = Floor::new(graph);
    let sheet = sheet(graph, bundles);
    let (mut shelf, mut next, mut left) = (0, 0, 0);
    let done = in_order(graph, bundles, &mut floor, |floor, bundle, top| {
        let width: i32 = bundle.parts.iter().map(|part| cells(part.width)).sum();
        if top > shelf || left + width > sheet {
            (shelf, left) = (next, 0);
        }
        for part in &bundle.parts {
            floor.lay(part, shelf + part.top, left);
            left += cells(part.width);
            next = next.max(shelf + part.top + part.rows.len());
        }
        Some(())
    });
    debug_assert!(done.is_some(), "a shelf always has room");
    floor
}

/// Visits the bundles from top to bottom, the large ones first among those that may begin in the same row, and passes
/// each to `lay` with the first row that it may use.
fn in_order(
    graph: &Graph,
    bundles: &[Bundle],
    floor: &mut Floor,
    mut lay: impl FnMut(&mut Floor, &Bundle, usize) -> Option<()>,
) -> Option<()> {
    let mut bundle_of = vec![0; graph.len()];
    for (index, bundle) in bundles.iter().enumerate() {
        for (_, node) in nodes_of(bundle) {
            bundle_of[node] = index;
        }
    }
    let mut waits = vec![0_usize; bundles.len()];
    for (node, nexts) in graph.below.iter().enumerate() {
        for &next in nexts {
            waits[bundle_of[next]] += usize::from(bundle_of[node] != bundle_of[next]);
        }
    }
    let key = |floor: &Floor, index: usize| {
        let bundle: &Bundle = &bundles[index];
        let top = nodes_of(bundle)
            .flat_map(|(row, node)| graph.above[node].iter().map(move |&above| (row, above)))
            .filter(|&(_, above)| floor.has(above))
            .map(|(row, above)| (floor.row[above] + 1).saturating_sub(row))
            .max()
            .unwrap_or(0);
        let size: usize = bundle
            .parts
            .iter()
            .map(|part| part.rows.len() * part.width)
            .sum();
        (top, Reverse(size), index)
    };
    let mut ready: BTreeSet<_> = (0..bundles.len())
        .filter(|&index| waits[index] == 0)
        .map(|index| key(floor, index))
        .collect();
    while let Some((top, _, index)) = ready.pop_first() {
        lay(floor, &bundles[index], top)?;
        for (_, node) in nodes_of(&bundles[index]) {
            for &next in &graph.below[node] {
                let other = bundle_of[next];
                if other != index {
                    waits[other] -= 1;
                    if waits[other] == 0 {
                        ready.insert(key(floor, other));
                    }
                }
            }
        }
    }
    Some(())
}

/// Returns the number of columns to fill: cells are three times as wide as high, and half of them stay empty.
fn sheet(graph: &Graph, bundles: &[Bundle]) -> i32 {
    let widest = bundles
        .iter()
        .flat_map(|bundle| &bundle.parts)
        .map(|part| part.width)
        .max();
    cells(ceil_sqrt(graph.len()).max(4).max(widest.unwrap_or(0)))
}

/// Returns the best free position for a part, from a row downward.
fn best(
    graph: &Graph,
    floor: &Floor,
    part: &Part,
    top: usize,
    sheet: i32,
    budget: &mut Budget,
) -> Option<(usize, i32)> {
    let width = cells(part.width);
    let liked = best_column(graph, floor, part);
    // Rooms that had to be side by side may have made the sheet wider.
    let sheet = sheet.max(floor.span.end - floor.span.start);
    let mut best: Option<(i32, usize, i32)> = None;
    let mut delay = 0;
    for top in top.. {
        if best.is_some_and(|(cost, ..)| cost <= delay) {
            break;
        }
        let rows = top..top + part.rows.len();
        let left = nearest(floor, &rows, liked, width, sheet, budget);
        if !budget.spend(1) {
            return None;
        }
        if let Some(left) = left {
            let cost = delay + (left - liked).abs();
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, top, left));
            }
        }
        delay += ROW;
    }
    best.map(|(_, top, left)| (top, left))
}

/// Returns the free columns nearest to a column, on a sheet of limited width. Once the budget has ended, the result may
/// not be free: the caller must check.
fn nearest(
    floor: &Floor,
    rows: &Range<usize>,
    liked: i32,
    width: i32,
    sheet: i32,
    budget: &mut Budget,
) -> Option<i32> {
    let Range { start, end } = floor.span;
    // Everything at this distance is free.
    let far = (liked - start).max(end - liked).max(0) + width;
    (0..=far)
        .flat_map(|away| [liked - away, liked + away])
        .filter(|&left| start == end || end.max(left + width) - start.min(left) <= sheet)
        .find(|&left| !budget.spend(rows.len()) || floor.free(rows.clone(), left, width))
}

/// Returns the preferred first column of a part: centered under its dependencies.
fn best_column(graph: &Graph, floor: &Floor, part: &Part) -> i32 {
    let (mut sum, mut count) = (0, 0);
    for &above in part
        .rows
        .iter()
        .flatten()
        .flat_map(|&node| &graph.above[node])
    {
        if floor.has(above) {
            sum += 2 * floor.col[above] + 1;
            count += 1;
        }
    }
    let middle = if count == 0 {
        floor.span.start + floor.span.end
    } else {
        sum / count
    };
    (middle - cells(part.width)).div_euclid(2)
}
