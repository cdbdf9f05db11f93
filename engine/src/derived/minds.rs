//! Data that minds derived from erased data: memories of notes, memories that dreams wrote, and documents that include
//! notes, memories, work or sessions.

use std::collections::{BTreeMap, BTreeSet};

use super::{Derivation, Walk, takes};
use crate::crystal::{self, Core, Crystal, Provenance, is_mind};
use crate::mind::{self, Event, Mind, line};
use crate::session::record::MemoryType;
use kernel::error::Result;
use kernel::event::Event as _;
use kernel::fact::Fact;
use kernel::memory::Memory as _;
use kernel::stream::{Position, StreamId, Version};
use kernel::view::Erase;

/// Finds the data derived from facts of a mind.
pub(super) async fn follow(walk: &mut Walk<'_>, what: &Erase) -> Result<()> {
    let Erase::Facts(stream, _) = what else {
        return Ok(());
    };
    let mut ids: BTreeSet<String> = BTreeSet::new();
    let mut seeds: BTreeSet<Version> = BTreeSet::new();
    let mut fell: BTreeSet<String> = BTreeSet::new();
    let mut stays: BTreeSet<String> = BTreeSet::new();
    for fact in walk.read(stream).await? {
        let event = Event::read(&fact.kind, fact.schema, &fact.body);
        let lines = document_text(&event).map(line::ids).unwrap_or_default();
        if !takes(what, fact.version) {
            if !walk.seen.contains(&(stream.clone(), fact.version)) {
                stays.extend(lines);
            }
            continue;
        }
        fell.extend(lines);
        match event {
            Event::NoteWritten(body) => ids.extend(body.id.iter().map(ToString::to_string)),
            Event::MindSeeded(_) => drop(seeds.insert(fact.version)),
            _ => {}
        }
    }
    ids.extend(fell.difference(&stays).cloned());
    let core = crystal::of_mind(stream.id());
    let is_of = |_: &Fact, record: &Crystal| {
        let version = record.provenance.as_ref().and_then(|from| from.version);
        ids.contains(&record.id) || version.is_some_and(|version| seeds.contains(&version))
    };
    for (id, versions) in memories(walk, &core, is_of).await? {
        walk.facts(Derivation::Memory, &core, Some(&id), versions);
    }
    documents(walk, stream, None, |event, version| {
        let is_note = matches!(event, Event::NoteWritten(_) | Event::MindSeeded(_));
        is_note && takes(what, version)
    })
    .await
}

/// Finds the data that minds derived from memories in facts of a core: their notes, and the documents of agents that
/// may have dreamt of them.
pub(super) async fn notes_from(walk: &mut Walk<'_>, what: &Erase) -> Result<()> {
    let owner = crystal::agent_of(what.stream()).map(str::to_owned);
    let mut records: BTreeMap<String, Vec<(Position, Crystal)>> = BTreeMap::new();
    for fact in walk.read(what.stream()).await? {
        if takes(what, fact.version)
            && let Some(record) = record(&fact)
            && let Some(agent) = owner.clone().or_else(|| dreamer(&record))
        {
            let read = records.entry(agent).or_default();
            read.push((fact.position, record));
        }
    }
    for (agent, records) in records {
        of_memories(walk, &mind::stream(&agent), &records).await?;
    }
    Ok(())
}

/// Returns the agent that dreams of a memory written outside its mind.
fn dreamer(record: &Crystal) -> Option<String> {
    let is_dreamt = record.memory_type != MemoryType::Message && record.user_id.is_none();
    record.agent.clone().filter(|_| is_dreamt)
}

/// Finds the data that a mind derived from memories.
async fn of_memories(
    walk: &mut Walk<'_>,
    stream: &StreamId,
    records: &[(Position, Crystal)],
) -> Result<()> {
    let ids: BTreeSet<&str> = records
        .iter()
        .map(|(_, record)| record.id.as_str())
        .collect();
    let taken = records.iter().filter_map(|(_, record)| {
        let from = record.provenance.as_ref()?;
        from.version.filter(|_| from.stream == *stream)
    });
    let versions: BTreeSet<Version> = taken.collect();
    let is_it = |event: &Event, version: Version| match event {
        Event::NoteWritten(body) => {
            let is_named = body.id.as_deref().is_some_and(|id| ids.contains(id));
            is_named || versions.contains(&version)
        }
        Event::MindSeeded(_) => versions.contains(&version),
        _ => false,
    };
    let mut notes: BTreeSet<String> = BTreeSet::new();
    for fact in walk.read(stream).await? {
        let event = Event::read(&fact.kind, fact.schema, &fact.body);
        if is_it(&event, fact.version) {
            walk.facts(Derivation::Copy, stream, None, [fact.version]);
        }
        if let Event::NoteWritten(body) = event {
            notes.extend(body.id.as_deref().map(str::to_owned));
        }
    }
    // The dream that read a note is known; other memories may have been read by any later dream.
    let is_note = |record: &Crystal| {
        let is_of_mind = |from: &Provenance| from.stream == *stream;
        notes.contains(&record.id) || record.provenance.as_ref().is_some_and(is_of_mind)
    };
    let others = records.iter().filter(|(_, record)| !is_note(record));
    let since = others.map(|(position, _)| *position).min();
    documents(walk, stream, since, is_it).await
}

