//! Port for the log, the append-only source of truth. Narrow, so that another database can implement it.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;
use std::vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::actor::Actor;
use crate::error::Result;
use crate::fact::Fact;
use crate::future::Fut;
use crate::id::Id;
use crate::stream::{Position, StreamId, Version};
use crate::time::Time;

/// Facts for one stream, decided on its version `expected`. Their positions are still 0.
#[derive(Clone, Debug)]
pub struct Append {
    /// Stream of the facts.
    pub stream: StreamId,
    /// Version that the stream must have; the facts are numbered from the next one.
    pub expected: Version,
    /// The facts, with `version` filled in.
    pub facts: Vec<Fact>,
}

/// Stored answer to a call with an idempotency key, or a claim of that key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// Hash that identifies caller, operation and idempotency key.
    pub key: String,
    /// Hash of the request's body.
    pub request: String,
    /// The answer as JSON.
    pub answer: String,
    /// Stream that the call wrote to; the answer is erased with it.
    pub stream: StreamId,
    /// Time at which it was stored.
    pub at: Time,
}

/// Prefix of a claim. Answers are JSON objects, so none has it.
const CLAIM: &str = "claim ";

impl Answered {
    /// Claims a key before work that is not decided by the log, so that no other process begins it. The answer to the
    /// work replaces the claim. `owner` is unique to the claim.
    #[must_use]
    pub fn claim(key: String, request: String, owner: Id, stream: StreamId, at: Time) -> Self {
        Self {
            key,
            request,
            answer: format!("{CLAIM}{owner}"),
            stream,
            at,
        }
    }

    /// Returns the claim as expired, so that the next caller can claim the key.
    #[must_use]
    pub fn to_expired(&self) -> Self {
        Self {
            at: self.at.plus(-millis(CLAIM_TTL)),
            ..self.clone()
        }
    }

    /// Returns true if this is a claim.
    #[must_use]
    pub fn is_claim(&self) -> bool {
        self.answer.starts_with(CLAIM)
    }

    /// Returns true if it still holds its key: an answer for [`ANSWERS_KEPT`], a claim for [`CLAIM_TTL`].
    #[must_use]
    pub fn is_kept(&self, now: Time) -> bool {
        let ttl = if self.is_claim() {
            CLAIM_TTL
        } else {
            ANSWERS_KEPT
        };
        now.since(self.at) < millis(ttl)
    }

    /// Returns true if a log stores this in place of `stored`, which has the same key: anything replaces an expired
    /// one, and an answer or a claim of the same owner replaces a claim.
    #[must_use]
    pub fn replaces(&self, stored: &Self) -> bool {
        let is_of_owner = !self.is_claim() || self.answer == stored.answer;
        !stored.is_kept(self.at) || (stored.is_claim() && is_of_owner)
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// Unit of an atomic commit.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Idempotency id: after a lost connection the same batch is sent again. The log keeps the id as long as answers.
    pub id: Id,
    /// Facts by stream. A stream may occur several times, each time on the version before.
    pub appends: Vec<Append>,
    /// Answers to keep for retries.
    pub answers: Vec<Answered>,
}

/// Reason why an append failed.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Another writer changed the stream: its version is not the expected one. Decide again.
    #[error("{0} has another version than expected")]
    Conflict(StreamId),
    /// Another answer or claim is stored under that key and is not [replaced](Answered::replaces). Nothing of the batch
    /// is in the log. Return that answer.
    #[error("a call with the key {0} was answered")]
    Answered(String),
    /// The log cannot be written (full disk, read-only folder). Nothing of the batch is in it.
    #[error("the log cannot be written: {0}")]
    Failed(String),
    /// The connection was lost before the log confirmed the batch. Send the same batch again until the outcome is
    /// neither this nor [`AppendError::Failed`].
    #[error("the log did not say whether it stored the batch: {0}")]
    Unknown(String),
    /// The log is not the one that the process followed: it has another epoch, or lacks commits that the process has
    /// seen. Nothing of the batch is in it. The process has to exit and restart.
    #[error("the log was replaced: {0}")]
    Replaced(String),
}

/// A turn at writing; dropping it ends the turn. See [`Log::turn`].
pub type Turn = Box<dyn Send>;

