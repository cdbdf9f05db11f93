//! A task graph, and how others draw one. Titles are hostile: each format says how it keeps them inside. Knows no
//! task's rules.

pub mod dot;
pub mod mermaid;
pub mod svg;

/// A graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// What it is of.
    pub title: String,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The edges.
    pub edges: Vec<Edge>,
}

/// A node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Its name: letters, digits and `_` alone.
    pub id: String,
    /// What it is, in a line.
    pub title: String,
    /// Where it is in its life: letters and `_` alone.
    pub status: String,
    /// The group that it is in.
    pub group: Option<String>,
}

/// An edge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    /// The node before.
    pub from: String,
    /// The node that waits.
    pub to: String,
    /// On what it depends, if not on success alone.
    pub label: Option<String>,
}

/// How the statuses look: fill and line.
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
    /// The groups in the order in which they first occur, with the nodes of each; those of none come first.
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
