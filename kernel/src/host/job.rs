//! One decision on its way through the writer.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::error::{Error, Result};
use crate::id::Id;
use crate::ports::log::Answered;
use crate::registry::{AnyOperation, Output};
use crate::stream::{Position, StreamId, Version};
use crate::time::Time;
use crate::tx::{Cx, Loaded, Staged, States, Tx};

/// Number of conflicts with other processes after which a call is rejected.
const OVERTAKEN: usize = 8;

/// Reason why a caller has to try again.
#[derive(Clone, Debug)]
pub(super) enum Again {
    /// The decision needs states that are not in memory.
    Missing(Vec<StreamId>),
    /// A call with the same idempotency key may have been answered meanwhile.
    Answered,
    /// The prepared data is outdated.
    Outdated(Error),
}

/// Result of a commit for one job.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// Stream that the job opened first, and its version afterwards.
    pub first: Option<(StreamId, Version)>,
    /// Other streams that it opened.
    pub others: Vec<StreamId>,
    /// Position of its last fact, or the log's end if it recorded none.
    pub position: Position,
    /// Stream and version of its last fact.
    pub last: Option<(StreamId, Version)>,
}

impl Done {
    /// Returns true if the job opened that stream.
    pub fn has_opened(&self, stream: &StreamId) -> bool {
        let mut others = self.others.iter();
        let is_first = self
            .first
            .as_ref()
            .is_some_and(|(first, _)| first == stream);
        is_first || others.any(|other| other == stream)
    }
}

/// Result of a decision.
pub(super) enum Verdict {
    Staged(Vec<Staged>, Arc<Cx>),
    Refused(Refusal),
    Missing(Vec<StreamId>),
    Outdated(Error),
}

/// An error and the stream that was opened first.
#[derive(Debug)]
pub(super) struct Refusal {
    pub error: Error,
    pub stream: Option<StreamId>,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self {
            error,
            stream: None,
        }
    }
}

/// Final result of a job.
pub(super) enum Outcome {
    Done(Done),
    Refused(Refusal),
    Again(Again),
}

/// Idempotency key of a job.
#[derive(Clone, Debug)]
pub(super) struct Key {
    /// Hash of caller, operation and key.
    pub text: String,
    /// Hash of the request.
    pub request: String,
    /// Number of commits that the lookup of a stored answer can have seen.
    pub checked: u64,
}

/// A type-erased job. `decide` may be called again: it changes nothing outside the job.
pub(super) trait Job: Send {
    fn key(&self) -> Option<&Key>;
    fn decide(&mut self, now: Time, states: &dyn StateSource) -> Verdict;
    /// Returns the output of the last decision as JSON, for a stored answer.
    fn output(&self) -> Result<Option<String>>;
    fn redaction_count(&self) -> u32;
    /// Returns the answer to store, for a job that only stores one.
    fn answer_to_store(&self) -> Option<&Answered> {
        None
    }
    /// Records that another process wrote first: the decision is repeated, or rejected after too many times.
    fn overtaken(&mut self) -> Result<()>;
    fn end(self: Box<Self>, outcome: Outcome);
}

/// Source of states for a job.
pub(super) trait StateSource {
    fn find(&self, stream: &StreamId) -> Option<Loaded>;
    /// Returns the state of a stream without facts.
    fn empty(&self, stream: &StreamId) -> Option<Loaded>;
}

/// States of one decision. Its own new id names a stream that cannot exist yet, so that stream is not looked up in the
/// log.
pub(super) struct Fresh<'a> {
    pub source: &'a dyn StateSource,
    pub id: Option<Id>,
}

impl States for Fresh<'_> {
    fn find(&self, stream: &StreamId) -> Option<Loaded> {
        self.source.find(stream).or_else(|| {
            let id = self.id?;
            (stream.id() == id.to_string()).then(|| self.source.empty(stream))?
        })
    }
}

/// Reply to the caller's task.
pub(super) enum Reply {
    Done(Output, Done),
    Refused(Refusal),
    /// Try again; the number says how often another process wrote first.
    Again(Again, usize),
}

