//! Final drawing: assigns tracks to horizontal runs, pixels to everything, a radius to corners, and doors to walls.

use super::budget::Budget;
use super::lanes::{Lane, Ways, Wire};
use super::measure::{Across, Down, NODE_HEIGHT};
use super::site::Site;
use super::tracks::{Piece, Side, assign};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Radius of corners, in pixels.
const RADIUS: f32 = 7.0;

/// Distance of an arrow's tip above its node, so that it touches the border and does not cover it.
pub(super) const TIP: i32 = 2;

/// Minimum distance of two lines on the same track, in pixels.
const CLEAR: i32 = 12;

/// Point of a line, in pixels.
pub(super) type Point = (i32, i32);

/// Door: its center; true if its wall is horizontal.
pub(super) type Opening = (i32, i32, bool);

/// Complete drawing in pixels.
#[derive(Debug)]
pub(super) struct Drawing {
    /// Horizontal positions.
    pub across: Across,
    /// Vertical positions.
    pub down: Down,
    /// Corners of each edge's line, including its ends.
    pub lines: Vec<Vec<Point>>,
}

/// Draws the routes on a floor.
pub(super) fn draw(site: &Site, ways: &Ways, budget: &mut Budget) -> Drawing {
    let across = Across::new(&ways.channels);
    let (tracks, counts) = runs(site, ways, &across, budget);
    let down = Down::new(site, &counts);
    let lines = ways
        .wires
        .iter()
        .zip(&tracks)
        .map(|(wire, &(first, last))| {
            let (out, lane, into) = stops(site, &across, wire);
            let start = down.rows[site.cell[wire.ends.from].0] + NODE_HEIGHT;
            let end = down.rows[site.cell[wire.ends.to].0] - TIP;
            let (first, last) = (down.line(wire.first, first), down.line(wire.last, last));
            let lane = lane.unwrap_or(into);
            let mut corners = vec![(out, start)];
            for point in [
                (out, first),
                (lane, first),
                (lane, last),
                (into, last),
                (into, end),
            ] {
                push(&mut corners, point);
            }
            corners
        })
        .collect();
    Drawing {
        across,
        down,
        lines,
    }
}

/// Returns the horizontal positions at which a wire leaves, runs down and arrives.
fn stops(site: &Site, across: &Across, wire: &Wire) -> (i32, Option<i32>, i32) {
    let lane = wire.lane.map(|lane| match lane {
        Lane::Over(col, offset) => across.over(col, offset),
        Lane::Between(channel, track) => across.between(channel, track),
    });
    let out = across.over(site.cell[wire.ends.from].1, wire.out);
    let into = across.over(site.cell[wire.ends.to].1, wire.into);
    (out, lane, into)
}

/// Returns the tracks of each wire's first and last run, and the number of tracks in each gap.
fn runs(
    site: &Site,
    ways: &Ways,
    across: &Across,
    budget: &mut Budget,
) -> (Vec<(usize, usize)>, Vec<usize>) {
    let mut pieces: Vec<Vec<(usize, bool, Piece)>> = vec![Vec::new(); site.rows + 1];
    for (index, wire) in ways.wires.iter().enumerate() {
        let (out, lane, into) = stops(site, across, wire);
        let ends = wire.ends;
        if let Some(lane) = lane {
            let (leaves, arrives) = if wire.first < wire.last {
                (Side::After, Side::Before)
            } else {
                (Side::Before, Side::After)
            };
            if out != lane {
                let turns = [(out, Side::Before), (lane, leaves)];
                pieces[wire.first].push((index, true, Piece { ends, turns }));
            }
            if lane != into {
                let turns = [(lane, arrives), (into, Side::After)];
                pieces[wire.last].push((index, false, Piece { ends, turns }));
            }
        } else if out != into {
            let turns = [(out, Side::Before), (into, Side::After)];
            pieces[wire.first].push((index, true, Piece { ends, turns }));
        }
    }
    let mut tracks = vec![(0, 0); ways.wires.len()];
    let mut counts = Vec::with_capacity(pieces.len());
    for gap in pieces {
        let lines: Vec<Piece> = gap.iter().map(|(_, _, piece)| piece.clone()).collect();
        let (found, count) = assign(&lines, CLEAR, budget);
        for ((index, first, _), track) in gap.into_iter().zip(found) {
            if first {
                tracks[index].0 = track;
            } else {
                tracks[index].1 = track;
            }
        }
        counts.push(count);
    }
    (tracks, counts)
}

