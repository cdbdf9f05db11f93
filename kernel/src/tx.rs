//! A decision in progress: the states it reads and the facts it records. Nothing is written before the whole decision
//! is complete.

use std::any::Any;
use std::cell::Cell;
use std::fmt::Display;
use std::ops::Deref;
use std::sync::Arc;

use serde_json::value::RawValue;

use crate::actor::{Actor, Door};
use crate::configured::Configured;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::fact::{Fact, Meta};
use crate::id::Id;
use crate::memory::Memory;
use crate::ports::index::Change;
use crate::ports::schemas::Schemas;
use crate::stream::{StreamId, Version};
use crate::time::Time;

/// Input of a decision besides states.
#[derive(Clone, Debug)]
pub struct Cx {
    /// Current time.
    pub now: Time,
    /// A fresh id, for the one thing with a stream of its own that this call may create.
    pub id: Id,
    /// Caller.
    pub actor: Actor,
    /// Interface of the call.
    pub door: Door,
    /// Id of the request.
    pub request: String,
    /// Version that the caller expects the addressed thing to have.
    pub if_version: Option<Version>,
    /// Acceptable versions (`If-Match`): one of them must still be current. Empty without that condition.
    pub if_match: Vec<Version>,
    /// Epoch of the workflow's lead in which the caller believes to be the lead.
    pub lead_epoch: Option<u32>,
    /// JSON Schema validator.
    pub schemas: Arc<dyn Schemas>,
    /// Settings of the workspace from this server's configuration.
    pub defaults: Configured,
    /// Number of tokens of [`Operation::text_to_count`](crate::Operation::text_to_count), 0 without one.
    pub tokens: u32,
}

/// A state of any memory.
pub type AnyState = Arc<dyn Any + Send + Sync>;

/// State of a stream with the number of facts in it.
#[derive(Clone)]
pub struct Loaded {
    /// State of the memory that the stream's kind names.
    pub state: AnyState,
    /// Number of facts folded into it.
    pub version: Version,
}

/// Source of states for a decision: committed ones, and tentative ones of earlier decisions in the same commit.
pub trait States {
    /// Returns the state of `stream` if it is in memory.
    fn find(&self, stream: &StreamId) -> Option<Loaded>;
}

/// One fact that a decision recorded.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Kind of the fact.
    pub kind: &'static str,
    /// Schema number of the body.
    pub schema: u16,
    /// Body as JSON.
    pub body: Box<RawValue>,
    /// Changes of the search index.
    pub items: Vec<Change>,
    /// Original metadata, if the fact was imported.
    pub written: Option<Written>,
}

/// Original metadata of an imported fact.
#[derive(Clone, Debug)]
pub struct Written {
    /// Time of the fact.
    pub at: Time,
    /// Actor who caused it.
    pub actor: Actor,
    /// Interface of the call that caused it.
    pub door: Door,
    /// Id of the request that caused it.
    pub request: String,
}

/// Facts that a decision recorded for one stream.
pub struct Staged {
    /// Stream of the facts.
    pub stream: StreamId,
    /// Version that the decision is based on.
    pub base: Version,
    /// Recorded facts, in order.
    pub facts: Vec<Recorded>,
    /// State that includes them.
    pub state: AnyState,
}

/// A state under decision, which already includes the facts recorded so far.
pub struct Draft<M: Memory> {
    /// Input of the decision.
    pub cx: Arc<Cx>,
    stream: StreamId,
    base: Version,
    state: M,
    /// Version of the last change that answers show.
    revised: Version,
    /// True if the decision compared versions itself, because it knows which thing the caller addresses.
    compared: Cell<bool>,
    facts: Vec<Recorded>,
    failed: Option<Error>,
}

impl<M: Memory> Draft<M> {
    /// Records a fact and folds it into the state at once.
    pub fn record(&mut self, event: impl Into<M::Event>) {
        let event = event.into();
        if let Some(tenant) = self.cx.actor.tenant()
            && !self.state.admits(&self.stream, tenant, &event)
        {
            self.failed = Some(Error::forbidden(
                "Your token is bound to a user or a namespace, and this would change what belongs to another one.",
            ));
        }
        let meta = Meta {
            version: self.base + self.facts.len() as Version + 1,
            at: self.cx.now,
            actor: self.cx.actor.clone(),
        };
        self.state.apply(&meta, &event);
        match event.body() {
            Ok(body) => self.facts.push(Recorded {
                kind: event.kind(),
                schema: event.schema(),
                body,
                items: self.state.items(&self.stream, &meta, &event),
                written: None,
            }),
            Err(error) => {
                self.failed = Some(Error::internal(format!("a fact has no JSON form: {error}")));
            }
        }
    }