/// Finds the documents that may include content of a workflow or a session at a position: those of agents that acted
/// there or are named there.
pub(super) async fn dreamt_of(walk: &mut Walk<'_>, facts: &[Fact], since: Position) -> Result<()> {
    for stream in walk.streams(Mind::KIND).await? {
        let agent = stream.id();
        let named = serde_json::Value::from(agent).to_string();
        let has_part = facts
            .iter()
            .any(|fact| fact.actor.is_agent_named(agent) || fact.body.get().contains(&named));
        if has_part {
            documents(walk, &stream, Some(since), |_, _| false).await?;
        }
    }
    Ok(())
}

/// Finds the memories that dreams derived from items of a workflow.
pub(super) async fn dream_memories(
    walk: &mut Walk<'_>,
    source: &StreamId,
    is_it: impl Fn(&Fact, &Provenance) -> bool,
) -> Result<()> {
    for core in walk.streams(Core::KIND).await? {
        if !is_mind(&core) {
            continue;
        }
        let is_of = |fact: &Fact, record: &Crystal| {
            let from = record.provenance.as_ref();
            from.is_some_and(|from| from.stream == *source && is_it(fact, from))
        };
        for (id, versions) in memories(walk, &core, is_of).await? {
            walk.facts(Derivation::Memory, &core, Some(&id), versions);
        }
    }
    Ok(())
}

/// Returns the memories of a mind's core with a matching record.
async fn memories(
    walk: &Walk<'_>,
    core: &StreamId,
    is_of: impl Fn(&Fact, &Crystal) -> bool,
) -> Result<Vec<(String, BTreeSet<Version>)>> {
    let mut found: Vec<(String, BTreeSet<Version>)> = Vec::new();
    if walk.state::<Core>(core).await?.is_none() {
        return Ok(found);
    }
    for fact in walk.read(core).await? {
        let Some(record) = record(&fact).filter(|record| is_of(&fact, record)) else {
            continue;
        };
        match found.iter_mut().find(|(id, _)| *id == record.id) {
            Some((_, versions)) => drop(versions.insert(fact.version)),
            None => found.push((record.id, [fact.version].into())),
        }
    }
    Ok(found)
}

/// Returns the memory in a fact of a core.
fn record(fact: &Fact) -> Option<Crystal> {
    match crystal::Event::read(&fact.kind, fact.schema, &fact.body) {
        crystal::Event::CrystalAdded(body) => Some(body.record),
        crystal::Event::CrystalEdited(body) => Some(body.record),
        _ => None,
    }
}

/// Finds the documents, kept and refused, that may include the matching facts or external content at the position
/// `since`: the first one that was dreamt of it, and all later ones, because each builds on the previous one.
async fn documents(
    walk: &mut Walk<'_>,
    stream: &StreamId,
    since: Option<Position>,
    is_it: impl Fn(&Event, Version) -> bool,
) -> Result<()> {
    let (mut noted, mut dreamt) = (None, false);
    let mut made = Vec::new();
    for fact in walk.read(stream).await? {
        let event = Event::read(&fact.kind, fact.schema, &fact.body);
        if is_it(&event, fact.version) {
            noted = noted.or(Some(fact.version));
            // Content written before the first dream is the document.
            dreamt |= matches!(event, Event::MindSeeded(_));
            continue;
        }
        let was_there = since.is_some_and(|since| since < fact.position);
        if noted.is_none() && !was_there {
            continue;
        }
        let is_document = match &event {
            Event::DreamKept(body) => {
                dreamt |= was_there || noted.is_some_and(|noted| noted <= body.notes_until);
                dreamt
            }
            Event::DreamRefused(_) => true,
            Event::DocumentEdited(_) | Event::VersionRestored(_) => dreamt,
            // Without a new text the fact still names the topics.
            Event::PointersChecked(body) => {
                dreamt && (body.text.is_some() || !body.pointers.is_empty())
            }
            _ => false,
        };
        if is_document {
            made.push(fact.version);
        }
    }
    walk.facts(Derivation::Summary, stream, None, made);
    Ok(())
}

/// Returns the document in a fact of a mind.
fn document_text(event: &Event) -> Option<&str> {
    match event {
        Event::DreamKept(body) => Some(&body.text),
        Event::DreamRefused(body) => Some(&body.draft),
        Event::DocumentEdited(body) => Some(&body.text),
        Event::VersionRestored(body) => Some(&body.text),
        Event::PointersChecked(body) => body.text.as_deref(),
        _ => None,
    }
}
