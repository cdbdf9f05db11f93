//! Durable commits on their way to readers, with the calls that wait for them.

use crate::fact::Fact;
use crate::host::job::{Job, Outcome};
use crate::host::shared::Shared;
use crate::ports::index::{Change, Entry};
use crate::stream::StreamId;

/// Returns the number of streams that begin with these facts.
pub(super) fn count_new_streams(facts: &[Fact]) -> u64 {
    facts.iter().filter(|fact| fact.version == 1).count() as u64
}

/// A durable commit.
#[derive(Default)]
pub(super) struct Committed {
    pub facts: Vec<Fact>,
    pub entries: Vec<(StreamId, Option<Entry>)>,
    pub items: Vec<(StreamId, Change)>,
    pub jobs: Vec<(Box<dyn Job>, Outcome)>,
    /// True if the states that it was decided on may contain content that others erased meanwhile: its facts are folded
    /// again.
    pub is_stale: bool,
}

impl Committed {
    /// Keeps only the jobs: the facts were or will be read from the log, with those of other processes.
    pub fn bare(self, shared: &Shared) -> Self {
        // Its new streams were counted when they were decided.
        shared.room.fewer(count_new_streams(&self.facts));
        Self {
            jobs: self.jobs,
            ..Self::default()
        }
    }
}
