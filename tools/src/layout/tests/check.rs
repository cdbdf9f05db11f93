//! Invariants of every plan, checked from the plan alone as a page would read it.

use kernel::ports::layout::{Plan, PlanEdge, PlanNode, PlanRoom, Sketch};
use std::collections::{BTreeMap, BTreeSet};

/// Rectangle: left, top, right, bottom.
type Rect = (f32, f32, f32, f32);

fn node_rect(node: &PlanNode) -> Rect {
    (node.x, node.y, node.x + 196.0, node.y + 40.0)
}

fn room_rect(room: &PlanRoom) -> Rect {
    (room.x, room.y, room.x + room.width, room.y + room.height)
}

fn apart(one: Rect, two: Rect) -> bool {
    one.2 <= two.0 || two.2 <= one.0 || one.3 <= two.1 || two.3 <= one.1
}

fn within(inner: Rect, outer: Rect) -> bool {
    outer.0 <= inner.0 && outer.1 <= inner.1 && inner.2 <= outer.2 && inner.3 <= outer.3
}

/// Corners of an edge's path.
#[derive(Debug)]
pub(super) struct Line {
    pub from: String,
    pub to: String,
    pub points: Vec<(f32, f32)>,
}

impl Line {
    /// Parses a path: its start, the corner of each curve, its end.
    pub fn read(edge: &PlanEdge) -> Self {
        let commands = edge.path.replace(|c: char| c.is_ascii_alphabetic(), "|");
        let kinds = edge.path.chars().filter(char::is_ascii_alphabetic);
        let numbers = commands.split('|').skip(1).map(|part| {
            part.split(' ')
                .map(|number| number.parse().unwrap())
                .collect::<Vec<f32>>()
        });
        let mut points = Vec::new();
        let parts: Vec<(char, Vec<f32>)> = kinds.zip(numbers).collect();
        for (index, (kind, numbers)) in parts.iter().enumerate() {
            // The points on both sides of a corner lie on its legs.
            if *kind != 'L' || index + 1 == parts.len() {
                points.push((numbers[0], numbers[1]));
            }
            if let ('Q', [x, y, after_x, after_y]) = (*kind, &numbers[..]) {
                assert!(
                    x == after_x || y == after_y,
                    "a corner leaves along an axis"
                );
            }
        }
        Self {
            from: edge.from.clone(),
            to: edge.to.clone(),
            points,
        }
    }

    /// Returns the straight pieces.
    fn legs(&self) -> impl Iterator<Item = Rect> + '_ {
        self.points.windows(2).map(|pair| {
            let ((x1, y1), (x2, y2)) = (pair[0], pair[1]);
            (x1.min(x2), y1.min(y2), x1.max(x2), y1.max(y2))
        })
    }
}

/// Returns true if two straight pieces overlap in more than a point.
fn cover(one: Rect, two: Rect) -> bool {
    let common = |a: (f32, f32), b: (f32, f32)| a.1.min(b.1) - a.0.max(b.0);
    let (x, y) = (
        common((one.0, one.2), (two.0, two.2)),
        common((one.1, one.3), (two.1, two.3)),
    );
    (x == 0.0 && y > 0.0 && one.0 == one.2 && two.0 == two.2)
        || (y == 0.0 && x > 0.0 && one.1 == one.3 && two.1 == two.3)
}

/// Checks the invariants of any sketch.
pub(super) fn check(sketch: &Sketch, plan: &Plan) {
    check_cells(sketch, plan);
    check_lines(plan);
    check_doors(plan);
}

/// Checks nodes and rooms.
fn check_cells(sketch: &Sketch, plan: &Plan) {
    let ids: Vec<&str> = plan.nodes.iter().map(|node| &*node.id).collect();
    let wanted: Vec<&str> = sketch.nodes.iter().map(|node| &*node.id).collect();
    assert_eq!(ids, wanted, "every node once");
    let sheet = (0.0, 0.0, plan.width, plan.height);
    for (index, node) in plan.nodes.iter().enumerate() {
        assert!(within(node_rect(node), sheet), "{node:?} lies on the sheet");
        for other in &plan.nodes[..index] {
            assert!(
                apart(node_rect(node), node_rect(other)),
                "{node:?} and {other:?} lie apart"
            );
        }
    }
    let names: Vec<&str> = plan.rooms.iter().map(|room| &*room.name).collect();
    let wanted: BTreeSet<&str> = sketch
        .nodes
        .iter()
        .filter_map(|node| node.room.as_deref())
        .collect();
    assert_eq!(names.len(), wanted.len(), "every room once");
    assert_eq!(names.into_iter().collect::<BTreeSet<_>>(), wanted);
    for (index, room) in plan.rooms.iter().enumerate() {
        assert!(within(room_rect(room), sheet), "{room:?} lies on the sheet");
        for other in &plan.rooms[..index] {
            assert!(
                apart(room_rect(room), room_rect(other)),
                "{room:?} and {other:?} lie apart"
            );
        }
        for (node, sketched) in plan.nodes.iter().zip(&sketch.nodes) {
            let own = sketched.room.as_ref() == Some(&room.name);
            let (node_rect, room_rect) = (node_rect(node), room_rect(room));
            assert!(if own {
                within(node_rect, room_rect)
            } else {
                apart(node_rect, room_rect)
            });
        }
    }
}

