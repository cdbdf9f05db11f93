//! What an operation that reads is given: the caller, the time, and the kernel's services.

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

/// Does work that grows with what somebody wrote aside from the threads on which everybody is served.
///
/// # Errors
/// When the work was not finished.
#[cfg(feature = "host")]
pub async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    if tokio::runtime::Handle::try_current().is_err() {
        return Ok(work());
    }
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::internal(format!("work was not finished: {error}")))
}

/// Does the work: a browser serves nobody else.
///
/// # Errors
/// Never.
#[cfg(not(feature = "host"))]
pub fn aside<T>(work: impl FnOnce() -> T) -> std::future::Ready<Result<T>> {
    std::future::ready(Ok(work()))
}

/// The running kernel, as an operation that reads sees it.
pub trait Services: Send + Sync {
    /// The committed state of a stream.
    fn state<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Loaded>>;
    /// Whether `actor` may read the stream as it is now.
    fn may_read<'a>(&'a self, actor: &'a Actor, stream: &'a StreamId) -> Fut<'a, Result<bool>>;
    /// Whether feeds leave `fact` out although its stream can be read: see [`Memory::hides`].
    fn hides<'a>(&'a self, fact: &'a Fact) -> Fut<'a, Result<bool>>;
    /// `fact` as `actor` may know of it, who may read its stream; nothing when none of it is for them.
    /// See [`Memory::guarded`].
    fn shown<'a>(&'a self, actor: &'a Actor, fact: Fact) -> Fut<'a, Result<Option<Fact>>>;
    /// The log.
    fn log(&self) -> &dyn Log;
    /// The index.
    fn index(&self) -> &dyn Index;
    /// The blobs.
    fn blobs(&self) -> &dyn Blobs;
    /// The SHA-256 of every blob that a stream's state refers to.
    fn blobs_of<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Vec<String>>>;
    /// How many blobs nothing refers to any more once these streams are erased.
    fn blobs_with<'a>(&'a self, streams: &'a [StreamId]) -> Fut<'a, Result<usize>>;
    /// Agents' tokens and people's logins.
    fn accounts(&self) -> &dyn Accounts;
    /// A hash of a text, keyed with a secret of the workspace; see [`Accounts::keyed`].
    fn keyed(&self, text: &str) -> u64 {
        self.accounts().keyed(text)
    }
    /// Counts tokens.
    fn tokens(&self) -> &dyn Tokens;
    /// Checks values against JSON Schemas.
    fn schemas(&self) -> &dyn Schemas;
    /// The workspace's settings as this server is configured.
    fn defaults(&self) -> &Configured;
    /// What people are told of quotas that were met since the start.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
    /// The names under which tools can be offered to agents; none where nobody offers any.
    fn tools(&self) -> &[&'static str] {
        &[]
    }
    /// Draws graphs.
    fn layout(&self) -> &dyn Layout;
    /// Waits until the log is past `after`, at most until `until`; gives the log's end.
    fn wait(&self, after: Position, until: Time) -> Fut<'_, Position>;
    /// The end of the log that readers may see.
    fn head(&self) -> Position;
    /// The log's epoch: a new one begins when a backup is restored.
    fn epoch(&self) -> u64;
    /// When each agent last called, by name.
    fn seen(&self, agent: &str) -> Option<Time>;
    /// Records a receipt of `actor` in a stream, later and in a batch; see [`Memory::receipt`].
    fn recalled(&self, stream: StreamId, actor: &Actor, receipt: Receipt);
    /// What an earlier read kept under that key, if it is still there.
    fn kept(&self, _key: &str) -> Option<Arc<dyn Any + Send + Sync>> {
        None
    }
    /// The age of what is kept, which ends with each erasure.
    fn age(&self) -> u64 {
        0
    }
    /// Keeps something of about so many bytes for later reads, made of what was read at that age; it may be lost at
    /// any time, and is with an erasure.
    fn keep(&self, _key: String, _age: u64, _value: Arc<dyn Any + Send + Sync>, _bytes: usize) {}
    /// Records what happened beside the log, in the name of `caller`, who did it: the JSON of the operation
    /// with which a memory notes it.
    fn noted(self: Arc<Self>, what: String, caller: Caller) -> Fut<'static, Result<()>>;
    /// Erases a stream or some of its facts for good; `Ok` means that no byte of it is left.
    fn erase<'a>(&'a self, what: Erase, by: &'a Actor) -> Fut<'a, Result<()>>;
}

/// What to erase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Erase {
    /// A whole stream and everything derived from it.
    Stream(StreamId),
    /// The bodies of some of its facts.
    Facts(StreamId, Vec<RangeInclusive<Version>>),
}

impl Erase {
    /// The stream it is about.
    #[must_use]
    pub const fn stream(&self) -> &StreamId {
        let (Self::Stream(stream) | Self::Facts(stream, _)) = self;
        stream
    }

