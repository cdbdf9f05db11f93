//! The one writer: it decides whatever waits, commits it together, and decides on while the log
//! writes. Knows nothing of SQL, and of no single decision.

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
use crate::host::in_flight::{InFlight, unanswered, unknown_outcome};
use crate::host::job::{Again, Job, Outcome, Verdict};
use crate::host::round::{Appended, Layers, Round, begun};
use crate::host::shared::{Shared, closing, count};
use crate::ports::log::{Batch, Turn};
use crate::stream::Position;
use crate::view::Erase;

/// How often it is looked whether calls wait too long for the log.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// What the writer is asked.
pub(super) enum Work {
    Decide(Box<dyn Job>),
    Erase(Erase, Actor, oneshot::Sender<Result<()>>),
    Rebuild(oneshot::Sender<Result<u64>>),
    Close(oneshot::Sender<()>),
}

impl Work {
    /// Ends it with an error.
    fn refuse(self, error: &Error) {
        match self {
            Self::Decide(job) => job.end(Outcome::Refused(error.clone().into())),
            Self::Erase(_, _, reply) => drop(reply.send(Err(error.clone()))),
            Self::Rebuild(reply) => drop(reply.send(Err(error.clone()))),
            Self::Close(_) => {}
        }
    }
}

/// The one writer.
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
            next: Round::new(1, shared.erased()),
            shared,
            queue,
            follower,
            keys: Keys::default(),
            pending: VecDeque::new(),
            in_flight: None,
        }
    }

    /// Works until every kernel handle is gone, or until it is told to close.
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
                (appended, batch) = written(&mut self.in_flight) => {
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

    /// Ends the calls that have waited too long for a log that does not say whether it stored their commit, and those
    /// behind them, of which nothing was sent. The commit itself goes on: it is first as soon as the log answers.
    fn lose_patience(&mut self) {
        let clock = &self.shared.ports.clock;
        let is_overdue = |in_flight: &&mut InFlight| in_flight.is_overdue(clock.now());
        let Some(overdue) = self.in_flight.as_mut().filter(is_overdue) else {
            return;
        };
        self.shared.log_refuses.store(true, Ordering::Relaxed);
        overdue.round.refuse(&unknown_outcome());
        // The follower need not wait for it: if it is stored, it is read as others' commits are.
        self.shared.writing.send_replace(false);
        self.undo(self.next.number);
        for work in std::mem::take(&mut self.pending) {
            match work {
                Work::Close(_) => self.pending.push_back(work),
                other => other.refuse(&unanswered()),
            }
        }
    }

    /// Decides what waits, up to a commit's bound or to something that is not a decision.
    fn decide_pending(&mut self) {
        while self.next.jobs.len() < self.shared.batch
            && let Some(Work::Decide(_)) = self.pending.front()
            && let Some(Work::Decide(job)) = self.pending.pop_front()
        {
            self.decide(job);
        }
    }

    /// Lets those come along who are about to write: on a busy machine they wait behind this task, and a
    /// commit costs the same for one as for many. On an idle one it takes no time.
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
            // The answer of a commit that is not durable yet can be looked up only after it.
            if round > self.shared.rounds.load(Ordering::Acquire) {
                self.next.jobs.push((job, again));
            } else {
                job.end(again);
            }
            return;
        }
        if self.next.jobs.is_empty() {
            self.next.erased = self.shared.erased();
        }
        let now = self.shared.ports.clock.now();
        let layers = Layers {
            next: &self.next,
            in_flight: self.in_flight.as_ref().map(|in_flight| &in_flight.round),
            shared: &self.shared,
        };
        // A decision works on copies and hands its facts over only when it stands, so a panic
        // leaves nothing half done.
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
        // It may stand on facts that are not durable yet; then it waits for them. Who prepared for what was
        // before them would only do so again.
        if tentative {
            self.next.jobs.push((job, outcome));
        } else {
            job.end(outcome);
        }
    }

    /// Gives the decisions made so far to the log, within `turn` if there is one.
    fn commit(&mut self, turn: Option<Turn>) {
        let after = Round::new(self.next.number + 1, self.shared.erased());
        let round = std::mem::replace(&mut self.next, after);
        if round.stores_nothing() {
            self.next.number = round.number;
            let head = self.shared.head();
            for (job, outcome) in round.jobs {
                job.end(placed(outcome, 0, head));
            }
            return;
        }
        self.shared.writing.send_replace(true);
        self.in_flight = Some(InFlight::begin(&self.shared, round, turn));
    }

    /// Tells the follower, which lives as long as this sender.
    async fn tell(&mut self, what: Follow) {
        drop(self.follower.send(what).await);
    }

    /// After a failed commit: what was decided on top of it is decided again.
    fn undo(&mut self, failed: u64) {
        self.keys.forget_from(failed);
        self.shared.room.fewer(begun(&self.next.appends));
        let after = Round::new(failed, self.shared.erased());
        let next = std::mem::replace(&mut self.next, after);
        for (job, _) in next.jobs.into_iter().rev() {
            self.pending.push_front(Work::Decide(job));
        }
    }

    /// Does what has to happen between commits. Gives back the wish to close.
    async fn control(&mut self, work: Work) -> Option<oneshot::Sender<()>> {
        match work {
            Work::Decide(job) => self.decide(job),
            Work::Erase(what, by, reply) => {
                let is_whole = matches!(what, Erase::Stream(_));
                // The index is changed here, so the follower must leave it alone.
                self.shared.writing.send_replace(true);
                let erased = if settled(&self.follower).await {
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

    /// Turns away what still comes, waits for the follower.
    async fn close(mut self, closed: oneshot::Sender<()>) {
        self.queue.close();
        while let Some(work) = self.queue.recv().await {
            work.refuse(&closing());
        }
        settled(&self.follower).await;
        drop(self.follower);
        let _ = closed.send(());
    }
}

/// Waits until everything committed is taken in.
async fn settled(follower: &mpsc::Sender<Follow>) -> bool {
    let (reply, settled) = oneshot::channel();
    let sent = follower.send(Follow::Barrier(reply)).await;
    sent.is_ok() && settled.await.is_ok()
}

/// The outcome of the commit that is under way; never, when none is.
async fn written(in_flight: &mut Option<InFlight>) -> (Appended, Batch) {
    match in_flight {
        Some(in_flight) => in_flight.outcome().await,
        None => std::future::pending().await,
    }
}

/// The outcome with the log's position in place of the place within the commit.
fn placed(outcome: Outcome, first: Position, head: Position) -> Outcome {
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

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no words")
}