    /// Imports a fact of this stream with its original metadata. It must be the next one of the stream.
    pub fn take_in(&mut self, fact: &Fact) {
        let meta = fact.meta();
        if meta.version != self.version() + 1 {
            let (version, last) = (meta.version, self.version());
            let detail = format!("fact {version} cannot come after fact {last}");
            self.failed = Some(Error::internal(detail));
            return;
        }
        let event = M::Event::read(&fact.kind, fact.schema, &fact.body);
        self.state.apply(&meta, &event);
        self.facts.push(Recorded {
            kind: event.kind(),
            schema: fact.schema,
            body: fact.body.clone(),
            items: self.state.items(&self.stream, &meta, &event),
            written: Some(Written {
                at: fact.at,
                actor: fact.actor.clone(),
                door: fact.door,
                request: fact.request.clone(),
            }),
        });
    }

    /// Returns the state of the draft.
    #[must_use]
    pub fn state(&self) -> &M {
        &self.state
    }

    /// Returns the stream.
    #[must_use]
    pub fn stream(&self) -> &StreamId {
        &self.stream
    }

    /// Returns the version including the facts recorded so far.
    #[must_use]
    pub fn version(&self) -> Version {
        self.base + self.facts.len() as Version
    }

    /// Rejects the call if the addressed thing changed after the versions that the caller named. A version may be the
    /// thing's own or the whole stream's, as answers return it. A version in the future is from before a backup was
    /// restored, so it is rejected too.
    ///
    /// # Errors
    /// Returns `conflict` (`stale`) with the current version.
    pub fn expect(&self, changed: Version) -> Result<()> {
        self.compared.set(true);
        if let Some(version) = self.cx.if_version {
            self.is_of(version, changed)?;
        }
        self.matches(changed)
    }

    /// Like [`Draft::expect`], for a thing that `changed` is a part of: an answer that showed all of it is stale as
    /// soon as any of it changes.
    ///
    /// # Errors
    /// Returns `conflict` (`stale`) with the current version.
    pub fn expect_all_of(&self, thing: impl Display, changed: Version) -> Result<()> {
        self.compared.set(true);
        if let Some(version) = self.cx.if_version {
            self.is_of(version, changed)
                .map_err(|stale| about(stale, thing))?;
        }
        self.matches(self.revised)
    }

    /// Checks that one of the answers that the caller named is still current.
    fn matches(&self, changed: Version) -> Result<()> {
        let mut outcome = Ok(());
        for version in &self.cx.if_match {
            outcome = self.is_of(*version, changed);
            if outcome.is_ok() {
                break;
            }
        }
        outcome
    }

    fn is_of(&self, version: Version, changed: Version) -> Result<()> {
        // The caller cannot have seen facts of this decision.
        let last = self.base;
        let detail = if version < changed {
            format!(
                "This has changed after version {version}: its version is {last} now. Read it again."
            )
        } else if version > last {
            format!("There was no version {version} yet, the last is {last}. Read it again.")
        } else {
            return Ok(());
        };
        let mut stale = Error::stale(last);
        stale.detail = detail;
        Err(stale)
    }

    /// Like [`Draft::expect`], naming the thing: the rejection then lists only its changes.
    ///
    /// # Errors
    /// Returns `conflict` (`stale`) with the current version.
    pub fn expect_of(&self, thing: impl Display, changed: Version) -> Result<()> {
        self.expect(changed).map_err(|stale| about(stale, thing))
    }
}

/// Error that interrupts a decision until a state is loaded. Never reaches a caller.
fn loading() -> Error {
    Error::unavailable("the state is being loaded")
}

/// Adds the thing to a rejection.
fn about(mut stale: Error, thing: impl Display) -> Error {
    stale.extra.thing = Some(thing.to_string());
    stale
}

impl<M: Memory> Deref for Draft<M> {
    type Target = M;
    fn deref(&self) -> &M {
        &self.state
    }
}

trait AnyDraft: Any {
    fn stream(&self) -> &StreamId;
    /// Checks `If-Match` unless the decision compared versions itself.
    fn compare(&self) -> Result<()>;
    fn as_any(&mut self) -> &mut dyn Any;
    fn stage(self: Box<Self>) -> Result<Staged>;
}

impl<M: Memory> AnyDraft for Draft<M> {
    fn stream(&self) -> &StreamId {
        &self.stream
    }
    fn compare(&self) -> Result<()> {
        if self.compared.get() {
            return Ok(());
        }
        self.matches(self.revised)
    }
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
    fn stage(self: Box<Self>) -> Result<Staged> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        Ok(Staged {
            stream: self.stream,
            base: self.base,
            facts: self.facts,
            state: Arc::new(self.state),
        })
    }
}