/// Serialized state of a stream at a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Version of the state.
    pub version: Version,
    /// Schema number of the state; a snapshot with another schema is ignored.
    pub schema: u16,
    /// The state as JSON.
    pub state: Vec<u8>,
}

/// End of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Epoch of the log; restoring a backup begins a new one.
    pub epoch: u64,
    /// Position of the last fact; 0 if there is none.
    pub position: Position,
    /// Number of the last erasure; 0 if there is none. Grows with each erasure, not necessarily by one.
    pub erased: u64,
}

/// Guarantee of a completed erasure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Erasing {
    /// No byte of it is left in the log's files.
    #[default]
    EveryByte,
    /// The database has no row with it; its files, copies and backups are the operator's responsibility.
    Rows,
}

/// Record of an erased stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tombstone {
    /// The erased stream.
    pub stream: StreamId,
    /// Actor who erased it.
    pub by: Actor,
    /// Time of the erasure.
    pub at: Time,
}

/// Hash in the log's chain; the last one is the head. Written in lower-case hexadecimal.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Link(pub [u8; 32]);

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Link {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let digits: Option<Vec<u8>> = text
            .chars()
            .map(|digit| {
                digit
                    .to_digit(16)
                    .and_then(|digit| u8::try_from(digit).ok())
            })
            .collect();
        let digits = digits.ok_or(())?;
        let (pairs, []) = digits.as_chunks::<2>() else {
            return Err(());
        };
        let bytes: Vec<u8> = pairs.iter().map(|[high, low]| high << 4 | low).collect();
        bytes.try_into().map(Self).map_err(|_| ())
    }
}

/// Result of a check of the whole log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Number of facts in the log; facts erased with their stream do not count.
    pub facts: u64,
    /// Number of streams that have facts.
    pub streams: u64,
    /// Head of the chain. A copy kept elsewhere can later prove that the log still continues from there.
    pub head: Link,
    /// All faults; empty if the log is intact.
    pub faults: Vec<String>,
}

/// Retention of answers to calls with an idempotency key.
pub const ANSWERS_KEPT: Duration = Duration::from_hours(24);
/// Lifetime of a claim without an answer. Longer than the claimed work usually takes.
pub const CLAIM_TTL: Duration = Duration::from_mins(1);

/// Page of a list of streams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamPage {
    /// The streams.
    pub streams: Vec<StreamId>,
    /// Cursor of the next page; `None` if there is none.
    pub next: Option<u64>,
}

/// Number of streams that [`Streams`] reads at a time.
const STREAMS_AT_A_TIME: usize = 1_000;

/// A list of streams that is read page by page, because a log may have millions. Streams that are begun after the first
/// page may be missing.
#[derive(Debug)]
pub struct Streams {
    after: Position,
    page: vec::IntoIter<StreamId>,
    /// Cursor of the next page; `None` after the last one.
    next: Option<u64>,
}

impl Streams {
    /// Lists the streams that have facts at positions above `after`.
    #[must_use]
    pub fn after(after: Position) -> Self {
        Self {
            after,
            page: Vec::new().into_iter(),
            next: Some(0),
        }
    }

    /// Lists one stream.
    #[must_use]
    pub fn only(stream: StreamId) -> Self {
        Self {
            after: 0,
            page: vec![stream].into_iter(),
            next: None,
        }
    }

    /// Returns the next stream in `log`; `None` at the end.
    ///
    /// # Errors
    /// Returns an error if the log cannot be read.
    pub async fn next(&mut self, log: &dyn Log) -> Result<Option<StreamId>> {
        loop {
            if let Some(stream) = self.page.next() {
                return Ok(Some(stream));
            }
            let Some(cursor) = self.next else {
                return Ok(None);
            };
            let page = log.streams(self.after, cursor, STREAMS_AT_A_TIME).await?;
            self.page = page.streams.into_iter();
            self.next = page.next;
        }
    }
}

/// Storage for the log. Every implementation passes the conformance suite in `store`.
pub trait Log: Send + Sync {
    /// Returns the end of the log.
    fn head(&self) -> Fut<'_, Result<Head>>;

    /// Waits until the end of the log differs from `seen`, because of an append or an erasure, and returns it. A log
    /// without notifications from other writers polls.
    fn wait_for_change(&self, seen: Head) -> Fut<'_, Result<Head>>;

