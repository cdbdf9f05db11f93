//! The context of a read operation: the caller, the time, and the kernel's services.

use std::any::Any;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use crate::access::{Readers, may_read};
use crate::actor::{Actor, Caller};
use crate::answer::Tag;
use crate::configured::Configured;
use crate::error::{Code, Error, Result};
use crate::fact::Fact;
use crate::future::Fut;
use crate::memory::{Memory, Receipt};
use crate::page::Page;
use crate::ports::accounts::Accounts;
use crate::ports::blobs::Blobs;
use crate::ports::index::{Entry, Index, ListQuery};
use crate::ports::layout::Layout;
use crate::ports::log::Log;
use crate::ports::schemas::Schemas;
use crate::ports::tokens::Tokens;
use crate::stream::{Position, StreamId, Version};
use crate::tenant::{Tenancy, Tenant};
use crate::time::Time;
use crate::tx::Loaded;

/// Runs expensive work on a blocking thread, so that it does not delay other requests.
///
/// # Errors
/// Returns `internal` if the work did not finish.
pub async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    if tokio::runtime::Handle::try_current().is_err() {
        return Ok(work());
    }
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::internal(format!("work was not finished: {error}")))
}

/// The running kernel, as seen by read operations.
pub trait Services: Send + Sync {
    /// Returns the committed state of a stream.
    fn state<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Loaded>>;
    /// Returns true if `actor` may currently read the stream.
    fn may_read<'a>(&'a self, actor: &'a Actor, stream: &'a StreamId) -> Fut<'a, Result<bool>>;
    /// Returns true if feeds omit `fact` although its stream is readable: see [`Memory::hides`].
    fn hides<'a>(&'a self, fact: &'a Fact) -> Fut<'a, Result<bool>>;
    /// Returns `fact` without the parts that are withheld from `actor`, who may read its stream; `None` if nothing
    /// remains. See [`Memory::guard`].
    fn filter_fact<'a>(&'a self, actor: &'a Actor, fact: Fact) -> Fut<'a, Result<Option<Fact>>>;
    /// Returns the log.
    fn log(&self) -> &dyn Log;
    /// Returns the index.
    fn index(&self) -> &dyn Index;
    /// Returns the blobs.
    fn blobs(&self) -> &dyn Blobs;
    /// Returns the SHA-256 of every blob that a stream's state refers to.
    fn blobs_of<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Vec<String>>>;
    /// Counts the blobs that become unreferenced when these streams are erased.
    fn blobs_with<'a>(&'a self, streams: &'a [StreamId]) -> Fut<'a, Result<usize>>;
    /// Returns agents' tokens and people's logins.
    fn accounts(&self) -> &dyn Accounts;
    /// Hashes a text with a secret of the workspace; see [`Accounts::hash_text`].
    fn hash_text(&self, text: &str) -> u64 {
        self.accounts().hash_text(text)
    }
    /// Returns the tokenizer.
    fn tokens(&self) -> &dyn Tokens;
    /// Returns the JSON Schema validator.
    fn schemas(&self) -> &dyn Schemas;
    /// Returns the settings of the workspace from this server's configuration.
    fn defaults(&self) -> &Configured;
    /// Returns the warnings for people about quotas that were reached since the start.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
    /// Returns the names of the tools that can be offered to agents; empty without an interface that offers any.
    fn tools(&self) -> &[&'static str] {
        &[]
    }
    /// Returns the graph layout.
    fn layout(&self) -> &dyn Layout;
    /// Waits until the log is past `after`, or until the time `until`. Returns the end of the log.
    fn wait(&self, after: Position, until: Time) -> Fut<'_, Position>;
    /// Returns the end of the log that readers may see.
    fn head(&self) -> Position;
    /// Returns the log's epoch, which changes when a backup is restored.
    fn epoch(&self) -> u64;
    /// Returns the time of the agent's last call.
    fn last_call(&self, agent: &str) -> Option<Time>;
    /// Records a receipt of `actor` in a stream, later and in a batch; see [`Memory::receipt`].
    fn record_receipt(&self, stream: StreamId, actor: &Actor, receipt: Receipt);
    /// Returns the cached value for `key`, if still present.
    fn find_cached(&self, _key: &str) -> Option<Arc<dyn Any + Send + Sync>> {
        None
    }
    /// Returns the generation of the cache, which ends with each erasure.
    fn age(&self) -> u64 {
        0
    }
    /// Caches a value of about `bytes` bytes, computed at the generation `age`. It may be evicted at any time, and an
    /// erasure evicts it.
    fn keep(&self, _key: String, _age: u64, _value: Arc<dyn Any + Send + Sync>, _bytes: usize) {}
    /// Records an event outside the log in the name of `caller`, who caused it. `what` is the JSON of the operation
    /// that records it. With the key `once` it is recorded once, however many processes report it.
    fn record_event(
        self: Arc<Self>,
        what: String,
        once: Option<String>,
        caller: Caller,
    ) -> Fut<'static, Result<()>>;
    /// Erases a stream or some of its facts for good; `Ok` means that no byte of it is left.
    fn erase<'a>(&'a self, what: Erase, by: &'a Actor) -> Fut<'a, Result<()>>;
}

