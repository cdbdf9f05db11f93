//! The one writer: it decides whatever waits, commits it together, and decides on while the log
//! writes. Knows nothing of SQL, and of no single decision.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::actor::Actor;
use crate::error::{Error, Result};
use crate::host::answers::Keys;
use crate::host::committed::Committed;
use crate::host::erase;
use crate::host::follower::Follow;
use crate::host::gauges::COMMIT_SIZES;
use crate::host::job::{Again, Job, Outcome, Verdict};
use crate::host::round::{Appended, Layers, Round, begun, not_written, place};
use crate::host::shared::{Shared, closing, count};
use crate::host::snapshots;
use crate::id::Id;
use crate::ports::log::{Answered, AppendError, Batch};
use crate::stream::{Position, StreamId};
use crate::view::Erase;

/// What the writer is asked.
pub(super) enum Work {
    Decide(Box<dyn Job>),
    Erase(Erase, Actor, oneshot::Sender<Result<()>>),
    /// Store the answer to a write that was not decided.
    Keep(Answered, oneshot::Sender<Result<()>>),
    Rebuild(oneshot::Sender<Result<u64>>),
    Close(oneshot::Sender<()>),
}

/// A commit that the log is writing.
struct InFlight {
    round: Round,
    append: JoinHandle<(Appended, Batch)>,
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
            self.decide_pending();
            if self.in_flight.is_none() {
                if !self.next.jobs.is_empty() {
                    self.gather().await;
                    self.commit();
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

    /// Gives the decisions made so far to the log.
    fn commit(&mut self) {
        let after = Round::new(self.next.number + 1, self.shared.erased());
        let mut round = std::mem::replace(&mut self.next, after);
        if round.stores_nothing() {
            self.next.number = round.number;
            let head = self.shared.head();
            for (job, outcome) in round.jobs {
                job.end(placed(outcome, 0, head));
            }
            return;
        }
        let batch = round.batch(self.shared.ports.clock.id());
        let log = self.shared.ports.log.clone();
        self.shared.writing.send_replace(true);
        // On a task of its own, so that the log can begin while decisions go on here.
        let append = tokio::spawn(async move { (log.append(&batch).await, batch) });
        self.in_flight = Some(InFlight { round, append });
    }

    async fn settle(&mut self, round: Round, appended: Appended, batch: Batch) {
        match appended {
            Ok(first) => self.committed(round, first, batch).await,
            Err(error) => {
                count(&self.shared.counts.commits_failed, 1);
                self.shared.room.fewer(begun(&batch.appends));
                self.undo(round.number);
                match error {
                    AppendError::Conflict(stream) => {
                        tracing::debug!(%stream, "somebody else wrote; deciding again");
                        self.catch_up().await;
                        self.doubt(&stream, &batch);
                        self.redo(round, &Again::Conflict, |_, outcome| {
                            matches!(outcome, Outcome::Done(done) if done.opened(&stream))
                        });
                    }
                    AppendError::Answered(answered) => {
                        self.catch_up().await;
                        self.redo(round, &Again::Answered, |job, _| {
                            job.key().is_some_and(|key| key.text == answered)
                        });
                    }
                    AppendError::Failed(reason) => {
                        tracing::error!(reason, "the log cannot be written");
                        self.shared.log_refuses.store(true, Ordering::Relaxed);
                        round.refuse(&not_written(&reason));
                    }
                }
            }
        }
        // The follower has been told of everything.
        self.shared.writing.send_replace(false);
    }

    /// A commit is durable: states at once, so that what comes next is decided on them, and the rest by the
    /// follower.
    async fn committed(&mut self, mut round: Round, first: Position, batch: Batch) {
        self.shared.rounds.store(round.number, Ordering::Release);
        self.shared.log_refuses.store(false, Ordering::Relaxed);
        self.count(round.facts());
        // What others erased meanwhile must not come back with states that were made before.
        let is_stale = round.erased != self.shared.erased();
        let (commits, entries) = round.states(&self.shared);
        if is_stale {
            for commit in commits {
                self.shared.cache.remove(&commit.stream);
            }
            self.undo(round.number + 1);
        } else {
            let (cache, every) = (&self.shared.cache, self.shared.snapshot_every);
            for (stream, loaded) in cache.commit(commits.into_iter(), every) {
                snapshots::spawn(&self.shared, stream, loaded);
            }
        }
        let last = match round.facts() {
            0 => self.shared.head(),
            facts => first + facts - 1,
        };
        let jobs = round.jobs.into_iter();
        let committed = Committed {
            facts: place(batch, first),
            entries,
            items: round.items,
            jobs: jobs
                .map(|(job, outcome)| (job, placed(outcome, first, last)))
                .collect(),
            is_stale,
        };
        self.tell(Follow::Commit(committed)).await;
    }

    /// Tells the follower, which lives as long as this sender.
    async fn tell(&mut self, what: Follow) {
        drop(self.follower.send(what).await);
    }

    /// Waits until what others wrote is taken in.
    async fn catch_up(&mut self) {
        let (reply, done) = oneshot::channel();
        self.tell(Follow::Look(reply)).await;
        // An error says that the follower has ended, which is all there is to wait for.
        drop(done.await);
    }

    /// Drops a state that is still as it was when the log knew better: it is not what the log has.
    fn doubt(&self, stream: &StreamId, batch: &Batch) {
        let decided = batch.appends.iter().find(|append| append.stream == *stream);
        let (known, decided) = (
            self.shared.cache.find(stream),
            decided.map(|on| on.expected),
        );
        if known.is_some_and(|known| Some(known.version) <= decided) {
            self.shared.cache.remove(stream);
        }
    }

    /// Nothing of a commit is in the log, because of some of its jobs: these look again, and the others are
    /// decided again here.
    fn redo(&mut self, round: Round, again: &Again, concerns: impl Fn(&dyn Job, &Outcome) -> bool) {
        let (those, others): (Vec<_>, Vec<_>) =
            (round.jobs.into_iter()).partition(|(job, outcome)| concerns(&**job, outcome));
        // When nobody is to blame everybody looks, or it would go on for ever.
        let (those, others) = if those.is_empty() {
            (others, those)
        } else {
            (those, others)
        };
        for (job, _) in those {
            job.end(Outcome::Again(again.clone()));
        }
        for (job, _) in others.into_iter().rev() {
            self.pending.push_front(Work::Decide(job));
        }
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
            Work::Keep(answered, reply) => {
                let batch = Batch {
                    id: self.shared.ports.clock.id(),
                    appends: Vec::new(),
                    answers: vec![answered],
                };
                let kept = self.shared.ports.log.append(&batch).await;
                drop(
                    reply.send(
                        kept.map(drop)
                            .map_err(|error| not_written(&error.to_string())),
                    ),
                );
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
            match work {
                Work::Decide(job) => job.end(Outcome::Refused(closing().into())),
                Work::Erase(_, _, reply) | Work::Keep(_, reply) => {
                    drop(reply.send(Err(closing())));
                }
                Work::Rebuild(reply) => drop(reply.send(Err(closing()))),
                Work::Close(_) => {}
            }
        }
        settled(&self.follower).await;
        drop(self.follower);
        let _ = closed.send(());
    }

    fn count(&self, facts: u64) {
        let counts = &self.shared.counts;
        count(&counts.commits, 1);
        count(&counts.facts, facts);
        let bucket = COMMIT_SIZES.partition_point(|bound| *bound < facts);
        count(&counts.sizes[bucket], 1);
    }
}

/// Waits until everything committed is taken in.
async fn settled(follower: &mpsc::Sender<Follow>) -> bool {
    let (reply, settled) = oneshot::channel();
    let sent = follower.send(Follow::Barrier(reply)).await;
    sent.is_ok() && settled.await.is_ok()
}

/// The end of the append that is under way; never, when none is.
async fn written(in_flight: &mut Option<InFlight>) -> (Appended, Batch) {
    match in_flight {
        Some(in_flight) => (&mut in_flight.append).await.unwrap_or_else(|error| {
            let failed = AppendError::Failed(format!("it broke off: {error}"));
            (Err(failed), Round::new(0, 0).batch(Id::default()))
        }),
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
