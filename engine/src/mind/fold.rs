//! Folds the facts of a mind into its state, and derives its list entry and its search items. Folding never fails.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_with::skip_serializing_none;

use crate::jobs::{JobKind, Jobs};
use crate::mind::bond;
use crate::mind::facts::{
    AskedBy, DreamKept, DreamRefused, Event, MoodSignalled, NicheReported, NoteWritten,
    SearchMissed,
};
use crate::mind::mood::Point;
use crate::mind::note::Note;
use crate::mind::report::{Counts, DreamRow, DreamStatus};
use crate::mind::rules::without_bond;
use crate::mind::section::Section;
use crate::mind::state::{
    Asked, DREAMS, HEARD, Heard, MISSES, Made, Mind, Miss, Niche, VersionRow, Written,
};
use kernel::access::Readers;
use kernel::actor::Actor;
use kernel::event::Event as _;
use kernel::fact::{Fact, Meta};
use kernel::memory::{DELETED, Guard, Memory, Receipt};
use kernel::ports::index::{Change, Entry, Item, Text};
use kernel::stream::{StreamId, Version};
use kernel::time::Time;

/// Maximum length of a remembered query, in bytes.
const QUERY_BYTES: usize = 200;
/// Name of the search item for the document.
const DOCUMENT: &str = "document";

/// List entry of a mind.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MindRow {
    /// Name of the agent.
    pub agent: String,
    /// Number of the document's version.
    pub number: Option<u32>,
    /// Length of the document in characters.
    pub chars: u32,
    /// Number of notes that wait for a dream.
    pub notes: u32,
    /// Mood after the last signal, from which it decays.
    pub mood: Point,
    /// Last dream.
    pub dream: Option<DreamRow>,
    /// Time of the next check for a dream.
    pub look_at: Option<Time>,
    /// Time of the last change.
    pub updated_at: Time,
    /// Time at which the deleted mind is erased.
    pub purge_at: Option<Time>,
}

impl Memory for Mind {
    const KIND: &'static str = "mind";
    const SCHEMA: u16 = 3;
    const KEEPS_READERS: bool = true;
    type Event = Event;

    fn apply(&mut self, meta: &Meta, event: &Event) {
        self.version = meta.version;
        if matches!(event, Event::Unreadable(_)) {
            return;
        }
        self.updated_at = meta.at;
        // Facts after a deletion belong to the next life of the mind, which begins when this one is erased.
        self.created_at.get_or_insert(meta.at);
        match event {
            Event::MindSeeded(body) => {
                self.seed = Some(body.number);
                self.write(meta, (body.number, &body.text), Made::Seed, None, None);
                self.stir(meta.at);
            }
            Event::NoteWritten(body) => self.note(meta, body),
            Event::MoodSignalled(body) => self.feel(meta, body),
            Event::MoodConsolidated(_) => self.mood.consolidate(),
            Event::NicheReported(body) => self.report(meta, body),
            Event::SearchMissed(body) => self.miss(meta, body),
            Event::MindStirred(_) => self.stir(meta.at),
            Event::MindLooked(body) => {
                self.minutes = body.minutes;
                self.look_at = body.next;
            }
            Event::DocumentEdited(body) => {
                let of = Some(self.number()).filter(|number| *number > 0);
                self.marks.record_edit(
                    self.document.as_ref().map_or("", |known| &known.text),
                    &body.text,
                );
                let text = (body.number, &body.text);
                self.write(meta, text, Made::Edit, of, body.section);
            }
            Event::VersionRestored(body) => {
                self.marks.record_restore(
                    self.document.as_ref().map_or("", |known| &known.text),
                    &body.text,
                );
                let text = (body.number, &body.text);
                self.write(meta, text, Made::Restore, Some(body.of), None);
            }
            Event::SectionLocked(body) => {
                self.locked.insert(body.section);
            }
            Event::SectionUnlocked(body) => {
                self.locked.remove(&body.section);
            }
            Event::DreamAsked(body) => {
                self.jobs.retry_failed(meta);
                self.asked = Some(Asked {
                    at: meta.at,
                    by: body.by,
                    actor: meta.actor.clone(),
                });
            }
            Event::DreamKept(body) => self.dreamt(meta, body),
            Event::DreamRefused(body) => self.apply_refused(meta, body),
            Event::PointersChecked(body) => {
                self.pointers_at = Some(meta.at);
                self.pointers = body.pointers.iter().cloned().map(Arc::new).collect();
                self.jobs.finish(JobKind::Pointers);
                if let (Some(number), Some(text)) = (body.number, &body.text) {
                    let of = Some(self.number());
                    self.write(meta, (number, text), Made::Pointers, of, None);
                }
            }
            Event::JobTaken(body) => self.jobs.apply_taken(meta, body),
            Event::JobRenewed(body) => self.jobs.apply_renewed(body),
            Event::JobFailed(body) => {
                self.jobs
                    .apply_failed(meta, body.job, &body.error, body.retry_at);
                if body.retry_at.is_none() && body.job == JobKind::Dream {
                    self.give_up(meta, &body.error);
                }
            }
            Event::JobStopped(body) => self.jobs.apply_stopped(meta, body),
            Event::JobResumed(body) => {
                self.jobs.apply_resumed(meta, body);
                if body.job == JobKind::Dream && self.asked.is_none() {
                    self.asked = Some(Asked {
                        at: meta.at,
                        by: AskedBy::Hand,
                        actor: meta.actor.clone(),
                    });
                }
            }
            Event::MindDeleted(body) => {
                self.purge_at = Some(body.purge_at);
                self.deleted = Some(meta.version);
                self.jobs = Jobs::default();
            }
            Event::MindRestored(_) => {
                self.purge_at = None;
                self.deleted = None;
            }
            Event::Unreadable(_) => {}
        }
    }

