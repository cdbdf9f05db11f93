//! What was made of a session: forks, summaries, memories, indexed messages, entities, what its tool calls
//! wrote to its thread's scratchpads, and what minds dreamt of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::scratchpads::of_call;
use super::{Derivation, Walk, cores, minds, scratchpads, takes};
use crate::conversation::belongings;
use crate::crystal;
use crate::session::change::Changes;
use crate::session::facts::{Event, Promotion};
use crate::session::find::SessionRow;
use crate::session::{MemoryRecord, Message, Session, SessionKey};
use kernel::error::Result;
use kernel::event::Event as _;
use kernel::fact::Fact;
use kernel::memory::Memory as _;
use kernel::ports::index::ListQuery;
use kernel::stream::{Position, StreamId};
use kernel::time::Time;
use kernel::view::Erase;

/// How many forks are read at a time.
const FORKS: usize = 200;

/// What was made of a session, or of some of its facts.
pub(super) async fn follow(walk: &mut Walk<'_>, what: &Erase) -> Result<()> {
    let stream = what.stream();
    let mut gone = Gone::default();
    let mut made = Vec::new();
    let facts = walk.read(stream).await?;
    for fact in &facts {
        let event = Event::read(&fact.kind, fact.schema, &fact.body);
        if takes(what, fact.version) {
            gone.take(fact, &event);
        } else if let Some(derivation) = gone.made(fact, &event) {
            gone.take(fact, &event);
            made.push((derivation, fact.version));
        }
        gone.promoted(&event);
    }
    for (derivation, version) in made {
        walk.facts(derivation, stream, None, [version]);
    }
    if let Erase::Stream(stream) = what {
        for belonging in belongings(stream) {
            let version = walk.view.services.log().read(&belonging, 0, 1).await?;
            if !version.is_empty() {
                walk.stream(Derivation::Fork, &belonging);
            }
        }
    } else {
        let ids = gone.messages.keys().map(ToString::to_string).collect();
        cores::messages(walk, stream, &ids).await?;
        for (core, ids) in &gone.crystals {
            let core = crystal::stream(core);
            cores::memories(walk, &core, stream, Some(ids), Derivation::Memory).await?;
        }
        scratchpads::written_by(walk, stream, &gone.calls).await?;
    }
    if let Some(since) = told(what, &facts) {
        minds::dreamt_of(walk, &facts, since).await?;
    }
    forks(walk, stream, what, &gone).await
}

/// Since when dreams may have told of what goes: of a session they read what it is about.
fn told(what: &Erase, facts: &[Fact]) -> Option<Position> {
    let (mut with, mut without) = (Session::default(), Session::default());
    let differs = |fact: &&Fact| {
        let event = Event::read(&fact.kind, fact.schema, &fact.body);
        with.apply(&fact.meta(), &event);
        if !takes(what, fact.version) {
            without.apply(&fact.meta(), &event);
        }
        with.topic() != without.topic()
    };
    facts.iter().find(differs).map(|fact| fact.position)
}

/// The sessions that began with what this one held.
async fn forks(walk: &mut Walk<'_>, stream: &StreamId, what: &Erase, gone: &Gone) -> Result<()> {
    let Some(key) = SessionKey::of(stream) else {
        return Ok(());
    };
    let mut query = ListQuery {
        kind: Session::KIND,
        fields: vec![("forked_from", key.to_string())],
        limit: FORKS,
        ..ListQuery::default()
    };
    loop {
        let listed = walk.view.services.index().list(&query).await?;
        for entry in &listed.entries {
            if matches!(what, Erase::Stream(_)) {
                walk.stream(Derivation::Fork, &entry.stream);
                continue;
            }
            let row: SessionRow = entry.shown()?;
            let held = walk.read(&row.session.stream()).await?;
            let first = held.into_iter().find(|fact| {
                let event = Event::read(&fact.kind, fact.schema, &fact.body);
                matches!(&event, Event::SessionPut(body) if gone.is_in(&body.changes, true))
            });
            if let Some(fact) = first {
                walk.facts(Derivation::Fork, &entry.stream, None, [fact.version]);
            }
        }
        query.cursor = listed.next_cursor;
        if query.cursor.is_none() {
            return Ok(());
        }
    }
}

