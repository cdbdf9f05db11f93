//! A session's state: what its facts add up to. One shape for the API, the snapshot and the page.

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

/// How long nothing is said before memories are taken from messages.
const QUIET: i64 = 5 * SECOND;

/// One summary: which writer folded what into it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SessionSummary")]
pub struct Summary {
    /// The version of the session that it made; the messages are whole in the one before.
    pub version: Version,
    /// When.
    pub at: Time,
    /// Who wrote it, such as `extractive`, or the model.
    pub writer: Arc<str>,
    /// What went wrong before it, when another writer should have written it.
    pub note: Option<Arc<str>>,
    /// How many messages it folded.
    pub messages: u32,
    /// How many tokens they and the summary before had.
    pub folded_tokens: u64,
    /// How many tokens it has.
    pub tokens: u32,
    /// The oldest folded message.
    pub first: Arc<str>,
    /// The newest one.
    pub last: Arc<str>,
}

/// Why a session that is over its threshold is left as it is for now.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rest {
    /// Why nothing was folded.
    pub reason: Arc<str>,
    /// How often in a row.
    pub times: u32,
    /// When it is tried again; without it when the session changes.
    pub until: Option<Time>,
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Somebody deleted it; it can be brought back.
    Deleted,
    /// Its time ran out.
    Expired,
}

/// Facts that are to be erased: those of a life of the session that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EndedLife {
    /// The last of them.
    pub until: Version,
    /// When.
    pub purge_at: Time,
}

/// Everything a session holds while it lives.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Document {
    /// The model that the conversation is with.
    pub model: Option<Arc<str>>,
    /// The model's context window in tokens.
    pub context_window: Option<u32>,
    /// The messages that are not folded, in the order in which they were said.
    pub messages: Messages,
    /// The summary of those that are.
    pub context: Option<Arc<str>>,
    /// Its tokens.
    #[serde(default)]
    pub context_tokens: u32,
    /// The version that last wrote it.
    #[serde(default)]
    pub context_version: Version,
    /// Which writer made the summaries, and of what.
    #[serde(default)]
    #[schemars(with = "Vec<Summary>")]
    pub summaries: Vector<Arc<Summary>>,
    /// Memories to be kept beyond the session.
    #[serde(default)]
    #[schemars(with = "Vec<MemoryRecord>")]
    pub memories: Vector<Arc<MemoryRecord>>,
    /// The caller's own data.
    #[serde(default)]
    #[schemars(with = "Map<String, Value>")]
    pub data: Arc<Map<String, Value>>,
    /// What "it" and "that page" refer to, most recent first.
    #[serde(default)]
    pub entities: Entities,
    /// How memories are taken from messages.
    #[schemars(with = "Option<Strategy>")]
    pub strategy: Option<Arc<Strategy>>,
    /// How long it lasts after the last write, in seconds.
    pub ttl_seconds: Option<u64>,
}

/// A session.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Session {
    /// Which session.
    pub key: SessionKey,
    /// What it holds.
    #[serde(default)]
    pub document: Document,
    /// When it ends unless written to.
    pub expires_at: Option<Time>,
    /// The session it is a fork of.
    pub forked_from: Option<SessionKey>,
    /// The session it was spawned by.
    pub parent: Option<SessionKey>,
    /// The version with which it began; 0 when there is nothing. An id can be used again after its
    /// session ended.
    pub begun: Version,
    /// When it began.
    pub created_at: Time,
    /// When something last happened.
    pub updated_at: Time,
    /// The version that last changed what it holds.
    pub changed: Version,
    /// How many facts this state is made of.
    pub version: Version,
    /// The agents that wrote in it, or were let in: they may read it.
    #[schemars(with = "Vec<Arc<str>>")]
    pub writers: OrdSet<Arc<str>>,
    /// The blobs to which its facts refer.
    #[serde(default, skip_serializing_if = "OrdSet::is_empty")]
    #[schemars(skip)]
    pub blobs: OrdSet<Arc<str>>,
    /// How it ended.
    pub ended: Option<Ending>,
    /// What is to be erased, and when. Snapshots of before have another name for it.
    #[serde(default, alias = "graves")]
    #[schemars(with = "Vec<EndedLife>")]
    pub ended_lives: Vector<EndedLife>,
    /// Above so many tokens the oldest messages are to be folded; 0 when not known yet.
    #[serde(default)]
    pub fold_above: u64,
    /// Whether somebody asked for a summary now.
    #[serde(default)]
    pub fold_asked: bool,
    /// Why a session that is to be folded is left as it is for now.
    #[schemars(with = "Option<Rest>")]
    pub rest: Option<Arc<Rest>>,
    /// The version that last wrote messages.
    #[serde(default)]
    pub said: Version,
    /// The version up to which memories were taken from the messages.
    #[serde(default)]
    pub extracted: Version,
    /// Why no memories are taken from the messages for now.
    #[schemars(with = "Option<Rest>")]
    pub extraction: Option<Arc<Rest>>,
    /// The blocks of its contexts that were pinned or dropped.
    #[serde(default, skip_serializing_if = "Blocks::is_empty")]
    #[schemars(with = "BTreeMap<BlockName, Shown>")]
    pub blocks: Blocks,
    /// The work that Loci began on it and has not done.
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
    /// Whether callers find it: it began and did not end, also not in this moment.
    #[must_use]
    pub fn lives(&self, now: Time) -> bool {
        self.begun > 0 && self.ended.is_none() && self.expires_at.is_none_or(|end| end > now)
    }

    /// Who may read it beside orchestrators and people. One that never began is nobody's; one that ended
    /// stays its agents'.
    #[must_use]
    pub fn agents(&self) -> Readers {
        if self.begun == 0 {
            return Readers::Everyone;
        }
        let names = self.writers.iter().map(ToString::to_string);
        Readers::Agents(names.collect())
    }

    /// The tokens of the summary and of all messages.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        u64::from(self.context_tokens) + self.messages.tokens()
    }

    /// Whether it is above its threshold, or somebody asked for a summary.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.fold_asked || (self.fold_above > 0 && self.tokens() > self.fold_above)
    }

    /// The memory of that id.
    #[must_use]
    pub fn memory(&self, id: &str) -> Option<&Arc<MemoryRecord>> {
        self.memories.iter().find(|memory| &*memory.id == id)
    }

    /// When memories are to be taken from what was said since they last were: after some quiet, so that
    /// a lively conversation is not read again with every word.
    #[must_use]
    pub fn extract_at(&self) -> Option<Time> {
        (self.strategy.is_some() && self.said > self.extracted).then(|| {
            let rest = self.extraction.as_ref().and_then(|rest| rest.until);
            rest.unwrap_or_else(|| self.updated_at.plus(QUIET))
        })
    }

    /// When its oldest messages are to be folded.
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

    /// When Loci has to look at it by itself.
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