    /// The bodies of those facts of a stream.
    #[must_use]
    pub fn facts(stream: StreamId, versions: impl IntoIterator<Item = Version>) -> Self {
        let mut versions: Vec<Version> = versions.into_iter().collect();
        versions.sort_unstable();
        let runs = versions.chunk_by(|one, next| next - one <= 1);
        let runs = runs.filter_map(|run| Some(*run.first()?..=*run.last()?));
        Self::Facts(stream, runs.collect())
    }
}

/// One read. Cheap to clone.
#[derive(Clone)]
pub struct View {
    /// The one clock's time.
    pub now: Time,
    /// Who asks.
    pub caller: Caller,
    /// Whom to ask.
    pub services: Arc<dyn Services>,
    /// Who looks, where it is at what the caller is given.
    looker: Option<Actor>,
    touched: Arc<Mutex<Option<(StreamId, Version)>>>,
    tagged: Arc<Mutex<Option<Tag>>>,
}

impl View {
    /// A read by `caller` at `now`.
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

    /// The same read by `actor`, while whoever asks looks on: it gives nothing that either may not read.
    #[must_use]
    pub fn of(&self, actor: Actor) -> Self {
        let tenant = self.tenant().cloned();
        let caller = Caller {
            actor: Some(actor.bound_to(tenant)),
            ..self.caller.clone()
        };
        Self {
            looker: self.looker.clone().or_else(|| self.caller.actor.clone()),
            ..Self::new(self.now, caller, self.services.clone())
        }
    }

    /// Who gets to see what is read: whoever looks on, else who asks.
    ///
    /// # Errors
    /// `unauthenticated` when nobody is known.
    pub fn looker(&self) -> Result<&Actor> {
        match &self.looker {
            Some(looker) => Ok(looker),
            None => self.actor(),
        }
    }

    /// The tenant that whoever asks is bound to, if any.
    #[must_use]
    pub fn tenant(&self) -> Option<&Arc<Tenant>> {
        self.caller.actor.as_ref().and_then(Actor::tenant)
    }

    /// Who asks.
    ///
    /// # Errors
    /// `unauthenticated` when nobody is known.
    pub fn actor(&self) -> Result<&Actor> {
        self.caller
            .actor
            .as_ref()
            .ok_or_else(|| Error::new(Code::Unauthenticated, "Send a token, or sign in."))
    }

    /// The state of a stream that the caller may read. The first one asked for is what the answer's
    /// `version` is about.
    ///
    /// # Errors
    /// `not_found` when there is no such stream or the caller may not know of it, `gone` when it
    /// was erased.
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

    /// Notes that the answer is about `stream`, unless it is about another one already.
    pub fn touch(&self, stream: &StreamId, version: Version) {
        let mut touched = self.touched.lock().unwrap_or_else(PoisonError::into_inner);
        touched.get_or_insert_with(|| (stream.clone(), version));
    }

    /// A page of a list: what `shown` makes of each entry of the index. It may pass over some, so the
    /// index may have to be asked more than once; the total counts all.
    ///
    /// # Errors
    /// `unavailable` when the index cannot be read, and what `shown` refuses.
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
                    // How many others have is not for a tenant to know.
                    total: Some(listed.total).filter(|_| self.tenant().is_none()),
                });
            }
            query.cursor = listed.next_cursor;
        }
    }

    /// Whether a list shows an entry that its reader may find: everything, but to a tenant.
    async fn is_shown(&self, entry: &Entry) -> Result<bool> {
        match self.tenant() {
            Some(_) => self.services.may_read(self.actor()?, &entry.stream).await,
            None => Ok(true),
        }
    }

    /// Refuses a stream that the caller may not read: see [`is_there`].
    ///
    /// # Errors
    /// `not_found`, `gone`.
    pub async fn must_read(&self, stream: &StreamId) -> Result<()> {
        is_there(&*self.services, self.actor()?, stream).await
    }

    /// Gives the answer a tag of its own, by which callers ask whether it is still the same.
    pub fn tag(&self, etag: &str, is_known: bool) {
        let etag = etag.to_owned();
        let mut tagged = self.tagged.lock().unwrap_or_else(PoisonError::into_inner);
        *tagged = Some(Tag { etag, is_known });
    }

    /// The answer's own tag.
    #[must_use]
    pub fn tagged(&self) -> Option<Tag> {
        self.tagged
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The first stream asked for, and its version.
    #[must_use]
    pub fn touched(&self) -> Option<(StreamId, Version)> {
        self.touched
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// Refuses a stream that `actor` may not read, in the words for one that is not there: nobody finds out by
/// asking which ones others have.
///
/// # Errors
/// `not_found`; `gone` when it was erased and the actor may know of it.
pub async fn is_there(services: &dyn Services, actor: &Actor, stream: &StreamId) -> Result<()> {
    let may_read = services.may_read(actor, stream).await?;
    // The workspace is there before anything happened in it.
    if may_read && (*stream == StreamId::workspace() || services.state(stream).await?.version > 0) {
        return Ok(());
    }
    Err(Error::not_found(format!("There is no {stream}.")))
}