/// Scope of an erasure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Erase {
    /// A whole stream and everything derived from it.
    Stream(StreamId),
    /// The bodies of some of its facts.
    Facts(StreamId, Vec<RangeInclusive<Version>>),
}

impl Erase {
    /// Returns the affected stream.
    #[must_use]
    pub const fn stream(&self) -> &StreamId {
        let (Self::Stream(stream) | Self::Facts(stream, _)) = self;
        stream
    }

    /// Creates the erasure of the bodies of those facts.
    #[must_use]
    pub fn facts(stream: StreamId, versions: impl IntoIterator<Item = Version>) -> Self {
        let mut versions: Vec<Version> = versions.into_iter().collect();
        versions.sort_unstable();
        let runs = versions.chunk_by(|one, next| next - one <= 1);
        let runs = runs.filter_map(|run| Some(*run.first()?..=*run.last()?));
        Self::Facts(stream, runs.collect())
    }
}

/// One read operation in progress. Cheap to clone.
#[derive(Clone)]
pub struct View {
    /// Current time.
    pub now: Time,
    /// Caller.
    pub caller: Caller,
    /// Services of the kernel.
    pub services: Arc<dyn Services>,
    /// Actor who sees the result, if it is read on behalf of another one.
    looker: Option<Actor>,
    touched: Arc<Mutex<Option<(StreamId, Version)>>>,
    tagged: Arc<Mutex<Option<Tag>>>,
}

impl View {
    /// Starts a read by `caller` at `now`.
    #[must_use]
    pub fn new(now: Time, caller: Caller, services: Arc<dyn Services>) -> Self {
        Self {
            now,
            caller,
            services,
            looker: None,
            touched: Arc::default(),
            tagged: Arc::default(),
        }
    }

    /// Returns the same read on behalf of `actor`, whose result the current caller sees: it returns nothing that either
    /// of them may not read.
    #[must_use]
    pub fn of(&self, actor: Actor) -> Self {
        let tenant = self.tenant().cloned();
        let caller = Caller {
            actor: Some(actor.with_tenant(tenant)),
            ..self.caller.clone()
        };
        Self {
            looker: self.looker.clone().or_else(|| self.caller.actor.clone()),
            ..Self::new(self.now, caller, self.services.clone())
        }
    }

    /// Returns the actor who sees the result: the one who reads on behalf of another, otherwise the caller.
    ///
    /// # Errors
    /// Returns `unauthenticated` without an actor.
    pub fn looker(&self) -> Result<&Actor> {
        match &self.looker {
            Some(looker) => Ok(looker),
            None => self.actor(),
        }
    }

    /// Returns the tenant that the caller's token is bound to, if any.
    #[must_use]
    pub fn tenant(&self) -> Option<&Arc<Tenant>> {
        self.caller.actor.as_ref().and_then(Actor::tenant)
    }

    /// Returns the caller.
    ///
    /// # Errors
    /// Returns `unauthenticated` without an actor.
    pub fn actor(&self) -> Result<&Actor> {
        self.caller
            .actor
            .as_ref()
            .ok_or_else(|| Error::new(Code::Unauthenticated, "Send a token, or sign in."))
    }

