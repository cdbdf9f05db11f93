//! How a core's state follows from its facts, and what of them the index has. Never fails.

use std::sync::Arc;

use serde_json::value::RawValue;

use crate::crystal::facts::{CrystalsRecalled, Event};
use kernel::access::Readers;
use kernel::actor::Actor;

use crate::crystal::owner::Owner;
use crate::crystal::record::Crystal;
use crate::crystal::said::Said;
use crate::crystal::state::{Core, CrystalEntry, Forgotten, Key};
use crate::crystal::{holds_messages, is_private, source};
use kernel::fact::{Fact, Meta};
use kernel::memory::{Guard, Memory};
use kernel::ports::index::{Change, Entry, Facets, Item, Stamp, Text};
use kernel::stream::{StreamId, Version};
use kernel::time::Time;

/// The status of a core that lists show.
pub(super) const ACTIVE: &str = "active";
/// The status of a core that holds the messages of a session.
const MESSAGES: &str = "messages";
/// The status of a core that holds what a session promoted for its readers alone.
const PRIVATE: &str = "private";
/// The field of the moment of the last recall.
pub(super) const LAST_ACCESSED: &str = "last_accessed";

impl Memory for Core {
    const KIND: &'static str = "core";
    const SCHEMA: u16 = 4;
    const KEEPS_READERS: bool = true;
    type Event = Event;

    fn apply(&mut self, meta: &Meta, event: &Event) {
        if self.version == 0 {
            self.created_at = meta.at;
            self.updated_at = meta.at;
        }
        self.version = meta.version;
        match event {
            Event::CoreCreated(body) => {
                self.made = true;
                self.description.clone_from(&body.description);
                self.writers.clone_from(&body.writers);
                self.promoted_readers = body.promoted_readers;
            }
            Event::CoreEdited(body) => self.promoted_readers = body.promoted_readers,
            Event::CoreShared(body) => self.readers = body.readers.clone(),
            Event::CrystalAdded(body) => self.take(meta, &body.record),
            Event::CrystalEdited(body) => self.take(meta, &body.record),
            Event::CrystalsForgotten(body) => {
                self.updated_at = meta.at;
                for id in &body.ids {
                    self.leave(id, body.purge_at);
                }
            }
            Event::CrystalsRecalled(body) => {
                for id in &body.ids {
                    if let Some(kept) = self.crystals.get_mut(id.as_str()) {
                        let kept = Arc::make_mut(kept);
                        kept.accessed = kept.accessed.max(meta.at);
                        kept.recalls = kept.recalls.saturating_add(1);
                    }
                }
            }
            Event::Unreadable(_) => {}
        }
    }

    fn entry(&self, stream: &StreamId) -> Option<Entry> {
        let status = match stream {
            stream if holds_messages(stream) => MESSAGES,
            stream if is_private(stream) => PRIVATE,
            _ => ACTIVE,
        };
        Some(Entry {
            stream: stream.clone(),
            status: status.into(),
            updated_at: self.updated_at.max(self.created_at),
            attention: 0,
            readers: self.readers.clone(),
            due: self.leaving.get_min().map(|(at, _)| *at),
            doc: serde_json::to_string(&self.summary(stream)).ok()?,
        })
    }

    fn items(&self, _: &StreamId, _: &Meta, event: &Event) -> Vec<Change> {
        let kept = |id: &str| self.crystals.get(id);
        match event {
            Event::CrystalAdded(body) => put(&body.record, kept(&body.record.id)),
            Event::CrystalEdited(body) => put(&body.record, kept(&body.record.id)),
            Event::CrystalsForgotten(body) => {
                body.ids.iter().cloned().map(Change::Forget).collect()
            }
            Event::CrystalsRecalled(body) => {
                let known = body.ids.iter().filter_map(|id| Some((id, kept(id)?)));
                let touched = known.map(|(id, kept)| Change::Touch {
                    item: id.clone(),
                    stamps: vec![recalled(kept)],
                });
                touched.collect()
            }
            Event::CoreCreated(_)
            | Event::CoreEdited(_)
            | Event::CoreShared(_)
            | Event::Unreadable(_) => Vec::new(),
        }
    }

    fn readers(&self, _: &StreamId) -> Readers {
        self.readers.clone()
    }

    fn guards(kind: &str) -> bool {
        matches!(kind, "crystal_added" | "crystal_edited")
    }

    fn guarded(fact: &Fact) -> Guard {
        match source::sources_of(fact) {
            sources if sources.is_empty() => Guard::Open,
            sources => Guard::Sources(sources),
        }
    }

    fn unsourced(fact: &Fact, hidden: &[StreamId]) -> Option<Box<RawValue>> {
        source::unsourced(fact, hidden)
    }

