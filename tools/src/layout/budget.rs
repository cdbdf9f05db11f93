//! How much work a drawing may cost. Counted in steps, not in time: the same sketch gives the same plan
//! on a fast machine and on a busy one.

/// Steps taken, and how many may be.
#[derive(Debug)]
pub(super) struct Budget {
    spent: u64,
    limit: u64,
}

impl Budget {
    /// Plenty for a drawing of this size: real task graphs take a hundredth of it, and the worst found (a
    /// thousand nodes, five thousand edges between a hundred entangled rooms) ends within half a second.
    pub fn of(nodes: usize, edges: usize) -> Self {
        Self::new(1_000_000 + 3_000 * (nodes as u64 + edges as u64))
    }

    /// So many steps.
    pub fn new(limit: u64) -> Self {
        Self { spent: 0, limit }
    }

    /// Takes some steps; `false` when there are not as many left, from then on for good.
    pub fn spend(&mut self, steps: usize) -> bool {
        self.spent = self.spent.saturating_add(steps as u64);
        self.spent < self.limit
    }

    /// How many steps were taken or asked for.
    #[cfg(test)]
    pub fn spent(&self) -> u64 {
        self.spent
    }
}
