//! A kernel with sessions, a clock that only the test advances, and helpers to call it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use engine::conversation::ops::Written;
use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_get::{SessionGet, SessionView};
use engine::conversation::ops::session_put::SessionPut;
use engine::session::SessionKey;
use engine::session::message::NewMessage;
use engine::session::moment::Moment;
use engine::session::state::Session;
use engine::workspace::settings::Overrides;
use kernel::actor::{Actor, Caller, Door};
use kernel::answer::Answer;
use kernel::configured::Configured;
use kernel::host::{Hub, Ports, Settings};
use kernel::operation::Operation;
use kernel::ports::tokens::Tokens;
use kernel::time::{SECOND, Time};
use kernel::{Error, Result};

pub use crate::session::actors::{other, person, word, worker};
use crate::session::ports::{MemoryBlobs, MemoryIndex, MemoryLog, NoAccounts, Plain, StillClock};

/// Start of the clock.
pub const START: i64 = 1_800_000_000_000;

/// A kernel and its ports.
pub struct World {
    pub hub: Arc<Hub>,
    pub log: Arc<MemoryLog>,
    pub blobs: Arc<MemoryBlobs>,
    clock: Arc<StillClock>,
}

impl World {
    /// Returns an empty kernel.
    pub async fn new() -> Self {
        Self::with(Overrides::default()).await
    }

    /// Returns an empty kernel with those settings.
    pub async fn with(defaults: Overrides) -> Self {
        Self::on(defaults, Arc::default(), Arc::new(Plain)).await
    }

    /// Returns an empty kernel with that clock and tokenizer.
    pub async fn on(defaults: Overrides, clock: Arc<StillClock>, tokens: Arc<dyn Tokens>) -> Self {
        let log = Arc::new(MemoryLog::default());
        let blobs = Arc::new(MemoryBlobs::default());
        let index = Arc::new(MemoryIndex::default());
        clock.now.store(START, Ordering::SeqCst);
        let ports = Ports {
            log: log.clone(),
            index: index.clone(),
            blobs: blobs.clone(),
            accounts: Arc::new(NoAccounts),
            tokens,
            secrets: Arc::new(Plain),
            schemas: Arc::new(()),
            layout: Arc::new(Plain),
            clock: clock.clone(),
        };
        let settings = Settings {
            kinds: engine::memories::kinds(),
            defaults: Configured::new(defaults),
            ..Settings::default()
        };
        let hub = Hub::open(ports, settings).await.unwrap();
        Self {
            hub,
            log,
            blobs,
            clock,
        }
    }

    /// Calls an operation.
    pub async fn call<O: Operation>(&self, actor: &Actor, op: O) -> Result<Answer<O::Output>> {
        let caller = Caller::new(Some(actor.clone()), Door::Http, "test".into());
        self.hub.run(op, caller).await
    }

    /// Calls an operation that must succeed.
    pub async fn ok<O: Operation>(&self, actor: &Actor, op: O) -> O::Output {
        match self.call(actor, op).await {
            Ok(answer) => answer.output,
            Err(error) => panic!("{} was refused: {error:?}", O::SPEC.name),
        }
    }

    /// Calls an operation that must be rejected; returns the error.
    pub async fn refused<O: Operation>(&self, actor: &Actor, op: O) -> Error {
        match self.call(actor, op).await {
            Ok(_) => panic!("{} was not refused", O::SPEC.name),
            Err(error) => error,
        }
    }

    /// Adds messages to the session `s`.
    pub async fn append(&self, messages: Vec<NewMessage>) -> Written {
        let op = SessionAppend {
            session: "s".into(),
            messages,
            ..SessionAppend::default()
        };
        self.ok(&worker(), op).await
    }

    /// Puts the session `s`.
    pub async fn put(&self, op: SessionPut) -> Written {
        let op = SessionPut {
            session: "s".into(),
            ..op
        };
        self.ok(&worker(), op).await
    }

    /// Returns the session `s` as callers see it.
    pub async fn get(&self) -> SessionView {
        self.ok(&worker(), get()).await
    }

    /// Returns the state of the session `s`.
    pub async fn state(&self) -> Arc<Session> {
        let stream = SessionKey::parse("s").unwrap().stream();
        let (state, _) = self.hub.state::<Session>(&stream).await.unwrap();
        state
    }

    /// Advances the clock.
    pub fn pass(&self, seconds: i64) {
        self.clock.now.fetch_add(seconds * SECOND, Ordering::SeqCst);
    }
}

/// Returns a read of the session `s`.
pub fn get() -> SessionGet {
    SessionGet {
        session: "s".into(),
        ..SessionGet::default()
    }
}

/// Returns a message of a user, `seconds` after the start.
pub fn said(id: &str, seconds: i64, content: &str) -> NewMessage {
    NewMessage {
        id: Some(id.into()),
        created_at: Some(Moment::from(Time(START + seconds * SECOND))),
        ..NewMessage::new("user", content)
    }
}

/// Returns the ids of a view's messages.
pub fn ids(view: &SessionView) -> Vec<&str> {
    view.messages.iter().map(|message| &*message.id).collect()
}

/// Returns the pointer of the field in an error.
pub fn pointer(error: &Error) -> &str {
    error
        .extra
        .fields
        .first()
        .map_or("", |field| &field.pointer)
}
