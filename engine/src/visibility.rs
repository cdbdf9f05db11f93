//! Visibility of facts to a caller: excludes streams that the caller may not read, and deleted content that is not
//! erased yet.

use std::collections::BTreeMap;

use kernel::actor::Actor;
use kernel::error::Result;
use kernel::fact::Fact;
use kernel::memory::DELETED;
use kernel::stream::StreamId;
use kernel::view::Services;

/// The facts that `actor` may see, with cached lookups. Use it for one pass over the log: later, a stream can be
/// restored or get other readers.
pub struct Visibility<'a> {
    actor: &'a Actor,
    known: BTreeMap<StreamId, Seen>,
}

#[derive(Clone, Copy)]
enum Seen {
    /// All facts that its memory does not hide.
    Shown,
    /// Only the fact of its deletion: it can be restored.
    ItsEnd,
    Nothing,
}

impl<'a> Visibility<'a> {
    /// Creates an empty cache for `actor`.
    #[must_use]
    pub fn new(actor: &'a Actor) -> Self {
        Self {
            actor,
            known: BTreeMap::new(),
        }
    }

    /// Returns the fact as the caller may see it; `None` if they may not.
    ///
    /// # Errors
    /// Returns `unavailable` if the index or the log cannot be read.
    pub async fn see(&mut self, services: &dyn Services, fact: Fact) -> Result<Option<Fact>> {
        if self.sees(services, &fact).await? {
            return services.filter_fact(self.actor, fact).await;
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
