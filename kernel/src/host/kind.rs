//! Type-erased stream kinds.

use std::marker::PhantomData;
use std::sync::Arc;

use serde_json::value::RawValue;

use crate::access::Readers;
use crate::actor::Actor;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::fact::Fact;
use crate::memory::{Guard, Memory, Receipt};
use crate::notice::Notice;
use crate::operation::Operation;
use crate::ports::index::{self, Change};
use crate::registry::Entry;
use crate::stream::{Position, StreamId};
use crate::tenant::{Tenancy, Tenant};
use crate::time::Time;
use crate::tx::{AnyState, Tx};

/// A stream kind that the kernel hosts.
#[derive(Clone)]
pub struct Kind {
    memory: Arc<dyn AnyKind>,
    notes: Option<&'static Entry>,
}

impl Kind {
    /// Creates the kind of the streams with state `M`.
    #[must_use]
    pub fn of<M: Memory>() -> Self {
        Self {
            memory: Arc::new(Of::<M>(PhantomData)),
            notes: None,
        }
    }

    /// Sets the operation that records what undecided writes did.
    #[must_use]
    pub fn noting<O: Operation>(self) -> Self {
        Self {
            notes: Some(Entry::of::<O>()),
            ..self
        }
    }

    /// Returns the operation that records what undecided writes did, if this kind has one.
    #[must_use]
    pub fn notes(&self) -> Option<&'static Entry> {
        self.notes
    }
}

impl std::ops::Deref for Kind {
    type Target = dyn AnyKind;
    fn deref(&self) -> &Self::Target {
        &*self.memory
    }
}

/// Interface of a stream kind without its type. A state of another kind is treated like the empty one; that cannot
/// happen, because the stream's kind selects the implementation.
pub trait AnyKind: Send + Sync {
    /// Returns the kind of its streams.
    fn name(&self) -> &'static str;
    /// Returns the schema number of the state.
    fn schema(&self) -> u16;
    /// Returns the state of a stream without facts.
    fn empty(&self) -> AnyState;
    /// Parses the state of a snapshot; `None` if it cannot be read.
    fn restore(&self, snapshot: &[u8]) -> Option<AnyState>;
    /// Serializes a state.
    ///
    /// # Errors
    /// Returns `internal` if the state has no JSON form.
    fn snapshot(&self, state: &AnyState) -> Result<Vec<u8>>;
    /// Folds facts into the state.
    fn fold(&self, state: AnyState, facts: &[Fact]) -> AnyState;
    /// Folds facts into the state, and passes the index changes of those after `after` to `found`.
    fn fold_items(
        &self,
        state: AnyState,
        facts: &[Fact],
        after: Position,
        found: &mut dyn FnMut(Change),
    ) -> AnyState;
    /// Returns the row of the stream in lists; `None` hides it.
    fn entry(&self, state: &AnyState, stream: &StreamId) -> Option<index::Entry>;
    /// Returns true if [`AnyKind::readers`] may return anything but everyone.
    fn keeps_readers(&self) -> bool;
    /// Returns the readers of the stream.
    fn readers(&self, state: &AnyState, stream: &StreamId) -> Readers;
    /// Returns the access of a tenant to the stream.
    fn tenancy(&self, stream: &StreamId, tenant: &Tenant) -> Tenancy;
    /// Returns true if [`AnyKind::hides`] may hide a fact.
    fn hides_facts(&self) -> bool;
    /// Returns true if feeds omit the fact.
    fn hides(&self, state: &AnyState, fact: &Fact, now: Time) -> bool;
    /// Returns true if [`AnyKind::guard`] may restrict a fact of that kind.
    fn guards(&self, kind: &str) -> bool;
    /// Returns the part of the fact that is withheld from some readers of its stream.
    fn guard(&self, fact: &Fact) -> Guard;
    /// Returns the fact's body without references to the `hidden` source streams.
    fn without_sources(&self, fact: &Fact, hidden: &[StreamId]) -> Option<Box<RawValue>>;
    /// Returns the fact's body without the part for its agent and people only.
    fn without_private_parts(&self, fact: &Fact) -> Option<Box<RawValue>>;
    /// Returns the notices for `actor` in the state.
    fn inbox(&self, state: &AnyState, actor: &Actor, now: Time) -> Vec<Notice>;
    /// Records a receipt of `actor`.
    ///
    /// # Errors
    /// Returns an error if the state is not in memory.
    fn receipt(
        &self,
        tx: &mut Tx,
        stream: &StreamId,
        actor: &Actor,
        receipt: &Receipt,
    ) -> Result<()>;
    /// Returns the blobs that the state refers to.
    fn blobs(&self, state: &AnyState) -> Vec<String>;
    /// Returns true if this version can read the fact, or it was redacted.
    fn reads(&self, fact: &Fact) -> bool;
}

