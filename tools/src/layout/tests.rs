//! Tests plans of many sketches with the invariants of `check`.

#![expect(clippy::float_cmp, reason = "coordinates are whole pixels")]

mod check;

use super::budget::Budget;
use super::{CachedLayout, draw_sketch, draw_within};
use check::{Line, check, check_down, check_reduced};
use kernel::ports::layout::{Layout, Plan, Sketch, SketchNode};
use proptest::prelude::*;
use std::sync::Arc;

/// Creates a sketch from each node's room, 0 for none, and edges.
fn sketch(rooms: &[usize], edges: &[(usize, usize)]) -> Sketch {
    let node = |(index, &room): (usize, &usize)| SketchNode {
        id: format!("T{}", index + 1),
        room: (room > 0).then(|| format!("Room {room}")),
    };
    Sketch {
        nodes: rooms.iter().enumerate().map(node).collect(),
        edges: edges.to_vec(),
    }
}

/// Generates any graph, with cycles, duplicates and edges of unknown nodes.
fn any_sketch() -> impl Strategy<Value = Sketch> {
    (1_usize..28, 0_usize..5).prop_flat_map(|(count, rooms)| {
        (
            prop::collection::vec(0..=rooms, count),
            prop::collection::vec((0..=count, 0..=count), 0..count * 3),
        )
            .prop_map(|(rooms, edges)| sketch(&rooms, &edges))
    })
}

/// Generates a task graph: edges lead from older to newer nodes, groups are mostly of neighbors.
fn task_graph() -> impl Strategy<Value = Sketch> {
    (1_usize..28, 1_usize..7).prop_flat_map(|(count, size)| {
        (
            prop::collection::vec(prop::option::weighted(0.15, 0_usize..5), count),
            prop::collection::vec((0..count, 0..count), 0..count * 2),
        )
            .prop_map(move |(strays, edges)| {
                let room =
                    |(index, stray): (usize, &Option<usize>)| stray.unwrap_or(1 + index / size);
                let rooms: Vec<usize> = strays.iter().enumerate().map(room).collect();
                let edges: Vec<(usize, usize)> =
                    edges.into_iter().filter(|(from, to)| from < to).collect();
                sketch(&rooms, &edges)
            })
    })
}

/// Returns a generator of pseudorandom numbers from a fixed seed (Marsaglia 2003).
fn numbers(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below as u64).unwrap()
    }
}

/// Creates many nodes in rooms of which each may wait for any other.
fn entangled(count: usize, edges: usize) -> Sketch {
    let mut number = numbers(42);
    let rooms: Vec<usize> = (0..count).map(|_| number(count / 8 + 1)).collect();
    let edges: Vec<(usize, usize)> = (0..edges)
        .map(|_| (number(count), number(count)))
        .filter(|(from, to)| from != to)
        .map(|(one, two)| (one.min(two), one.max(two)))
        .collect();
    sketch(&rooms, &edges)
}

/// Creates the example workflow of the design.
fn example() -> Sketch {
    let (design, storage, tokens, edge, clients, release) = (1, 2, 3, 4, 5, 6);
    let rooms = [
        design, design, design, design, storage, tokens, tokens, tokens, storage, clients, edge,
        clients, storage, edge, clients, release, edge, release,
    ];
    let waits: [&[usize]; 18] = [
        &[],
        &[1],
        &[1],
        &[1],
        &[2],
        &[2, 3],
        &[5, 6],
        &[6],
        &[5],
        &[3],
        &[7],
        &[7],
        &[9],
        &[11],
        &[12],
        &[11, 13],
        &[8],
        &[10, 17, 14, 15, 16],
    ];
    let edges: Vec<(usize, usize)> = waits
        .iter()
        .enumerate()
        .flat_map(|(to, waits)| waits.iter().map(move |from| (from - 1, to)))
        .collect();
    sketch(&rooms, &edges)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_graph_gives_a_sound_plan(sketch in any_sketch()) {
        check(&sketch, &draw_sketch(&sketch));
    }

    #[test]
    fn a_task_graph_runs_downward_and_shows_no_superfluous_edge(sketch in task_graph()) {
        let plan = draw_sketch(&sketch);
        check(&sketch, &plan);
        check_down(&plan);
        check_reduced(&sketch, &plan);
    }

    #[test]
    fn a_plan_is_sound_wherever_the_budget_ends(sketch in any_sketch(), steps in 0_u64..4000) {
        check(&sketch, &draw_within(&sketch, &mut Budget::new(steps)));
    }

    #[test]
    fn the_same_sketch_gives_the_same_plan(sketch in any_sketch()) {
        prop_assert_eq!(draw_sketch(&sketch), draw_sketch(&sketch));
    }
}

#[test]
fn nothing_gives_an_empty_plan() {
    assert_eq!(draw_sketch(&Sketch::default()), Plan::default());
}

#[test]
fn one_node_in_a_room_has_the_measures_of_the_design() {
    let plan = draw_sketch(&sketch(&[1], &[]));
    let (node, room) = (&plan.nodes[0], &plan.rooms[0]);
    assert_eq!((node.x, node.y), (20.0, 30.0));
    assert_eq!(
        (room.x, room.y, room.width, room.height),
        (6.0, 16.0, 224.0, 62.0)
    );
    assert_eq!((plan.width, plan.height), (236.0, 92.0));
}