/// Job of a call.
pub(super) struct Ticket {
    pub op: Arc<dyn AnyOperation>,
    pub cx: Cx,
    pub key: Option<Key>,
    pub redacted: u32,
    /// The only stream that the caller may change; `None` for all.
    pub bound: Option<StreamId>,
    /// Number of times that another process wrote first. As long as it is 0, streams of the new id count as new without
    /// a lookup.
    pub overtaken: usize,
    /// True if the job is rejected once the caller has disconnected.
    pub only_if_heard: bool,
    pub output: Option<Output>,
    pub reply: oneshot::Sender<Reply>,
}

impl Ticket {
    /// Returns true if a fact is outside the stream that the caller is bound to.
    fn oversteps(&self, staged: &[Staged]) -> bool {
        let Some(bound) = &self.bound else {
            return false;
        };
        let mut staged = staged.iter();
        staged.any(|staged| !staged.facts.is_empty() && staged.stream != *bound)
    }
}

impl Job for Ticket {
    fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }

    fn decide(&mut self, now: Time, source: &dyn StateSource) -> Verdict {
        if self.only_if_heard && self.reply.is_closed() {
            return Verdict::Refused(Error::unavailable("Whoever asked for it has left.").into());
        }
        let mut cx = self.cx.clone();
        cx.now = now;
        let states = Fresh {
            source,
            id: (self.overtaken == 0).then_some(cx.id),
        };
        let mut tx = Tx::new(cx, &states);
        let decided = self.op.decide(&mut tx);
        let (verdict, output) = verdict(tx, decided);
        self.output = output;
        match verdict {
            Verdict::Staged(staged, _) if self.oversteps(&staged) => {
                Verdict::Refused(elsewhere().into())
            }
            other => other,
        }
    }

    fn output(&self) -> Result<Option<String>> {
        let output = self.output.as_deref();
        output
            .map(|output| self.op.output_to_store(output))
            .transpose()
    }

    fn redaction_count(&self) -> u32 {
        self.redacted
    }

    fn overtaken(&mut self) -> Result<()> {
        overtaken(&mut self.overtaken)
    }

    fn end(self: Box<Self>, outcome: Outcome) {
        let reply = match (outcome, self.output) {
            (Outcome::Done(done), Some(output)) => Reply::Done(output, done),
            (Outcome::Done(_), None) => {
                Reply::Refused(Error::internal("a decision stands without an output").into())
            }
            (Outcome::Refused(refusal), _) => Reply::Refused(refusal),
            (Outcome::Again(again), _) => Reply::Again(again, self.overtaken),
        };
        // The commit is durable even if the caller has disconnected.
        drop(self.reply.send(reply));
    }
}

/// Returns the error for a write outside the stream that the caller is bound to.
pub(super) fn elsewhere() -> Error {
    Error::forbidden("Your token was made for one workflow, and this is not in it.")
}

/// Counts another conflict with other processes.
///
/// # Errors
/// Returns `contended` once the limit is reached.
pub(super) fn overtaken(times: &mut usize) -> Result<()> {
    *times += 1;
    if *times < OVERTAKEN {
        return Ok(());
    }
    let mut error = Error::conflict(
        "contended",
        format!(
            "Others wrote to the same things first, {OVERTAKEN} times in a row; nothing was stored. Read \
             them again, and send this once more if it is still wanted."
        ),
    );
    error.extra.retry_after_seconds = Some(1);
    Err(error)
}

/// Returns the verdict and the output of a decision over `tx`.
pub(super) fn verdict<T>(tx: Tx, decided: Result<T>) -> (Verdict, Option<T>) {
    if !tx.missing().is_empty() {
        return (Verdict::Missing(tx.missing().to_vec()), None);
    }
    let cx = tx.cx.clone();
    match decided {
        Err(error) if tx.is_outdated() => (Verdict::Outdated(error), None),
        Ok(output) => match tx.stage() {
            Ok(staged) => (Verdict::Staged(staged, cx), Some(output)),
            Err(error) => (Verdict::Refused(error.into()), None),
        },
        Err(error) => {
            let stream = tx.first().cloned();
            (Verdict::Refused(Refusal { error, stream }), None)
        }
    }
}
