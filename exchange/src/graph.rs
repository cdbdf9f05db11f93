//! Task graph and its export formats. Titles are untrusted: each format escapes them.

pub mod dot;
pub mod mermaid;
pub mod svg;

/// Task graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// Title of the graph.
    pub title: String,
    /// Nodes.
    pub nodes: Vec<Node>,
    /// Edges.
    pub edges: Vec<Edge>,
}

/// Node of the graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Id: only letters, digits and `_`.
    pub id: String,
    /// Title in one line.
    pub title: String,
    /// Status: only letters and `_`.
    pub status: String,
    /// Group of the node.
    pub group: Option<String>,
}

/// Edge of the graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    /// Id of the node that comes first.
    pub from: String,
    /// Id of the node that waits.
    pub to: String,
    /// Condition of the edge, if it is not only success.
    pub label: Option<String>,
}

/// Colors of each status: fill and line.
const COLOURS: [(&str, &str, &str); 9] = [
    ("pending", "#ffffff", "#8a8f99"),
    ("assigned", "#ffffff", "#5c6370"),
    ("in_progress", "#e8f0fb", "#2f6bb3"),
    ("blocked", "#fbf3e2", "#8a6414"),
    ("review", "#fdeee7", "#b8481b"),
    ("completed", "#e9f4ee", "#2f7a57"),
    ("failed", "#fbe8ec", "#a3244a"),
    ("cancelled", "#f2f2f2", "#8a8f99"),
    ("skipped", "#f2f2f2", "#8a8f99"),
];

impl Graph {
    /// Returns the groups in order of first occurrence, with the nodes of each; nodes without a group come first.
    fn groups(&self) -> Vec<(Option<&str>, Vec<&Node>)> {
        let mut groups: Vec<(Option<&str>, Vec<&Node>)> = vec![(None, Vec::new())];
        let mut at = std::collections::BTreeMap::from([(None, 0)]);
        for node in &self.nodes {
            let group = node.group.as_deref();
            let at = *at.entry(group).or_insert_with(|| {
                groups.push((group, Vec::new()));
                groups.len() - 1
            });
            groups[at].1.push(node);
        }
        groups
    }
}

#[cfg(test)]
mod tests;
