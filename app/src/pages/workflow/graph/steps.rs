//! Arrow key navigation in the drawing: up and down along the edges, left and right along the row. Pure functions.

use kernel::ports::layout::{Plan, PlanNode};

/// Returns the node that `key` leads to from `from`.
pub fn step<'a>(plan: &'a Plan, from: &str, key: &str) -> Option<&'a str> {
    let here = plan.nodes.iter().find(|node| node.id == from)?;
    let found = match key {
        "ArrowUp" => nearest(plan, here, |node| has_edge(plan, &node.id, from))
            .or_else(|| beside(plan, here, |node| node.y < here.y, |node| here.y - node.y)),
        "ArrowDown" => nearest(plan, here, |node| has_edge(plan, from, &node.id))
            .or_else(|| beside(plan, here, |node| node.y > here.y, |node| node.y - here.y)),
        "ArrowLeft" => in_row(plan, here, |node| node.x < here.x),
        "ArrowRight" => in_row(plan, here, |node| node.x > here.x),
        "Home" => plan.nodes.first(),
        "End" => plan.nodes.last(),
        _ => None,
    };
    found.map(|node| node.id.as_str())
}

fn has_edge(plan: &Plan, from: &str, to: &str) -> bool {
    plan.edges
        .iter()
        .any(|edge| edge.from == from && edge.to == to)
}

/// Returns the matching node that is horizontally nearest to `here`.
fn nearest<'a>(
    plan: &'a Plan,
    here: &PlanNode,
    fits: impl Fn(&PlanNode) -> bool,
) -> Option<&'a PlanNode> {
    beside(plan, here, fits, |node| (node.x - here.x).abs())
}

fn in_row<'a>(
    plan: &'a Plan,
    here: &PlanNode,
    fits: impl Fn(&PlanNode) -> bool,
) -> Option<&'a PlanNode> {
    beside(
        plan,
        here,
        |node| (node.y - here.y).abs() < 1.0 && fits(node),
        |node| (node.x - here.x).abs(),
    )
}

fn beside<'a>(
    plan: &'a Plan,
    here: &PlanNode,
    fits: impl Fn(&PlanNode) -> bool,
    far: impl Fn(&PlanNode) -> f32,
) -> Option<&'a PlanNode> {
    // Ties go to the horizontally nearest node.
    let weight = |node: &PlanNode| far(node) + (node.x - here.x).abs() / 1_000.0;
    plan.nodes
        .iter()
        .filter(|node| node.id != here.id && fits(node))
        .min_by(|one, two| weight(one).total_cmp(&weight(two)))
}

#[cfg(test)]
mod tests {
    use kernel::ports::layout::{Plan, PlanEdge, PlanNode};

    use super::step;

    #[test]
    fn arrows_follow_edges_and_rows() {
        let node = |id: &str, x, y| PlanNode {
            id: id.into(),
            x,
            y,
        };
        let edge = |from: &str, to: &str| PlanEdge {
            from: from.into(),
            to: to.into(),
            path: String::new(),
        };
        let plan = Plan {
            nodes: vec![
                node("T1", 0.0, 0.0),
                node("T2", 0.0, 60.0),
                node("T3", 240.0, 60.0),
                node("T4", 240.0, 120.0),
            ],
            edges: vec![edge("T1", "T3"), edge("T1", "T2"), edge("T3", "T4")],
            ..Plan::default()
        };
        for (from, key, to) in [
            ("T1", "ArrowDown", Some("T2")),
            ("T3", "ArrowUp", Some("T1")),
            ("T2", "ArrowRight", Some("T3")),
            ("T3", "ArrowLeft", Some("T2")),
            ("T2", "ArrowDown", Some("T4")),
            ("T1", "ArrowLeft", None),
            ("T2", "End", Some("T4")),
            ("T2", "x", None),
        ] {
            assert_eq!(step(&plan, from, key), to, "{from} {key}");
        }
    }
}