    /// Appends a batch durably and atomically, and returns the position of its first fact; the others follow without a
    /// gap in the given order. If the id of the batch is already stored, writes nothing and returns its first position
    /// again.
    fn append<'a>(&'a self, batch: &'a Batch) -> Fut<'a, Result<Position, AppendError>>;

    /// Returns true if other processes may write to this log. Calls then begin with a look at its end, so that each sees
    /// what was acknowledged before, by whichever process.
    fn is_shared(&self) -> bool {
        false
    }

    /// Takes this process's turn at writing, first come, first served. Until the turn is dropped no other process
    /// appends, so facts read and decided within it are appended without a conflict. A log may end a turn that lasts
    /// for seconds. A log with one writer needs none.
    fn turn(&self) -> Fut<'_, Result<Turn>> {
        Box::pin(async { Ok(Box::new(()) as Turn) })
    }

    /// Returns at most `limit` facts of a stream with versions above `after`, in order.
    fn read<'a>(
        &'a self,
        stream: &'a StreamId,
        after: Version,
        limit: usize,
    ) -> Fut<'a, Result<Vec<Fact>>>;

    /// Returns at most `limit` facts of all streams with positions above `after`, in order.
    fn follow(&self, after: Position, limit: usize) -> Fut<'_, Result<Vec<Fact>>>;

    /// Returns at most `limit` facts with positions below `before` (default: from the end), newest first; only those of
    /// `stream` if it is given.
    fn recent<'a>(
        &'a self,
        stream: Option<&'a StreamId>,
        before: Option<Position>,
        limit: usize,
    ) -> Fut<'a, Result<Vec<Fact>>>;

    /// Returns at most `limit` streams that have facts at positions above `after`, in the order in which they were
    /// begun. `cursor` is 0 for the first page, else that of the page before. See [`Streams`].
    fn streams(&self, after: Position, cursor: u64, limit: usize) -> Fut<'_, Result<StreamPage>>;

    /// Returns the number of streams that have facts.
    fn count_streams(&self) -> Fut<'_, Result<u64>>;

    /// Returns the newest snapshot of a stream.
    fn snapshot<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Snapshot>>>;

    /// Stores a snapshot of a state that reflects erasures up to number `erased`. It never replaces a newer one, and it
    /// is dropped if part of the stream was erased since.
    fn keep_snapshot<'a>(
        &'a self,
        stream: &'a StreamId,
        snapshot: Snapshot,
        erased: u64,
    ) -> Fut<'a, Result<()>>;

    /// Returns the stored answer or claim under that key if it is [kept](Answered::is_kept) at `now`.
    fn answer<'a>(&'a self, key: &'a str, now: Time) -> Fut<'a, Result<Option<Answered>>>;

    /// Returns the tombstone of an erased stream; `None` if the stream was not erased.
    fn tombstone<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Tombstone>>>;

    /// Returns the guarantee of erasures in this log.
    fn erases(&self) -> Erasing;

    /// Returns the streams with erasures after number `after`. Erasures write no fact, so other processes learn of them
    /// here.
    fn list_erased(&self, after: u64) -> Fut<'_, Result<Vec<StreamId>>>;

    /// Erases a stream's facts, snapshots and answers, and leaves the tombstone. The guarantee of [`Log::erases`] holds
    /// once it returns.
    fn erase_stream(&self, tombstone: Tombstone) -> Fut<'_, Result<()>>;

    /// Replaces the bodies of a stream's facts of those versions by a typed redaction (kind `redacted`, schema 0, body
    /// null, the rest of the envelope unchanged) and drops the stream's snapshots and stored answers. Returns
    /// `not_found` if none of the facts exists.
    fn erase_facts<'a>(
        &'a self,
        stream: &'a StreamId,
        versions: RangeInclusive<Version>,
    ) -> Fut<'a, Result<()>>;

    /// Reads and checks the whole log. Facts are chained by hash within their stream, batches and erasures within the
    /// log: anything changed, inserted, removed or moved other than by the log is a fault; an erasure is not. With a
    /// `known` earlier head, a log that does not continue from it is a fault too.
    fn verify(&self, known: Option<Link>) -> Fut<'_, Result<Report>>;

    /// Closes files and connections. Without it nothing is lost, but the next start may take longer.
    fn close(&self) -> Fut<'_, ()> {
        Box::pin(async {})
    }
}