/// What is said in facts of a session that go.
#[derive(Default)]
struct Gone {
    messages: BTreeMap<Arc<str>, Vec<Message>>,
    memories: BTreeMap<Arc<str>, Vec<MemoryRecord>>,
    /// Whether a summary is among it: those after it go on from it.
    summary: bool,
    /// Whether data is.
    data: bool,
    /// The calls that said it: their entities and updates of scratchpads came with it.
    calls: BTreeSet<(String, Time)>,
    /// The long-term memories that its memories became, by core.
    crystals: BTreeMap<Arc<str>, BTreeSet<String>>,
}

impl Gone {
    fn take(&mut self, fact: &Fact, event: &Event) {
        match event {
            Event::MessagesAppended(body) => {
                self.say(&body.messages);
                self.calls.insert(of_call(fact));
            }
            Event::SessionPut(body) => {
                self.change(&body.changes);
                self.calls.insert(of_call(fact));
            }
            Event::SessionRewound(body) => self.change(&body.changes),
            Event::SessionSummarized(_) => self.summary = true,
            Event::MemoriesExtracted(body) => self.keep(&body.memories),
            Event::DataMerged(_) => self.data = true,
            _ => {}
        }
    }

    fn say(&mut self, messages: &[Message]) {
        for message in messages {
            let said = self.messages.entry(message.id.clone()).or_default();
            said.push(message.clone());
        }
    }

    fn keep(&mut self, memories: &[MemoryRecord]) {
        for memory in memories {
            let kept = self.memories.entry(memory.id.clone()).or_default();
            kept.push(memory.clone());
        }
    }

    fn change(&mut self, changes: &Changes) {
        self.say(&changes.messages);
        self.keep(&changes.memories);
        self.summary |= changes.context.as_ref().is_some_and(Option::is_some);
        self.data |= changes.data.is_some();
    }

    /// How a later fact came of what goes, when it did.
    fn made(&self, fact: &Fact, event: &Event) -> Option<Derivation> {
        match event {
            Event::MessagesAppended(body) => self.says(&body.messages).then_some(Derivation::Copy),
            Event::SessionPut(body) if self.is_in(&body.changes, false) => Some(Derivation::Copy),
            Event::SessionPut(body) => {
                let mut memories = body.changes.memories.iter();
                memories
                    .any(|memory| self.reads(&memory.extracted_from))
                    .then_some(Derivation::Extraction)
            }
            Event::SessionRewound(body) => {
                self.is_in(&body.changes, true).then_some(Derivation::Copy)
            }
            Event::SessionSummarized(body) => {
                let goes_on = self.summary || self.reads(&body.folded);
                goes_on.then_some(Derivation::Summary)
            }
            Event::MemoriesExtracted(body) => {
                self.reads(&body.from).then_some(Derivation::Extraction)
            }
            Event::EntitiesObserved(_) => self
                .calls
                .contains(&of_call(fact))
                .then_some(Derivation::Entities),
            _ => None,
        }
    }

    /// Whether a message that goes is among these.
    fn reads(&self, ids: &[Arc<str>]) -> bool {
        ids.iter().any(|id| self.messages.contains_key(id))
    }

    /// Whether one of these messages says what one that goes does.
    fn says(&self, messages: &[Message]) -> bool {
        messages.iter().any(|message| {
            let said = self.messages.get(&message.id);
            said.is_some_and(|said| said.iter().any(|said| said.says_same(message)))
        })
    }

    /// Whether these changes bring what goes. What a whole document brings besides messages and memories
    /// is its writer's own, unless Loci made it of the session, as for a fork.
    fn is_in(&self, changes: &Changes, made: bool) -> bool {
        let memories = changes.memories.iter().any(|memory| {
            let kept = self.memories.get(&memory.id);
            kept.is_some_and(|kept| kept.iter().any(|kept| kept.text == memory.text))
        });
        let summary = self.summary && changes.context.as_ref().is_some_and(Option::is_some);
        let data = self.data && changes.data.is_some();
        self.says(&changes.messages) || memories || made && (summary || data)
    }

    /// Notes what the memories that go became.
    fn promoted(&mut self, event: &Event) {
        if let Event::MemoriesPromoted(body) = event {
            let known = |promotion: &&Promotion| self.memories.contains_key(&promotion.id);
            let crystals = body.memories.iter().filter(known);
            let ids: Vec<String> = crystals.map(|one| one.crystal.to_string()).collect();
            if !ids.is_empty() {
                let core = self.crystals.entry(body.core.clone()).or_default();
                core.extend(ids);
            }
        }
    }
}
