//! Ports and settings of the kernel.

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

/// Implementations of the ports.
#[derive(Clone)]
pub struct Ports {
    /// Facts of all streams.
    pub log: Arc<dyn Log>,
    /// Lists and search.
    pub index: Arc<dyn Index>,
    /// Large contents.
    pub blobs: Arc<dyn Blobs>,
    /// Agents' tokens and people's logins.
    pub accounts: Arc<dyn Accounts>,
    /// Counts tokens.
    pub tokens: Arc<dyn Tokens>,
    /// Finds and redacts secrets.
    pub secrets: Arc<dyn Secrets>,
    /// Validates values against JSON Schemas.
    pub schemas: Arc<dyn Schemas>,
    /// Lays out graphs.
    pub layout: Arc<dyn Layout>,
    /// Time and new ids.
    pub clock: Arc<dyn Clock>,
}

/// Returns warnings as lines of text.
pub type Warnings = Arc<dyn Fn() -> Vec<String> + Send + Sync>;

/// Names and limits of the kernel.
#[derive(Clone)]
pub struct Settings {
    /// Workspace of all facts.
    pub workspace: String,
    /// Limit of states in memory, in estimated bytes. States in use may exceed it.
    pub state_bytes: usize,
    /// Number of new facts after which a stream is snapshotted; for a long stream a quarter of its facts.
    pub snapshot_every: u64,
    /// Maximum number of queued writes; further callers wait for a place.
    pub queue: usize,
    /// Maximum number of writes in a commit.
    pub batch: usize,
    /// Maximum number of feed updates, each of one or more commits, that a subscriber may lag before it has to catch up
    /// from the log.
    pub feed: usize,
    /// Maximum number of facts that the index may lack to be updated before the kernel opens. Beyond that it is updated
    /// in the background, and lists and search are rejected meanwhile.
    pub max_lag: u64,
    /// Maximum number of streams.
    pub streams: u64,
    /// Warnings to people about quotas that are enforced outside the kernel.
    pub warnings: Option<Warnings>,
    /// Default workspace settings from the server's configuration; people's own settings take precedence.
    pub defaults: Configured,
    /// Valid names of tools for agents.
    pub tools: Vec<&'static str>,
    /// Stream kinds.
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
