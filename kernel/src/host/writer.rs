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
use crate::host::core::{Core, closing, count};
use crate::host::erase;
use crate::host::gauges::COMMIT_SIZES;
use crate::host::job::{Again, Job, Outcome, Verdict};
use crate::host::publisher::{Committed, Publish};
use crate::host::round::{Appended, Layers, Round, not_written, place};
use crate::host::snapshots;
use crate::ports::log::{Answered, AppendError, Batch};
use crate::stream::Position;
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
    core: Arc<Core>,
    queue: mpsc::Receiver<Work>,
    publish: mpsc::Sender<Publish>,
    keys: Keys,
    pending: VecDeque<Work>,
    next: Round,
    in_flight: Option<InFlight>,
    /// The last position known to be written.
    written: Position,
}

impl Writer {
    pub fn new(
        core: Arc<Core>,
        queue: mpsc::Receiver<Work>,
        publish: mpsc::Sender<Publish>,
    ) -> Self {
        let written = core.head();
        Self {
            core,
            queue,
            publish,
            keys: Keys::default(),
            pending: VecDeque::new(),
            next: Round::new(1),
            in_flight: None,
            written,
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
            let room = self.core.batch.saturating_sub(self.next.jobs.len());
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
        while self.next.jobs.len() < self.core.batch
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
            && self.next.jobs.len() < self.core.batch
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
            if round > self.core.rounds.load(Ordering::Acquire) {
                self.next.jobs.push((job, again));
            } else {
                job.end(again);
            }
            return;
        }
        let now = self.core.ports.clock.now();
        let layers = Layers {
            next: &self.next,
            in_flight: self.in_flight.as_ref().map(|in_flight| &in_flight.round),
            core: &self.core,
        };
        // A decision works on copies and hands its facts over only when it stands, so a panic
        // leaves nothing half done.
        let decided = catch_unwind(AssertUnwindSafe(|| job.decide(now, &layers)));
        let outcome = match decided {
            Ok(Verdict::Staged(staged, cx)) => match self.core.room.take(&staged, &cx) {
                Ok(()) => {
                    if let Some(key) = self.next.take(&self.core, job, staged, &cx) {
                        self.keys.add(&key, self.next.number);
                    }
                    return;
                }
                Err(error) => Outcome::Refused(error.into()),
            },
            Ok(Verdict::Missing(stream)) => {
                return job.end(Outcome::Again(Again::Missing(stream)));
            }
            Ok(Verdict::Outdated(error)) => Outcome::Again(Again::Outdated(error)),
            Ok(Verdict::Refused(refusal)) => Outcome::Refused(refusal),
            Err(panic) => {
                count(&self.core.counts.panics, 1);
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
        let after = Round::new(self.next.number + 1);
        let mut round = std::mem::replace(&mut self.next, after);
        if round.stores_nothing() {
            self.next.number = round.number;
            let head = self.core.head();
            for (job, outcome) in round.jobs {
                job.end(placed(outcome, 0, head));
            }
            return;
        }
        let batch = std::mem::take(&mut round.batch);
        let log = self.core.ports.log.clone();
        // On a task of its own, so that the log can begin while decisions go on here.
        let append = tokio::spawn(async move { (log.append(&batch).await, batch) });
        self.in_flight = Some(InFlight { round, append });
    }

    async fn settle(&mut self, mut round: Round, appended: Appended, batch: Batch) {
        match appended {
            Ok(first) => {
                self.core.rounds.store(round.number, Ordering::Release);
                self.core.log_refuses.store(false, Ordering::Relaxed);
                self.count(round.facts());
                let (commits, entries) = round.states(&self.core);
                let due = self
                    .core
                    .cache
                    .commit(commits.into_iter(), self.core.snapshot_every);
                for (stream, loaded) in due {
                    snapshots::spawn(&self.core, stream, loaded);
                }
                self.publish_others(first).await;
                let head = first + round.facts();
                self.written = head - 1;
                let jobs = round.jobs.into_iter();
                let committed = Committed {
                    facts: place(batch, first),
                    entries,
                    items: round.items,
                    jobs: jobs
                        .map(|(job, outcome)| (job, placed(outcome, first, head - 1)))
                        .collect(),
                };
                // The publisher lives as long as this sender.
                drop(self.publish.send(Publish::Round(committed)).await);
            }
            Err(error) => {
                count(&self.core.counts.commits_failed, 1);
                self.undo(round.number);
                match error {
                    AppendError::Conflict(stream) => {
                        tracing::warn!(%stream, "somebody else wrote; deciding again");
                        self.core.cache.remove(&stream);
                        for (job, _) in round.jobs {
                            job.end(Outcome::Again(Again::Conflict));
                        }
                    }
                    AppendError::Failed(reason) => {
                        tracing::error!(reason, "the log cannot be written");
                        self.core.log_refuses.store(true, Ordering::Relaxed);
                        round.refuse(&not_written(&reason));
                    }
                }
            }
        }
    }

    /// Facts that are in the log before a commit and did not come from here: another process wrote,
    /// or the log said that it failed and had not. The feed and the index get them too.
    async fn publish_others(&mut self, first: Position) {
        let missed = usize::try_from(first - 1 - self.written).unwrap_or(usize::MAX);
        if missed == 0 {
            return;
        }
        tracing::warn!(missed, "the log has facts that were not written here");
        match self.core.ports.log.follow(self.written, missed).await {
            Ok(mut facts) => {
                facts.retain(|fact| fact.position < first);
                for fact in &facts {
                    self.core.cache.remove(&fact.stream);
                }
                self.core.index_behind.send_replace(true);
                let committed = Committed {
                    facts,
                    ..Committed::default()
                };
                drop(self.publish.send(Publish::Round(committed)).await);
            }
            Err(error) => tracing::error!(%error, "they cannot be read; the feed skips them"),
        }
    }

    /// After a failed commit: what was decided on top of it is decided again.
    fn undo(&mut self, failed: u64) {
        self.keys.forget_from(failed);
        let next = std::mem::replace(&mut self.next, Round::new(failed));
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
                let erased = if settled(&self.publish).await {
                    erase::erase(&self.core, what, by).await
                } else {
                    Err(closing())
                };
                if is_whole && erased.is_ok() {
                    self.core.room.erased();
                }
                drop(reply.send(erased));
            }
            Work::Keep(answered, reply) => {
                let batch = Batch {
                    answers: vec![answered],
                    ..Batch::default()
                };
                let kept = self.core.ports.log.append(&batch).await;
                drop(
                    reply.send(
                        kept.map(drop)
                            .map_err(|error| not_written(&error.to_string())),
                    ),
                );
            }
            Work::Rebuild(reply) => drop(self.publish.send(Publish::Rebuild(reply)).await),
            Work::Close(closed) => return Some(closed),
        }
        None
    }

    /// Turns away what still comes, waits for the publisher.
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
        settled(&self.publish).await;
        drop(self.publish);
        let _ = closed.send(());
    }

    fn count(&self, facts: u64) {
        let counts = &self.core.counts;
        count(&counts.commits, 1);
        count(&counts.facts, facts);
        let bucket = COMMIT_SIZES.partition_point(|bound| *bound < facts);
        count(&counts.sizes[bucket], 1);
    }
}

/// Waits until everything committed is published.
async fn settled(publish: &mpsc::Sender<Publish>) -> bool {
    let (reply, settled) = oneshot::channel();
    let sent = publish.send(Publish::Barrier(reply)).await;
    sent.is_ok() && settled.await.is_ok()
}

/// The end of the append that is under way; never, when none is.
async fn written(in_flight: &mut Option<InFlight>) -> (Appended, Batch) {
    match in_flight {
        Some(in_flight) => (&mut in_flight.append).await.unwrap_or_else(|error| {
            let failed = AppendError::Failed(format!("it broke off: {error}"));
            (Err(failed), Batch::default())
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
