//! Makes parts inherit the dependencies of their parent: a part of a task waits for everything that the task waits for.

use std::collections::{BTreeMap, BTreeSet};

use super::draw::Drawn;
use super::{Draft, EDGES, Edge, Said, State, Until, edge, many};

/// Maximum number of ancestors of a task; one with more counts as nested too deep.
const MAX_NESTING: usize = 64;
/// Maximum number of tasks that a task waits for.
const MAX_NEEDS: usize = 1_000;

/// Parents of each part, by id.
pub(crate) struct Wholes<'a>(BTreeMap<&'a str, BTreeSet<&'a str>>);

impl<'a> Wholes<'a> {
    /// Creates the map from pairs of a part and its parent.
    pub fn new(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut wholes: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (part, whole) in pairs {
            if part != whole {
                wholes.entry(part).or_default().insert(whole);
            }
        }
        Self(wholes)
    }

    /// Returns all ancestors of a task; `None` if it is nested too deep.
    pub fn around(&self, part: &str) -> Option<BTreeSet<&'a str>> {
        let mut found = BTreeSet::new();
        let mut left: Vec<&str> = self.of(part).collect();
        while let Some(whole) = left.pop() {
            if whole != part && found.insert(whole) {
                left.extend(self.of(whole));
            }
            if found.len() > MAX_NESTING {
                return None;
            }
        }
        Some(found)
    }

    /// Returns true if `part` waits for `before` because its ancestor `whole` does. The parts of a task do not wait for
    /// each other on its account.
    pub fn inherits(&self, part: &str, before: &str, whole: &str) -> bool {
        before != part
            && before != whole
            && self
                .around(before)
                .is_some_and(|around| !around.contains(whole))
    }

    fn of(&self, part: &str) -> impl Iterator<Item = &'a str> {
        self.0.get(part).into_iter().flatten().copied()
    }
}

impl Draft {
    /// Draws the edges that parts inherit from their parents. An edge that would close a cycle is omitted without a
    /// report, because it was not declared. A part without room for its edges is put on hold.
    pub(super) fn inherit(&mut self, said: &[Said], parts: &[Said], drawn: &mut Drawn) {
        let pairs = parts
            .iter()
            .map(|(edge, ..)| (edge.from.as_str(), edge.to.as_str()));
        let wholes = Wholes::new(pairs);
        let mut needs: BTreeMap<&str, Vec<(&str, Until)>> = BTreeMap::new();
        let aside: BTreeSet<Edge> = self.read.found.set_aside.iter().cloned().collect();
        for (edge, until, _) in said.iter().filter(|(edge, ..)| !aside.contains(edge)) {
            let of_whole = needs.entry(&edge.to).or_default();
            of_whole.push((&edge.from, *until));
        }
        let (mut tried, mut waiting) = (0, 0);
        let parts = wholes.0.keys().copied();
        let parts: Vec<&str> = parts.filter(|part| self.is_open(part)).collect();
        for part in parts {
            let around = wholes.around(part);
            let wanted = around.iter().flatten().map(|whole| needs.get(whole));
            let wanted: usize = wanted.flatten().map(Vec::len).sum();
            if around.is_some() && wanted == 0 {
                continue;
            }
            let own = needs.get(part).map_or(0, Vec::len);
            tried += wanted;
            let has_room = own + wanted <= MAX_NEEDS && drawn.len() + wanted <= EDGES;
            if around.is_none() || !has_room || tried > EDGES {
                let why = "part of one that waits for more than there is room for";
                waiting += usize::from(self.hold(part, why));
                continue;
            }
            let mut edges = BTreeSet::new();
            for whole in around.iter().flatten() {
                let needs = needs.get(whole).into_iter().flatten();
                let needs = needs.filter(|(from, _)| wholes.inherits(part, from, whole));
                edges.extend(needs.filter(|(from, _)| self.is_open(from)));
            }
            let before = drawn.len();
            for (from, until) in edges {
                drawn.add_inherited(self, edge(from, part), until);
            }
            waiting += usize::from(drawn.len() > before);
        }
        if waiting > 0 {
            let tasks = many(waiting, "task is", "tasks are");
            self.note(format!(
                "{tasks} part of one that waits: here parts wait with their whole"
            ));
        }
    }

    /// Returns true if a task is not known to have ended.
    fn is_open(&self, id: &str) -> bool {
        match self
            .at
            .get(id)
            .and_then(|at| self.read.found.tasks.get(*at))
        {
            Some(task) => !matches!(task.state, State::Done | State::Cancelled),
            None => self.known.contains(id),
        }
    }
}
