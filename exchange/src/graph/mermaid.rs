//! Writes a graph in the format of Mermaid.

use std::fmt::Write as _;

use super::{COLOURS, Graph, Node};

/// Writes a flowchart.
#[must_use]
pub fn write(graph: &Graph) -> String {
    let mut text = String::from("flowchart LR\n");
    for (at, (group, nodes)) in graph.groups().into_iter().enumerate() {
        if let Some(group) = group {
            let _ = writeln!(text, "  subgraph g{at}[\"{}\"]", quote(group));
        }
        for node in nodes {
            let _ = writeln!(text, "    {}", line(node));
        }
        if group.is_some() {
            text.push_str("  end\n");
        }
    }
    for edge in &graph.edges {
        let label = edge.label.as_deref().map(quote);
        let label = label.map_or(String::new(), |label| format!("|\"{label}\"|"));
        let _ = writeln!(text, "  {} -->{label} {}", edge.from, edge.to);
    }
    for (status, fill, stroke) in COLOURS {
        let _ = writeln!(
            text,
            "  classDef {status} fill:{fill},stroke:{stroke},color:#1d2430"
        );
    }
    text
}

fn line(node: &Node) -> String {
    let Node {
        id, title, status, ..
    } = node;
    format!("{id}[\"{id} {}\"]:::{status}", quote(title))
}

/// Quotes a text: characters with a meaning for Mermaid, or for the HTML that it generates, are written as numeric
/// entities. So are colons: with `style` before it and a number behind it Mermaid would cut the number short.
fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => quoted.push(' '),
            ' ' | '.' | ',' | '!' | '?' | '/' | '_' | '+' | '-' | '\'' => quoted.push(c),
            c if c.is_ascii_alphanumeric() || !c.is_ascii() => quoted.push(c),
            c => {
                let _ = write!(quoted, "#{};", u32::from(c));
            }
        }
    }
    quoted
}
