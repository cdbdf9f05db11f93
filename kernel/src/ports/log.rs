//! The log: the append-only truth. Narrow, so that another database can carry it.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

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
    /// The stream.
    pub stream: StreamId,
    /// The version it must have; the facts are numbered from the next one.
    pub expected: Version,
    /// The facts, `version` filled in.
    pub facts: Vec<Fact>,
}

/// The stored answer to a call with an idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// Actor, operation and key, joined so that no two can be confused.
    pub key: String,
    /// A hash of the request's body.
    pub request: String,
    /// The answer as JSON.
    pub answer: String,
    /// The stream it wrote to; erased with it.
    pub stream: StreamId,
    /// When.
    pub at: Time,
}

/// The beginning of a claim. Answers are JSON objects, so none begins like this.
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

    /// The same claim as one that has ended: whoever comes next can claim the key.
    #[must_use]
    pub fn ended(&self) -> Self {
        Self {
            at: self.at.plus(-millis(CLAIM_TTL)),
            ..self.clone()
        }
    }

    /// Whether this is a claim.
    #[must_use]
    pub fn is_claim(&self) -> bool {
        self.answer.starts_with(CLAIM)
    }

    /// Whether it still keeps its key: an answer for [`ANSWERS_KEPT`], a claim for [`CLAIM_TTL`].
    #[must_use]
    pub fn is_kept(&self, now: Time) -> bool {
        let ttl = if self.is_claim() {
            CLAIM_TTL
        } else {
            ANSWERS_KEPT
        };
        now.since(self.at) < millis(ttl)
    }

    /// Whether a log stores this in place of `stored`, which has the same key: one that is not kept any more gives way
    /// to anything, and a claim to an answer and to the claim of its own owner.
    #[must_use]
    pub fn replaces(&self, stored: &Self) -> bool {
        let is_of_owner = !self.is_claim() || self.answer == stored.answer;
        !stored.is_kept(self.at) || (stored.is_claim() && is_of_owner)
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// What is committed together: all or nothing.
#[derive(Clone, Debug)]
pub struct Batch {
    /// What it is told by when it comes again: whoever lost the connection before the answer sends the same
    /// batch once more. Kept by the log for as long as answers are.
    pub id: Id,
    /// Facts by stream. One stream may occur several times, each time on the version before.
    pub appends: Vec<Append>,
    /// Answers to keep for retries.
    pub answers: Vec<Answered>,
}

/// Why an append was refused.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// A stream had another version than expected: somebody else wrote. Decide again.
    #[error("{0} has another version than expected")]
    Conflict(StreamId),
    /// Another answer or claim is stored under that key and is not [replaced](Answered::replaces); nothing of the
    /// batch is in the log. Give that answer.
    #[error("a call with the key {0} was answered")]
    Answered(String),
    /// The log cannot be written (full disk, read-only folder); nothing of the batch is in it.
    #[error("the log cannot be written: {0}")]
    Failed(String),
    /// The connection was lost before the log said whether it stored the batch. Send the same batch again until
    /// another outcome than this one and [`AppendError::Failed`] says so.
    #[error("the log did not say whether it stored the batch: {0}")]
    Unknown(String),
    /// This is not the log that the process followed: it has another epoch, or lacks commits that the process has
    /// seen. Nothing of the batch is in it. The process has to end and start again.
    #[error("the log was replaced: {0}")]
    Replaced(String),
}

/// A turn at writing; it ends when this is dropped. See [`Log::turn`].
pub type Turn = Box<dyn Send>;

/// A state as it was at a version, serialised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The version it has.
    pub version: Version,
    /// The number of the state's form; a snapshot of another form is ignored.
    pub schema: u16,
    /// The state as JSON.
    pub state: Vec<u8>,
}

/// The log's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// A new one begins when a backup is restored.
    pub epoch: u64,
    /// The position of the last fact, 0 for none.
    pub position: Position,
    /// The number of the last erasure, 0 for none. It grows with each, and not by one.
    pub erased: u64,
}

/// What an erasure promises once it is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Erasing {
    /// No byte of it is left in the log's files.
    #[default]
    EveryByte,
    /// The database has no row with it; its files, copies and backups are its operator's.
    Rows,
}

/// What is left of an erased stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tombstone {
    /// The stream.
    pub stream: StreamId,
    /// Who erased it.
    pub by: Actor,
    /// When.
    pub at: Time,
}

/// A link of the log's chain; the last one is the log's head. Written in lower-case hexadecimal.
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

