//! One decision on its way through the writer. Knows nothing of where facts are stored.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::error::{Error, Result};
use crate::id::Id;
use crate::ports::log::Answered;
use crate::registry::{AnyOperation, Output};
use crate::stream::{Position, StreamId, Version};
use crate::time::Time;
use crate::tx::{Cx, Loaded, Staged, States, Tx};

/// How often another process may write first.
const OVERTAKEN: usize = 8;

/// Why a caller has to try again.
#[derive(Clone, Debug)]
pub(super) enum Again {
    /// The decision needs states that are not in memory.
    Missing(Vec<StreamId>),
    /// A call with the same idempotency key may have been answered meanwhile.
    Answered,
    /// What was prepared is not so any more.
    Outdated(Error),
}

/// What a commit gave one job.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// The stream the job opened first and its version afterwards.
    pub first: Option<(StreamId, Version)>,
    /// The other streams it opened.
    pub others: Vec<StreamId>,
    /// The position of its last fact, or the log's end when it recorded none.
    pub position: Position,
    /// The stream and version of its last fact.
    pub last: Option<(StreamId, Version)>,
}

impl Done {
    /// Whether the job opened that stream.
    pub fn opened(&self, stream: &StreamId) -> bool {
        let mut others = self.others.iter();
        let is_first = self
            .first
            .as_ref()
            .is_some_and(|(first, _)| first == stream);
        is_first || others.any(|other| other == stream)
    }
}

/// What a decision came to.
pub(super) enum Verdict {
    Staged(Vec<Staged>, Arc<Cx>),
    Refused(Refusal),
    Missing(Vec<StreamId>),
    Outdated(Error),
}

/// A refusal and the stream that was opened first.
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

/// How a job ends.
pub(super) enum Outcome {
    Done(Done),
    Refused(Refusal),
    Again(Again),
}

/// The idempotency key of a job.
#[derive(Clone, Debug)]
pub(super) struct Key {
    /// The hash of actor, operation and key.
    pub text: String,
    /// The hash of the request.
    pub request: String,
    /// The commits that the look for a stored answer can have seen.
    pub checked: u64,
}

/// A job without its types. `decide` may be called again: it changes nothing outside the job.
pub(super) trait Job: Send {
    fn key(&self) -> Option<&Key>;
    fn decide(&mut self, now: Time, states: &dyn StateSource) -> Verdict;
    /// The output of the last decision as JSON, for a stored answer.
    fn output(&self) -> Result<Option<String>>;
    fn redacted(&self) -> u32;
    /// The answer to store, of a job that does nothing but store one.
    fn kept(&self) -> Option<&Answered> {
        None
    }
    /// Another process wrote first: the decision is made again, or refused after too many times.
    fn overtaken(&mut self) -> Result<()>;
    fn end(self: Box<Self>, outcome: Outcome);
}

/// Where a job looks for states.
pub(super) trait StateSource {
    fn find(&self, stream: &StreamId) -> Option<Loaded>;
    /// The state of a stream without facts.
    fn empty(&self, stream: &StreamId) -> Option<Loaded>;
}

/// The states of one decision. Its own new id names a stream that cannot exist yet, so that one is
/// not looked for in the log.
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

/// What the caller's task is told.
pub(super) enum Reply {
    Done(Output, Done),
    Refused(Refusal),
    /// Try again; another process wrote first so many times.
    Again(Again, usize),
}

/// The job of a call.
pub(super) struct Ticket {
    pub op: Arc<dyn AnyOperation>,
    pub cx: Cx,
    pub key: Option<Key>,
    pub redacted: u32,
    /// The one stream that the caller may change.
    pub bound: Option<StreamId>,
    /// How often another process wrote first. Until then streams of the new id are taken for new without a look.
    pub overtaken: usize,
    /// Whether it is for somebody who waits: it is not done for who has gone away.
    pub only_if_heard: bool,
    pub output: Option<Output>,
    pub reply: oneshot::Sender<Reply>,
}

impl Ticket {
    /// Whether the caller would change something beside what it is bound to.
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

    fn redacted(&self) -> u32 {
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
        // A caller that has gone away does not change what was committed.
        drop(self.reply.send(reply));
    }
}

/// The refusal of what would change something beside what the caller is bound to.
pub(super) fn elsewhere() -> Error {
    Error::forbidden("Your token was made for one workflow, and this is not in it.")
}

/// Counts once more that others came first.
///
/// # Errors
/// `contended` when they always do.
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

/// What a decision over `tx` came to.
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
