//! Source sessions of memories, and how they are hidden from callers who may not read them. The text of the memory
//! stays visible.

use std::collections::{BTreeMap, BTreeSet};

use crate::crystal::bond;
use crate::crystal::facts::Event;
use crate::crystal::record::Crystal;
use crate::session::key::SessionKey;
use crate::session::state::Session;
use kernel::access::{may_read, reader_name};
use kernel::actor::Actor;
use kernel::error::Result;
use kernel::event::Event as _;
use kernel::fact::Fact;
use kernel::ports::index::Entry;
use kernel::stream::StreamId;
use kernel::tx::Tx;
use kernel::view::View;

/// Returns the sessions that a record names: the one it was extracted from, and the one that its author named.
#[must_use]
pub(super) fn sources(record: &Crystal) -> Vec<StreamId> {
    let taken = record.provenance.as_ref().map(|from| from.stream.clone());
    let taken = taken.filter(|stream| SessionKey::of(stream).is_some());
    taken.into_iter().chain(author_session(record)).collect()
}

/// Returns the session that the author named, unless the record was extracted from it.
pub(super) fn author_session(record: &Crystal) -> Option<StreamId> {
    let taken = record.provenance.as_ref().map(|from| &from.stream);
    let said = record.session_id.as_deref().map(|id| {
        let part = |part: &Option<String>| part.as_deref().map(Into::into);
        let key = SessionKey {
            id: id.into(),
            namespace: part(&record.namespace),
            user_id: part(&record.user_id),
        };
        key.stream()
    });
    said.filter(|said| taken != Some(said))
}

/// Removes the source of a record if it names one of the hidden sessions.
pub(super) fn hide(record: &mut Crystal, hidden: &[StreamId]) {
    if sources(record).iter().any(|source| hidden.contains(source)) {
        record.provenance = None;
        record.session_id = None;
        record.extracted_from.clear();
    }
}

/// Returns the record in a fact.
fn record_of(event: &mut Event) -> Option<&mut Crystal> {
    match event {
        Event::CrystalAdded(body) => Some(&mut body.record),
        Event::CrystalEdited(body) => Some(&mut body.record),
        _ => None,
    }
}

/// Returns the sessions that a fact's record names.
pub(super) fn sources_of(fact: &Fact) -> Vec<StreamId> {
    let mut event = Event::read(&fact.kind, fact.schema, &fact.body);
    record_of(&mut event).map_or_else(Vec::new, |record| sources(record))
}

/// Returns the agent whose Bond the record in a fact belongs to.
pub(super) fn bond_of(fact: &Fact) -> Option<String> {
    let mut event = Event::read(&fact.kind, fact.schema, &fact.body);
    record_of(&mut event).and_then(|record| bond::bond_of(record))
}

/// Returns the body of a fact without the source of its record.
pub(super) fn without_sources(
    fact: &Fact,
    hidden: &[StreamId],
) -> Option<Box<serde_json::value::RawValue>> {
    let mut event = Event::read(&fact.kind, fact.schema, &fact.body);
    hide(record_of(&mut event)?, hidden);
    event.body().ok()
}

/// Returns true if the actor is the author of the record and the source was not added by Loci. Authors see what they
/// wrote about the source.
fn is_own(record: &Crystal, actor: &Actor) -> bool {
    let taken = record.provenance.is_some();
    !taken
        && record
            .agent
            .as_deref()
            .is_some_and(|name| actor.is_agent_named(name))
}

/// Removes the sources of these memories that the caller may not read.
///
/// # Errors
/// Returns `unavailable` if the index or the log cannot be read.
pub async fn hide_sources(view: &View, crystals: Vec<&mut Crystal>) -> Result<()> {
    let actor = view.actor()?;
    if reader_name(actor).is_none() {
        return Ok(());
    }
    let others = crystals
        .into_iter()
        .filter(|crystal| !is_own(crystal, actor));
    let others: Vec<&mut Crystal> = others.collect();
    let named: BTreeSet<StreamId> = others.iter().flat_map(|crystal| sources(crystal)).collect();
    if named.is_empty() {
        return Ok(());
    }
    let streams: Vec<StreamId> = named.into_iter().collect();
    // The index answers for many sessions without loading them. A session it does not list does not exist.
    let known = view.services.index().entries(&streams).await?;
    let known: BTreeMap<StreamId, Option<Entry>> = known.into_iter().collect();
    let mut hidden = Vec::new();
    for source in streams {
        let may = match known.get(&source) {
            Some(Some(entry)) => may_read(actor, &entry.readers),
            Some(None) => view.services.may_read(actor, &source).await?,
            None => may_read(actor, &Session::default().agents()),
        };
        if !may {
            hidden.push(source);
        }
    }
    for crystal in others {
        hide(crystal, &hidden);
    }
    Ok(())
}

/// Same as [`hide_sources`], in a decision.
///
/// # Errors
/// Fails only if a state is not loaded. The decision then runs again with it.
pub(super) fn without_hidden_sources(tx: &mut Tx, mut crystal: Crystal) -> Result<Crystal> {
    let actor = tx.cx.actor.clone();
    if reader_name(&actor).is_none() || is_own(&crystal, &actor) {
        return Ok(crystal);
    }
    let mut hidden = Vec::new();
    for source in sources(&crystal) {
        if !may_read(&actor, &tx.read::<Session>(&source)?.agents()) {
            hidden.push(source);
        }
    }
    hide(&mut crystal, &hidden);
    Ok(crystal)
}