/// Checks the routes of lines.
fn check_lines(plan: &Plan) {
    let nodes: BTreeMap<&str, &PlanNode> =
        plan.nodes.iter().map(|node| (&*node.id, node)).collect();
    let lines: Vec<Line> = plan.edges.iter().map(Line::read).collect();
    for line in &lines {
        let (from, to) = (nodes[&*line.from], nodes[&*line.to]);
        let (start, end) = (line.points[0], line.points[line.points.len() - 1]);
        assert_eq!(
            start.1,
            from.y + 40.0,
            "{line:?} leaves at the lower border"
        );
        assert!(from.x < start.0 && start.0 < from.x + 196.0);
        assert_eq!(end.1, to.y - 2.0, "{line:?} arrives at the upper border");
        assert!(to.x < end.0 && end.0 < to.x + 196.0);
        for pair in line.points.windows(2) {
            assert!(
                (pair[0].0 == pair[1].0) != (pair[0].1 == pair[1].1),
                "{line:?} has right angles"
            );
        }
        let first = line.points[1].1 - start.1;
        let last = end.1 - line.points[line.points.len() - 2].1;
        assert!(
            first > 7.0 && last > 7.0,
            "{line:?} leaves and arrives downward"
        );
        for leg in line.legs() {
            assert!(
                within(leg, (0.0, 0.0, plan.width, plan.height)),
                "{line:?} lies on the sheet"
            );
            for node in &plan.nodes {
                assert!(apart(leg, node_rect(node)), "{line:?} runs past {node:?}");
            }
            for room in &plan.rooms {
                let (left, top, right, bottom) = room_rect(room);
                for wall in [
                    (left, top, right, top),
                    (left, bottom, right, bottom),
                    (left, top, left, bottom),
                    (right, top, right, bottom),
                ] {
                    assert!(
                        !cover(leg, wall),
                        "{line:?} does not run along a wall of {room:?}"
                    );
                }
            }
        }
    }
    if lines.len() > 200 {
        return; // All pairs of a large plan take minutes; the small plans show the same.
    }
    for (index, one) in lines.iter().enumerate() {
        for two in lines[..index]
            .iter()
            .filter(|two| two.from != one.from && two.to != one.to)
        {
            let covers = one
                .legs()
                .any(|leg| two.legs().any(|other| cover(leg, other)));
            assert!(!covers, "{one:?} and {two:?} have tracks of their own");
        }
    }
}

/// Checks that every crossing of a line and a wall is a door, and that there are no other doors.
fn check_doors(plan: &Plan) {
    let lines: Vec<Line> = plan.edges.iter().map(Line::read).collect();
    let mut crossings = BTreeSet::new();
    let whole = |pixels: f32| pixels.round().to_string();
    for (x1, y1, x2, y2) in lines.iter().flat_map(Line::legs) {
        for room in &plan.rooms {
            let (left, top, right, bottom) = room_rect(room);
            for wall in [left, right]
                .into_iter()
                .filter(|&x| y1 == y2 && x1 < x && x < x2)
            {
                if top < y1 && y1 < bottom {
                    crossings.insert((whole(wall), whole(y1), false));
                }
            }
            for wall in [top, bottom]
                .into_iter()
                .filter(|&y| x1 == x2 && y1 < y && y < y2)
            {
                if left < x1 && x1 < right {
                    crossings.insert((whole(x1), whole(wall), true));
                }
            }
        }
    }
    let doors: BTreeSet<_> = plan
        .doors
        .iter()
        .map(|door| (whole(door.x), whole(door.y), door.horizontal))
        .collect();
    assert_eq!(doors.len(), plan.doors.len(), "every door once");
    assert_eq!(doors, crossings);
}

/// Checks that edges run from upper to lower nodes.
pub(super) fn check_down(plan: &Plan) {
    let top: BTreeMap<&str, f32> = plan.nodes.iter().map(|node| (&*node.id, node.y)).collect();
    for edge in &plan.edges {
        assert!(
            top[&*edge.from] < top[&*edge.to],
            "{} is above {}",
            edge.from,
            edge.to
        );
    }
}

/// Checks that the edges reach what the sketch's edges reach, and that none is redundant.
pub(super) fn check_reduced(sketch: &Sketch, plan: &Plan) {
    let index: BTreeMap<&str, usize> = sketch
        .nodes
        .iter()
        .enumerate()
        .map(|(index, node)| (&*node.id, index))
        .collect();
    let drawn: Vec<(usize, usize)> = plan
        .edges
        .iter()
        .map(|edge| (index[&*edge.from], index[&*edge.to]))
        .collect();
    let whole = reach(sketch.nodes.len(), &sketch.edges);
    assert_eq!(reach(sketch.nodes.len(), &drawn), whole);
    for left_out in 0..drawn.len() {
        let mut fewer = drawn.clone();
        fewer.remove(left_out);
        assert_ne!(
            reach(sketch.nodes.len(), &fewer),
            whole,
            "{:?} is needed",
            drawn[left_out]
        );
    }
}

/// Returns the nodes that each node reaches, if edges lead to larger indexes.
fn reach(count: usize, edges: &[(usize, usize)]) -> Vec<BTreeSet<usize>> {
    let mut reach = vec![BTreeSet::new(); count];
    for from in (0..count).rev() {
        for &(_, to) in edges.iter().filter(|edge| edge.0 == from) {
            let more = reach[to].clone();
            reach[from].insert(to);
            reach[from].extend(more);
        }
    }
    reach
}
