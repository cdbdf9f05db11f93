//! Handles the outcome of a commit: publishes it, decides it again after a conflict, or rejects its calls.

use std::sync::atomic::Ordering;

use tokio::sync::oneshot;

use super::{Work, Writer, with_log_position};
use crate::host::committed::Committed;
use crate::host::follower::Follow;
use crate::host::gauges::COMMIT_SIZES;
use crate::host::job::{Again, Job, Outcome};
use crate::host::replaced;
use crate::host::round::{Appended, Round, count_new_streams, not_written, place};
use crate::host::shared::count;
use crate::host::snapshots;
use crate::ports::log::{AppendError, Batch};
use crate::stream::{Position, StreamId};

impl Writer {
    /// Handles the outcome of a commit.
    pub(super) async fn settle(&mut self, mut round: Round, appended: Appended, batch: Batch) {
        match appended {
            Ok(first) => self.publish_commit(round, first, batch).await,
            Err(error) => {
                count(&self.shared.counts.commits_failed, 1);
                self.shared.room.fewer(count_new_streams(&batch.appends));
                self.undo(round.number);
                match error {
                    AppendError::Conflict(stream) => {
                        self.decide_in_turn(round, &stream, &batch).await;
                    }
                    AppendError::Answered(answered) => {
                        self.catch_up().await;
                        let is_key =
                            |job: &dyn Job| (job.key()).is_some_and(|key| key.text == answered);
                        self.redo(round, |job, _| is_key(job), look_again);
                    }
                    AppendError::Replaced(reason) => {
                        round.refuse(&replaced::refusal(&reason));
                        self.shared.is_replaced(reason);
                    }
                    AppendError::Failed(reason) | AppendError::Unknown(reason) => {
                        tracing::error!(reason, "the log cannot be written");
                        self.shared.log_refuses.store(true, Ordering::Relaxed);
                        round.refuse(&not_written(&reason));
                    }
                }
            }
        }
        if self.in_flight.is_none() {
            // The follower has been notified of everything.
            self.shared.writing.send_replace(false);
        }
    }

    /// Resolves a conflict: another process wrote to `stream` first. Takes this process's turn at the log, reads the
    /// missing facts, decides again and appends, so that no other process can come first again.
    async fn decide_in_turn(&mut self, round: Round, stream: &StreamId, batch: &Batch) {
        tracing::debug!(%stream, "somebody else wrote; deciding again");
        let turn = self.shared.ports.log.turn().await;
        let turn = turn.inspect_err(|error| tracing::debug!(%error, "there is no turn at the log"));
        self.catch_up().await;
        self.doubt(stream, batch);
        let has_opened = |_: &dyn Job, outcome: &Outcome| matches!(outcome, Outcome::Done(done) if done.has_opened(stream));
        self.redo(round, has_opened, |mut job| match job.overtaken() {
            Ok(()) => Some(job),
            Err(error) => {
                job.end(Outcome::Refused(error.into()));
                None
            }
        });
        self.decide_pending();
        if !self.next.jobs.is_empty() {
            self.commit(turn.ok());
        }
    }

    /// Publishes a durable commit: states at once, so that the next decisions use them, and the rest through the
    /// follower.
    async fn publish_commit(&mut self, mut round: Round, first: Position, batch: Batch) {
        self.shared.rounds.store(round.number, Ordering::Release);
        self.shared.log_refuses.store(false, Ordering::Relaxed);
        self.count(round.facts());
        // Content that others erased meanwhile must not return with states from before the erasure.
        let is_stale = round.erased != self.shared.last_erasure();
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
                .map(|(job, outcome)| (job, with_log_position(outcome, first, last)))
                .collect(),
            is_stale,
        };
        self.tell(Follow::Commit(committed)).await;
    }

    /// Waits until the follower has processed the facts of other processes.
    async fn catch_up(&mut self) {
        let (reply, done) = oneshot::channel();
        self.tell(Follow::Look(reply)).await;
        // An error means that the follower has ended, so there is nothing to wait for.
        drop(done.await);
    }

    /// Removes a state that is not newer than the version that the log rejected: it is not what the log has.
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

    /// Decides the jobs of a failed commit again, of which nothing is in the log. Jobs that the failure `concerns` go
    /// through `again` first, which may drop them.
    fn redo(
        &mut self,
        round: Round,
        concerns: impl Fn(&dyn Job, &Outcome) -> bool,
        mut again: impl FnMut(Box<dyn Job>) -> Option<Box<dyn Job>>,
    ) {
        // A failure that concerns no job concerns all, otherwise this would repeat forever.
        let is_known = (round.jobs.iter()).any(|(job, outcome)| concerns(&**job, outcome));
        let jobs = round.jobs.into_iter().filter_map(|(job, outcome)| {
            if is_known && !concerns(&*job, &outcome) {
                Some(job)
            } else {
                again(job)
            }
        });
        let jobs: Vec<_> = jobs.collect();
        for job in jobs.into_iter().rev() {
            self.pending.push_front(Work::Decide(job));
        }
    }

    fn count(&self, facts: u64) {
        let counts = &self.shared.counts;
        count(&counts.commits, 1);
        count(&counts.facts, facts);
        let bucket = COMMIT_SIZES.partition_point(|bound| *bound < facts);
        count(&counts.sizes[bucket], 1);
    }
}

/// Makes the caller look up the stored answer.
fn look_again(job: Box<dyn Job>) -> Option<Box<dyn Job>> {
    job.end(Outcome::Again(Again::Answered));
    None
}
