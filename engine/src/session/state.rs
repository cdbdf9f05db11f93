//! The state of a session, folded from its facts. The API, snapshots and pages share it.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use imbl::{OrdSet, Vector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

use crate::entity::Entities;
use crate::jobs::{JobKind, Jobs};
use crate::session::blocks::{BlockName, Blocks, Shown};
use crate::session::key::SessionKey;
use crate::session::messages::Messages;
use crate::session::record::{MemoryRecord, Strategy};
use kernel::access::Readers;
use kernel::stream::Version;
use kernel::time::{SECOND, Time};

/// Idle time before memories are extracted from messages, in milliseconds.
const QUIET: i64 = 5 * SECOND;

/// A summary with its writer and the messages folded into it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SessionSummary")]
pub struct Summary {
    /// Version of the session that it made; the version before it has the whole messages.
    pub version: Version,
    /// Time of the summary.
    pub at: Time,
    /// Writer: `extractive`, or a model's name.
    pub writer: Arc<str>,
    /// Error of the preferred writer, if another one had to write the summary.
    pub note: Option<Arc<str>>,
    /// Number of folded messages.
    pub messages: u32,
    /// Token count of the folded messages and the previous summary.
    pub folded_tokens: u64,
    /// Token count of the summary.
    pub tokens: u32,
    /// Id of the oldest folded message.
    pub first: Arc<str>,
    /// Id of the newest folded message.
    pub last: Arc<str>,
}

/// Backoff after a failed summary or extraction.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rest {
    /// Reason of the failure.
    pub reason: Arc<str>,
    /// Number of consecutive failures.
    pub times: u32,
    /// Time of the next attempt; absent to retry after the session changes.
    pub until: Option<Time>,
}

/// Ending of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// It was deleted; it can be recovered.
    Deleted,
    /// It expired.
    Expired,
}

/// Facts to erase: those of an ended life of the session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EndedLife {
    /// Last version to erase.
    pub until: Version,
    /// Time of erasure.
    pub purge_at: Time,
}

/// Content of a session during its life.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Document {
    /// The model of the conversation.
    pub model: Option<Arc<str>>,
    /// The model's context window in tokens.
    pub context_window: Option<u32>,
    /// Messages that are not folded, in order.
    pub messages: Messages,
    /// Summary of the folded messages.
    pub context: Option<Arc<str>>,
    /// Token count of the summary.
    #[serde(default)]
    pub context_tokens: u32,
    /// Version that last wrote the summary.
    #[serde(default)]
    pub context_version: Version,
    /// The summaries that made the context, with their writers.
    #[serde(default)]
    #[schemars(with = "Vec<Summary>")]
    pub summaries: Vector<Arc<Summary>>,
    /// Memories to keep beyond the session.
    #[serde(default)]
    #[schemars(with = "Vec<MemoryRecord>")]
    pub memories: Vector<Arc<MemoryRecord>>,
    /// The caller's own data.
    #[serde(default)]
    #[schemars(with = "Map<String, Value>")]
    pub data: Arc<Map<String, Value>>,
    /// Entities that "it" and "that page" refer to, most recent first.
    #[serde(default)]
    pub entities: Entities,
    /// Strategy for extracting memories from messages.
    #[schemars(with = "Option<Strategy>")]
    pub strategy: Option<Arc<Strategy>>,
    /// Time to live after the last write, in seconds.
    pub ttl_seconds: Option<u64>,
}

