//! What waits for what, kept free of cycles. Knows no names.

/// A graph of tasks by their number.
#[derive(Debug)]
pub struct Graph {
    needs: Vec<Vec<usize>>,
    /// When a search last came by.
    seen: Vec<u32>,
    search: u32,
}

impl Graph {
    /// So many tasks, none of which waits.
    pub fn new(tasks: usize) -> Self {
        Self {
            needs: vec![Vec::new(); tasks],
            seen: vec![0; tasks],
            search: 0,
        }
    }

    /// Lets `to` wait for `from`, unless `from` waits for `to` already.
    pub fn draw(&mut self, from: usize, to: usize) -> bool {
        if self.waits(from, to) {
            return false;
        }
        self.needs[to].push(from);
        true
    }

    /// Whether `task` waits for `other`, however far behind it.
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

    /// What `task` waits for.
    pub fn needs(&self, task: usize) -> &[usize] {
        &self.needs[task]
    }

    /// An order in which each task comes after those that it waits for, else as they were given.
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
