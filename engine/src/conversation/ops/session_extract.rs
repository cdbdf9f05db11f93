//! `session_extract`: stores the memories that a language model extracted from messages. Internal: requires
//! `Role::System`, so no API exposes it.

use kernel::prelude::*;
use std::sync::Arc;

use crate::conversation::ops::{open, promote};
use crate::jobs::{JobFailed, JobKind};
use crate::session::facts::{ExtractionFailed, MemoriesExtracted};
use crate::session::key::SessionKey;
use crate::session::moment::Moment;
use crate::session::record::{MemoryRecord, MemoryType};
use crate::session::state::Session;
use crate::summary::extraction::Extracted;
use crate::workspace::settings::Settings;
use kernel::time::{DAY, HOUR, MINUTE};

/// Submits the memories extracted from a session's messages, or the reason why there are none.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionExtract {
    /// The session.
    pub session: SessionKey,
    /// Version of the session at which the messages were read.
    pub until: Version,
    /// Ids of the messages.
    pub from: Vec<Arc<str>>,
    /// Name of the strategy.
    pub strategy: Arc<str>,
    /// Outcome of the extraction.
    pub outcome: Outcome,
    /// Lease of the extraction job.
    pub lease: Option<Version>,
}

/// Outcome of an extraction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ExtractOutcome")]
pub enum Outcome {
    /// The extracted memories, possibly none.
    Taken(Vec<Extracted>),
    /// Failed; it is retried with backoff.
    Failed(Arc<str>),
    /// Impossible with the current configuration; retried after a day.
    Impossible(Arc<str>),
}

/// Stored memories.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionExtracted {
    /// Ids of the new memories.
    pub memories: Vec<Arc<str>>,
}

impl Operation for SessionExtract {
    type Output = SessionExtracted;
    const SPEC: Spec = spec!(Write "session_extract" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &SessionExtract, tx: &mut Tx) -> Result<SessionExtracted> {
    let settings = Settings::of(tx)?;
    let draft = open(tx, &op.session)?;
    draft.jobs.check(JobKind::Memories, op.lease)?;
    let taken = match &op.outcome {
        Outcome::Taken(taken) => taken,
        Outcome::Failed(reason) => {
            let times = draft
                .extraction
                .as_ref()
                .map_or(0, |rest| rest.times)
                .min(6);
            let is_over = draft.jobs.backoff(JobKind::Memories).is_none();
            rest(draft, reason, (MINUTE << times).min(HOUR));
            if is_over {
                draft.record(JobFailed {
                    job: JobKind::Memories,
                    error: reason.clone(),
                    retry_at: None,
                });
            }
            return Ok(SessionExtracted::default());
        }
        Outcome::Impossible(reason) => {
            rest(draft, reason, DAY);
            return Ok(SessionExtracted::default());
        }
    };
    let mut memories: Vec<MemoryRecord> = Vec::new();
    for (at, taken) in taken.iter().enumerate() {
        let memory = record(op, draft, at, taken);
        let is_known = draft
            .memories
            .iter()
            .any(|known| known.has_text_of(&memory))
            || memories.iter().any(|other| other.has_text_of(&memory));
        if !is_known {
            memories.push(memory);
        }
    }
    let ids = memories.iter().map(|memory| memory.id.clone()).collect();
    draft.record(MemoriesExtracted {
        strategy: op.strategy.clone(),
        until: op.until,
        from: op.from.clone(),
        memories,
    });
    promote::memories(tx, &op.session, &settings)?;
    Ok(SessionExtracted { memories: ids })
}

fn rest(draft: &mut Draft<Session>, reason: &Arc<str>, milliseconds: i64) {
    let retry_at = draft.cx.now.plus(milliseconds);
    draft.record(ExtractionFailed {
        reason: reason.clone(),
        retry_at,
    });
}

fn record(
    op: &SessionExtract,
    draft: &Draft<Session>,
    at: usize,
    taken: &Extracted,
) -> MemoryRecord {
    let shared = |names: &[String]| names.iter().map(|name| name.as_str().into()).collect();
    let strategy = draft.strategy.as_ref();
    let config = strategy.filter(|strategy| !strategy.config.is_empty());
    MemoryRecord {
        id: draft.cx.id.nth("", at as u64).to_string().into(),
        text: taken.text.as_str().into(),
        memory_type: match taken.memory_type.as_str() {
            "episodic" => MemoryType::Episodic,
            _ => MemoryType::Semantic,
        },
        topics: shared(&taken.topics),
        entities: shared(&taken.entities),
        event_date: taken.event_date,
        session_id: Some(op.session.id.clone()),
        namespace: op.session.namespace.clone(),
        user_id: op.session.user_id.clone(),
        created_at: Some(Moment::from(draft.cx.now)),
        extracted_from: op.from.clone(),
        extraction_strategy: Some(op.strategy.clone()),
        extraction_strategy_config: config.map(|strategy| Arc::new(strategy.config.clone().into())),
        ..MemoryRecord::default()
    }
}
