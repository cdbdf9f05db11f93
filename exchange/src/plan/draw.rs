//! The edges of a plan in the making: which of those that were said make sense.

use std::collections::BTreeMap;

use super::edges::Graph;
use super::{Draft, EDGES, Edge, PlannedTask, Until, shown};

impl Draft {
    /// Draws the edges that make sense, and puts the tasks into an order in which each comes after its needs.
    pub(super) fn draw(&mut self) {
        let said = std::mem::take(&mut self.said);
        let parts = std::mem::take(&mut self.parts);
        let mut drawn: BTreeMap<(usize, usize), Until> = BTreeMap::new();
        let mut beyond: BTreeMap<Edge, Until> = BTreeMap::new();
        let mut graph = Graph::new(self.read.found.tasks.len());
        for ((edge, until, at), is_said) in (said.into_iter().map(|edge| (edge, true)))
            .chain(parts.into_iter().map(|edge| (edge, false)))
        {
            let text = format!("{} waits for {}", shown(&edge.to), shown(&edge.from));
            if let Some(missing) = [&edge.from, &edge.to].into_iter().find(|id| !self.has(id)) {
                let why = format!("there is no task {}", shown(missing));
                self.odd(at, why, text);
                continue;
            }
            if edge.from == edge.to {
                self.odd(at, "a task cannot wait for itself", text);
                continue;
            }
            let ends = (
                self.at.get(&edge.from).copied(),
                self.at.get(&edge.to).copied(),
            );
            let before = match ends {
                (Some(from), Some(to)) => drawn.get(&(from, to)),
                _ => beyond.get(&edge),
            };
            if let Some(known) = before {
                if *known != until {
                    let why = "it waits for the same task in another way already";
                    self.odd(at, why, text);
                }
                continue;
            }
            if drawn.len() + beyond.len() >= EDGES {
                self.odd(at, format!("a workflow has at most {EDGES} edges"), text);
                continue;
            }
            let (Some(from), Some(to)) = ends else {
                beyond.insert(edge, until);
                continue;
            };
            drawn.insert((from, to), until);
            if graph.draw(from, to) {
                continue;
            }
            let why = if is_said {
                "this edge would close a cycle"
            } else {
                "a whole waits for its parts, and this part waits for the whole"
            };
            self.odd(at, why, text);
            self.read.found.set_aside.push(edge);
        }
        self.order(&graph, &drawn);
        self.reach(beyond);
    }

    /// Puts the tasks into their order, each with its needs.
    fn order(&mut self, graph: &Graph, drawn: &BTreeMap<(usize, usize), Until>) {
        let found = &mut self.read.found.tasks;
        let ids: Vec<String> = found.iter().map(|task| task.id.clone()).collect();
        let mut tasks: Vec<Option<PlannedTask>> = found.drain(..).map(Some).collect();
        for at in graph.order() {
            if let Some(mut task) = tasks.get_mut(at).and_then(Option::take) {
                let needs = graph.needs(at).iter();
                let after_failure = needs
                    .clone()
                    .filter(|from| drawn.get(&(**from, at)) == Some(&Until::Failed));
                task.after_failure = after_failure.map(|at| ids[*at].clone()).collect();
                task.needs = needs.map(|at| ids[*at].clone()).collect();
                found.push(task);
            }
        }
        let found = found.iter().enumerate();
        self.at = found.map(|(at, task)| (task.id.clone(), at)).collect();
    }

    /// Adds the edges from tasks that were taken in before, and keeps those to them.
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
