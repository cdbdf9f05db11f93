//! Memories for a timeline: those that fit the question and the things whose order it asks for, and for a period those
//! from that period. Searches only what the caller may read.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::crystal::filter::{Filters, Range};
use crate::crystal::find::{Query, ends, find, some_of};
use crate::crystal::hit::Hit;
use crate::crystal::listed::EVENT_DATE;
use crate::crystal::rank::Boost;
use crate::crystal::when::Span;
use crate::crystal::{Crystal, MemoryType};
use crate::session::key::SessionKey;
use crate::timeline::asked::{About, Asked};
use crate::timeline::entry::{Candidate, EntryKind, TimelineEntry, cut};
use kernel::error::Result;
use kernel::id::Id;
use kernel::time::DAY;
use kernel::view::View;

/// Maximum number of results for the whole question.
const FOR_ALL: usize = 60;
/// Maximum number of results for each of the things whose order is asked for.
const FOR_EACH: usize = 10;
/// Number of parts into which a period is divided if everything in it is asked for.
const PARTS: i64 = 12;
/// Maximum number of results for each part.
const OF_PART: usize = 12;
/// Minimum score relative to the best result; lower ones are about something else.
const NEAR: f64 = 0.5;
/// Maximum characters shown of a memory.
const LETTERS: usize = 320;
/// Importance of a memory whose author gives none.
const MATTERS: f64 = 0.5;

/// Finds the memories for a timeline.
///
/// # Errors
/// Returns `unavailable` if the index cannot be read.
pub(super) async fn memories(
    view: &View,
    asked: &Asked,
    filters: &Filters,
) -> Result<Vec<Candidate>> {
    let mut all: BTreeMap<(String, String), Candidate> = BTreeMap::new();
    let whole = asked.question.iter().map(|text| (text, FOR_ALL));
    let parts = asked.parts.iter().map(|text| (text, FOR_EACH));
    for (text, limit) in whole.chain(parts) {
        let query = query(Some(text.clone()), filters, limit);
        let hits = find(view, &query).await?.hits;
        let best = hits.first().map_or(0.0, |hit| hit.score);
        for hit in hits {
            let fits = hit.score >= best * NEAR || asked.about == About::Period;
            if fits {
                put(&mut all, hit.score, hit);
            }
        }
    }
    if asked.about == About::Period {
        for hit in of_time(view, filters).await? {
            put(&mut all, 0.0, hit);
        }
    }
    let mut candidates: Vec<Candidate> = all.into_values().collect();
    if asked.about == About::Period {
        // In a period, importance counts instead of the words.
        for candidate in &mut candidates {
            let importance = candidate.hit.as_ref().and_then(|hit| hit.memory.importance);
            candidate.score = importance.unwrap_or(MATTERS);
        }
    }
    Ok(without_sources(candidates))
}

/// Returns a sample from each part of a period; without a period the newest.
async fn of_time(view: &View, filters: &Filters) -> Result<Vec<Hit>> {
    let Some(period) = &filters.happened else {
        return some_of(view, &query(None, filters, FOR_ALL)).await;
    };
    let Some((from, to)) = bounds(view, filters, period).await? else {
        return Ok(Vec::new());
    };
    let length = to.since(from) / PARTS + 1;
    let mut all = Vec::new();
    for part in 0..PARTS {
        let begin = from.plus(part * length);
        if begin > to {
            break;
        }
        let part = (begin, to.min(begin.plus(length - 1)));
        for (_, filters) in date_filters(filters, period, part) {
            all.extend(some_of(view, &query(None, &filters, OF_PART)).await?);
        }
    }
    Ok(all)
}

/// Returns the times of the first and the last event in the period.
async fn bounds(view: &View, filters: &Filters, period: &Range) -> Result<Option<Span>> {
    // A period of local days begins up to a day earlier than in UTC, and ends up to a day later.
    let (from, to) = period.span();
    let around = (from.plus(-DAY), to.plus(DAY));
    let mut moments = Vec::new();
    for (field, filters) in date_filters(filters, period, around) {
        if let Some((first, last)) = ends(view, &filters, field).await? {
            moments.extend([first, last]);
        }
    }
    let first = moments.iter().min().copied();
    let last = moments.iter().max().copied();
    Ok(first.zip(last))
}