/// What a check of the whole log found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Facts in the log that were not erased with their stream.
    pub facts: u64,
    /// Streams that have facts.
    pub streams: u64,
    /// The head of its chain. Whoever keeps it elsewhere can tell later whether the log still goes on
    /// from there.
    pub head: Link,
    /// Everything that is wrong; empty in a sound log.
    pub faults: Vec<String>,
}

/// How long answers to calls with an idempotency key are kept.
pub const ANSWERS_KEPT: Duration = Duration::from_hours(24);
/// How long a claim keeps its key when no answer comes. Longer than the work that is claimed usually takes.
pub const CLAIM_TTL: Duration = Duration::from_mins(1);

/// A log on a real thing. Every implementation passes the conformance suite in `store`.
pub trait Log: Send + Sync {
    /// Where the log ends.
    fn head(&self) -> Fut<'_, Result<Head>>;

    /// Waits until the log ends elsewhere than at `seen`, because somebody appended or erased, and gives its
    /// end. A log that is not told of what others do looks from time to time.
    fn changed(&self, seen: Head) -> Fut<'_, Result<Head>>;

    /// Appends a batch durably and atomically; gives the position of its first fact, the others
    /// follow without a gap in the order given. Of a batch whose id is stored already nothing is written, and
    /// its first position is given again.
    fn append<'a>(&'a self, batch: &'a Batch) -> Fut<'a, Result<Position, AppendError>>;

    /// Takes this process's turn at writing, first come first served: until it is dropped no other process appends, so
    /// that what is read and decided within it is appended without a conflict. A log may end a turn that lasts for
    /// seconds. A log with one writer needs none.
    fn turn(&self) -> Fut<'_, Result<Turn>> {
        Box::pin(async { Ok(Box::new(()) as Turn) })
    }

    /// At most `limit` facts of a stream with versions above `after`, in order.
    fn read<'a>(
        &'a self,
        stream: &'a StreamId,
        after: Version,
        limit: usize,
    ) -> Fut<'a, Result<Vec<Fact>>>;

    /// At most `limit` facts of all streams with positions above `after`, in order.
    fn follow(&self, after: Position, limit: usize) -> Fut<'_, Result<Vec<Fact>>>;

    /// At most `limit` facts with positions below `before` (from the end without it), newest first;
    /// of one stream when `stream` is given.
    fn recent<'a>(
        &'a self,
        stream: Option<&'a StreamId>,
        before: Option<Position>,
        limit: usize,
    ) -> Fut<'a, Result<Vec<Fact>>>;

    /// The streams that have facts at positions above `after`.
    fn changed_since(&self, after: Position) -> Fut<'_, Result<Vec<StreamId>>>;

    /// The newest snapshot of a stream.
    fn snapshot<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Snapshot>>>;

    /// Keeps a snapshot of a state that was made after the erasure numbered `erased`. It never replaces a
    /// newer one, and it is not kept when something of the stream was erased since.
    fn keep_snapshot<'a>(
        &'a self,
        stream: &'a StreamId,
        snapshot: Snapshot,
        erased: u64,
    ) -> Fut<'a, Result<()>>;

    /// The stored answer or claim under that key, if it is [kept](Answered::is_kept) at `now`.
    fn answer<'a>(&'a self, key: &'a str, now: Time) -> Fut<'a, Result<Option<Answered>>>;

    /// The tombstone of a stream that was erased.
    fn tombstone<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Tombstone>>>;

    /// What erasing promises here.
    fn erases(&self) -> Erasing;

    /// The streams of which something was erased after the erasure numbered `after`. Erasing writes no fact,
    /// so this is how others learn of it.
    fn erased_since(&self, after: u64) -> Fut<'_, Result<Vec<StreamId>>>;

    /// Erases a stream: facts, snapshots, answers; leaves the tombstone. When it returns, what
    /// [`Log::erases`] promises is so.
    fn erase_stream(&self, tombstone: Tombstone) -> Fut<'_, Result<()>>;

    /// Replaces the bodies of a stream's facts of those versions by a typed redaction (kind `redacted`,
    /// schema 0, body null, the rest of the envelope unchanged) and drops the stream's snapshots and
    /// stored answers. `not_found` when there is none of them.
    fn erase_facts<'a>(
        &'a self,
        stream: &'a StreamId,
        versions: RangeInclusive<Version>,
    ) -> Fut<'a, Result<()>>;

    /// Reads the whole log and checks it. Facts are chained by hash within their stream, batches and
    /// erasures in the log: what was changed, put in, taken out or moved without the log's doing is a
    /// fault, and what was erased is none. With a head that was `known` once, it is a fault too when
    /// the log does not go on from there.
    fn verify(&self, known: Option<Link>) -> Fut<'_, Result<Report>>;
}