#[test]
fn rows_are_nearer_in_a_room_than_across_a_wall() {
    let plan = draw_sketch(&sketch(&[1, 1, 2], &[(0, 1), (1, 2)]));
    let gap = |upper: usize, lower: usize| plan.nodes[lower].y - plan.nodes[upper].y - 40.0;
    assert_eq!((gap(0, 1), gap(1, 2)), (28.0, 40.0));
    assert_eq!(plan.edges[0].path, "M118 70L118 96");
    // Both walls open where the edge passes.
    let doors: Vec<_> = plan
        .doors
        .iter()
        .map(|door| (door.x, door.y, door.horizontal))
        .collect();
    assert_eq!(doors, [(118.0, 146.0, true), (118.0, 164.0, true)]);
}

#[test]
fn columns_are_244_apart_and_corners_round() {
    let plan = draw_sketch(&sketch(&[1, 1, 1], &[(0, 1), (0, 2)]));
    assert_eq!((plan.nodes[1].x - plan.nodes[2].x).abs(), 244.0);
    assert_eq!(
        plan.edges
            .iter()
            .filter(|edge| edge.path.matches('Q').count() == 2)
            .count(),
        1
    );
}

#[test]
fn the_example_of_the_design_is_as_compact_as_it_was_drawn_by_hand() {
    let sketch = example();
    let plan = draw_sketch(&sketch);
    check(&sketch, &plan);
    check_down(&plan);
    assert!(
        plan.width <= 988.0 && plan.height <= 604.0,
        "{} × {}",
        plan.width,
        plan.height
    );
    let straight = |from: &str, to: &str| {
        let edge = plan
            .edges
            .iter()
            .find(|edge| edge.from == from && edge.to == to)
            .unwrap();
        Line::read(edge).points.len() == 2
    };
    assert!(straight("T6", "T7") && straight("T7", "T11") && straight("T16", "T18"));
}

#[test]
fn where_nothing_else_decides_older_nodes_stand_first() {
    let fan: Vec<(usize, usize)> = (1..9).map(|to| (0, to)).collect();
    for sketch in [
        sketch(&[0; 10], &[]),
        sketch(&[1; 10], &[]),
        sketch(&[0; 9], &fan),
    ] {
        let plan = draw_sketch(&sketch);
        check(&sketch, &plan);
        // The first two of the fan are its longest path.
        let free = if sketch.edges.is_empty() { 0 } else { 2 };
        let mut nodes: Vec<_> = plan.nodes.iter().enumerate().skip(free).collect();
        nodes.sort_by(|(_, a), (_, b)| (a.y, a.x).partial_cmp(&(b.y, b.x)).unwrap());
        let order: Vec<usize> = nodes.into_iter().map(|(index, _)| index).collect();
        assert!(order.is_sorted(), "{order:?}");
    }
}

#[test]
fn rooms_that_wait_for_each_other_stay_whole_beside_each_other() {
    let sketch = sketch(&[1, 2, 1, 2, 1], &[(0, 1), (1, 2), (2, 3), (3, 4)]);
    let plan = draw_sketch(&sketch);
    check(&sketch, &plan);
    check_down(&plan);
    assert_eq!(plan.rooms.len(), 2);
}

#[test]
fn a_cycle_is_drawn_with_the_edge_that_closes_it_running_upward() {
    let sketch = sketch(&[1, 1, 0], &[(0, 1), (1, 2), (2, 0)]);
    let plan = draw_sketch(&sketch);
    check(&sketch, &plan);
    assert_eq!(plan.edges.len(), 3);
}

#[test]
fn a_wide_rank_is_broken_into_rows() {
    let edges: Vec<(usize, usize)> = (1..100).map(|to| (0, to)).collect();
    let sketch = sketch(&[1; 100], &edges);
    let plan = draw_sketch(&sketch);
    check(&sketch, &plan);
    assert!(plan.width < 12.0 * 244.0, "{}", plan.width);
}

#[test]
fn a_thousand_nodes_take_a_bounded_number_of_steps() {
    let steps = |sketch: &Sketch| {
        let mut budget = Budget::of(sketch.nodes.len(), sketch.edges.len());
        (draw_within(sketch, &mut budget), budget.steps())
    };
    let mut number = numbers(7);
    let edges: Vec<(usize, usize)> = (1..1000)
        .flat_map(|to| [(to - 1 - number(to.min(8)), to), (to - 1 - number(to), to)])
        .collect();
    let rooms: Vec<usize> = (0..1000).map(|index| 1 + index / 6).collect();
    let sketch = sketch(&rooms, &edges);
    let (plan, calm) = steps(&sketch);
    check(&sketch, &plan);
    check_down(&plan);
    assert!(calm < 2_000_000, "{calm}");
    // Only the budget limits this one; little is requested after its end.
    let (plan, wild) = steps(&entangled(1000, 5000));
    check_down(&plan);
    assert!(wild < 30_000_000, "{wild}");
}

#[test]
fn a_plan_is_drawn_once_and_the_longest_unused_is_forgotten() {
    let layout = CachedLayout::new(2);
    let sketches: Vec<Sketch> = (1..=3).map(|count| sketch(&vec![0; count], &[])).collect();
    let first = layout.plan(&sketches[0]);
    let second = layout.plan(&sketches[1]);
    assert!(Arc::ptr_eq(&first, &layout.plan(&sketches[0])));
    let third = layout.plan(&sketches[2]);
    assert!(Arc::ptr_eq(&first, &layout.plan(&sketches[0])));
    assert!(Arc::ptr_eq(&third, &layout.plan(&sketches[2])));
    assert!(!Arc::ptr_eq(&second, &layout.plan(&sketches[1])));
    assert_eq!(layout.draw(&sketches[1]), *second);
}
