//! Writes a graph in the format of Graphviz.

use std::fmt::Write as _;

use super::{COLOURS, Graph, Node};

/// Writes a digraph.
#[must_use]
pub fn write(graph: &Graph) -> String {
    let mut text = format!("digraph {} {{\n", quote(&graph.title));
    text.push_str("  rankdir=LR;\n  node [shape=box, style=filled, fontname=\"sans-serif\"];\n");
    for (at, (group, nodes)) in graph.groups().into_iter().enumerate() {
        if let Some(group) = group {
            let _ = writeln!(
                text,
                "  subgraph cluster_{at} {{\n    label={};",
                quote(group)
            );
        }
        for node in nodes {
            let _ = writeln!(text, "    {}", line(node));
        }
        if group.is_some() {
            text.push_str("  }\n");
        }
    }
    for edge in &graph.edges {
        let label = edge.label.as_deref().map(quote);
        let label = label.map_or(String::new(), |label| format!(" [label={label}]"));
        let _ = writeln!(text, "  {} -> {}{label};", edge.from, edge.to);
    }
    text.push_str("}\n");
    text
}

fn line(node: &Node) -> String {
    let colours = COLOURS.iter().find(|(status, ..)| *status == node.status);
    let (_, fill, line) = colours.unwrap_or(&COLOURS[0]);
    let label = quote(&format!("{} {}", node.id, node.title));
    let status = quote(&node.status);
    format!(
        "{} [label={label}, tooltip={status}, fillcolor=\"{fill}\", color=\"{line}\"];",
        node.id
    )
}

/// Quotes a text. Graphviz interprets escapes and entities in it.
fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '&' => quoted.push_str("&amp;"),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
