//! Draws the edges of a plan: validates the declared dependencies.

use std::collections::{BTreeMap, BTreeSet};

use super::edges::Graph;
use super::{Draft, EDGES, Edge, PlannedTask, Said, Until, display_name, many};

const CYCLE: &str = "this edge would close a cycle";
const PART_CYCLE: &str = "a whole waits for its parts, and this part waits for the whole";

/// Accepted edges.
pub(super) struct Drawn {
    graph: Graph,
    /// Edges between tasks of the plan.
    inside: BTreeMap<(usize, usize), Until>,
    /// Edges from or to tasks that were imported before.
    beyond: BTreeMap<Edge, Until>,
}

impl Drawn {
    /// Returns the number of edges.
    pub fn len(&self) -> usize {
        self.inside.len() + self.beyond.len()
    }

    /// Adds an implied edge unless the edge exists or would close a cycle.
    pub fn add_inherited(&mut self, draft: &Draft, edge: Edge, until: Until) {
        if self.len() >= EDGES {
            return;
        }
        let ends = (
            draft.at.get(&edge.from).copied(),
            draft.at.get(&edge.to).copied(),
        );
        match ends {
            (Some(from), Some(to)) => {
                let is_new = !self.inside.contains_key(&(from, to));
                if is_new && self.graph.draw(from, to) {
                    self.inside.insert((from, to), until);
                }
            }
            (None, Some(_)) => {
                self.beyond.entry(edge).or_insert(until);
            }
            _ => {}
        }
    }
}

impl Draft {
    /// Draws the valid edges, and sorts the tasks so that each comes after its needs.
    pub(super) fn draw(&mut self) {
        let gone = self.read.found.gone.iter().map(|task| task.id.clone());
        let gone: BTreeSet<String> = gone.filter(|id| !self.at.contains_key(id)).collect();
        let is_gone = |(edge, ..): &Said| gone.contains(&edge.from);
        let (to_gone, said): (Vec<Said>, Vec<Said>) = std::mem::take(&mut self.said)
            .into_iter()
            .partition(is_gone);
        let (parts_gone, parts): (Vec<Said>, Vec<Said>) = std::mem::take(&mut self.parts)
            .into_iter()
            .partition(is_gone);
        let mut drawn = Drawn {
            graph: Graph::new(self.read.found.tasks.len()),
            inside: BTreeMap::new(),
            beyond: BTreeMap::new(),
        };
        for (edges, cycle) in [(&said, CYCLE), (&parts, PART_CYCLE)] {
            for (edge, until, at) in edges {
                self.draw_one(&mut drawn, edge, *until, at, cycle);
            }
        }
        let to_gone = to_gone.len() + parts_gone.len();
        if to_gone > 0 {
            let edges = many(
                to_gone,
                "dependency on a deleted task makes",
                "dependencies on deleted tasks make",
            );
            self.note(format!("{edges} nobody wait: kept for the way back"));
        }
        self.inherit(&said, &parts, &mut drawn);
        self.order(&drawn);
        self.reach(drawn.beyond);
    }

    /// Draws an edge, or quarantines it with the reason; `cycle` is the reason for one that would close a cycle.
    fn draw_one(&mut self, drawn: &mut Drawn, edge: &Edge, until: Until, at: &str, cycle: &str) {
        let text = format!(
            "{} waits for {}",
            display_name(&edge.to),
            display_name(&edge.from)
        );
        if let Some(missing) = [&edge.from, &edge.to].into_iter().find(|id| !self.has(id)) {
            let why = if self.refused.contains(missing) {
                format!(
                    "{} is quarantined: what waits for it is on hold",
                    display_name(missing)
                )
            } else {
                format!("there is no task {}", display_name(missing))
            };
            return self.odd(at, why, text);
        }
        if edge.from == edge.to {
            return self.odd(at, "a task cannot wait for itself", text);
        }
        let ends = (
            self.at.get(&edge.from).copied(),
            self.at.get(&edge.to).copied(),
        );
        let before = match ends {
            (Some(from), Some(to)) => drawn.inside.get(&(from, to)),
            _ => drawn.beyond.get(edge),
        };
        if let Some(known) = before {
            if *known != until {
                let why = "it waits for the same task in another way already";
                self.odd(at, why, text);
            }
            return;
        }
        if drawn.len() >= EDGES {
            return self.odd(at, format!("a workflow has at most {EDGES} edges"), text);
        }
        let (Some(from), Some(to)) = ends else {
            drawn.beyond.insert(edge.clone(), until);
            return;
        };
        drawn.inside.insert((from, to), until);
        if drawn.graph.draw(from, to) {
            return;
        }
        self.odd(at, cycle, text);
        self.read.found.set_aside.push(edge.clone());
    }

    /// Sorts the tasks, and sets their needs.
    fn order(&mut self, drawn: &Drawn) {
        let Drawn { graph, inside, .. } = drawn;
        let found = &mut self.read.found.tasks;
        let ids: Vec<String> = found.iter().map(|task| task.id.clone()).collect();
        let mut tasks: Vec<Option<PlannedTask>> = found.drain(..).map(Some).collect();
        for at in graph.order() {
            if let Some(mut task) = tasks.get_mut(at).and_then(Option::take) {
                let needs = graph.needs(at).iter();
                let after_failure = needs
                    .clone()
                    .filter(|from| inside.get(&(**from, at)) == Some(&Until::Failed));
                task.after_failure = after_failure.map(|at| ids[*at].clone()).collect();
                task.needs = needs.map(|at| ids[*at].clone()).collect();
                found.push(task);
            }
        }
        let found = found.iter().enumerate();
        self.at = found.map(|(at, task)| (task.id.clone(), at)).collect();
    }

    /// Adds the edges from tasks that were imported before, and keeps those to them.
    fn reach(&mut self, beyond: BTreeMap<Edge, Until>) {
        for (edge, until) in beyond {
            let Some(task) = self.task(&edge.to) else {
                self.read.found.beyond.push(edge);
                continue;
            };
            if until == Until::Failed {
                task.after_failure.push(edge.from.clone());
            }
            task.needs.push(edge.from);
        }
    }
}