/// A session.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Session {
    /// Key of the session.
    pub key: SessionKey,
    /// Its content.
    #[serde(default)]
    pub document: Document,
    /// Time of expiry unless written to.
    pub expires_at: Option<Time>,
    /// The session it was forked from.
    pub forked_from: Option<SessionKey>,
    /// The session that spawned it.
    pub parent: Option<SessionKey>,
    /// Version at which its current life began; 0 if it never began. An id can be used again after its session ended.
    pub begun: Version,
    /// Time of its beginning.
    pub created_at: Time,
    /// Time of the last change.
    pub updated_at: Time,
    /// Version that last changed the content.
    pub changed: Version,
    /// Number of facts in this state.
    pub version: Version,
    /// Agents that wrote in it or were granted access: they may read it.
    #[schemars(with = "Vec<Arc<str>>")]
    pub writers: OrdSet<Arc<str>>,
    /// Blobs that its facts refer to.
    #[serde(default, skip_serializing_if = "OrdSet::is_empty")]
    #[schemars(skip)]
    pub blobs: OrdSet<Arc<str>>,
    /// Ending, if it ended.
    pub ended: Option<Ending>,
    /// Ended lives that are to be erased. Older snapshots use the alias.
    #[serde(default, alias = "graves")]
    #[schemars(with = "Vec<EndedLife>")]
    pub ended_lives: Vector<EndedLife>,
    /// Token count above which the oldest messages are to be folded; 0 if not known yet.
    #[serde(default)]
    pub fold_above: u64,
    /// True if a summary was requested.
    #[serde(default)]
    pub fold_asked: bool,
    /// Backoff after a failed summary.
    #[schemars(with = "Option<Rest>")]
    pub rest: Option<Arc<Rest>>,
    /// Version that last wrote messages.
    #[serde(default)]
    pub said: Version,
    /// Version up to which memories were extracted.
    #[serde(default)]
    pub extracted: Version,
    /// Backoff after a failed extraction.
    #[schemars(with = "Option<Rest>")]
    pub extraction: Option<Arc<Rest>>,
    /// Context blocks that were pinned or dropped.
    #[serde(default, skip_serializing_if = "Blocks::is_empty")]
    #[schemars(with = "BTreeMap<BlockName, Shown>")]
    pub blocks: Blocks,
    /// Background jobs of the session that are not done.
    #[serde(default, skip_serializing_if = "Jobs::is_empty")]
    pub jobs: Jobs,
}

impl Deref for Session {
    type Target = Document;
    fn deref(&self) -> &Document {
        &self.document
    }
}

impl Session {
    /// Returns true if callers can find it: it began, has not ended and has not expired.
    #[must_use]
    pub fn lives(&self, now: Time) -> bool {
        self.begun > 0 && self.ended.is_none() && self.expires_at.is_none_or(|end| end > now)
    }

    /// Returns the readers in addition to orchestrators and people. Everyone may read a session that never began; an
    /// ended one still belongs to its agents.
    #[must_use]
    pub fn agents(&self) -> Readers {
        if self.begun == 0 {
            return Readers::Everyone;
        }
        let names = self.writers.iter().map(ToString::to_string);
        Readers::Agents(names.collect())
    }

    /// Returns the tokens of the summary and all messages.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        u64::from(self.context_tokens) + self.messages.tokens()
    }

    /// Returns true if it is above its threshold or a summary was requested.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.fold_asked || (self.fold_above > 0 && self.tokens() > self.fold_above)
    }

    /// Returns the memory with this id.
    #[must_use]
    pub fn memory(&self, id: &str) -> Option<&Arc<MemoryRecord>> {
        self.memories.iter().find(|memory| &*memory.id == id)
    }

    /// Returns the time at which memories are to be extracted from new messages. The idle time keeps a lively
    /// conversation from being read again after every message.
    #[must_use]
    pub fn extract_at(&self) -> Option<Time> {
        (self.strategy.is_some() && self.said > self.extracted).then(|| {
            let rest = self.extraction.as_ref().and_then(|rest| rest.until);
            rest.unwrap_or_else(|| self.updated_at.plus(QUIET))
        })
    }

    /// Returns the time at which its oldest messages are to be folded.
    #[must_use]
    pub fn fold_at(&self) -> Option<Time> {
        if !self.is_full() {
            return None;
        }
        match self.rest.as_deref() {
            Some(rest) => rest.until,
            None => Some(self.updated_at),
        }
    }

    /// Returns the next time at which a sweep or a job has work to do for it.
    #[must_use]
    pub fn due(&self) -> Option<Time> {
        let erase = self.ended_lives.iter().map(|life| life.purge_at).min();
        if self.ended.is_some() || self.begun == 0 {
            return erase;
        }
        let fold = self.jobs.when(JobKind::Summary, self.fold_at());
        let extract = self.jobs.when(JobKind::Memories, self.extract_at());
        [erase, self.expires_at, fold, extract]
            .into_iter()
            .flatten()
            .min()
    }
}
