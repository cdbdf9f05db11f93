//! What a mind made of a note: the memory that it is too, and the documents into which it was dreamt.

use std::collections::BTreeSet;

use super::{Derivation, Walk, takes};
use crate::crystal::{self, Core};
use crate::mind::{self, Event};
use kernel::error::Result;
use kernel::event::Event as _;
use kernel::stream::{StreamId, Version};
use kernel::view::Erase;

/// What was made of facts of a mind.
pub(super) async fn follow(walk: &mut Walk<'_>, what: &Erase) -> Result<()> {
    let Erase::Facts(stream, _) = what else {
        return Ok(());
    };
    let mut ids: BTreeSet<String> = BTreeSet::new();
    let mut seeds: BTreeSet<Version> = BTreeSet::new();
    for fact in walk.read(stream).await? {
        if takes(what, fact.version) {
            match Event::read(&fact.kind, fact.schema, &fact.body) {
                Event::NoteWritten(body) => ids.extend(body.id.iter().map(ToString::to_string)),
                Event::MindSeeded(_) => drop(seeds.insert(fact.version)),
                _ => {}
            }
        }
    }
    let core = crystal::of_mind(stream.id());
    for (id, versions) in memories(walk, &core, &ids, &seeds).await? {
        walk.facts(Derivation::Memory, &core, Some(&id), versions);
    }
    documents(walk, stream, |event, version| {
        let is_note = matches!(event, Event::NoteWritten(_) | Event::MindSeeded(_));
        is_note && takes(what, version)
    })
    .await
}

/// The notes of which these facts of a mind's core hold the memories, and what was made of these notes.
pub(super) async fn noted(walk: &mut Walk<'_>, what: &Erase) -> Result<()> {
    let Some(agent) = crystal::agent_of(what.stream()) else {
        return Ok(());
    };
    let stream = mind::stream(agent);
    let (mut ids, mut versions) = (BTreeSet::new(), BTreeSet::new());
    for fact in walk.read(what.stream()).await? {
        if takes(what, fact.version) {
            let record = match crystal::Event::read(&fact.kind, fact.schema, &fact.body) {
                crystal::Event::CrystalAdded(body) => body.record,
                crystal::Event::CrystalEdited(body) => body.record,
                _ => continue,
            };
            let taken = record.provenance.filter(|from| from.stream == stream);
            versions.extend(taken.and_then(|from| from.version));
            ids.insert(record.id);
        }
    }
    let is_it = |event: &Event, version: Version| match event {
        Event::NoteWritten(body) => {
            let is_named = body.id.as_deref().is_some_and(|id| ids.contains(id));
            is_named || versions.contains(&version)
        }
        Event::MindSeeded(_) => versions.contains(&version),
        _ => false,
    };
    for fact in walk.read(&stream).await? {
        let event = Event::read(&fact.kind, fact.schema, &fact.body);
        if is_it(&event, fact.version) {
            walk.facts(Derivation::Copy, &stream, None, [fact.version]);
        }
    }
    documents(walk, &stream, is_it).await
}

/// The memories of a mind's core that are these notes, or parts of what was written before.
async fn memories(
    walk: &Walk<'_>,
    core: &StreamId,
    ids: &BTreeSet<String>,
    seeds: &BTreeSet<Version>,
) -> Result<Vec<(String, BTreeSet<Version>)>> {
    let mut found: Vec<(String, BTreeSet<Version>)> = Vec::new();
    if walk.state::<Core>(core).await?.is_none() {
        return Ok(found);
    }
    for fact in walk.read(core).await? {
        let record = match crystal::Event::read(&fact.kind, fact.schema, &fact.body) {
            crystal::Event::CrystalAdded(body) => body.record,
            crystal::Event::CrystalEdited(body) => body.record,
            _ => continue,
        };
        let version = record.provenance.and_then(|from| from.version);
        let is_seed = version.is_some_and(|version| seeds.contains(&version));
        if is_seed || ids.contains(&record.id) {
            match found.iter_mut().find(|(id, _)| *id == record.id) {
                Some((_, versions)) => drop(versions.insert(fact.version)),
                None => found.push((record.id, [fact.version].into())),
            }
        }
    }
    Ok(found)
}

/// The documents, kept and refused, into which what `is_it` may have gone: the first one that was dreamt of it,
/// and all after it, each of which was made of the one before.
async fn documents(
    walk: &mut Walk<'_>,
    stream: &StreamId,
    is_it: impl Fn(&Event, Version) -> bool,
) -> Result<()> {
    let (mut noted, mut dreamt) = (None, false);
    for fact in walk.read(stream).await? {
        let event = Event::read(&fact.kind, fact.schema, &fact.body);
        if is_it(&event, fact.version) {
            noted = noted.or(Some(fact.version));
            // What was written before is the document.
            dreamt |= matches!(event, Event::MindSeeded(_));
            continue;
        }
        let Some(noted) = noted else {
            continue;
        };
        let is_document = match &event {
            Event::DreamKept(body) => {
                dreamt |= body.notes_until >= noted;
                dreamt
            }
            Event::DreamRefused(_) => true,
            Event::DocumentEdited(_) | Event::VersionRestored(_) => dreamt,
            Event::PointersChecked(body) => dreamt && body.text.is_some(),
            _ => false,
        };
        if is_document {
            walk.facts(Derivation::Summary, stream, None, [fact.version]);
        }
    }
    Ok(())
}