/// Adds a point to a line, and merges straight pieces.
fn push(line: &mut Vec<Point>, point: Point) {
    if line.last() == Some(&point) {
        return;
    }
    if let [.., before, last] = line[..] {
        let straight =
            (before.0 == last.0 && last.0 == point.0) || (before.1 == last.1 && last.1 == point.1);
        if straight {
            line.pop();
        }
    }
    line.push(point);
}

/// Formats a line as an SVG path, each corner a quarter turn; corners with a short piece between them share it.
pub(super) fn path(line: &[Point]) -> String {
    let mut path = String::new();
    let mut write = |command: char, points: &[(f32, f32)]| {
        path.push(command);
        for (index, (x, y)) in points.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(path, "{gap}{x} {y}");
        }
    };
    let corners: Vec<(f32, f32)> = line.iter().map(|&(x, y)| (float(x), float(y))).collect();
    for (index, &corner) in corners.iter().enumerate() {
        match (
            index.checked_sub(1).and_then(|before| corners.get(before)),
            corners.get(index + 1),
        ) {
            (None, _) => write('M', &[corner]),
            (_, None) => write('L', &[corner]),
            (Some(&before), Some(&after)) => {
                let radius = (apart(before, corner) / 2.0)
                    .min(apart(corner, after) / 2.0)
                    .min(RADIUS);
                write('L', &[toward(corner, before, radius)]);
                write('Q', &[corner, toward(corner, after, radius)]);
            }
        }
    }
    path
}

/// Returns the distance of two corners along the axis they share.
fn apart(one: (f32, f32), two: (f32, f32)) -> f32 {
    (one.0 - two.0).abs() + (one.1 - two.1).abs()
}

/// Returns the point at a distance from a corner, towards another.
fn toward(corner: (f32, f32), to: (f32, f32), distance: f32) -> (f32, f32) {
    let step = |from: f32, to: f32| (to - from).clamp(-distance, distance);
    (
        corner.0 + step(corner.0, to.0),
        corner.1 + step(corner.1, to.1),
    )
}

/// Returns the places at which lines pass through walls.
pub(super) fn doors(site: &Site, drawing: &Drawing) -> BTreeSet<Opening> {
    let Drawing {
        across,
        down,
        lines,
    } = drawing;
    // By gap: horizontal walls in it, and vertical walls that cross it.
    let mut level: Vec<Vec<(i32, i32, i32)>> = vec![Vec::new(); site.rows + 1];
    let mut upright: Vec<Vec<i32>> = vec![Vec::new(); site.rows + 1];
    for rect in &site.rooms {
        let ((left, right), (top, bottom)) = (across.walls(&rect.cols), down.walls(&rect.rows));
        level[rect.rows.start].push((left, right, top));
        level[rect.rows.end].push((left, right, bottom));
        for walls in &mut upright[rect.rows.start + 1..rect.rows.end] {
            walls.extend([left, right]);
        }
    }
    for walls in &mut upright {
        walls.sort_unstable();
    }
    let gap_of = |y: i32| down.rows.partition_point(|&row| row < y);
    let mut doors = BTreeSet::new();
    for pair in lines.iter().flat_map(|line| line.windows(2)) {
        let (((x1, y1), (x2, y2)), mut between) = ((pair[0], pair[1]), Vec::new());
        if y1 == y2 {
            let (low, high) = (x1.min(x2), x1.max(x2));
            let walls = &upright[gap_of(y1)];
            let inner = walls.partition_point(|&x| x <= low)..walls.partition_point(|&x| x < high);
            between.extend(walls[inner].iter().map(|&x| (x, y1, false)));
        } else {
            let (low, high) = (y1.min(y2), y1.max(y2));
            for walls in &level[gap_of(low)..=gap_of(high)] {
                between.extend(
                    walls
                        .iter()
                        .filter(|&&(left, right, y)| left < x1 && x1 < right && low < y && y < high)
                        .map(|&(_, _, y)| (x1, y, true)),
                );
            }
        }
        doors.extend(between);
    }
    doors
}

/// Converts pixels to the type of the plan.
#[expect(
    clippy::cast_precision_loss,
    reason = "no drawing is sixteen million pixels long"
)]
pub(super) fn float(pixels: i32) -> f32 {
    pixels as f32
}
