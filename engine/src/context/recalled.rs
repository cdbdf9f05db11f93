//! The long-term memory block: results of the query, and memories in the workflow's cores for the task.

use crate::context::choose;
use crate::context::part::{Counter, Part, Piece};
use crate::crystal;
use crate::crystal::dated::Precision;
use crate::crystal::filter::Filters;
use crate::crystal::find::{Query, Results, find};
use crate::crystal::rank::Boost;
use crate::crystal::scope::MemoryScope;
use crate::crystal::subject::{is_comparable, newest_first};
use crate::fence::data;
use crate::workflow::context::omitted::MEMORY;
use crate::workflow::context::{CoreEntry, Recalled};
use kernel::error::Result;
use kernel::view::View;

/// Maximum number of memories considered for a query; the budget decides how many are included.
const HITS: usize = 20;

/// A memory and the reason for it.
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

/// The long-term memories that apply.
#[derive(Default)]
pub(super) struct Memories {
    found: Vec<Found>,
    more: u64,
}

impl Memories {
    /// Finds the memories in scope that fit a query and that the caller may read, best first.
    ///
    /// # Errors
    /// Returns `unavailable` if the index cannot be read.
    pub async fn of_query(view: &View, text: &str, scope: MemoryScope) -> Result<Self> {
        let Results {
            mut hits, total, ..
        } = find(view, &query(text, scope)).await?;
        let more = total.saturating_sub(hits.len() as u64);
        newest_first(&mut hits, is_comparable);
        let found = hits.into_iter().enumerate().map(|(nth, hit)| Found {
            why: format!("fits the query: rank {}, score {:.2}", nth + 1, hit.score),
            entry: CoreEntry::from(hit.memory),
        });
        Ok(Self {
            found: found.collect(),
            more,
        })
    }

    /// Adds the memories in the cores of a workflow.
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

    /// Returns the core and the id of each memory, except indexed messages, which are only looked up.
    pub fn entries(&self) -> Vec<(String, String)> {
        let entries = self.found.iter().map(|found| &found.entry);
        entries
            .filter(|entry| !crystal::holds_messages(&crystal::stream(&entry.core)))
            .map(|entry| (entry.core.clone(), entry.id.clone()))
            .collect()
    }

    /// Adds everything in it that can differ to a state's text.
    pub fn tell(&self, add: &mut dyn FnMut(&dyn std::fmt::Debug)) {
        for found in &self.found {
            add(&(&found.entry, &found.why));
        }
        add(&self.more);
    }

    /// Builds the block, for a prompt of at most `budget` tokens.
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
