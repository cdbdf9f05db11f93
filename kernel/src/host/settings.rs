//! What the kernel stands on and how large it may grow.

use std::sync::Arc;

use crate::configured::Configured;
use crate::host::kind::Kind;
use crate::ports::accounts::Accounts;
use crate::ports::blobs::Blobs;
use crate::ports::clock::Clock;
use crate::ports::index::Index;
use crate::ports::layout::Layout;
use crate::ports::log::Log;
use crate::ports::schemas::Schemas;
use crate::ports::secrets::Secrets;
use crate::ports::tokens::Tokens;

/// The real things behind the kernel.
#[derive(Clone)]
pub struct Ports {
    /// What happened.
    pub log: Arc<dyn Log>,
    /// What can be found.
    pub index: Arc<dyn Index>,
    /// Large contents.
    pub blobs: Arc<dyn Blobs>,
    /// Agents' tokens and people's logins.
    pub accounts: Arc<dyn Accounts>,
    /// Counts tokens.
    pub tokens: Arc<dyn Tokens>,
    /// Finds secrets.
    pub secrets: Arc<dyn Secrets>,
    /// Checks values against JSON Schemas.
    pub schemas: Arc<dyn Schemas>,
    /// Draws graphs.
    pub layout: Arc<dyn Layout>,
    /// The one clock.
    pub clock: Arc<dyn Clock>,
}

/// Gives lines of text.
pub type Warnings = Arc<dyn Fn() -> Vec<String> + Send + Sync>;

/// Names and bounds.
#[derive(Clone)]
pub struct Settings {
    /// The workspace that facts carry.
    pub workspace: String,
    /// How many bytes of states stay in memory, by estimate.
    pub state_bytes: usize,
    /// A stream is snapshotted after so many facts; a long one after a quarter of its facts more.
    pub snapshot_every: u64,
    /// How many writes may wait for the writer; further callers wait for a place.
    pub queue: usize,
    /// How many writes are committed together at most.
    pub batch: usize,
    /// How many commits a subscriber of the live feed may be behind before it has to catch up from
    /// the log.
    pub feed: usize,
    /// How many facts the index may lack to be brought up before the kernel opens. One that lacks more is brought up
    /// beside the calls, and lists and search wait for it.
    pub max_lag: u64,
    /// How many streams there may be.
    pub streams: u64,
    /// What people are told of quotas that were met around the kernel.
    pub warnings: Option<Warnings>,
    /// The workspace's settings as this server is configured; people's own go before them.
    pub defaults: Configured,
    /// The names under which tools can be offered to agents.
    pub tools: Vec<&'static str>,
    /// The memories.
    pub kinds: Vec<Kind>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            workspace: "main".into(),
            state_bytes: 64 * 1024 * 1024,
            snapshot_every: 400,
            queue: 1024,
            batch: 256,
            feed: 1024,
            max_lag: u64::MAX,
            streams: u64::MAX,
            warnings: None,
            defaults: Configured::default(),
            tools: Vec::new(),
            kinds: Vec::new(),
        }
    }
}
