//! Tests flowcharts with the preprocessing of Mermaid.

use exchange::graph::{Edge, Graph, Node, mermaid};
use proptest::prelude::*;

use crate::texts::hostile;

/// Returns true if Mermaid takes the line for a style, whose last semicolon it cuts off.
fn is_cut(line: &str) -> bool {
    let is_style = ["style", "classDef"]
        .iter()
        .find_map(|word| line.find(word));
    let colons = line
        .match_indices(':')
        .filter(|(at, _)| is_style.is_some_and(|style| style < *at));
    let mut values = colons.map(|(at, _)| line[at..].split_whitespace().next().unwrap_or_default());
    values.any(|value| value.contains('#')) && line.contains(';')
}

fn drawn(title: &str) -> String {
    let node = |id: &str| Node {
        id: id.into(),
        title: title.into(),
        status: "pending".into(),
        group: Some(title.into()),
    };
    mermaid::write(&Graph {
        title: title.into(),
        nodes: vec![node("T1"), node("T2")],
        edges: vec![Edge {
            from: "T1".into(),
            to: "T2".into(),
            label: Some(title.into()),
        }],
    })
}

#[test]
fn a_title_that_speaks_of_styles_keeps_its_marks() {
    for title in [
        "classDef x fill:#f00",
        "style T1 fill:#f00,stroke:#0f0;",
        "style: [x]",
    ] {
        let text = drawn(title);
        assert!(!text.lines().any(is_cut), "{text}");
    }
    assert!(drawn("D1: yes").contains("D1#58; yes"));
}

proptest! {
    #[test]
    fn no_title_is_taken_for_a_style(title in hostile(), more in hostile()) {
        let text = drawn(&format!("style {title}:{more}"));
        prop_assert!(!text.lines().any(is_cut), "{}", text);
    }
}
