//! The single writer: decides all waiting writes, commits them together, and decides the next ones while the log
//! writes.

mod settle;

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use crate::actor::Actor;
use crate::error::{Error, Result};
use crate::host::answers::Keys;
use crate::host::erase;
use crate::host::follower::Follow;
use crate::host::in_flight::{InFlight, no_answer, unknown_outcome};
use crate::host::job::{Again, Job, Outcome, Verdict};
use crate::host::round::{Appended, Layers, Round, count_new_streams};
use crate::host::shared::{Shared, closing, count};
use crate::ports::log::{Batch, Turn};
use crate::stream::Position;
use crate::view::Erase;

/// Interval at which calls are checked for waiting too long for the log.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// Request to the writer.
pub(super) enum Work {
    Decide(Box<dyn Job>),
    Erase(Erase, Actor, oneshot::Sender<Result<()>>),
    Rebuild(oneshot::Sender<Result<u64>>),
    Close(oneshot::Sender<()>),
}

impl Work {
    /// Ends the request with an error.
    fn refuse(self, error: &Error) {
        match self {
            Self::Decide(job) => job.end(Outcome::Refused(error.clone().into())),
            Self::Erase(_, _, reply) => drop(reply.send(Err(error.clone()))),
            Self::Rebuild(reply) => drop(reply.send(Err(error.clone()))),
            Self::Close(_) => {}
        }
    }
}

/// The single writer.
pub(super) struct Writer {
    shared: Arc<Shared>,
    queue: mpsc::Receiver<Work>,
    follower: mpsc::Sender<Follow>,
    keys: Keys,
    pending: VecDeque<Work>,
    next: Round,
    in_flight: Option<InFlight>,
}

impl Writer {
    pub fn new(
        shared: Arc<Shared>,
        queue: mpsc::Receiver<Work>,
        follower: mpsc::Sender<Follow>,
    ) -> Self {
        Self {
            next: Round::new(1, shared.last_erasure()),
            shared,
            queue,
            follower,
            keys: Keys::default(),
            pending: VecDeque::new(),
            in_flight: None,
        }
    }

    /// Runs until all kernel handles are dropped or it is asked to close.
    pub async fn run(mut self) {
        let mut received = Vec::new();
        let mut open = true;
        loop {
            self.lose_patience();
            self.decide_pending();
            if self.in_flight.is_none() {
                if !self.next.jobs.is_empty() {
                    self.gather().await;
                    self.commit(None);
                    continue;
                }
                if let Some(work) = self.pending.pop_front() {
                    if let Some(closed) = self.control(work).await {
                        self.close(closed).await;
                        return;
                    }
                    continue;
                }
                if !open {
                    return;
                }
            }
            let room = self.shared.batch.saturating_sub(self.next.jobs.len());
            let listening = open && room > 0 && self.pending.is_empty();
            tokio::select! {
                biased;
                (appended, batch) = wait_for_commit(&mut self.in_flight) => {
                    if let Some(in_flight) = self.in_flight.take() {
                        self.settle(in_flight.round, appended, batch).await;
                    }
                }
                n = self.queue.recv_many(&mut received, room), if listening => {
                    open = n > 0;
                    self.pending.extend(received.drain(..));
                }
                () = sleep(LOOK_EVERY), if self.in_flight.is_some() => {}
            }
        }
    }

    /// Rejects the calls of a commit that the log has not confirmed in time, and the calls behind it, of which nothing
    /// was sent. The commit itself is still resent, and comes first once the log answers.
    fn lose_patience(&mut self) {
        let clock = &self.shared.ports.clock;
        let is_overdue = |in_flight: &&mut InFlight| in_flight.is_overdue(clock.now());
        let Some(overdue) = self.in_flight.as_mut().filter(is_overdue) else {
            return;
        };
        self.shared.log_refuses.store(true, Ordering::Relaxed);
        overdue.round.refuse(&unknown_outcome());
        // The follower need not wait for the commit: if it is stored, it is read like commits of other processes.
        self.shared.writing.send_replace(false);
        self.undo(self.next.number);
        for work in std::mem::take(&mut self.pending) {
            match work {
                Work::Close(_) => self.pending.push_back(work),
                other => other.refuse(&no_answer()),
            }
        }
    }

    /// Decides waiting writes, up to the size of a commit or to a request that is not a decision.
    fn decide_pending(&mut self) {
        while self.next.jobs.len() < self.shared.batch
            && let Some(Work::Decide(_)) = self.pending.front()
            && let Some(Work::Decide(job)) = self.pending.pop_front()
        {
            self.decide(job);
        }
    }

    /// Yields, and adds the writes that arrive meanwhile to the commit: on a busy machine their tasks wait behind this
    /// one, and a commit costs the same for one write as for many. On an idle machine this takes no time.
    async fn gather(&mut self) {
        tokio::task::yield_now().await;
        while self.pending.is_empty()
            && self.next.jobs.len() < self.shared.batch
            && let Ok(work) = self.queue.try_recv()
        {
            self.pending.push_back(work);
            self.decide_pending();
        }
    }

