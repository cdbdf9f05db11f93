//! What one caller sees of the log: not what they may not read, and not what was deleted and is not
//! erased yet.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::actor::Actor;
use crate::error::Result;
use crate::fact::Fact;
use crate::memory::{DELETED, Memory as _};
use crate::scratchpad::Scratchpads;
use crate::stream::StreamId;
use crate::view::House;

/// What `actor` sees, as far as was asked. Good for one look at the log: a stream can be restored, and
/// get other readers.
pub struct Sight<'a> {
    actor: &'a Actor,
    known: BTreeMap<StreamId, Seen>,
}

enum Seen {
    Whole,
    /// That it was deleted is told: it can be restored.
    ItsEnd,
    /// Some of its scratchpads were deleted, others not.
    Pads(Arc<Scratchpads>),
    Nothing,
}

impl<'a> Sight<'a> {
    /// What `actor` sees.
    #[must_use]
    pub fn new(actor: &'a Actor) -> Self {
        Self {
            actor,
            known: BTreeMap::new(),
        }
    }

    /// Whether they see a fact.
    ///
    /// # Errors
    /// `unavailable` when the index or the log cannot be read.
    pub async fn sees(&mut self, house: &dyn House, fact: &Fact) -> Result<bool> {
        if !self.known.contains_key(&fact.stream) {
            let seen = self.look(house, &fact.stream).await?;
            self.known.insert(fact.stream.clone(), seen);
        }
        let is_end = || fact.kind.ends_with("_deleted");
        Ok(match self.known.get(&fact.stream) {
            Some(Seen::Whole) => true,
            Some(Seen::ItsEnd) => is_end(),
            Some(Seen::Pads(pads)) => is_end() || !pads.is_of_deleted(fact),
            Some(Seen::Nothing) | None => false,
        })
    }

    async fn look(&self, house: &dyn House, stream: &StreamId) -> Result<Seen> {
        if !house.may_read(self.actor, stream).await? {
            return Ok(Seen::Nothing);
        }
        let entry = house.index().entry(stream).await?;
        if entry.is_some_and(|entry| entry.status == DELETED) {
            return Ok(Seen::ItsEnd);
        }
        if stream.kind() == Scratchpads::KIND {
            let state = house.state(stream).await?.state;
            if let Ok(pads) = state.downcast::<Scratchpads>()
                && !pads.deleted.is_empty()
            {
                return Ok(Seen::Pads(pads));
            }
        }
        Ok(Seen::Whole)
    }
}