/// Returns filters for memories with an event in that part of the period, and for those without an event that were
/// written in it. Each filters by one time, so that the index can start there.
fn date_filters(
    filters: &Filters,
    period: &Range,
    (from, to): Span,
) -> [(&'static str, Filters); 2] {
    let part = Some([from.into(), to.into()]);
    let happened = Range {
        between: part,
        ..period.clone()
    };
    let during = Range {
        between: part,
        ..Range::default()
    };
    let filters = Filters {
        happened: Some(happened),
        ..filters.clone()
    };
    let said = Filters {
        event_date: filters.event_date.clone().or(Some(during.clone())),
        ..filters.clone()
    };
    let written = Filters {
        created_at: filters.created_at.clone().or(Some(during)),
        ..filters
    };
    [(EVENT_DATE, said), ("created_at", written)]
}

fn query(text: Option<String>, filters: &Filters, limit: usize) -> Query {
    Query {
        text,
        filters: filters.clone(),
        distance: None,
        boost: Boost::None,
        offset: 0,
        limit,
    }
}

fn put(all: &mut BTreeMap<(String, String), Candidate>, score: f64, hit: Hit) {
    let name = (hit.memory.core.clone(), hit.memory.id.clone());
    let known = all.entry(name).or_insert_with(|| Candidate {
        entry: entry(&hit.memory),
        score,
        hit: Some(hit),
    });
    known.score = known.score.max(score);
}

/// Drops messages that are the source of another candidate.
fn without_sources(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let memories = candidates
        .iter()
        .filter_map(|candidate| candidate.hit.as_ref());
    let memories = memories.filter(|hit| hit.memory.memory_type != MemoryType::Message);
    let told: Vec<String> = memories
        .flat_map(|hit| {
            let message = hit
                .memory
                .provenance
                .iter()
                .filter_map(|from| from.message.clone());
            hit.memory.extracted_from.iter().cloned().chain(message)
        })
        .collect();
    candidates.retain(|candidate| {
        candidate.entry.kind != EntryKind::Message || !told.contains(&candidate.entry.id)
    });
    candidates
}

fn entry(memory: &Crystal) -> TimelineEntry {
    let is_message = memory.memory_type == MemoryType::Message;
    let (text, is_cut) = match speaker(memory).filter(|_| is_message) {
        Some(speaker) => cut(&format!("{speaker}: {}", memory.text), LETTERS),
        None => cut(&memory.text, LETTERS),
    };
    TimelineEntry {
        at: memory
            .event_date
            .unwrap_or_else(|| memory.created_at.into()),
        until: None,
        noted: memory.event_date.is_none() && !is_message,
        kind: if is_message {
            EntryKind::Message
        } else {
            EntryKind::Memory
        },
        id: memory.id.clone(),
        text,
        is_cut,
        ended_at: memory.valid_to,
        agent: memory.agent.clone(),
        core: Some(memory.core.clone()).filter(|_| !is_message),
        session: session_of(memory),
        workflow: memory
            .workflow
            .as_deref()
            .and_then(|id| id.parse::<Id>().ok()),
        provenance: memory.provenance.clone(),
    }
}

/// Returns the author of a message.
fn speaker(memory: &Crystal) -> Option<&str> {
    let metadata = memory.metadata.as_ref()?;
    let said = |name: &str| metadata.get(name).and_then(Value::as_str);
    said("name").or_else(|| said("role"))
}

/// Returns the session that a memory was taken from, or that its author names.
fn session_of(memory: &Crystal) -> Option<SessionKey> {
    let taken = memory.provenance.as_ref().map(|from| &from.stream);
    taken.and_then(SessionKey::of).or_else(|| {
        let part = |part: &Option<String>| part.as_deref().map(Into::into);
        Some(SessionKey {
            id: memory.session_id.as_deref()?.into(),
            namespace: part(&memory.namespace),
            user_id: part(&memory.user_id),
        })
    })
}
