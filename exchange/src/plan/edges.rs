//! Dependency graph of numbered tasks, kept free of cycles.

/// Dependency graph.
#[derive(Debug)]
pub struct Graph {
    needs: Vec<Vec<usize>>,
    /// Number of the last search that visited each task.
    seen: Vec<u32>,
    search: u32,
}

impl Graph {
    /// Creates a graph of tasks without dependencies.
    pub fn new(tasks: usize) -> Self {
        Self {
            needs: vec![Vec::new(); tasks],
            seen: vec![0; tasks],
            search: 0,
        }
    }

    /// Makes `to` wait for `from`, unless `from` already waits for `to`. Returns true if the edge was added.
    pub fn draw(&mut self, from: usize, to: usize) -> bool {
        if self.waits(from, to) {
            return false;
        }
        self.needs[to].push(from);
        true
    }

    /// Returns true if `task` waits for `other`, directly or indirectly.
    pub fn waits(&mut self, task: usize, other: usize) -> bool {
        self.search += 1;
        let mut open = vec![task];
        while let Some(at) = open.pop() {
            if at == other {
                return true;
            }
            if self.seen[at] != self.search {
                self.seen[at] = self.search;
                open.extend(&self.needs[at]);
            }
        }
        false
    }

    /// Returns the tasks that `task` waits for directly.
    pub fn needs(&self, task: usize) -> &[usize] {
        &self.needs[task]
    }

    /// Returns the tasks in an order in which each comes after those that it waits for, else in their given order.
    pub fn order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.needs.len());
        let mut done = vec![false; self.needs.len()];
        for start in 0..self.needs.len() {
            let mut path = vec![(start, 0)];
            while let Some((at, nth)) = path.last_mut() {
                let at = *at;
                let next = self.needs[at].get(*nth).filter(|_| !done[at]);
                *nth += 1;
                match next {
                    Some(next) if done[*next] => {}
                    Some(next) => path.push((*next, 0)),
                    None => {
                        if !std::mem::replace(&mut done[at], true) {
                            order.push(at);
                        }
                        path.pop();
                    }
                }
            }
        }
        order
    }
}
