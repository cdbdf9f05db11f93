//! The memories that may come onto a timeline: those that fit the question and the things whose order it asks for,
//! and of a time those that were written in it. Asks the index, for what the caller may read.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::crystal::filter::{Filters, Range};
use crate::crystal::find::{Query, ends, find, some_of};
use crate::crystal::hit::Hit;
use crate::crystal::rank::Boost;
use crate::crystal::when::Span;
use crate::crystal::{Crystal, MemoryType};
use crate::session::key::SessionKey;
use crate::timeline::asked::{About, Asked};
use crate::timeline::entry::{Candidate, EntryKind, TimelineEntry, cut};
use kernel::error::Result;
use kernel::id::Id;
use kernel::time::{DAY, Time};
use kernel::view::View;

/// How many are looked at for the whole question.
const FOR_ALL: usize = 60;
/// How many for each of the things whose order is asked for.
const FOR_EACH: usize = 10;
/// Into how many parts a time is divided of which everything is asked for …
const PARTS: i64 = 12;
/// … and how many of each are looked at.
const OF_PART: usize = 12;
/// What scores less than this share of the best is about something else.
const NEAR: f64 = 0.5;
/// How many characters of a memory are told.
const LETTERS: usize = 320;
/// How much a memory matters whose author does not say.
const MATTERS: f64 = 0.5;

/// The memories that may come onto the timeline.
///
/// # Errors
/// `unavailable` when the index cannot be read.
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
        // Whatever its words: what matters more is told rather.
        for candidate in &mut candidates {
            let importance = candidate.hit.as_ref().and_then(|hit| hit.memory.importance);
            candidate.score = importance.unwrap_or(MATTERS);
        }
    }
    Ok(without_sources(candidates))
}

/// Some of what happened in a time, of each part of it; without a time the newest.
async fn of_time(view: &View, filters: &Filters) -> Result<Vec<Hit>> {
    let Some((from, to)) = filters.happened else {
        return some_of(view, &query(None, filters, FOR_ALL)).await;
    };
    let (from, to) = match bounds(view, filters).await? {
        Some((first, last)) => (from.max(first), to.min(last)),
        None => return Ok(Vec::new()),
    };
    let length = to.since(from) / PARTS + 1;
    let mut all = Vec::new();
    for part in 0..PARTS {
        let begin = from.plus(part * length);
        if begin > to {
            break;
        }
        for (_, filters) in dated(filters, (begin, to.min(begin.plus(length - 1)))) {
            all.extend(some_of(view, &query(None, &filters, OF_PART)).await?);
        }
    }
    Ok(all)
}

/// When the first and the last of what happened in the time did.
async fn bounds(view: &View, filters: &Filters) -> Result<Option<Span>> {
    let Some(span) = filters.happened else {
        return Ok(None);
    };
    let mut moments = Vec::new();
    for (field, filters) in dated(filters, span) {
        if let Some((first, last)) = ends(view, &filters, field).await? {
            moments.extend([first, last]);
        }
    }
    let first = moments.iter().min().copied();
    let last = moments.iter().max().copied();
    Ok(first.zip(last))
}

/// The filters for what somebody said happened in a time, and for what was written in it without that: each asks for
/// one moment, so that the index begins there.
fn dated(filters: &Filters, (from, to): Span) -> [(&'static str, Filters); 2] {
    let between = |from: Time, to: Time| Range {
        between: Some([from, to]),
        ..Range::default()
    };
    let (during, happened) = (between(from, to), Some((from, to)));
    // The day of an event is that of its own clock, which may be a day ahead of UTC or behind it.
    let around = between(from.plus(-DAY), to.plus(DAY));
    let said = Filters {
        event_date: filters.event_date.clone().or(Some(around)),
        happened,
        ..filters.clone()
    };
    let written = Filters {
        created_at: filters.created_at.clone().or(Some(during)),
        happened,
        ..filters.clone()
    };
    [("event_date", said), ("created_at", written)]
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

/// Without the messages of which a memory that is there was made.
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

/// Who said a message.
fn speaker(memory: &Crystal) -> Option<&str> {
    let metadata = memory.metadata.as_ref()?;
    let said = |name: &str| metadata.get(name).and_then(Value::as_str);
    said("name").or_else(|| said("role"))
}

/// The session that a memory was taken from, or that its author names.
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
