//! What one caller sees of the log: not what they may not read, and not what was deleted and is not
//! erased yet. Knows no single memory.

use std::collections::BTreeMap;

use kernel::actor::Actor;
use kernel::error::Result;
use kernel::fact::Fact;
use kernel::memory::DELETED;
use kernel::stream::StreamId;
use kernel::view::Services;

/// What `actor` sees, as far as was asked. Good for one look at the log: a stream can be restored, and
/// get other readers.
pub struct Visibility<'a> {
    actor: &'a Actor,
    known: BTreeMap<StreamId, Seen>,
}

#[derive(Clone, Copy)]
enum Seen {
    /// All that its memory does not hide.
    Shown,
    /// That it was deleted is told: it can be restored.
    ItsEnd,
    Nothing,
}

impl<'a> Visibility<'a> {
    /// What `actor` sees.
    #[must_use]
    pub fn new(actor: &'a Actor) -> Self {
        Self {
            actor,
            known: BTreeMap::new(),
        }
    }

    /// A fact as they see it; nothing when they do not.
    ///
    /// # Errors
    /// `unavailable` when the index or the log cannot be read.
    pub async fn see(&mut self, services: &dyn Services, fact: Fact) -> Result<Option<Fact>> {
        if self.sees(services, &fact).await? {
            return services.shown(self.actor, fact).await;
        }
        Ok(None)
    }

    async fn sees(&mut self, services: &dyn Services, fact: &Fact) -> Result<bool> {
        let seen = if let Some(seen) = self.known.get(&fact.stream) {
            *seen
        } else {
            let seen = self.look(services, &fact.stream).await?;
            self.known.insert(fact.stream.clone(), seen);
            seen
        };
        let is_end = fact.kind.ends_with("_deleted");
        Ok(match seen {
            Seen::Shown => is_end || !services.hides(fact).await?,
            Seen::ItsEnd => is_end,
            Seen::Nothing => false,
        })
    }

    async fn look(&self, services: &dyn Services, stream: &StreamId) -> Result<Seen> {
        if !services.may_read(self.actor, stream).await? {
            return Ok(Seen::Nothing);
        }
        let entry = services.index().entry(stream).await?;
        Ok(match entry {
            Some(entry) if entry.status == DELETED => Seen::ItsEnd,
            _ => Seen::Shown,
        })
    }
}
