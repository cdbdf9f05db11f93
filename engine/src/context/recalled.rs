//! The block that comes from long-term memory: what fits the query, and what the workflow's cores have for the task.

use std::sync::Arc;

use crate::context::choose;
use crate::context::part::{Counter, Part, Piece};
use crate::crystal;
use crate::crystal::filter::{Filters, Tag};
use crate::crystal::find::{Query, Results, find};
use crate::crystal::hit::Hit;
use crate::crystal::rank::Boost;
use crate::fence::data;
use crate::session::SessionKey;
use crate::workflow::context::omitted::MEMORY;
use crate::workflow::context::{CoreEntry, Recalled};
use kernel::error::Result;
use kernel::view::View;

/// How many memories are looked at for a query; how many are given is the budget's choice.
const HITS: usize = 20;
/// How many times as many are looked through for those that are nobody's.
const ROUND: usize = 5;

/// A memory and why it is there.
struct Found {
    entry: CoreEntry,
    why: String,
}

fn query(text: &str, filters: Filters) -> Query {
    Query {
        text: Some(text.into()),
        filters,
        distance: None,
        boost: Boost::None,
        offset: 0,
        limit: HITS,
    }
}

/// What asks for the memories of a session's user and namespace, where it has any.
fn own(session: &SessionKey) -> Option<Filters> {
    let tag = |part: &Option<Arc<str>>| part.as_deref().map(Tag::eq);
    let own = Filters {
        user_id: tag(&session.user_id),
        namespace: tag(&session.namespace),
        ..Filters::default()
    };
    (!own.is_empty()).then_some(own)
}

/// What fits a query of the memories that are a session's own by its user and its namespace, and of those that are
/// nobody's; and how many more of the former there are.
async fn its_own(
    view: &View,
    text: &str,
    own: Filters,
    session: &SessionKey,
) -> Result<(Vec<Hit>, u64)> {
    let of_others = |part: Option<&str>, own: Option<&str>| {
        part.is_some_and(|part| own.is_some_and(|own| own != part))
    };
    let is_strange = |hit: &Hit| {
        let memory = &hit.memory;
        of_others(memory.user_id.as_deref(), session.user_id.as_deref())
            || of_others(memory.namespace.as_deref(), session.namespace.as_deref())
    };
    let Results {
        mut hits, total, ..
    } = find(view, &query(text, own)).await?;
    let more = total.saturating_sub(hits.len() as u64);
    // Those of nobody are among all: enough of them that others' do not hide them.
    let all = Query {
        limit: HITS * ROUND,
        ..query(text, Filters::default())
    };
    let others = find(view, &all).await?.hits.into_iter();
    for hit in others.filter(|hit| !is_strange(hit)) {
        let is_same = |known: &Hit| {
            (&known.memory.core, &known.memory.id) == (&hit.memory.core, &hit.memory.id)
        };
        match hits.iter_mut().find(|known| is_same(known)) {
            // Scores are compared among all.
            Some(known) => *known = hit,
            None => hits.push(hit),
        }
    }
    hits.sort_by(|one, other| other.score.total_cmp(&one.score));
    hits.truncate(HITS);
    Ok((hits, more))
}

/// What long-term memory has.
#[derive(Default)]
pub(super) struct Memories {
    found: Vec<Found>,
    more: u64,
}

impl Memories {
    /// What fits a query, best first, of what the caller may read. In a session of a user or a namespace no memory
    /// of another one is among it.
    ///
    /// # Errors
    /// `unavailable` when the index cannot be read.
    pub async fn of_query(view: &View, text: &str, session: Option<&SessionKey>) -> Result<Self> {
        let its = session.and_then(|session| Some((session, own(session)?)));
        let (hits, more) = if let Some((session, own)) = its {
            its_own(view, text, own, session).await?
        } else {
            let Results { hits, total, .. } = find(view, &query(text, Filters::default())).await?;
            let more = total.saturating_sub(hits.len() as u64);
            (hits, more)
        };
        let found = hits.into_iter().enumerate().map(|(nth, hit)| Found {
            why: format!("fits the query: rank {}, score {:.2}", nth + 1, hit.score),
            entry: CoreEntry {
                id: hit.memory.id,
                core: hit.memory.core,
                text: hit.memory.text,
            },
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

    /// The block.
    pub fn part(&self, counter: &Counter) -> Option<Part> {
        if self.found.is_empty() {
            return None;
        }
        let mut streams = Vec::new();
        let pieces = self.found.iter().map(|Found { entry, why }| {
            let stream = crystal::stream(&entry.core);
            let text = format!("- {}: {}", data(&entry.core), data(&entry.text));
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
