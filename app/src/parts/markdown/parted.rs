//! Splits a parsed text in two: its visible beginning, and the collapsed rest.

use super::{Kind, Node};

/// Splits the nodes at a position of the source. A node across the position is split, text at the position itself;
/// a node that cannot be split goes into the first part.
#[must_use]
pub fn split(nodes: Vec<Node>, end: usize) -> (Vec<Node>, Vec<Node>) {
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for mut node in nodes {
        if node.at.end <= end {
            first.push(node);
            continue;
        }
        if node.at.start >= end {
            rest.push(node);
            continue;
        }
        let mut after = Node {
            kind: node.kind.clone(),
            at: end..node.at.end,
            inside: Vec::new(),
        };
        match &node.kind {
            Kind::Text => {}
            Kind::Words(_) | Kind::Rule | Kind::Code | Kind::Link(_) | Kind::Head | Kind::Row => {
                first.push(node);
                continue;
            }
            _ => {
                (node.inside, after.inside) = split(node.inside, end);
                if after.inside.is_empty() {
                    first.push(node);
                    continue;
                }
                if node.inside.is_empty() {
                    rest.push(after);
                    continue;
                }
            }
        }
        if let (Kind::List(Some(number)), Some(last)) = (&mut after.kind, node.inside.last()) {
            let goes_on = after
                .inside
                .first()
                .is_some_and(|next| next.at.start == last.at.end);
            *number += node.inside.len() as u64 - u64::from(goes_on);
        }
        node.at.end = end;
        first.push(node);
        rest.push(after);
    }
    (first, rest)
}
