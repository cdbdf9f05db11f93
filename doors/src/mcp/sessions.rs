//! Sessions by agent, with their limits. A session lets the server notify and ask a client of the revisions up to
//! 2025-11-25, and nothing else: each of its messages is authenticated by its own token. So a session that this server
//! does not know, after a restart or an eviction, is created again by the next message that names it; only the client's
//! subscriptions are lost.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::{Error, Result};
use rmcp::model::{ClientCapabilities, Implementation, InitializeRequestParams, ProtocolVersion};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::session::{
    SessionManager as _, SessionState, SessionStore, SessionStoreError,
};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Maximum number of sessions of one agent.
const OF_ONE: usize = 32;
/// Maximum number of sessions.
const ALL: usize = 1024;
/// Maximum number of ended sessions that are remembered.
const ENDED: usize = 1024;
/// Idle time after which a session is closed.
const UNUSED: Duration = Duration::from_hours(1);
/// Length of a session's name, in bytes: that of a UUID.
const NAME: usize = 36;

/// Open sessions.
pub struct Sessions {
    /// Transport of their messages.
    pub manager: Arc<LocalSessionManager>,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    sessions: HashMap<String, Session>,
    ended: VecDeque<String>,
}

struct Session {
    agent: String,
    /// Number of its requests in progress.
    open: usize,
    used: Instant,
    over: CancellationToken,
}

/// Request of a session that is in progress.
pub struct Inside {
    sessions: Arc<Sessions>,
    name: String,
    over: CancellationToken,
    gone: CancellationToken,
}

/// Cancelled when the client no longer reads the response to a request.
#[derive(Clone)]
pub struct Gone(pub CancellationToken);

impl Default for Sessions {
    fn default() -> Self {
        let mut manager = LocalSessionManager::default();
        // This table closes idle sessions itself: one in which a client listens may be silent for long.
        manager.session_config.keep_alive = None;
        manager.session_config.sse_retry = None;
        Self {
            manager: Arc::new(manager),
            table: Mutex::default(),
        }
    }
}

impl Sessions {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a session that an agent began.
    pub fn register(&self, name: &str, agent: &str) {
        let mut table = self.table();
        let closed = table.add(name, agent);
        drop(table);
        self.close(closed);
    }

    /// Admits a request of an agent to a session.
    ///
    /// # Errors
    /// Returns an error if the session is another agent's, or has ended.
    pub fn enter(self: &Arc<Self>, name: &str, agent: &str) -> Result<Inside> {
        let unknown = || Error::not_found("There is no such session. Begin with `initialize`.");
        let mut table = self.table();
        let mut closed = Vec::new();
        if !table.sessions.contains_key(name) {
            let is_name = name.len() == NAME && name.bytes().all(|byte| byte.is_ascii_graphic());
            if !is_name || table.ended.iter().any(|ended| ended == name) {
                return Err(unknown());
            }
            closed = table.add(name, agent);
        }
        let session = table.sessions.get_mut(name);
        let session = session.filter(|session| session.agent == agent);
        let session = session.ok_or_else(unknown)?;
        session.open += 1;
        session.used = Instant::now();
        let over = session.over.clone();
        drop(table);
        self.close(closed);
        Ok(Inside {
            sessions: self.clone(),
            name: name.into(),
            over,
            gone: CancellationToken::new(),
        })
    }

    /// Ends a session at its client's request.
    pub fn end(&self, name: &str) {
        let mut table = self.table();
        if let Some(session) = table.sessions.remove(name) {
            session.over.cancel();
        }
        table.ended.push_back(name.into());
        if table.ended.len() > ENDED {
            table.ended.pop_front();
        }
    }

    /// Closes sessions that were removed from the table, in the background: one may be busy with a client that does not
    /// read.
    fn close(&self, names: Vec<String>) {
        for name in names {
            let manager = self.manager.clone();
            tokio::spawn(async move {
                if let Err(error) = manager.close_session(&name.into()).await {
                    tracing::debug!(%error, "a session was not closed well");
                }
            });
        }
    }
}

impl Table {
    /// Adds a session. Returns the sessions to close for it: idle ones, or the least recently used.
    fn add(&mut self, name: &str, agent: &str) -> Vec<String> {
        let now = Instant::now();
        let unused = |session: &Session| session.open == 0 && now - session.used > UNUSED;
        let mut closed: Vec<String> = Vec::new();
        for (name, _) in self.sessions.extract_if(|_, session| unused(session)) {
            closed.push(name);
        }
        if self
            .sessions
            .values()
            .filter(|other| other.agent == agent)
            .count()
            >= OF_ONE
        {
            closed.extend(self.make_room(|other| other.agent == agent));
        }
        if self.sessions.len() >= ALL {
            closed.extend(self.make_room(|_| true));
        }
        let session = Session {
            agent: agent.into(),
            open: 0,
            used: now,
            over: CancellationToken::new(),
        };
        self.sessions.insert(name.into(), session);
        closed
    }

    fn make_room(&mut self, of: impl Fn(&Session) -> bool) -> Option<String> {
        let sessions = self.sessions.iter().filter(|(_, session)| of(session));
        let least = sessions.min_by_key(|(_, session)| (session.open > 0, session.used));
        let name = least.map(|(name, _)| name.clone())?;
        let session = self.sessions.remove(&name)?;
        session.over.cancel();
        Some(name)
    }
}

impl Inside {
    /// Returns the token that is cancelled when the session ends.
    pub fn over(&self) -> CancellationToken {
        self.over.clone()
    }

    /// Returns the token that is cancelled when the client no longer reads the response to this request.
    pub fn cancellation(&self) -> Gone {
        Gone(self.gone.clone())
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.gone.cancel();
        let mut table = self.sessions.table();
        let over = match table.sessions.get_mut(&self.name) {
            Some(session) if !self.over.is_cancelled() => {
                session.open -= 1;
                session.used = Instant::now();
                false
            }
            Some(_) => false,
            // A session that was closed while this request ran may have been created again.
            None => true,
        };
        drop(table);
        if over {
            self.sessions.close(vec![self.name.clone()]);
        }
    }
}

/// Restores unknown sessions as those of a client without capabilities.
pub struct Again;

type Kept<'a, T> =
    Pin<Box<dyn Future<Output = std::result::Result<T, SessionStoreError>> + Send + 'a>>;

impl SessionStore for Again {
    fn load<'a, 'b, 'c>(&'a self, _name: &'b str) -> Kept<'c, Option<SessionState>>
    where
        'a: 'c,
        'b: 'c,
        Self: 'c,
    {
        let client = Implementation::new("unknown", "0");
        let begin = InitializeRequestParams::new(ClientCapabilities::default(), client)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE);
        Box::pin(std::future::ready(Ok(Some(SessionState::new(begin)))))
    }

    fn store<'a, 'b, 'c, 'd>(&'a self, _name: &'b str, _state: &'c SessionState) -> Kept<'d, ()>
    where
        'a: 'd,
        'b: 'd,
        'c: 'd,
        Self: 'd,
    {
        Box::pin(std::future::ready(Ok(())))
    }

    fn delete<'a, 'b, 'c>(&'a self, _name: &'b str) -> Kept<'c, ()>
    where
        'a: 'c,
        'b: 'c,
        Self: 'c,
    {
        Box::pin(std::future::ready(Ok(())))
    }
}
