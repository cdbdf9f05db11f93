//! Any text, parsed as Markdown: the tree is bounded, and every part of it has a range in the text.

use std::ops::Range;

use app::parts::markdown::{DEPTH, Kind, NODES, Node, blocks, line, words};

/// Counts the nodes, and checks their ranges.
fn walk(text: &str, nodes: &[Node], within: &Range<usize>, depth: usize, count: &mut usize) {
    assert!(depth <= DEPTH + 2, "deeper than it may be");
    for node in nodes {
        *count += 1;
        assert!(
            text.get(node.at.clone()).is_some(),
            "outside of the text: {node:?}"
        );
        assert!(
            within.start <= node.at.start && node.at.end <= within.end,
            "outside of what it is in: {node:?}"
        );
        if let Kind::Link(target) = &node.kind
            && let Some(href) = &target.href
        {
            let address = href.to_ascii_lowercase();
            let leads = ["http://", "https://", "mailto:", "/"];
            assert!(leads.iter().any(|way| address.starts_with(way)), "{href}");
            assert!(!address.starts_with("//"), "{href}");
        }
        walk(text, &node.inside, &node.at, depth + 1, count);
    }
}

/// Parses an input as blocks and as one line.
pub fn check(text: &str) {
    for nodes in [blocks(text), line(text)] {
        let mut count = 0;
        walk(text, &nodes, &(0..text.len()), 0, &mut count);
        // The remainder adds two nodes.
        assert!(count <= NODES + 2, "{count} nodes");
        for at in words(&nodes) {
            assert!(text.get(at).is_some(), "words outside of the text");
        }
    }
}
