//! The log: the append-only truth. Narrow, so that another database can carry it.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::actor::Actor;
use crate::error::Result;
use crate::fact::Fact;
use crate::operation::Fut;
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

/// What is committed together: all or nothing.
#[derive(Clone, Debug, Default)]
pub struct Batch {
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
    /// The log cannot be written (full disk, read-only folder); nothing of the batch is in it.
    #[error("the log cannot be written: {0}")]
    Failed(String),
}

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

/// How long answers to calls with an idempotency key are kept.
pub const ANSWERS_KEPT: Duration = Duration::from_hours(24);

/// A log on a real thing. Every implementation passes the conformance suite in `store`.
pub trait Log: Send + Sync {
    /// Where the log ends.
    fn head(&self) -> Fut<'_, Result<Head>>;

    /// Appends a batch durably and atomically; gives the position of its first fact, the others
    /// follow without a gap in the order given.
    fn append<'a>(&'a self, batch: &'a Batch) -> Fut<'a, Result<Position, AppendError>>;

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

    /// Keeps a snapshot; an older one of the stream may be dropped.
    fn keep_snapshot<'a>(&'a self, stream: &'a StreamId, snapshot: Snapshot)
    -> Fut<'a, Result<()>>;

    /// The stored answer under that key, if it is younger than [`ANSWERS_KEPT`] at `now`.
    fn answer<'a>(&'a self, key: &'a str, now: Time) -> Fut<'a, Result<Option<Answered>>>;

    /// The tombstone of a stream that was erased.
    fn tombstone<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Tombstone>>>;

    /// Erases a stream: facts, snapshots, answers; leaves the tombstone. When it returns, no byte
    /// of the facts is left in the log's files.
    fn erase_stream(&self, tombstone: Tombstone) -> Fut<'_, Result<()>>;

    /// Replaces the bodies of a stream's facts of those versions by a typed redaction (kind `redacted`,
    /// schema 0, body null, the rest of the envelope unchanged) and drops the stream's snapshots and
    /// stored answers. `not_found` when there is none of them.
    fn erase_facts<'a>(
        &'a self,
        stream: &'a StreamId,
        versions: RangeInclusive<Version>,
    ) -> Fut<'a, Result<()>>;
}