    fn receipt(&self, actor: &Actor, notices: &[String]) -> Option<Event> {
        let known = notices
            .iter()
            .filter(|id| self.crystals.contains_key(id.as_str()));
        let ids: Vec<String> = known.cloned().collect();
        let agent = actor.id.clone();
        (!ids.is_empty()).then(|| CrystalsRecalled { agent, ids }.into())
    }
}

impl Core {
    /// Takes a record in, whether there was one or not: a record whose first fact was redacted is as
    /// good as its second one says.
    fn take(&mut self, meta: &Meta, record: &Crystal) {
        self.updated_at = meta.at;
        let id: Arc<str> = record.id.as_str().into();
        let mut versions: Vec<Version> = Vec::new();
        let (mut accessed, mut recalls) = (record.last_accessed, record.access_count);
        let gone = self.forgotten.remove(&id);
        if let Some(gone) = &gone {
            self.leaving.remove(&(gone.purge_at, id.clone()));
            versions.extend(&gone.versions);
        }
        let known = self.crystals.get(&id).map(|kept| &kept.owner);
        let owner = Owner::of(
            record,
            &meta.actor,
            known,
            gone.as_ref().map(|gone| &gone.owner),
        );
        if let Some(kept) = self.crystals.get(&id) {
            versions.extend(&kept.versions);
            accessed = accessed.max(kept.accessed);
            recalls = recalls.max(kept.recalls);
            self.keys.remove(&(kept.key, id.clone()));
        }
        versions.push(meta.version);
        let kept = CrystalEntry {
            versions,
            key: Key::of(record),
            said: Said::of(record),
            pinned: record.pinned,
            source: record.provenance.as_ref().map(|from| from.stream.clone()),
            owner,
            created: record.created_at,
            accessed,
            recalls,
        };
        self.keys.insert((kept.key, id.clone()));
        self.crystals.insert(id, Arc::new(kept));
    }

    fn leave(&mut self, id: &str, purge_at: Time) {
        let Some(kept) = self.crystals.remove(id) else {
            return;
        };
        let id: Arc<str> = id.into();
        self.keys.remove(&(kept.key, id.clone()));
        self.leaving.insert((purge_at, id.clone()));
        let gone = Forgotten {
            versions: kept.versions.clone(),
            source: kept.source.clone(),
            owner: kept.owner.clone(),
            purge_at,
        };
        self.forgotten.insert(id, Arc::new(gone));
    }
}

/// A crystal in the index.
fn put(record: &Crystal, kept: Option<&Arc<CrystalEntry>>) -> Vec<Change> {
    let Some(kept) = kept else {
        return Vec::new();
    };
    let mut shown = record.clone();
    // The text is in the index once, as the words that search looks at.
    let body = std::mem::take(&mut shown.text);
    let Ok(doc) = serde_json::to_string(&shown) else {
        return Vec::new();
    };
    let about: Vec<&str> = record
        .topics
        .iter()
        .chain(&record.entities)
        .map(String::as_str)
        .collect();
    let text = Text {
        item: record.id.clone(),
        kind: "crystal",
        title: about.join(", "),
        body,
    };
    let facets = Facets {
        doc,
        tags: tags(record),
        times: times(record, kept),
    };
    vec![Change::Put(Item {
        text,
        facets: Some(facets),
    })]
}

pub(super) fn tags(record: &Crystal) -> Vec<(&'static str, String)> {
    let mut tags: Vec<(&'static str, String)> = vec![
        ("id", record.id.clone()),
        ("core", record.core.clone()),
        ("memory_type", record.memory_type.name().into()),
        ("memory_hash", record.memory_hash.clone()),
    ];
    for (field, value) in [
        ("namespace", &record.namespace),
        ("user_id", &record.user_id),
        ("session_id", &record.session_id),
        ("agent", &record.agent),
        ("workflow", &record.workflow),
        ("extraction_strategy", &record.extraction_strategy),
        (
            "discrete_memory_extracted",
            &record.discrete_memory_extracted,
        ),
    ] {
        tags.extend(value.iter().map(|value| (field, value.clone())));
    }
    tags.extend(record.topics.iter().map(|topic| ("topics", topic.clone())));
    tags.extend(
        record
            .entities
            .iter()
            .map(|entity| ("entities", entity.clone())),
    );
    tags
}

fn times(record: &Crystal, kept: &CrystalEntry) -> Vec<Stamp> {
    let stamp = |field, at| Stamp {
        field,
        at,
        count: 0,
    };
    let mut times = vec![
        stamp("created_at", record.created_at),
        stamp("updated_at", record.updated_at),
        recalled(kept),
    ];
    times.extend(record.event_date.map(|at| stamp("event_date", at)));
    times
}

fn recalled(kept: &CrystalEntry) -> Stamp {
    Stamp {
        field: LAST_ACCESSED,
        at: kept.accessed,
        count: kept.recalls,
    }
}
