//! Stored answers for retries with the same idempotency key, without secrets and inboxes.

use std::collections::{HashMap, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_with::skip_serializing_none;
use sha2::{Digest, Sha256};

use crate::actor::Actor;
use crate::answer::Answer;
use crate::error::{Error, Result};
use crate::host::job::{Done, Job, Key};
use crate::ports::log::{Answered, Log};
use crate::registry::{Entry, Output};
use crate::stream::{Position, StreamId, Version};
use crate::time::Time;

/// Reason of the rejection of a key that was used for another request.
pub(super) const KEY_REUSED: &str = "idempotency_key_reused";

/// Maximum length of a key, in bytes.
const MAX_KEY: usize = 200;
/// Number of keys of past commits that are remembered, to catch a retry that overtakes its own lookup.
const REMEMBERED: usize = 8192;

/// Returns the key under which an answer is stored: a hash that is unique to caller, operation and key. The caller's
/// key is not stored, because it may contain anything, also a secret.
pub(super) fn key_text(actor: &Actor, operation: &str, key: &str) -> Result<String> {
    if key.is_empty() || key.len() > MAX_KEY {
        return Err(Error::invalid(format!(
            "An idempotency key has 1 to {MAX_KEY} bytes; this one has {}.",
            key.len()
        )));
    }
    let kind = match actor.role {
        role if role.is_person() => "person",
        role if role.is_agent() => "agent",
        _ => "system",
    };
    let who = (kind, &actor.id, operation, key);
    let json = match actor.tenant() {
        // Tokens of one agent that are bound to different users do not get each other's answers.
        Some(tenant) => {
            let (user, namespace) = (tenant.user_id.as_deref(), tenant.namespace.as_deref());
            serde_json::to_string(&(who, user, namespace))
        }
        None => serde_json::to_string(&who),
    };
    let json = json.map_err(|error| Error::internal(format!("a key has no JSON form: {error}")))?;
    Ok(request_hash(&json))
}

/// Returns the hash that distinguishes a retry from another request.
pub(super) fn request_hash(json: &str) -> String {
    format!("{:x}", Sha256::digest(json.as_bytes()))
}

/// Stored form of an answer. Its position is unknown before the commit: it is the position of `last`.
#[skip_serializing_none]
#[derive(Serialize, Deserialize)]
struct Stored {
    output: Box<RawValue>,
    version: Option<Version>,
    last: Option<(StreamId, Version)>,
    #[serde(default)]
    position: Position,
    #[serde(default)]
    redacted_secrets: u32,
}

/// Returns the answer to store with a job's facts; `None` without an idempotency key or a stream.
pub(super) fn job_answer(
    job: &dyn Job,
    done: &Done,
    head: Position,
    at: Time,
) -> Result<Option<Answered>> {
    if let Some(kept) = job.answer_to_store() {
        return Ok(Some(kept.clone()));
    }
    let (Some(key), Some((stream, version))) = (job.key(), &done.first) else {
        return Ok(None);
    };
    let Some(output) = job.output()? else {
        return Ok(None);
    };
    let failed = |error| Error::internal(format!("an answer has no JSON form: {error}"));
    let stored = Stored {
        output: RawValue::from_string(output).map_err(failed)?,
        version: Some(*version),
        last: done.last.clone(),
        position: head,
        redacted_secrets: job.redaction_count(),
    };
    Ok(Some(Answered {
        key: key.text.clone(),
        request: key.request.clone(),
        answer: serde_json::to_string(&stored).map_err(failed)?,
        stream: stream.clone(),
        at,
    }))
}

/// Returns the answer to store for an undecided write. It belongs to no stream, because the stream it is about may be
/// erased by then.
pub(super) fn run_answer(
    key: Key,
    operation: &str,
    kept: String,
    answer: &Answer<Output>,
    at: Time,
) -> Result<Answered> {
    let failed = |error| Error::internal(format!("an answer has no JSON form: {error}"));
    let stored = Stored {
        output: RawValue::from_string(kept).map_err(failed)?,
        version: answer.version,
        last: None,
        position: answer.position,
        redacted_secrets: answer.redacted_secrets,
    };
    Ok(Answered {
        key: key.text,
        request: key.request,
        answer: serde_json::to_string(&stored).map_err(failed)?,
        stream: StreamId::new("operation", operation),
        at,
    })
}

/// A first answer that is repeated for a retry.
pub(super) struct Replayed {
    pub output: Output,
    pub version: Option<Version>,
    pub position: Position,
    pub redacted_secrets: u32,
    pub stream: StreamId,
}

/// Returns the stored answer to a call with this key.
pub(super) async fn replay(
    log: &dyn Log,
    entry: &Entry,
    key: &Key,
    now: Time,
) -> Result<Option<Replayed>> {
    match find(log, key, now).await? {
        Some(answered) => read(log, entry, answered).await.map(Some),
        None => Ok(None),
    }
}

/// Returns the answer or claim under this key. Returns an error if it belongs to another request.
pub(super) async fn find(log: &dyn Log, key: &Key, now: Time) -> Result<Option<Answered>> {
    let answered = log.answer(&key.text, now).await?;
    if answered
        .as_ref()
        .is_some_and(|answered| answered.request != key.request)
    {
        let mut error = Error::invalid(
            "This idempotency key was used for another request. Send a new key with a new request, \
             and the same body with the same key.",
        );
        error.extra.reason = Some(KEY_REUSED.into());
        return Err(error);
    }
    Ok(answered)
}

/// Parses a stored answer and looks up its position.
pub(super) async fn read(log: &dyn Log, entry: &Entry, answered: Answered) -> Result<Replayed> {
    let unreadable = |error| Error::internal(format!("a stored answer cannot be read: {error}"));
    let stored: Stored = serde_json::from_str(&answered.answer).map_err(unreadable)?;
    let position = match &stored.last {
        Some((stream, version)) => log
            .read(stream, version - 1, 1)
            .await?
            .first()
            .map_or(stored.position, |fact| fact.position),
        None => stored.position,
    };
    Ok(Replayed {
        output: (entry.read_output)(stored.output.get()).map_err(unreadable)?,
        version: stored.version,
        position,
        redacted_secrets: stored.redacted_secrets,
        stream: answered.stream,
    })
}

/// Keys of recent commits. A caller looks up the stored answer before it submits; this catches an answer that was
/// committed between the two.
#[derive(Default)]
pub(super) struct Keys {
    rounds: HashMap<String, u64>,
    order: VecDeque<(u64, String)>,
    /// Keys up to this commit may have been forgotten.
    floor: u64,
}

impl Keys {
    /// Returns the commit that may hold an answer which the caller has not seen.
    pub fn unseen(&self, key: &Key) -> Option<u64> {
        match self.rounds.get(&key.text) {
            Some(round) if *round > key.checked => Some(*round),
            _ => (key.checked < self.floor).then_some(self.floor),
        }
    }

    /// Remembers a key of a commit.
    pub fn add(&mut self, text: &str, round: u64) {
        self.rounds.insert(text.into(), round);
        self.order.push_back((round, text.into()));
        if self.order.len() > REMEMBERED
            && let Some((round, text)) = self.order.pop_front()
        {
            self.floor = round;
            self.remove(&text, round);
        }
    }

    /// Forgets the keys of failed commits, from `round` on.
    pub fn forget_from(&mut self, round: u64) {
        while let Some((last, text)) = self.order.pop_back_if(|(last, _)| *last >= round) {
            self.remove(&text, last);
        }
    }

    fn remove(&mut self, text: &str, round: u64) {
        if self.rounds.get(text) == Some(&round) {
            self.rounds.remove(text);
        }
    }
}