    fn entry(&self, stream: &StreamId) -> Option<Entry> {
        self.created_at?;
        let status = if self.purge_at.is_some() {
            DELETED
        } else {
            "active"
        };
        Some(Entry {
            stream: stream.clone(),
            status: status.into(),
            updated_at: self.updated_at,
            attention: 0,
            readers: self.readers(stream),
            due: self.due(),
            doc: serde_json::to_string(&self.row(stream.id())).ok()?,
        })
    }

    fn items(&self, stream: &StreamId, _: &Meta, event: &Event) -> Vec<Change> {
        let over: &[JobKind] = match event {
            Event::DreamKept(_) | Event::DreamRefused(_) => &[JobKind::Dream],
            Event::PointersChecked(_) => &[JobKind::Pointers],
            Event::MindDeleted(_) => &[JobKind::Dream, JobKind::Pointers],
            _ => &[],
        };
        let mut items = self.jobs.items(stream, over);
        let wrote = match event {
            Event::MindSeeded(_)
            | Event::DocumentEdited(_)
            | Event::VersionRestored(_)
            | Event::DreamKept(_)
            | Event::MindRestored(_) => true,
            Event::PointersChecked(body) => body.text.is_some(),
            _ => false,
        };
        if matches!(event, Event::MindDeleted(_)) {
            items.push(Change::Forget(DOCUMENT.into()));
        }
        if let Some(written) = self.document.as_ref().filter(|_| wrote) {
            // Some people who find it may not read The Bond.
            let pointers = self.pointers.iter().map(|pointer| &**pointer);
            let text = Text {
                item: DOCUMENT.into(),
                kind: "mind",
                title: stream.id().into(),
                body: without_bond(&written.text, pointers).to_string(),
            };
            items.push(Change::Put(Item { text, facets: None }));
        }
        items
    }

    /// Returns the agent itself, in addition to those who may read everything.
    fn readers(&self, stream: &StreamId) -> Readers {
        Readers::Agents(BTreeSet::from([stream.id().to_owned()]))
    }

    fn guards(kind: &str) -> bool {
        bond::tells(kind)
    }

    fn guard(fact: &Fact) -> Guard {
        if !bond::tells(&fact.kind) {
            return Guard::Open;
        }
        Guard::Own {
            agent: fact.stream.id().into(),
            sources: Vec::new(),
        }
    }

    fn without_private_parts(fact: &Fact) -> Option<Box<RawValue>> {
        let mut event = Event::read(&fact.kind, fact.schema, &fact.body);
        event.leave_bond_out();
        event.body().ok()
    }

