//! A decision while it is being made: the states it looks at, the facts it records. Nothing is
//! written until the whole decision stands.

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

/// What a decision is given besides states.
#[derive(Clone, Debug)]
pub struct Cx {
    /// The one clock's time.
    pub now: Time,
    /// A fresh id, for the one thing this call may create that has a stream of its own.
    pub id: Id,
    /// Who asks.
    pub actor: Actor,
    /// Through which door.
    pub door: Door,
    /// In which request.
    pub request: String,
    /// The version the caller believes the addressed thing to have.
    pub if_version: Option<Version>,
    /// The versions of answers of which one must still be as it was; none without that condition.
    pub if_match: Vec<Version>,
    /// The epoch of the lead in which the caller believes to lead the workflow.
    pub lead_epoch: Option<u32>,
    /// Checks values against JSON Schemas.
    pub schemas: Arc<dyn Schemas>,
    /// The workspace's settings as this server is configured.
    pub defaults: Configured,
    /// The tokens of [`Operation::measured`](crate::Operation::measured), 0 without one.
    pub tokens: u32,
}

/// A state of any memory.
pub type AnyState = Arc<dyn Any + Send + Sync>;

/// A stream's state and how many facts are in it.
#[derive(Clone)]
pub struct Loaded {
    /// The state; of the memory that the stream's kind names.
    pub state: AnyState,
    /// The facts folded into it.
    pub version: Version,
}

/// Where a decision finds states: the committed ones and those of decisions before it that wait for
/// the same commit.
pub trait States {
    /// The state of `stream`, when it is at hand.
    fn find(&self, stream: &StreamId) -> Option<Loaded>;
}

/// One fact that a decision recorded.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The kind's name.
    pub kind: &'static str,
    /// The number of the body's form.
    pub schema: u16,
    /// The body.
    pub body: Box<RawValue>,
    /// How it changes what search finds.
    pub items: Vec<Change>,
    /// When, by whom and how it was written elsewhere, when it was.
    pub written: Option<Written>,
}

/// How a fact was written that is taken in from elsewhere.
#[derive(Clone, Debug)]
pub struct Written {
    /// When it happened.
    pub at: Time,
    /// Who made it happen.
    pub actor: Actor,
    /// Through which door.
    pub door: Door,
    /// In which request.
    pub request: String,
}

/// All that a decision recorded for one stream.
pub struct Staged {
    /// The stream.
    pub stream: StreamId,
    /// The version it was decided on.
    pub base: Version,
    /// The facts.
    pub facts: Vec<Recorded>,
    /// The state with them.
    pub state: AnyState,
}

/// A state that is being decided on, with the facts recorded so far already in it.
pub struct Draft<M: Memory> {
    /// What the decision is given.
    pub cx: Arc<Cx>,
    stream: StreamId,
    base: Version,
    state: M,
    /// What answers showed last changed at this version.
    revised: Version,
    /// Whether the decision compared versions itself: it knows which thing the caller addresses.
    compared: Cell<bool>,
    facts: Vec<Recorded>,
    failed: Option<Error>,
}

impl<M: Memory> Draft<M> {
    /// Records a fact and takes it into the state at once.
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

    /// Takes in a fact of this stream that was written elsewhere, as it was written there: it must be the next one.
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

    /// The state as it is in the draft.
    #[must_use]
    pub fn state(&self) -> &M {
        &self.state
    }

    /// The stream.
    #[must_use]
    pub fn stream(&self) -> &StreamId {
        &self.stream
    }

    /// The version with the facts recorded so far.
    #[must_use]
    pub fn version(&self) -> Version {
        self.base + self.facts.len() as Version
    }

    /// Refuses when the caller named versions and the addressed thing changed after them. A version
    /// may be the thing's own or the whole stream's, as answers give it. One that is still to come was
    /// seen in another past, before a backup was restored: what the caller knows is not so here.
    ///
    /// # Errors
    /// `conflict` (`stale`) with the current version.
    pub fn expect(&self, changed: Version) -> Result<()> {
        self.compared.set(true);
        if let Some(version) = self.cx.if_version {
            self.is_of(version, changed)?;
        }
        self.matches(changed)
    }

