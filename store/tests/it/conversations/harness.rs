//! Sessions on a real folder with a real tokenizer, folded as Loci does.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_put::SessionPut;
use engine::conversation::ops::session_summarize::SessionSummarize;
use engine::session::gauges::ENCODING;
use engine::session::overflow::to_fold;
use engine::session::request::request;
use engine::session::{NewMessage, Session, SessionKey};
use engine::summary::extractive;
use engine::workspace::settings::Settings as Workspace;
use kernel::host::{Hub, Ports, Settings};
use kernel::operation::Operation;
use kernel::ports::clock::Clock;
use kernel::ports::tokens::{Encoding, Tokens};
use kernel::{Actor, Caller, Door, Id, Role, Time};
use tempfile::TempDir;
use tools::{BpeTokens, CachedLayout, PatternSecrets};

/// A clock that advances by a millisecond on every read.
#[derive(Default)]
struct Ticks(AtomicI64);

impl Clock for Ticks {
    fn now(&self) -> Time {
        Time(1_800_000_000_000 + self.0.fetch_add(1, Ordering::SeqCst))
    }
    fn id(&self) -> Id {
        let n = self.0.fetch_add(1, Ordering::SeqCst);
        Id::from_parts(self.now(), n.unsigned_abs().into())
    }
}

/// Counts tokens as sessions do.
struct AsSessions(BpeTokens);

impl Tokens for AsSessions {
    fn count_in(&self, encoding: Encoding, text: &str) -> u32 {
        self.0.count_in(encoding, text)
    }
    fn encoding(&self) -> Encoding {
        ENCODING
    }
}

pub struct World {
    _folder: TempDir,
    hub: Arc<Hub>,
    tokens: AsSessions,
}

impl World {
    pub async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let store = store::open(folder.path()).await.unwrap();
        let ports = Ports {
            log: store.log.clone(),
            index: store.index.clone(),
            blobs: store.blobs.clone(),
            accounts: store.accounts.clone(),
            tokens: Arc::new(BpeTokens::new()),
            secrets: Arc::new(PatternSecrets::new().unwrap()),
            schemas: Arc::new(()),
            layout: Arc::new(CachedLayout::default()),
            clock: Arc::new(Ticks::default()),
        };
        let settings = Settings {
            kinds: engine::memories::kinds(),
            ..Settings::default()
        };
        let hub = Hub::open(ports, settings).await.unwrap();
        Self {
            _folder: folder,
            hub,
            tokens: AsSessions(BpeTokens::new()),
        }
    }

    async fn ok<O: Operation>(&self, actor: Actor, op: O) -> O::Output {
        let caller = Caller::new(Some(actor), Door::Http, "test".into());
        self.hub.run(op, caller).await.unwrap().output
    }

    pub fn tokens(&self, text: &str) -> u32 {
        self.tokens.count(text)
    }

    pub async fn begin(&self, session: &str, window: u32) {
        let op = SessionPut {
            session: session.into(),
            context_window: Some(window),
            ..SessionPut::default()
        };
        self.ok(worker(), op).await;
    }

    pub async fn append(&self, session: &str, messages: Vec<NewMessage>) {
        let op = SessionAppend {
            session: session.into(),
            messages,
            ..SessionAppend::default()
        };
        self.ok(worker(), op).await;
    }

    async fn state(&self, session: &str) -> (Arc<Session>, u64) {
        let stream = SessionKey::parse(session).unwrap().stream();
        self.hub.state::<Session>(&stream).await.unwrap()
    }

    /// Folds what is due; returns the contents of the folded messages. Asserts that no summary exceeds its budget.
    pub async fn fold(&self, session: &str) -> Vec<String> {
        let (state, version) = self.state(session).await;
        let settings = Workspace::default();
        let Some(fold) = to_fold(&state, &settings) else {
            return Vec::new();
        };
        let request = request(&state, &fold, &settings).unwrap();
        let written = extractive(&request, &self.tokens).unwrap();
        assert!(self.tokens(&written.text) <= request.budget, "{session}");
        if state.summaries.is_empty() {
            assert_eq!(
                extractive(&request, &self.tokens).unwrap(),
                written,
                "the same again"
            );
        }
        let op = SessionSummarize {
            session: session.into(),
            summary: Some(written.text.into()),
            folded: fold
                .messages
                .iter()
                .map(|message| message.id.clone())
                .collect(),
            read_version: Some(version),
            writer: Some(written.writer.into()),
            ..SessionSummarize::default()
        };
        self.ok(Actor::system(), op).await;
        fold.messages
            .iter()
            .map(|message| message.text().into_owned())
            .collect()
    }

    pub async fn folds(&self, session: &str) -> usize {
        self.state(session).await.0.summaries.len()
    }

    pub async fn summary(&self, session: &str) -> String {
        let (state, _) = self.state(session).await;
        state.context.as_deref().unwrap_or_default().to_owned()
    }
}

fn worker() -> Actor {
    Actor::new("w1", Role::Worker)
}
