//! What readers are to have of a commit, and who waits for that. Does nothing.

use crate::fact::Fact;
use crate::host::job::{Job, Outcome};
use crate::host::shared::Shared;
use crate::ports::index::{Change, Entry};
use crate::stream::StreamId;

/// How many streams begin with these facts.
pub(super) fn begun(facts: &[Fact]) -> u64 {
    facts.iter().filter(|fact| fact.version == 1).count() as u64
}

/// A durable commit.
#[derive(Default)]
pub(super) struct Committed {
    pub facts: Vec<Fact>,
    pub entries: Vec<(StreamId, Option<Entry>)>,
    pub items: Vec<(StreamId, Change)>,
    pub jobs: Vec<(Box<dyn Job>, Outcome)>,
    /// What was decided on may hold what others erased meanwhile: its facts are folded anew.
    pub is_stale: bool,
}

impl Committed {
    /// Leaves the jobs alone: the rest was taken in, or will be, as others wrote it.
    pub fn bare(self, shared: &Shared) -> Self {
        // Its new streams were counted when they were decided.
        shared.room.fewer(begun(&self.facts));
        Self {
            jobs: self.jobs,
            ..Self::default()
        }
    }
}