    fn decide(&mut self, mut job: Box<dyn Job>) {
        if let Some(round) = job.key().and_then(|key| self.keys.unseen(key)) {
            let again = Outcome::Again(Again::Answered);
            // The answer of a commit that is not durable yet can only be looked up after it.
            if round > self.shared.rounds.load(Ordering::Acquire) {
                self.next.jobs.push((job, again));
            } else {
                job.end(again);
            }
            return;
        }
        if self.next.jobs.is_empty() {
            self.next.erased = self.shared.last_erasure();
        }
        let now = self.shared.ports.clock.now();
        let layers = Layers {
            next: &self.next,
            in_flight: self.in_flight.as_ref().map(|in_flight| &in_flight.round),
            shared: &self.shared,
        };
        // A decision works on copies and returns its facts only if it succeeds, so a panic leaves nothing half done.
        let decided = catch_unwind(AssertUnwindSafe(|| job.decide(now, &layers)));
        let outcome = match decided {
            Ok(Verdict::Staged(staged, cx)) => match self.shared.room.take(&staged, &cx) {
                Ok(()) => {
                    if let Some(key) = self.next.take(&self.shared, job, staged, &cx) {
                        self.keys.add(&key, self.next.number);
                    }
                    return;
                }
                Err(error) => Outcome::Refused(error.into()),
            },
            Ok(Verdict::Missing(streams)) => {
                return job.end(Outcome::Again(Again::Missing(streams)));
            }
            Ok(Verdict::Outdated(error)) => Outcome::Again(Again::Outdated(error)),
            Ok(Verdict::Refused(refusal)) => Outcome::Refused(refusal),
            Err(panic) => {
                count(&self.shared.counts.panics, 1);
                let words = format!("a decision panicked: {}", words(&*panic));
                Outcome::Refused(Error::internal(words).into())
            }
        };
        let tentative = self.in_flight.is_some() || !self.next.is_plain();
        // The outcome may rest on facts that are not durable yet, so it is sent after them. A caller that repeated an
        // outdated preparation earlier would read the old data again.
        if tentative {
            self.next.jobs.push((job, outcome));
        } else {
            job.end(outcome);
        }
    }

    /// Sends the decisions so far to the log, within `turn` if there is one.
    fn commit(&mut self, turn: Option<Turn>) {
        let after = Round::new(self.next.number + 1, self.shared.last_erasure());
        let round = std::mem::replace(&mut self.next, after);
        if round.stores_nothing() {
            self.next.number = round.number;
            let head = self.shared.head();
            for (job, outcome) in round.jobs {
                job.end(with_log_position(outcome, 0, head));
            }
            return;
        }
        self.shared.writing.send_replace(true);
        self.in_flight = Some(InFlight::begin(&self.shared, round, turn));
    }

    /// Sends a message to the follower, which lives as long as this sender.
    async fn tell(&mut self, what: Follow) {
        drop(self.follower.send(what).await);
    }

    /// Requeues the decisions that were made on top of a failed commit.
    fn undo(&mut self, failed: u64) {
        self.keys.forget_from(failed);
        self.shared
            .room
            .fewer(count_new_streams(&self.next.appends));
        let after = Round::new(failed, self.shared.last_erasure());
        let next = std::mem::replace(&mut self.next, after);
        for (job, _) in next.jobs.into_iter().rev() {
            self.pending.push_front(Work::Decide(job));
        }
    }

    /// Handles a request between commits. Returns the reply channel of a request to close.
    async fn control(&mut self, work: Work) -> Option<oneshot::Sender<()>> {
        match work {
            Work::Decide(job) => self.decide(job),
            Work::Erase(what, by, reply) => {
                let is_whole = matches!(what, Erase::Stream(_));
                // The index is changed here, so the follower must not touch it.
                self.shared.writing.send_replace(true);
                let erased = if wait_for_follower(&self.follower).await {
                    erase::erase(&self.shared, what, by).await
                } else {
                    Err(closing())
                };
                if is_whole && erased.is_ok() {
                    self.shared.room.fewer(1);
                }
                self.shared.writing.send_replace(false);
                drop(reply.send(erased));
            }
            Work::Rebuild(reply) => self.tell(Follow::Rebuild(reply)).await,
            Work::Close(closed) => return Some(closed),
        }
        None
    }

    /// Rejects further requests and waits for the follower.
    async fn close(mut self, closed: oneshot::Sender<()>) {
        self.queue.close();
        while let Some(work) = self.queue.recv().await {
            work.refuse(&closing());
        }
        wait_for_follower(&self.follower).await;
        drop(self.follower);
        let _ = closed.send(());
    }
}

/// Waits until the follower has processed all commits. Returns false if it has ended.
async fn wait_for_follower(follower: &mpsc::Sender<Follow>) -> bool {
    let (reply, settled) = oneshot::channel();
    let sent = follower.send(Follow::Barrier(reply)).await;
    sent.is_ok() && settled.await.is_ok()
}

/// Waits for the outcome of the running commit; forever if there is none.
async fn wait_for_commit(in_flight: &mut Option<InFlight>) -> (Appended, Batch) {
    match in_flight {
        Some(in_flight) => in_flight.outcome().await,
        None => std::future::pending().await,
    }
}

/// Replaces the position within the commit by the position in the log.
fn with_log_position(outcome: Outcome, first: Position, head: Position) -> Outcome {
    match outcome {
        Outcome::Done(mut done) => {
            done.position = match done.last {
                Some(_) => first + done.position - 1,
                None => head,
            };
            Outcome::Done(done)
        }
        other => other,
    }
}

/// Returns the message of a panic.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no words")
}
