//! What can happen in a session: every kind of fact with its body. Bodies hold what was decided, not
//! what follows from it.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;

use crate::entity::{Entities, Entity, EntityKey};
use crate::jobs::{JobFailed, JobRenewed, JobResumed, JobStopped, JobTaken};
use crate::session::blocks::{BlockName, Shown};
use crate::session::change::Changes;
use crate::session::key::SessionKey;
use crate::session::message::Message;
use crate::session::moment::Moment;
use crate::session::record::MemoryRecord;
use kernel::events;
use kernel::stream::Version;
use kernel::time::Time;

events! {
    /// What happens in a session.
    pub enum Event {
        /// It began.
        SessionCreated = "session_created" 1,
        /// A whole document was put.
        SessionPut = "session_put" 1,
        /// Messages were added.
        MessagesAppended = "messages_appended" 1,
        /// The caller's data was merged.
        DataMerged = "data_merged" 1,
        /// Somebody asked for a summary now.
        SummaryAsked = "summary_asked" 1,
        /// The oldest messages were folded into the summary.
        SessionSummarized = "session_summarized" 1,
        /// Nothing could be folded.
        SummaryFailed = "summary_failed" 1,
        /// A language model took memories from messages.
        MemoriesExtracted = "memories_extracted" 1,
        /// No memories could be taken from messages.
        ExtractionFailed = "extraction_failed" 1,
        /// Memories became crystals.
        MemoriesPromoted = "memories_promoted" 1,
        /// Messages became crystals.
        MessagesIndexed = "messages_indexed" 1,
        /// Entities were seen or deleted, in this order: first what was deleted.
        EntitiesObserved = "entities_observed" 1,
        /// The list of entities was replaced.
        EntitiesRestored = "entities_restored" 1,
        /// Agents were let in.
        SessionShared = "session_shared" 1,
        /// A block of its contexts was pinned or dropped, or is as usual again.
        BlockSet = "context_block_set" 1,
        /// It returned to an earlier version.
        SessionRewound = "session_rewound" 1,
        /// It was deleted; it can still be brought back.
        SessionDeleted = "session_deleted" 1,
        /// It was brought back.
        SessionRecovered = "session_recovered" 1,
        /// Its time ran out.
        SessionExpired = "session_expired" 1,
        /// Loci took a job.
        JobTaken = "job_taken" 1,
        /// Loci goes on with a job.
        JobRenewed = "job_renewed" 1,
        /// A job failed: it is tried again later, or given up.
        JobFailed = "job_failed" 1,
        /// A person stopped a job.
        JobStopped = "job_stopped" 1,
        /// A person wants a job done now, or Loci stopped before it was done.
        JobResumed = "job_resumed" 1,
    }
}

/// Where a session's first content is from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Origin {
    /// The session.
    pub session: SessionKey,
    /// Its version then.
    pub version: Version,
}

/// Body of `session_created`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionCreated {
    /// Which session.
    pub session: SessionKey,
    /// The session it is a fork of.
    pub forked_from: Option<Origin>,
    /// The session it was spawned by.
    pub parent: Option<SessionKey>,
}

/// Body of `session_put`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionPut {
    /// What of the document changed.
    pub changes: Changes,
    /// Above so many tokens the oldest messages are folded, when that changed.
    pub fold_above: Option<u64>,
}

/// Body of `messages_appended`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MessagesAppended {
    /// The messages, those that replace others too.
    pub messages: Vec<Message>,
    /// Above so many tokens the oldest messages are folded, when that changed.
    pub fold_above: Option<u64>,
}

/// Body of `data_merged`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DataMerged {
    /// The patch (RFC 7396).
    pub patch: Value,
}

/// Body of `summary_asked`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SummaryAsked {}

/// Body of `session_summarized`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionSummarized {
    /// The summary, which takes the place of the one before.
    pub summary: Arc<str>,
    /// Its tokens.
    pub tokens: u32,
    /// The ids of the messages that are in it, oldest first.
    pub folded: Vec<Arc<str>>,
    /// How many tokens they and the summary before had.
    pub folded_tokens: u64,
    /// Who wrote it.
    pub writer: Arc<str>,
    /// What went wrong before it, when another writer should have written it.
    pub note: Option<Arc<str>>,
}

/// Body of `summary_failed`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SummaryFailed {
    /// Why nothing was folded.
    pub reason: Arc<str>,
    /// When it is tried again; without it when the session changes.
    pub retry_at: Option<Time>,
}

/// Body of `memories_extracted`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MemoriesExtracted {
    /// The strategy by which they were taken.
    pub strategy: Arc<str>,
    /// The version at which the messages were read.
    pub until: Version,
    /// The messages they were taken from.
    pub from: Vec<Arc<str>>,
    /// The memories that were not there before.
    pub memories: Vec<MemoryRecord>,
}

/// Body of `extraction_failed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExtractionFailed {
    /// Why no memories were taken.
    pub reason: Arc<str>,
    /// When it is tried again.
    pub retry_at: Time,
}

/// One memory that became a crystal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Promotion {
    /// The memory's or the message's id in the session.
    pub id: Arc<str>,
    /// The crystal: a new one, or the one that said the same already.
    pub crystal: Arc<str>,
}

/// Body of `memories_promoted`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MemoriesPromoted {
    /// The core they are in.
    pub core: Arc<str>,
    /// Which.
    pub memories: Vec<Promotion>,
    /// When.
    pub at: Moment,
}

/// Body of `messages_indexed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MessagesIndexed {
    /// The core they are in.
    pub core: Arc<str>,
    /// Which.
    pub messages: Vec<Promotion>,
    /// When.
    pub at: Moment,
}

/// Body of `entities_observed`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EntitiesObserved {
    /// The tool whose result says so.
    pub tool: Option<Arc<str>>,
    /// What was deleted or is to be forgotten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deleted: Vec<EntityKey>,
    /// What was seen, the most recent last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<Entity>,
    /// How many are tracked.
    pub limit: u32,
}

/// Body of `entities_restored`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EntitiesRestored {
    /// The list, most recent first.
    pub entities: Entities,
}

/// Body of `session_shared`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionShared {
    /// The agents' names.
    pub agents: Vec<Arc<str>>,
}

/// Body of `context_block_set`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BlockSet {
    /// The block.
    pub block: BlockName,
    /// How it stands from now on.
    pub shown: Shown,
}

/// Body of `session_rewound`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionRewound {
    /// The version it returned to.
    pub to: Version,
    /// What changed thereby.
    pub changes: Changes,
}

/// Body of `session_deleted`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionDeleted {
    /// Why.
    pub reason: Option<String>,
    /// When it is erased unless brought back.
    pub purge_at: Time,
}

/// Body of `session_recovered`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionRecovered {}

/// Body of `session_expired`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionExpired {
    /// When it ran out.
    pub at: Time,
    /// How long it lasted after the last write, in seconds: so does what goes on from what is left of it.
    pub ttl_seconds: Option<u64>,
}
