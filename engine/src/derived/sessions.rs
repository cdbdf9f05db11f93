//! Data derived from a session: forks, summaries, memories, indexed messages, entities, scratchpad updates by its tool
//! calls, and documents of minds.

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
use kernel::ports::index::{ListOrder, ListQuery};
use kernel::stream::{Position, StreamId};
use kernel::time::Time;
use kernel::view::Erase;

/// Number of forks read at a time.
const FORKS: usize = 200;

/// Finds the data derived from a session, or from some of its facts.
pub(super) async fn follow(walk: &mut Walk<'_>, what: &Erase) -> Result<()> {
    let stream = what.stream();
    let mut gone = Gone::default();
    let mut made = Vec::new();
    let facts = walk.read(stream).await?;
    for fact in &facts {
        let event = Event::read(&fact.kind, fact.schema, &fact.body);
        if takes(what, fact.version) {
            gone.take(fact, &event);
        } else if let Some(derivation) = gone.derivation(fact, &event) {
            gone.take(fact, &event);
            made.push((derivation, fact.version));
        }
        gone.record_promotions(&event);
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
        scratchpads::pads_of_calls(walk, stream, &gone.calls).await?;
    }
    if let Some(since) = topic_change_position(what, &facts) {
        minds::dreamt_of(walk, &facts, since).await?;
    }
    forks(walk, stream, what, &gone).await
}

/// Returns the position since when dreams may include erased content: they read the topic of a session.
fn topic_change_position(what: &Erase, facts: &[Fact]) -> Option<Position> {
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

/// Finds the sessions that began with the content of this one.
async fn forks(walk: &mut Walk<'_>, stream: &StreamId, what: &Erase, gone: &Gone) -> Result<()> {
    let Some(key) = SessionKey::of(stream) else {
        return Ok(());
    };
    let mut query = ListQuery {
        kind: Session::KIND,
        fields: vec![("forked_from", key.to_string())],
        limit: FORKS,
        order: ListOrder::Id,
        ..ListQuery::default()
    };
    loop {
        let listed = walk.view.services.index().list(&query).await?;
        for entry in &listed.entries {
            if matches!(what, Erase::Stream(_)) {
                walk.stream(Derivation::Fork, &entry.stream);
                continue;
            }
            let row: SessionRow = entry.parse_row()?;
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

/// Content of the erased facts of a session.
#[derive(Default)]
struct Gone {
    messages: BTreeMap<Arc<str>, Vec<Message>>,
    memories: BTreeMap<Arc<str>, Vec<MemoryRecord>>,
    /// True if it includes a summary: later summaries continue it.
    summary: bool,
    /// True if it includes session data.
    data: bool,
    /// Calls that wrote it: their entities and scratchpad updates came with it.
    calls: BTreeSet<(String, Time)>,
    /// Long-term memories that its memories became, by core.
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

    /// Returns the relation of a later fact to the erased content, if there is one.
    fn derivation(&self, fact: &Fact, event: &Event) -> Option<Derivation> {
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

    /// Returns true if one of these messages is erased.
    fn reads(&self, ids: &[Arc<str>]) -> bool {
        ids.iter().any(|id| self.messages.contains_key(id))
    }

    /// Returns true if one of these messages has the content of an erased one.
    fn says(&self, messages: &[Message]) -> bool {
        messages.iter().any(|message| {
            let said = self.messages.get(&message.id);
            said.is_some_and(|said| said.iter().any(|said| said.says_same(message)))
        })
    }

    /// Returns true if changes include erased content. The summary and data of a whole document are the writer's own,
    /// unless Loci derived it from the session, as for a fork.
    fn is_in(&self, changes: &Changes, made: bool) -> bool {
        let memories = changes.memories.iter().any(|memory| {
            let kept = self.memories.get(&memory.id);
            kept.is_some_and(|kept| kept.iter().any(|kept| kept.text == memory.text))
        });
        let summary = self.summary && changes.context.as_ref().is_some_and(Option::is_some);
        let data = self.data && changes.data.is_some();
        self.says(&changes.messages) || memories || made && (summary || data)
    }

    /// Records the long-term memories that erased memories became.
    fn record_promotions(&mut self, event: &Event) {
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
