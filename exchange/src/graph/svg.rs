//! Writes a graph as an SVG picture from a given layout.

use std::fmt::Write as _;

use super::{COLOURS, Graph, Node};

/// Layout of a graph, in pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placed {
    /// Width of the picture.
    pub width: f32,
    /// Height of the picture.
    pub height: f32,
    /// Nodes: id, left and top.
    pub nodes: Vec<(String, f32, f32)>,
    /// Group boxes: name, left and top, width and height.
    pub rooms: Vec<(String, f32, f32, f32, f32)>,
    /// Edges as SVG paths.
    pub edges: Vec<String>,
}

/// Width and height of a node.
const NODE: (u32, u32) = (196, 40);
/// Margin around the drawing, and above it for the title.
const AROUND: (f32, f32) = (16.0, 44.0);

const STYLE: &str = "text{font-family:Inter,ui-sans-serif,system-ui,sans-serif;font-size:12.5px;fill:#1d2430}\
.sub{font-size:11px;fill:#5c6370}.head{font-size:16px;font-weight:600}\
.room{fill:none;stroke:#c9ccd3}.edge{fill:none;stroke:#8a8f99;stroke-width:1.25}";

/// Draws the picture.
#[must_use]
pub fn write(graph: &Graph, placed: &Placed) -> String {
    let (width, height) = (
        placed.width + 2.0 * AROUND.0,
        placed.height + AROUND.0 + AROUND.1,
    );
    let width = width.max(320.0);
    let title = escape(&graph.title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M1 1 7 4 1 7\" fill=\"none\" stroke=\"#8a8f99\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fdfdfc\"/>\n\
         <text class=\"head\" x=\"{}\" y=\"28\">{title}</text>\n<g transform=\"translate({} {})\">\n",
        AROUND.0, AROUND.0, AROUND.1
    );
    for (name, x, y, width, height) in &placed.rooms {
        let _ = writeln!(
            text,
            "<rect class=\"room\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>\
             <svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"18\"><text class=\"sub\" x=\"0\" y=\"12\">{}</text></svg>",
            x + 8.0,
            y + 2.0,
            (width - 16.0).max(0.0),
            escape(name)
        );
    }
    for path in &placed.edges {
        let _ = writeln!(
            text,
            "<path class=\"edge\" d=\"{}\" marker-end=\"url(#tip)\"/>",
            escape(path)
        );
    }
    let nodes: std::collections::BTreeMap<&str, &Node> = graph
        .nodes
        .iter()
        .map(|node| (node.id.as_str(), node))
        .collect();
    for (id, x, y) in &placed.nodes {
        if let Some(node) = nodes.get(id.as_str()) {
            text.push_str(&draw_node(node, *x, *y));
        }
    }
    text.push_str("</g>\n</svg>\n");
    text
}

/// Draws a node. Text that does not fit its box is cut there; the tooltip has all of it.
fn draw_node(node: &Node, x: f32, y: f32) -> String {
    let colours = COLOURS.iter().find(|(status, ..)| *status == node.status);
    let (_, fill, line) = colours.unwrap_or(&COLOURS[0]);
    let (width, height) = NODE;
    let (id, title) = (escape(&node.id), escape(&node.title));
    let status = escape(&node.status.replace('_', " "));
    format!(
        "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"><title>{id} {title}: {status}</title>\
         <rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{fill}\" stroke=\"{line}\"/>\
         <svg width=\"{}\" height=\"{height}\"><text x=\"10\" y=\"17\">{title}</text>\
         <text class=\"sub\" x=\"10\" y=\"31\">{id} · {status}</text></svg></svg>\n",
        width - 1,
        height - 1,
        width - 8
    )
}

/// Escapes a text for XML, and removes characters that XML does not allow.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if c.is_control() => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
