//! A memory without its type: what the kernel does with any of them. Knows no single one.

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

/// One memory that the kernel hosts.
#[derive(Clone)]
pub struct Kind {
    memory: Arc<dyn AnyKind>,
    notes: Option<&'static Entry>,
}

impl Kind {
    /// The memory `M`.
    #[must_use]
    pub fn of<M: Memory>() -> Self {
        Self {
            memory: Arc::new(Of::<M>(PhantomData)),
            notes: None,
        }
    }

    /// The memory with the operation by which it notes what happened beside the log.
    #[must_use]
    pub fn noting<O: Operation>(self) -> Self {
        Self {
            notes: Some(Entry::of::<O>()),
            ..self
        }
    }

    /// The operation by which it notes what happened beside the log, when it does.
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

/// What the kernel asks of a memory. A state of another memory is answered like the empty one: the
/// stream's kind has chosen the memory, so that cannot happen.
pub trait AnyKind: Send + Sync {
    /// The kind of its streams.
    fn name(&self) -> &'static str;
    /// The number of the state's form.
    fn schema(&self) -> u16;
    /// The state of a stream without facts.
    fn empty(&self) -> AnyState;
    /// The state of a snapshot, `None` when it cannot be read.
    fn restore(&self, snapshot: &[u8]) -> Option<AnyState>;
    /// The snapshot of a state.
    ///
    /// # Errors
    /// `internal` when the state has no JSON form.
    fn snapshot(&self, state: &AnyState) -> Result<Vec<u8>>;
    /// The state with those facts.
    fn fold(&self, state: AnyState, facts: &[Fact]) -> AnyState;
    /// The state with those facts; gives `found` what those after `after` change in the index.
    fn fold_items(
        &self,
        state: AnyState,
        facts: &[Fact],
        after: Position,
        found: &mut dyn FnMut(Change),
    ) -> AnyState;
    /// The row under which lists find the stream.
    fn entry(&self, state: &AnyState, stream: &StreamId) -> Option<index::Entry>;
    /// Whether [`AnyKind::readers`] ever says anything but everyone.
    fn keeps_readers(&self) -> bool;
    /// Who may read the stream.
    fn readers(&self, state: &AnyState, stream: &StreamId) -> Readers;
    /// What a tenant may do with the stream.
    fn tenancy(&self, stream: &StreamId, tenant: &Tenant) -> Tenancy;
    /// Whether [`AnyKind::hides`] ever hides a fact.
    fn hides_facts(&self) -> bool;
    /// Whether feeds leave the fact out.
    fn hides(&self, state: &AnyState, fact: &Fact, now: Time) -> bool;
    /// Whether [`AnyKind::guarded`] ever guards anything of a fact of that kind.
    fn guards(&self, kind: &str) -> bool;
    /// What of the fact is not for everybody who may read its stream.
    fn guarded(&self, fact: &Fact) -> Guard;
    /// The fact's body without where it names those sources.
    fn unsourced(&self, fact: &Fact, hidden: &[StreamId]) -> Option<Box<RawValue>>;
    /// The fact's body without what only its agent and people learn.
    fn unowned(&self, fact: &Fact) -> Option<Box<RawValue>>;
    /// What the state holds for `actor` to hear.
    fn inbox(&self, state: &AnyState, actor: &Actor, now: Time) -> Vec<Notice>;
    /// Records a receipt of `actor`.
    ///
    /// # Errors
    /// When the state is not at hand.
    fn receipt(
        &self,
        tx: &mut Tx,
        stream: &StreamId,
        actor: &Actor,
        receipt: &Receipt,
    ) -> Result<()>;
    /// The blobs that the state refers to.
    fn blobs(&self, state: &AnyState) -> Vec<String>;
    /// Whether this version reads the fact, or it was redacted.
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
        // As a text, which facts are read from too: what both hold is then compiled once.
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

    fn guarded(&self, fact: &Fact) -> Guard {
        M::guard(fact)
    }

    fn unsourced(&self, fact: &Fact, hidden: &[StreamId]) -> Option<Box<RawValue>> {
        M::without_sources(fact, hidden)
    }

    fn unowned(&self, fact: &Fact) -> Option<Box<RawValue>> {
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
