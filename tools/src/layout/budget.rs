//! Limits the work of a drawing. It is counted in steps, not in time: the same sketch gives the same plan on a fast
//! machine and on a busy one.

/// Spent steps and their limit.
#[derive(Debug)]
pub(super) struct Budget {
    spent: u64,
    limit: u64,
}

impl Budget {
    /// Returns the budget for a drawing of this size. Real task graphs take a hundredth of it, and the worst found (a
    /// thousand nodes, five thousand edges between a hundred entangled rooms) ends within half a second.
    pub fn of(nodes: usize, edges: usize) -> Self {
        Self::new(1_000_000 + 3_000 * (nodes as u64 + edges as u64))
    }

    /// Creates a budget with this limit.
    pub fn new(limit: u64) -> Self {
        Self { spent: 0, limit }
    }

    /// Spends steps. Returns `false` if the limit is reached, and from then on always.
    pub fn spend(&mut self, steps: usize) -> bool {
        self.spent = self.spent.saturating_add(steps as u64);
        self.spent < self.limit
    }

    /// Returns the number of steps that were spent or requested.
    #[cfg(test)]
    pub fn steps(&self) -> u64 {
        self.spent
    }
}