/// One decision in progress.
pub struct Tx<'a> {
    /// Input of the decision.
    pub cx: Arc<Cx>,
    states: &'a dyn States,
    drafts: Vec<Box<dyn AnyDraft>>,
    missing: Vec<StreamId>,
    is_outdated: bool,
}

impl<'a> Tx<'a> {
    /// Starts a decision over `states`.
    #[must_use]
    pub fn new(cx: Cx, states: &'a dyn States) -> Self {
        Self {
            cx: Arc::new(cx),
            states,
            drafts: Vec::new(),
            missing: Vec::new(),
            is_outdated: false,
        }
    }

    fn load<M: Memory>(&mut self, stream: &StreamId) -> Result<(Arc<M>, Version)> {
        let Some(loaded) = self.states.find(stream) else {
            self.missing.push(stream.clone());
            return Err(loading());
        };
        let state = loaded
            .state
            .downcast::<M>()
            .map_err(|_| Error::internal(format!("{stream} was opened as a {}", M::KIND)))?;
        Ok((state, loaded.version))
    }

    /// Declares streams that this decision is about to open, so that all missing states are loaded at once. Otherwise
    /// the decision is repeated for each missing state.
    ///
    /// # Errors
    /// Returns an error if a state is not in memory; the decision is then repeated with all of them.
    pub fn need(&mut self, streams: impl IntoIterator<Item = StreamId>) -> Result<()> {
        let states = self.states;
        let missing = streams
            .into_iter()
            .filter(|stream| states.find(stream).is_none());
        self.missing.extend(missing);
        if self.missing.is_empty() {
            Ok(())
        } else {
            Err(loading())
        }
    }

    /// Returns the committed or tentative state of a stream that this decision only reads. A stream without facts has
    /// the memory's empty state.
    ///
    /// # Errors
    /// Returns an error if the state is not in memory; the decision is then repeated with it.
    pub fn read<M: Memory>(&mut self, stream: &StreamId) -> Result<Arc<M>> {
        self.load(stream).map(|(state, _)| state)
    }

    /// Returns the draft of a stream to record facts in; the same draft on every call.
    ///
    /// # Errors
    /// Returns an error if the state is not in memory; the decision is then repeated with it.
    pub fn draft<M: Memory>(&mut self, stream: &StreamId) -> Result<&mut Draft<M>> {
        let known = self
            .drafts
            .iter()
            .position(|draft| draft.stream() == stream);
        let at = if let Some(at) = known {
            at
        } else {
            let (state, base) = self.load::<M>(stream)?;
            self.drafts.push(Box::new(Draft {
                cx: self.cx.clone(),
                stream: stream.clone(),
                base,
                revised: state.last_revision().unwrap_or(base),
                compared: Cell::new(false),
                state: M::clone(&state),
                facts: Vec::new(),
                failed: None,
            }));
            self.drafts.len() - 1
        };
        self.drafts[at]
            .as_any()
            .downcast_mut()
            .ok_or_else(|| Error::internal(format!("{stream} is not a {}", M::KIND)))
    }

    /// Rejects the decision because the result of [`PREPARE`](crate::Operation::PREPARE) is stale: the call is prepared
    /// and decided again.
    ///
    /// # Errors
    /// Always. The caller gets `error` only if retries keep failing.
    pub fn reject_outdated<T>(&mut self, error: Error) -> Result<T> {
        self.is_outdated = true;
        Err(error)
    }

    /// Discards everything recorded, for a dry run.
    pub fn withdraw(&mut self) {
        self.drafts.clear();
    }

    /// Returns true if the preparation is stale.
    #[must_use]
    pub fn is_outdated(&self) -> bool {
        self.is_outdated
    }

    /// Returns the streams whose states were requested but not in memory.
    #[must_use]
    pub fn missing(&self) -> &[StreamId] {
        &self.missing
    }

    /// Returns the stream that the decision opened first.
    #[must_use]
    pub fn first(&self) -> Option<&StreamId> {
        self.drafts.first().map(|draft| draft.stream())
    }

    /// Returns everything recorded, by stream. The stream opened first comes first, even if nothing was recorded there.
    ///
    /// # Errors
    /// Returns `conflict` (`stale`) if an answer that the caller named is outdated, `internal` if a fact cannot be
    /// serialized.
    pub fn stage(self) -> Result<Vec<Staged>> {
        if let Some(first) = self.drafts.first() {
            first.compare()?;
        }
        self.drafts.into_iter().map(AnyDraft::stage).collect()
    }
}
