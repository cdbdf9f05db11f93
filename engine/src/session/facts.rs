//! The facts of a session: every kind with its body. Bodies hold decisions, not their consequences.

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
    /// Events of a session.
    pub enum Event {
        /// The session began.
        SessionCreated = "session_created" 1,
        /// A complete document was written.
        SessionPut = "session_put" 1,
        /// Messages were added.
        MessagesAppended = "messages_appended" 1,
        /// The caller's data was merged.
        DataMerged = "data_merged" 1,
        /// A caller requested a summary.
        SummaryAsked = "summary_asked" 1,
        /// The oldest messages were folded into the summary.
        SessionSummarized = "session_summarized" 1,
        /// No message could be folded.
        SummaryFailed = "summary_failed" 1,
        /// A language model extracted memories from messages.
        MemoriesExtracted = "memories_extracted" 1,
        /// The extraction of memories failed.
        ExtractionFailed = "extraction_failed" 1,
        /// Memories became long-term memories.
        MemoriesPromoted = "memories_promoted" 1,
        /// Messages became long-term memories.
        MessagesIndexed = "messages_indexed" 1,
        /// Entities were seen or deleted. Deletions apply first.
        EntitiesObserved = "entities_observed" 1,
        /// The list of entities was replaced.
        EntitiesRestored = "entities_restored" 1,
        /// Agents were granted access.
        SessionShared = "session_shared" 1,
        /// A context block was pinned, dropped or reset.
        BlockSet = "context_block_set" 1,
        /// The session returned to an earlier version.
        SessionRewound = "session_rewound" 1,
        /// The session was deleted; it can still be recovered.
        SessionDeleted = "session_deleted" 1,
        /// The session was recovered.
        SessionRecovered = "session_recovered" 1,
        /// The session expired.
        SessionExpired = "session_expired" 1,
        /// A worker started a job.
        JobTaken = "job_taken" 1,
        /// A worker renewed its lease on a job.
        JobRenewed = "job_renewed" 1,
        /// A job failed: it is retried later, or given up.
        JobFailed = "job_failed" 1,
        /// A person stopped a job.
        JobStopped = "job_stopped" 1,
        /// A person requested a job now, or a shutdown interrupted it.
        JobResumed = "job_resumed" 1,
    }
}

/// Source of a fork's first content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Origin {
    /// The session.
    pub session: SessionKey,
    /// Its version at the time of the fork.
    pub version: Version,
}

/// Body of `session_created`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionCreated {
    /// Key of the session.
    pub session: SessionKey,
    /// The session it was forked from.
    pub forked_from: Option<Origin>,
    /// The session that spawned it.
    pub parent: Option<SessionKey>,
}

/// Body of `session_put`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionPut {
    /// Changes to the document.
    pub changes: Changes,
    /// Token count above which the oldest messages are folded, if it changed.
    pub fold_above: Option<u64>,
}

/// Body of `messages_appended`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MessagesAppended {
    /// The messages, both new and replaced ones.
    pub messages: Vec<Message>,
    /// Token count above which the oldest messages are folded, if it changed.
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
    /// The summary, which replaces the previous one.
    pub summary: Arc<str>,
    /// Token count of the summary.
    pub tokens: u32,
    /// Ids of the folded messages, oldest first.
    pub folded: Vec<Arc<str>>,
    /// Token count of the folded messages and the previous summary.
    pub folded_tokens: u64,
    /// Writer of the summary: `extractive`, or a model's name.
    pub writer: Arc<str>,
    /// Error of the preferred writer, if another one had to write the summary.
    pub note: Option<Arc<str>>,
}

/// Body of `summary_failed`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SummaryFailed {
    /// Reason why nothing was folded.
    pub reason: Arc<str>,
    /// Time of the next attempt; absent to retry after the session changes.
    pub retry_at: Option<Time>,
}

/// Body of `memories_extracted`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MemoriesExtracted {
    /// Strategy of the extraction.
    pub strategy: Arc<str>,
    /// Version at which the messages were read.
    pub until: Version,
    /// Ids of the source messages.
    pub from: Vec<Arc<str>>,
    /// The new memories.
    pub memories: Vec<MemoryRecord>,
}

/// Body of `extraction_failed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExtractionFailed {
    /// Reason why no memories were extracted.
    pub reason: Arc<str>,
    /// Time of the next attempt.
    pub retry_at: Time,
}

/// A memory or message that became a long-term memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Promotion {
    /// Id of the memory or the message in the session.
    pub id: Arc<str>,
    /// Id of the long-term memory: a new one, or an existing one with the same content.
    pub crystal: Arc<str>,
}

/// Body of `memories_promoted`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MemoriesPromoted {
    /// The core that holds them.
    pub core: Arc<str>,
    /// The promoted memories.
    pub memories: Vec<Promotion>,
    /// Time of the promotion.
    pub at: Moment,
}

/// Body of `messages_indexed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MessagesIndexed {
    /// The core that holds them.
    pub core: Arc<str>,
    /// The indexed messages.
    pub messages: Vec<Promotion>,
    /// Time of the indexing.
    pub at: Moment,
}

/// Body of `entities_observed`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EntitiesObserved {
    /// The tool that returned the result.
    pub tool: Option<Arc<str>>,
    /// Entities that were deleted or are to be forgotten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deleted: Vec<EntityKey>,
    /// Entities that were seen, the most recent last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<Entity>,
    /// Maximum number of tracked entities.
    pub limit: u32,
}

/// Body of `entities_restored`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EntitiesRestored {
    /// The new list, most recent first.
    pub entities: Entities,
}

/// Body of `session_shared`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionShared {
    /// Names of the agents.
    pub agents: Vec<Arc<str>>,
}

/// Body of `context_block_set`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BlockSet {
    /// The block.
    pub block: BlockName,
    /// Its new display mode.
    pub shown: Shown,
}

/// Body of `session_rewound`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionRewound {
    /// The restored version.
    pub to: Version,
    /// Resulting changes to the document.
    pub changes: Changes,
}

/// Body of `session_deleted`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionDeleted {
    /// Reason for the deletion.
    pub reason: Option<String>,
    /// Time of erasure unless recovered.
    pub purge_at: Time,
}

/// Body of `session_recovered`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionRecovered {}

/// Body of `session_expired`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SessionExpired {
    /// Time at which the session expired.
    pub at: Time,
    /// Time to live after the last write, in seconds. A session that continues from its remains inherits it.
    pub ttl_seconds: Option<u64>,
}