    /// Returns the state of a stream that the caller may read. The first stream read determines the answer's `version`.
    ///
    /// # Errors
    /// Returns `not_found` if the stream does not exist or the caller may not know of it, `gone` if it was erased.
    pub async fn state<M: Memory>(&self, stream: &StreamId) -> Result<(Arc<M>, Version)> {
        let Loaded { state, version } = self.services.state(stream).await?;
        let state = state
            .downcast::<M>()
            .map_err(|_| Error::internal(format!("{stream} was opened as a {}", M::KIND)))?;
        let actor = self.actor()?;
        if actor
            .tenant()
            .is_some_and(|tenant| M::tenancy(stream, tenant) == Tenancy::Foreign)
        {
            return Err(Error::not_found(format!("There is no {stream}.")));
        }
        let may = match state.readers(stream) {
            Readers::Of { .. } => self.services.may_read(actor, stream).await?,
            readers => may_read(actor, &readers),
        };
        if !may {
            return Err(Error::not_found(format!("There is no {stream}.")));
        }
        self.touch(stream, version);
        Ok((state, version))
    }

    /// Declares `stream` as the subject of the answer, unless there already is one.
    pub fn touch(&self, stream: &StreamId, version: Version) {
        let mut touched = self.touched.lock().unwrap_or_else(PoisonError::into_inner);
        touched.get_or_insert_with(|| (stream.clone(), version));
    }

    /// Returns a page of a list, with entries of the index converted by `shown`. `shown` may skip entries, so the index
    /// may be queried more than once; the total counts all.
    ///
    /// # Errors
    /// Returns `unavailable` if the index cannot be read, and the errors of `shown`.
    pub async fn list<T>(
        &self,
        mut query: ListQuery,
        shown: impl Fn(&Entry) -> Result<Option<T>>,
    ) -> Result<Page<T>> {
        let limit = query.limit;
        let mut items = Vec::new();
        loop {
            query.limit = limit - items.len();
            let listed = self.services.index().list(&query).await?;
            for entry in &listed.entries {
                if self.is_shown(entry).await? {
                    items.extend(shown(entry)?);
                }
            }
            if listed.next_cursor.is_none() || items.len() >= limit {
                return Ok(Page {
                    items,
                    next_cursor: listed.next_cursor,
                    // The number of other tenants' entries is confidential.
                    total: Some(listed.total).filter(|_| self.tenant().is_none()),
                });
            }
            query.cursor = listed.next_cursor;
        }
    }

    /// Returns true if a list shows the entry: always, except to tenants who may not read it.
    async fn is_shown(&self, entry: &Entry) -> Result<bool> {
        match self.tenant() {
            Some(_) => self.services.may_read(self.actor()?, &entry.stream).await,
            None => Ok(true),
        }
    }

    /// Checks that the caller may read the stream: see [`is_there`].
    ///
    /// # Errors
    /// Returns `not_found`, or `gone` if the stream was erased.
    pub async fn must_read(&self, stream: &StreamId) -> Result<()> {
        is_there(&*self.services, self.actor()?, stream).await
    }

    /// Sets the answer's entity tag; `is_known` if the caller already has this answer.
    pub fn tag(&self, etag: &str, is_known: bool) {
        let etag = etag.to_owned();
        let mut tagged = self.tagged.lock().unwrap_or_else(PoisonError::into_inner);
        *tagged = Some(Tag { etag, is_known });
    }

    /// Returns the answer's entity tag.
    #[must_use]
    pub fn response_tag(&self) -> Option<Tag> {
        self.tagged
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Returns the first stream that was read, with its version.
    #[must_use]
    pub fn first_stream(&self) -> Option<(StreamId, Version)> {
        self.touched
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// Checks that `actor` may read the stream. The error for a forbidden stream is the same as for a missing one, so
/// callers cannot discover others' streams.
///
/// # Errors
/// Returns `not_found`; `gone` if it was erased and the actor may know of it.
pub async fn is_there(services: &dyn Services, actor: &Actor, stream: &StreamId) -> Result<()> {
    let may_read = services.may_read(actor, stream).await?;
    // The workspace exists before its first fact.
    if may_read && (*stream == StreamId::workspace() || services.state(stream).await?.version > 0) {
        return Ok(());
    }
    Err(Error::not_found(format!("There is no {stream}.")))
}
