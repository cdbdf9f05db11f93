//! Current branches of conversations whose records form trees: an edited question or a repeated answer begins another
//! branch, and only one of them was continued.

use std::collections::HashMap;
use std::hash::Hash;

/// Name under which records of other branches are counted.
pub(super) const ABANDONED: &str = "messages of branches that are not current";

/// Record of a tree.
pub(super) struct Node<K> {
    /// Id of the record. A record without one is in no tree.
    pub id: Option<K>,
    /// Id of the record before it.
    pub parent: Option<K>,
    /// Time in microseconds since 1970.
    pub at: Option<i64>,
    /// True if it belongs to its parent and begins no branch, such as the second result of parallel tool calls.
    pub joins: bool,
}

/// Returns the indexes of the records from the root to `end`.
pub(super) fn path<K: Copy + Eq + Hash>(nodes: &[Node<K>], end: K) -> Vec<usize> {
    let tree = Tree::of(nodes);
    let mut is_current = vec![false; tree.parents.len()];
    let end = tree.places.get(&end).copied();
    let mut path = end.map_or_else(Vec::new, |end| tree.climb(end, &mut is_current));
    // A parent that is only referred to has no record.
    path.retain(|at| *at < nodes.len());
    path.reverse();
    path
}

/// Returns for each record whether it is current: on the branch of its tree that ends with the newest record, or
/// belonging to a record that is. Records of equal or unknown time are in the order of the list.
pub(super) fn current<K: Copy + Eq + Hash>(nodes: &[Node<K>]) -> Vec<bool> {
    let tree = Tree::of(nodes);
    let mut is_current = vec![false; tree.parents.len()];
    for end in tree.ends(nodes) {
        tree.climb(end, &mut is_current);
    }
    for (at, node) in nodes.iter().enumerate() {
        let first = node.id.and_then(|id| tree.places.get(&id));
        let is_joined = || node.joins && tree.parents[at].is_some_and(|parent| is_current[parent]);
        is_current[at] = first.is_none_or(|first| is_current[*first]) || is_joined();
    }
    is_current.truncate(nodes.len());
    is_current
}

/// Parents by index. A parent without a record has an index after all records.
struct Tree<K> {
    /// Index of the first record with each id.
    places: HashMap<K, usize>,
    parents: Vec<Option<usize>>,
}

impl<K: Copy + Eq + Hash> Tree<K> {
    fn of(nodes: &[Node<K>]) -> Self {
        let mut places = HashMap::with_capacity(nodes.len());
        for (at, node) in nodes.iter().enumerate() {
            if let Some(id) = node.id {
                places.entry(id).or_insert(at);
            }
        }
        let mut parents = Vec::with_capacity(nodes.len());
        let mut next = nodes.len();
        for (at, node) in nodes.iter().enumerate() {
            let parent = node.parent.map(|parent| {
                *places.entry(parent).or_insert_with(|| {
                    next += 1;
                    next - 1
                })
            });
            parents.push(parent.filter(|parent| *parent != at));
        }
        parents.resize(next, None);
        Self { places, parents }
    }

    /// Marks the records from one up to its root, or up to a marked one, and returns their indexes in that order.
    fn climb(&self, from: usize, is_marked: &mut [bool]) -> Vec<usize> {
        let mut path = Vec::new();
        let mut next = Some(from);
        while let Some(at) = next.filter(|at| !is_marked[*at]) {
            is_marked[at] = true;
            path.push(at);
            next = self.parents[at];
        }
        path
    }

    /// Returns the newest record of each tree. Records that join another one count only in a tree without others.
    fn ends(&self, nodes: &[Node<K>]) -> Vec<usize> {
        let roots = self.roots();
        let rank = |at: usize| (!nodes[at].joins, nodes[at].at, at);
        let mut ends: HashMap<usize, usize> = HashMap::new();
        for node in nodes {
            let Some(at) = node.id.and_then(|id| self.places.get(&id)) else {
                continue;
            };
            let end = ends.entry(roots[*at]).or_insert(*at);
            if rank(*at) > rank(*end) {
                *end = *at;
            }
        }
        ends.into_values().collect()
    }

    /// Returns the root of each record; in a cycle, the record that was reached first.
    fn roots(&self) -> Vec<usize> {
        let mut roots: Vec<Option<usize>> = vec![None; self.parents.len()];
        for from in 0..self.parents.len() {
            let mut path = Vec::new();
            let mut at = from;
            let root = loop {
                if let Some(root) = roots[at] {
                    break root;
                }
                roots[at] = Some(at);
                path.push(at);
                match self.parents[at] {
                    Some(parent) => at = parent,
                    None => break at,
                }
            };
            for at in path {
                roots[at] = Some(root);
            }
        }
        let roots = roots.into_iter().enumerate();
        roots.map(|(at, root)| root.unwrap_or(at)).collect()
    }
}
