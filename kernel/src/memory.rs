//! The memory trait: the state that the facts of one kind of stream fold into, and its index entries.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::access::Readers;
use crate::actor::Actor;
use crate::event::Event;
use crate::fact::{Fact, Meta};
use crate::notice::Notice;
use crate::ports::index::{Change, Entry, Text};
use crate::stream::{StreamId, Version};
use crate::tenant::{Tenancy, Tenant};
use crate::time::Time;

/// Status of a deleted stream in lists, as long as it can be restored.
pub const DELETED: &str = "deleted";

/// An item that an agent received from a memory, or failed to find. Recorded after the answer was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// Ids of delivered notices.
    Delivered(Vec<String>),
    /// Ids of items that the agent read.
    Read {
        /// The ids.
        items: Vec<String>,
        /// The stream that the agent works on and the number of the task there, if known.
        purpose: Option<(StreamId, u32)>,
    },
    /// The text of a search without a fitting result.
    Missed(String),
}

/// Part of a fact that is withheld from some readers of its stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Guard {
    /// No restriction.
    #[default]
    Open,
    /// The whole fact is restricted to the audit.
    Audit,
    /// The whole fact is restricted to people; feeds hide it from agents.
    People,
    /// The names of source streams, which only readers of those streams see.
    Sources(Vec<StreamId>),
    /// Part of the fact is for people and for the named agent, who see it under the rule of [`Guard::Sources`]. Other
    /// agents see the rest, [`Memory::without_private_parts`].
    Own {
        /// The agent.
        agent: String,
        /// Source streams that the fact names.
        sources: Vec<StreamId>,
    },
}

/// The state of one stream. Cloning must be cheap (shared structure): the writer clones a state for every decision, and
/// readers hold clones.
pub trait Memory: Clone + Default + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Kind of the streams, such as `workflow`.
    const KIND: &'static str;
    /// Schema number of the state. Raise it if a stored snapshot would be misread.
    const SCHEMA: u16;
    /// True if [`Memory::readers`] may return anything but everyone. Otherwise no state is loaded to check.
    const KEEPS_READERS: bool = false;
    /// True if [`Memory::hides`] may hide a fact. Otherwise no state is loaded to check.
    const HIDES_FACTS: bool = false;
    /// Returns true if [`Memory::guard`] may restrict a fact of this kind. Otherwise the fact is not checked.
    #[must_use]
    fn guards(_kind: &str) -> bool {
        false
    }
    /// Facts of the memory.
    type Event: Event;

    /// Folds one fact into the state. Pure and infallible: a fact that makes no sense here changes nothing.
    fn apply(&mut self, meta: &Meta, event: &Self::Event);

    /// Returns the row of this stream in lists; `None` hides it from lists.
    fn entry(&self, stream: &StreamId) -> Option<Entry>;

    /// Returns the texts under which search finds what `event` wrote. Called with the state after the fact.
    fn texts(&self, _stream: &StreamId, _meta: &Meta, _event: &Self::Event) -> Vec<Text> {
        Vec::new()
    }

    /// Returns the index changes of `event`, for memories whose items have tags, times or an expiry besides texts. Must
    /// depend on the state after the fact only, so that a rebuilt index is identical.
    fn items(&self, stream: &StreamId, meta: &Meta, event: &Self::Event) -> Vec<Change> {
        let texts = self.texts(stream, meta, event);
        texts.into_iter().map(Change::from).collect()
    }

    /// Returns the readers of `stream`. A memory that restricts them sets [`Memory::KEEPS_READERS`].
    fn readers(&self, _stream: &StreamId) -> Readers {
        Readers::Everyone
    }

    /// Returns the access of a tenant to `stream`.
    #[must_use]
    fn tenancy(_stream: &StreamId, _tenant: &Tenant) -> Tenancy {
        Tenancy::Foreign
    }

    /// Returns true if a call with a token that is bound to `tenant` may record `event` in `stream`. Called with the
    /// state before the fact.
    fn admits(&self, stream: &StreamId, tenant: &Tenant, _event: &Self::Event) -> bool {
        Self::tenancy(stream, tenant) == Tenancy::Own
    }

    /// Returns true if feeds omit `fact` although the stream is readable: its subject was deleted, or belongs to an
    /// earlier life of the stream. A memory that hides facts sets [`Memory::HIDES_FACTS`].
    fn hides(&self, _fact: &Fact, _now: Time) -> bool {
        false
    }

    /// Returns the version of the last change that readers can see; `None` for the last version. Receipts and renewals
    /// are not visible to readers.
    fn last_revision(&self) -> Option<Version> {
        None
    }

    /// Returns the part of `fact` that is withheld from some readers of its stream. Depends on the fact alone.
    #[must_use]
    fn guard(_fact: &Fact) -> Guard {
        Guard::Open
    }

    /// Returns the body of `fact` without references to the `hidden` source streams.
    #[must_use]
    fn without_sources(_fact: &Fact, _hidden: &[StreamId]) -> Option<Box<RawValue>> {
        None
    }

    /// Returns the body of `fact` without the part for its agent and people only; `None` if nothing remains.
    #[must_use]
    fn without_private_parts(_fact: &Fact) -> Option<Box<RawValue>> {
        None
    }

    /// Returns the notices that wait for `actor`, such as nudges and answers, urgent ones first.
    fn inbox(&self, _actor: &Actor, _now: Time) -> Vec<Notice> {
        Vec::new()
    }

    /// Returns the fact that records a receipt of `actor`; `None` if this memory records none.
    fn receipt(&self, _actor: &Actor, _receipt: &Receipt) -> Option<Self::Event> {
        None
    }

    /// Returns the SHA-256 of every blob that the state refers to. They are erased with the stream unless another
    /// stream refers to them too.
    fn blobs(&self) -> Vec<String> {
        Vec::new()
    }

    /// Folds one stored fact into the state.
    fn apply_fact(&mut self, fact: &Fact) {
        self.apply(
            &fact.meta(),
            &Self::Event::read(&fact.kind, fact.schema, &fact.body),
        );
    }
}
