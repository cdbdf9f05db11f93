//! A memory: the state that the facts of one kind of stream fold into, and what of it can be found.

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

/// The status under which lists keep a stream that was deleted and can be restored still.
pub const DELETED: &str = "deleted";

/// Something an agent received from a memory, or failed to find. Recorded after the answer was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// Ids of delivered notices.
    Delivered(Vec<String>),
    /// Ids of items that the agent was given.
    Read {
        /// The ids.
        items: Vec<String>,
        /// The stream that the agent works on and the number of the part it works on, if known.
        purpose: Option<(StreamId, u32)>,
    },
    /// The text of a search without a fitting result.
    Missed(String),
}

/// What of a fact is not for everybody who may read its stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Guard {
    /// Nothing.
    #[default]
    Open,
    /// All of it: only the audit shows it.
    Audit,
    /// All of it: people see it in feeds, agents do not.
    People,
    /// It names streams that something was taken from: only those learn which who may read these.
    Sources(Vec<StreamId>),
    /// Part of it is for people and for the agent of that name, to whom it is what [`Guard::Sources`] says. Other
    /// agents learn what [`Memory::unowned`] leaves.
    Own {
        /// The agent.
        agent: String,
        /// The streams that it names.
        sources: Vec<StreamId>,
    },
}

/// The state of one stream. Cloning must be cheap (shared structure): the writer clones a state for
/// every decision, readers hold clones.
pub trait Memory: Clone + Default + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The kind of its streams, such as `workflow`.
    const KIND: &'static str;
    /// The number of the state's form: raise it when a stored snapshot would be read wrongly.
    const SCHEMA: u16;
    /// Whether [`Memory::readers`] ever says anything but everyone; a state need not be looked at
    /// otherwise.
    const KEEPS_READERS: bool = false;
    /// Whether [`Memory::hides`] ever hides a fact; a state need not be looked at otherwise.
    const HIDES_FACTS: bool = false;
    /// Whether [`Memory::guarded`] ever guards anything of a fact of that kind; it need not be looked at
    /// otherwise.
    #[must_use]
    fn guards(_kind: &str) -> bool {
        false
    }
    /// Its facts.
    type Event: Event;

    /// Takes one fact in. Pure, and never fails: a fact that makes no sense here changes nothing.
    fn apply(&mut self, meta: &Meta, event: &Self::Event);

    /// The row under which lists find this stream; `None` hides it from lists.
    fn entry(&self, stream: &StreamId) -> Option<Entry>;

    /// The texts under which search finds what `event` wrote. Called with the state after the fact.
    fn texts(&self, _stream: &StreamId, _meta: &Meta, _event: &Self::Event) -> Vec<Text> {
        Vec::new()
    }

    /// How `event` changes what search finds, for a memory whose things have more than texts: tags,
    /// moments, an end. What it says follows from the state after the fact alone, so that an index
    /// built anew is the same.
    fn items(&self, stream: &StreamId, meta: &Meta, event: &Self::Event) -> Vec<Change> {
        let texts = self.texts(stream, meta, event);
        texts.into_iter().map(Change::from).collect()
    }

    /// Who may read `stream`. A memory that says more than everyone sets [`Memory::KEEPS_READERS`].
    fn readers(&self, _stream: &StreamId) -> Readers {
        Readers::Everyone
    }

    /// What a tenant may do with `stream`.
    #[must_use]
    fn tenancy(_stream: &StreamId, _tenant: &Tenant) -> Tenancy {
        Tenancy::Foreign
    }

    /// Whether a call of a token that is bound to `tenant` may record `event` in `stream`. Called with the state before
    /// the fact.
    fn admits(&self, stream: &StreamId, tenant: &Tenant, _event: &Self::Event) -> bool {
        Self::tenancy(stream, tenant) == Tenancy::Own
    }

    /// Whether feeds leave `fact` out although its stream can be read: what it is about was deleted, or
    /// is of an earlier life of the stream. A memory that ever hides one sets [`Memory::HIDES_FACTS`].
    fn hides(&self, _fact: &Fact, _now: Time) -> bool {
        false
    }

    /// The version at which anything that readers are shown last changed; the last version where the
    /// state does not say. Receipts and renewals change nothing for a reader.
    fn revised(&self) -> Option<Version> {
        None
    }

    /// What of `fact` is not for everybody who may read its stream. Looks at the fact alone.
    #[must_use]
    fn guarded(_fact: &Fact) -> Guard {
        Guard::Open
    }

    /// The body of `fact` without where it says that something was taken from `hidden`.
    #[must_use]
    fn unsourced(_fact: &Fact, _hidden: &[StreamId]) -> Option<Box<RawValue>> {
        None
    }

    /// The body of `fact` without what only its agent and people learn; nothing when no more is left of it.
    #[must_use]
    fn unowned(_fact: &Fact) -> Option<Box<RawValue>> {
        None
    }

    /// What the state holds for `actor` to hear on their next call: nudges, answers. Urgent first.
    fn inbox(&self, _actor: &Actor, _now: Time) -> Vec<Notice> {
        Vec::new()
    }

    /// The fact that records a receipt of `actor`; `None` if this memory keeps no such fact.
    fn receipt(&self, _actor: &Actor, _receipt: &Receipt) -> Option<Self::Event> {
        None
    }

    /// The SHA-256 of every blob that the state refers to; erased with the stream unless another
    /// stream refers to them too.
    fn blobs(&self) -> Vec<String> {
        Vec::new()
    }

    /// Takes one stored fact in.
    fn apply_fact(&mut self, fact: &Fact) {
        self.apply(
            &fact.meta(),
            &Self::Event::read(&fact.kind, fact.schema, &fact.body),
        );
    }
}