    fn receipt(&self, _: &Actor, receipt: &Receipt) -> Option<Event> {
        let Receipt::Missed(text) = receipt else {
            return None;
        };
        let queries = query(text).filter(|_| self.purge_at.is_none());
        queries.map(|query| {
            SearchMissed {
                queries: vec![query],
            }
            .into()
        })
    }
}

/// Normalises a query to one line in lower case, cut to the maximum length. Returns `None` if it is empty.
fn query(text: &str) -> Option<Arc<str>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut line = words.join(" ").to_lowercase();
    if line.len() > QUERY_BYTES {
        let end = (0..=QUERY_BYTES)
            .rev()
            .find(|end| line.is_char_boundary(*end));
        line.truncate(end.unwrap_or(0));
    }
    (!line.is_empty()).then(|| line.into())
}

/// Returns the number of characters of a text.
pub(crate) fn chars(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

impl Mind {
    fn row(&self, agent: &str) -> MindRow {
        MindRow {
            agent: agent.into(),
            number: self.document.as_ref().map(|written| written.row.number),
            chars: self
                .document
                .as_ref()
                .map_or(0, |written| written.row.chars),
            notes: u32::try_from(self.notes.len()).unwrap_or(u32::MAX),
            mood: self.mood.last(),
            dream: self.dreams.last().map(|dream| DreamRow::clone(dream)),
            look_at: self.look_at,
            updated_at: self.updated_at,
            purge_at: self.purge_at,
        }
    }

    /// Schedules a check for a dream after an event, unless one is scheduled.
    fn stir(&mut self, at: Time) {
        if self.look_at.is_none() {
            let last = self.tried_at.map_or(at, |tried| tried.max(at));
            self.look_at = Some(last.plus(self.interval()));
        }
    }

    fn write(
        &mut self,
        meta: &Meta,
        (number, text): (u32, &Arc<str>),
        made: Made,
        of: Option<u32>,
        section: Option<Section>,
    ) {
        let row = VersionRow {
            number,
            fact: meta.version,
            at: meta.at,
            by: meta.actor.clone(),
            made,
            chars: chars(text),
            of,
            section,
        };
        self.versions.insert(number, Arc::new(row.clone()));
        let text = text.clone();
        self.document = Some(Arc::new(Written { row, text }));
    }

    fn note(&mut self, meta: &Meta, body: &NoteWritten) {
        let note = Note {
            version: meta.version,
            id: body.id.clone(),
            at: meta.at,
            by: meta.actor.clone(),
            importance: body.importance,
            kind: body.kind,
            text: body.text.clone(),
            origin: body.origin.clone(),
            auto: body.auto,
        };
        self.note_bytes = self.note_bytes.saturating_add(note.text.len());
        self.notes_written = self.notes_written.saturating_add(1);
        self.notes.insert(meta.version, Arc::new(note));
        self.stir(meta.at);
    }

    fn feel(&mut self, meta: &Meta, body: &MoodSignalled) {
        for felt in &body.signals {
            self.mood.feel(felt);
            self.outcomes = self.outcomes.saturating_add(felt.is_outcome().into());
            if let Some(source) = &felt.source {
                let heard = Heard {
                    version: source.version,
                    at: meta.at,
                };
                self.heard.insert(source.stream.clone(), heard);
            }
        }
        let long_ago = meta.at.plus(-HEARD);
        if self.heard.values().any(|heard| heard.at <= long_ago) {
            let heard = self.heard.iter().filter(|(_, heard)| heard.at > long_ago);
            self.heard = heard
                .map(|(stream, heard)| (stream.clone(), *heard))
                .collect();
        }
        self.stir(meta.at);
    }

    /// Records reported figures. Figures that a report omits keep their last value.
    fn report(&mut self, meta: &Meta, body: &NicheReported) {
        let mut figures = body.clone();
        if let Some(known) = &self.niche {
            let known = &known.figures;
            figures.earnings = figures.earnings.or(known.earnings);
            figures.spending = figures.spending.or(known.spending);
            figures.listed_skills = figures.listed_skills.or(known.listed_skills);
            figures.buyers = figures.buyers.or(known.buyers);
            let top_skills = figures.top_skills.take();
            figures.top_skills = top_skills.or_else(|| known.top_skills.clone());
            figures.trend_7d = figures.trend_7d.or(known.trend_7d);
        }
        let at = meta.at;
        self.niche = Some(Arc::new(Niche { figures, at }));
        self.stir(meta.at);
    }

    fn miss(&mut self, meta: &Meta, body: &SearchMissed) {
        for query in &body.queries {
            let known = self.misses.get(query).map_or(0, |miss| miss.count);
            let miss = Miss {
                query: query.clone(),
                count: known.saturating_add(1),
                at: meta.at,
            };
            self.misses.insert(query.clone(), Arc::new(miss));
        }
        while self.misses.len() > MISSES {
            let oldest = self.misses.iter().min_by_key(|(_, miss)| miss.at);
            let Some(oldest) = oldest.map(|(query, _)| query.clone()) else {
                break;
            };
            self.misses.remove(&oldest);
        }
        self.stir(meta.at);
    }

    fn dreamt(&mut self, meta: &Meta, body: &DreamKept) {
        self.write(
            meta,
            (body.number, &body.text),
            Made::Dream,
            body.base,
            None,
        );
        self.consume(body.notes_until);
        self.outcomes = 0;
        self.dreamt_at = Some(meta.at);
        // Pointers are tried before they are written.
        self.pointers_at = Some(meta.at);
        self.pointers = body.pointers.iter().cloned().map(Arc::new).collect();
        let row = DreamRow {
            dream: meta.version,
            at: meta.at,
            status: DreamStatus::Kept,
            number: Some(body.number),
            base: body.base,
            dreamer: body.dreamer.clone(),
            did: body.did.clone(),
            guards: body.guards.clone(),
            changes: body.changes.clone(),
            counts: body.counts,
            note: body.note.clone(),
        };
        self.over(meta, row);
    }

    fn apply_refused(&mut self, meta: &Meta, body: &DreamRefused) {
        let row = DreamRow {
            dream: meta.version,
            at: meta.at,
            status: DreamStatus::Refused,
            number: None,
            base: body.base,
            dreamer: body.dreamer.clone(),
            did: Vec::new(),
            guards: body.guards.clone(),
            changes: Vec::new(),
            counts: body.counts,
            note: body.note.clone(),
        };
        self.over(meta, row);
    }

    fn give_up(&mut self, meta: &Meta, error: &Arc<str>) {
        let row = DreamRow {
            dream: meta.version,
            at: meta.at,
            status: DreamStatus::Failed,
            number: None,
            base: Some(self.number()).filter(|number| *number > 0),
            dreamer: "".into(),
            did: Vec::new(),
            guards: Vec::new(),
            changes: Vec::new(),
            counts: Counts::default(),
            note: Some(error.clone()),
        };
        self.remember(row);
        self.asked = None;
        self.tried_at = Some(meta.at);
        self.rest_or_look(meta.at);
    }

    /// Ends a dream and schedules the next check.
    fn over(&mut self, meta: &Meta, row: DreamRow) {
        self.remember(row);
        self.asked = None;
        self.jobs.finish(JobKind::Dream);
        self.tried_at = Some(meta.at);
        self.rest_or_look(meta.at);
    }

    fn remember(&mut self, row: DreamRow) {
        self.dreams.push_back(Arc::new(row));
        while self.dreams.len() > DREAMS {
            self.dreams.pop_front();
        }
    }

    /// Schedules a check if notes or task outcomes are left or something happened during the dream. Otherwise the next
    /// event schedules it.
    fn rest_or_look(&mut self, at: Time) {
        let next = at.plus(self.interval());
        let meanwhile = self.look_at.map(|look| look.max(next));
        let waits = !self.notes.is_empty() || self.outcomes > 0;
        self.look_at = meanwhile.or(waits.then_some(next));
    }

    /// Removes the notes up to this fact, because they are in the document.
    fn consume(&mut self, until: Version) {
        while let Some((version, note)) = self.notes.get_min() {
            if *version > until {
                break;
            }
            let (version, bytes) = (*version, note.text.len());
            self.note_bytes = self.note_bytes.saturating_sub(bytes);
            self.notes.remove(&version);
        }
    }
}
