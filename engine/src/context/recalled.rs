//! The block that comes from long-term memory: what fits the query, and what the workflow's cores have for the task.

use crate::context::choose;
use crate::context::part::{Counter, Part, Piece};
use crate::crystal;
use crate::crystal::dated::Precision;
use crate::crystal::filter::Filters;
use crate::crystal::find::{Query, Results, find};
use crate::crystal::rank::Boost;
use crate::crystal::scope::MemoryScope;
use crate::crystal::subject::newest_first;
use crate::fence::data;
use crate::workflow::context::omitted::MEMORY;
use crate::workflow::context::{CoreEntry, Recalled};
use kernel::error::Result;
use kernel::view::View;

/// How many memories are looked at for a query; how many are given is the budget's choice.
const HITS: usize = 20;

/// A memory and why it is there.
struct Found {
    entry: CoreEntry,
    why: String,
}

fn query(text: &str, scope: MemoryScope) -> Query {
    Query {
        text: Some(text.into()),
        filters: Filters {
            scope: Some(scope),
            ..Filters::default()
        },
        distance: None,
        boost: Boost::None,
        offset: 0,
        limit: HITS,
    }
}

/// What long-term memory has.
#[derive(Default)]
pub(super) struct Memories {
    found: Vec<Found>,
    more: u64,
}

impl Memories {
    /// The memories in scope that fit a query, best first, of those that the caller may read.
    ///
    /// # Errors
    /// `unavailable` when the index cannot be read.
    pub async fn of_query(view: &View, text: &str, scope: MemoryScope) -> Result<Self> {
        let Results {
            mut hits, total, ..
        } = find(view, &query(text, scope)).await?;
        let more = total.saturating_sub(hits.len() as u64);
        newest_first(&mut hits);
        let found = hits.into_iter().enumerate().map(|(nth, hit)| Found {
            why: format!("fits the query: rank {}, score {:.2}", nth + 1, hit.score),
            entry: CoreEntry::from(hit.memory),
        });
        Ok(Self {
            found: found.collect(),
            more,
        })
    }

    /// Beside it, what the cores of a workflow have.
    pub fn and(&mut self, recalled: Recalled) {
        for entry in recalled.entries {
            if self.found.iter().any(|found| found.entry.id == entry.id) {
                continue;
            }
            let why = format!("in {}, a memory core of the workflow", entry.core);
            self.found.push(Found { entry, why });
        }
        self.more += recalled.more;
    }

    /// The core and the id of each, but for messages, which are only looked up.
    pub fn entries(&self) -> Vec<(String, String)> {
        let entries = self.found.iter().map(|found| &found.entry);
        entries
            .filter(|entry| !crystal::holds_messages(&crystal::stream(&entry.core)))
            .map(|entry| (entry.core.clone(), entry.id.clone()))
            .collect()
    }

    /// Says all that can differ in it.
    pub fn tell(&self, add: &mut dyn FnMut(&dyn std::fmt::Debug)) {
        for found in &self.found {
            add(&(&found.entry, &found.why));
        }
        add(&self.more);
    }

    /// The block, in a prompt of at most so many tokens.
    pub fn part(&self, counter: &Counter, budget: u32) -> Option<Part> {
        if self.found.is_empty() {
            return None;
        }
        let mut streams = Vec::new();
        let pieces = self.found.iter().map(|Found { entry, why }| {
            let stream = crystal::stream(&entry.core);
            let says = entry
                .dates
                .line(&data(&entry.text), Precision::of_budget(budget));
            let text = format!("- {}: {says}", data(&entry.core));
            let piece = Piece::of(&text, entry.id.as_str(), why.as_str(), counter);
            if !streams.iter().any(|(known, _)| *known == stream) {
                streams.push((stream.clone(), 0));
            }
            piece.from(&stream, 0)
        });
        let pieces = pieces.collect();
        Some(Part {
            slot: 250,
            name: MEMORY,
            title: "Long-term memory",
            min: 0,
            max: 1_500,
            is_pinned: false,
            streams,
            fill: choose::items(MEMORY, pieces, 1_500 / 4, self.more, counter.clone()),
        })
    }
}