    /// As [`Draft::expect`] for what `changed` is a part of: an answer that showed all of it is out of
    /// date as soon as any of it changes.
    ///
    /// # Errors
    /// `conflict` (`stale`) with the current version.
    pub fn expect_all_of(&self, thing: impl Display, changed: Version) -> Result<()> {
        self.compared.set(true);
        if let Some(version) = self.cx.if_version {
            self.is_of(version, changed)
                .map_err(|stale| about(stale, thing))?;
        }
        self.matches(self.revised)
    }

    /// Whether one of the answers that the caller names still says how it is.
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
        // Facts of this decision are not what the caller could have seen.
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

    /// As [`Draft::expect`], naming the thing: the refusal then lists only what changed it.
    ///
    /// # Errors
    /// `conflict` (`stale`) with the current version.
    pub fn expect_of(&self, thing: impl Display, changed: Version) -> Result<()> {
        self.expect(changed).map_err(|stale| about(stale, thing))
    }
}

/// The error that ends a decision until a state is loaded. No caller sees it.
fn loading() -> Error {
    Error::unavailable("the state is being loaded")
}

/// The refusal with the thing that it is about.
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
    /// Refuses what the decision did not compare itself.
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

/// One decision in the making.
pub struct Tx<'a> {
    /// What the decision is given.
    pub cx: Arc<Cx>,
    states: &'a dyn States,
    drafts: Vec<Box<dyn AnyDraft>>,
    missing: Vec<StreamId>,
    is_outdated: bool,
}

impl<'a> Tx<'a> {
    /// A decision over `states`.
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

    /// Names streams that this decision is about to open, so that all states that are not at hand are loaded at once:
    /// a decision that finds them missing one after the other is made again for each.
    ///
    /// # Errors
    /// When a state is not at hand; the decision is then made again with all of them.
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

    /// The committed or tentative state of a stream that this decision only reads. A stream without
    /// facts has the memory's empty state.
    ///
    /// # Errors
    /// When the state is not at hand; the decision is then made again with it.
    pub fn read<M: Memory>(&mut self, stream: &StreamId) -> Result<Arc<M>> {
        self.load(stream).map(|(state, _)| state)
    }

    /// The stream's state to record facts in. Asked again, it is the same draft.
    ///
    /// # Errors
    /// When the state is not at hand; the decision is then made again with it.
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
                revised: state.revised().unwrap_or(base),
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

    /// Refuses because what [`PREPARE`](crate::Operation::PREPARE) found is not so any more: the call
    /// is prepared and decided again.
    ///
    /// # Errors
    /// Always; the caller gets `error` only when that keeps happening.
    pub fn outdated<T>(&mut self, error: Error) -> Result<T> {
        self.is_outdated = true;
        Err(error)
    }

    /// Takes back all that was recorded: the decision only said what it would do.
    pub fn withdraw(&mut self) {
        self.drafts.clear();
    }

    /// Whether what was prepared is not so any more.
    #[must_use]
    pub fn is_outdated(&self) -> bool {
        self.is_outdated
    }

    /// The streams whose states were asked for and not at hand.
    #[must_use]
    pub fn missing(&self) -> &[StreamId] {
        &self.missing
    }

    /// The stream that the decision opened first.
    #[must_use]
    pub fn first(&self) -> Option<&StreamId> {
        self.drafts.first().map(|draft| draft.stream())
    }

    /// Everything recorded, stream by stream. The first is the one the decision opened first, also
    /// when it recorded nothing there.
    ///
    /// # Errors
    /// `conflict` (`stale`) when an answer that the caller names is out of date, `internal` when a fact
    /// has no JSON form.
    pub fn stage(self) -> Result<Vec<Staged>> {
        if let Some(first) = self.drafts.first() {
            first.compare()?;
        }
        self.drafts.into_iter().map(AnyDraft::stage).collect()
    }
}