struct Of<M>(PhantomData<fn() -> M>);

fn get<M: Memory>(state: &AnyState) -> Option<&M> {
    state.downcast_ref()
}

fn take<M: Memory>(state: AnyState) -> M {
    state
        .downcast::<M>()
        .map_or_else(|_| M::default(), Arc::unwrap_or_clone)
}

impl<M: Memory> AnyKind for Of<M> {
    fn name(&self) -> &'static str {
        M::KIND
    }

    fn schema(&self) -> u16 {
        M::SCHEMA
    }

    fn empty(&self) -> AnyState {
        Arc::new(M::default())
    }

    fn restore(&self, snapshot: &[u8]) -> Option<AnyState> {
        // Parsed from text, like facts, so that types in both are compiled only once.
        let state: M = serde_json::from_str(str::from_utf8(snapshot).ok()?).ok()?;
        Some(Arc::new(state))
    }

    fn snapshot(&self, state: &AnyState) -> Result<Vec<u8>> {
        let state = get::<M>(state)
            .ok_or_else(|| Error::internal(format!("the state is not a {}", M::KIND)))?;
        serde_json::to_vec(state)
            .map_err(|error| Error::internal(format!("a {} has no JSON form: {error}", M::KIND)))
    }

    fn fold(&self, state: AnyState, facts: &[Fact]) -> AnyState {
        let mut state = take::<M>(state);
        for fact in facts {
            state.apply_fact(fact);
        }
        Arc::new(state)
    }

    fn fold_items(
        &self,
        state: AnyState,
        facts: &[Fact],
        after: Position,
        found: &mut dyn FnMut(Change),
    ) -> AnyState {
        let mut state = take::<M>(state);
        for fact in facts {
            let meta = fact.meta();
            let event = M::Event::read(&fact.kind, fact.schema, &fact.body);
            state.apply(&meta, &event);
            if fact.position > after {
                for change in state.items(&fact.stream, &meta, &event) {
                    found(change);
                }
            }
        }
        Arc::new(state)
    }

    fn entry(&self, state: &AnyState, stream: &StreamId) -> Option<index::Entry> {
        get::<M>(state)?.entry(stream)
    }

    fn keeps_readers(&self) -> bool {
        M::KEEPS_READERS
    }

    fn tenancy(&self, stream: &StreamId, tenant: &Tenant) -> Tenancy {
        M::tenancy(stream, tenant)
    }

    fn readers(&self, state: &AnyState, stream: &StreamId) -> Readers {
        get::<M>(state).map_or_else(Readers::default, |state| state.readers(stream))
    }

    fn hides_facts(&self) -> bool {
        M::HIDES_FACTS
    }

    fn hides(&self, state: &AnyState, fact: &Fact, now: Time) -> bool {
        get::<M>(state).is_some_and(|state| state.hides(fact, now))
    }

    fn guards(&self, kind: &str) -> bool {
        M::guards(kind)
    }

    fn guard(&self, fact: &Fact) -> Guard {
        M::guard(fact)
    }

    fn without_sources(&self, fact: &Fact, hidden: &[StreamId]) -> Option<Box<RawValue>> {
        M::without_sources(fact, hidden)
    }

    fn without_private_parts(&self, fact: &Fact) -> Option<Box<RawValue>> {
        M::without_private_parts(fact)
    }

    fn inbox(&self, state: &AnyState, actor: &Actor, now: Time) -> Vec<Notice> {
        get::<M>(state).map_or_else(Vec::new, |state| state.inbox(actor, now))
    }

    fn receipt(
        &self,
        tx: &mut Tx,
        stream: &StreamId,
        actor: &Actor,
        receipt: &Receipt,
    ) -> Result<()> {
        let draft = tx.draft::<M>(stream)?;
        if let Some(event) = draft.state().receipt(actor, receipt) {
            draft.record(event);
        }
        Ok(())
    }

    fn blobs(&self, state: &AnyState) -> Vec<String> {
        get::<M>(state).map_or_else(Vec::new, Memory::blobs)
    }

    fn reads(&self, fact: &Fact) -> bool {
        let unread = M::Event::unreadable("").kind();
        fact.kind == unread || M::Event::read(&fact.kind, fact.schema, &fact.body).kind() != unread
    }
}
