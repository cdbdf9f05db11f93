//! The follower: delivers all facts to readers in the order of the log, while the writer works on the next commit.
//! Commits of this process arrive with their states; those of other processes are read and folded. Updates the index,
//! then answers the waiting calls, then sends to the live feed.

use std::collections::HashMap;
use std::mem::take;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};

use crate::error::Result;
use crate::fact::Fact;
use crate::host::committed::Committed;
use crate::host::feed::{Chunk, Published};
use crate::host::keeper::Keeper;
use crate::host::others;
use crate::host::replaced;
use crate::host::shared::{PAGE, Shared};
use crate::ports::index::{Entry, Items, Update};
use crate::ports::log::Head;
use crate::stream::{Position, StreamId};

/// Maximum time for which calls wait for a commit of this process that they may have to see. A frozen process can delay a
/// commit for longer.
const PATIENCE: Duration = Duration::from_millis(100);
/// Maximum number of commits that the index applies together when it is slower than the log.
const TOGETHER: usize = 8;

/// Message to the follower.
pub(super) enum Follow {
    Commit(Committed),
    /// Process the facts and erasures of other processes, then reply.
    Look(oneshot::Sender<()>),
    Barrier(oneshot::Sender<()>),
    Rebuild(oneshot::Sender<Result<u64>>),
}

/// A call that waits until this process has seen what all processes have committed.
pub(super) type Look = oneshot::Sender<Result<()>>;

/// Follows the log.
pub(super) struct Follower {
    shared: Arc<Shared>,
    queue: mpsc::Receiver<Follow>,
    looks: mpsc::UnboundedReceiver<Look>,
    chunks: broadcast::Sender<Chunk>,
    keeper: Keeper,
    /// Position up to which facts are processed.
    taken: Position,
    waits: Waits,
}

/// Reason not to read what other processes wrote.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waits {
    Nothing,
    /// The writer is writing: facts that it will send need not be read.
    Writer,
    /// The log could not be read: it is retried after a while.
    Log,
}

impl Follower {
    pub fn new(
        shared: Arc<Shared>,
        queue: mpsc::Receiver<Follow>,
        looks: mpsc::UnboundedReceiver<Look>,
        chunks: broadcast::Sender<Chunk>,
    ) -> Self {
        Self {
            queue,
            looks,
            chunks,
            keeper: Keeper::new(shared.clone()),
            taken: shared.head(),
            waits: Waits::Nothing,
            shared,
        }
    }

    /// Runs until the writer has ended.
    pub async fn run(mut self) {
        let log = self.shared.ports.log.clone();
        let mut changed = log.wait_for_change(self.head());
        let mut told = self.shared.index_behind.subscribe();
        let shared = self.shared.clone();
        let mut writing = shared.writing.subscribe();
        loop {
            let behind = *told.borrow_and_update();
            let is_building = self.keeper.is_building();
            let mend_at = self.keeper.mend_at();
            tokio::select! {
                biased;
                // First, so that a busy queue cannot delay it.
                built = self.keeper.wait_for_build(), if is_building => self.keeper.go_on(built).await,
                () = sleep_until(mend_at), if !is_building => {
                    self.keeper.look(behind).await;
                    // Regardless of the log's notifications, no change stays unseen for longer.
                    self.look().await;
                    // A log that fails slowly must not keep calls from being answered.
                    self.keeper.rest();
                }
                // An erasure sets it while nothing is written, so it must not wait for a write.
                _ = told.changed(), if !behind => self.keeper.hurry(),
                asked = self.queue.recv() => match asked {
                    Some(asked) => self.handle(asked).await,
                    None => return,
                },
                Some(look) = self.looks.recv() => self.answer(look).await,
                () = idle(&mut writing), if self.waits == Waits::Writer => {
                    self.waits = Waits::Nothing;
                }
                ended = &mut changed, if self.waits == Waits::Nothing => {
                    match ended {
                        Ok(head) if head != self.head() => self.look().await,
                        Ok(_) => {}
                        Err(_) => self.waits = Waits::Log,
                    }
                    changed = log.wait_for_change(self.head());
                }
            }
        }
    }

    /// Returns the end of the log as far as it is processed.
    fn head(&self) -> Head {
        Head {
            epoch: self.shared.epoch,
            position: self.taken,
            erased: self.shared.last_erasure(),
        }
    }

    async fn handle(&mut self, asked: Follow) {
        self.waits = Waits::Nothing;
        match asked {
            Follow::Commit(commit) => {
                if let Some(next) = self.commits(commit).await {
                    Box::pin(self.handle(next)).await;
                }
            }
            Follow::Look(reply) => {
                self.follow().await;
                let _ = reply.send(());
            }
            Follow::Barrier(reply) => {
                let _ = reply.send(());
            }
            Follow::Rebuild(reply) => self.keeper.rebuild(reply),
        }
    }

    /// Processes what other processes wrote, and replies to all calls that wait for it: they share one look.
    async fn answer(&mut self, first: Look) {
        let mut looks = vec![first];
        while let Ok(look) = self.looks.try_recv() {
            looks.push(look);
        }
        let followed = self.try_follow(true).await;
        if followed.is_err() {
            self.waits = Waits::Log;
        }
        for look in looks {
            // An error means that the call was given up.
            drop(look.send(followed.clone()));
        }
    }

    /// Processes what other processes wrote, unless this process is writing: the position of its commit then shows
    /// whether others wrote.
    async fn look(&mut self) {
        // The flag stays set until the follower was sent everything, so queued commits need not be read either.
        if *self.shared.writing.borrow() || !self.queue.is_empty() {
            self.waits = Waits::Writer;
        } else {
            self.waits = Waits::Nothing;
            self.follow().await;
        }
    }

    /// Processes what other processes wrote, up to the end of the log. A failed read is retried later.
    async fn follow(&mut self) {
        if let Err(error) = self.try_follow(false).await {
            tracing::warn!(%error, "what others wrote cannot be read");
            self.waits = Waits::Log;
        }
    }

    /// Processes the commits of this process that may be among the facts up to `end`, because reading them would load
    /// their states again. Waits for a commit that is being written, but not for long.
    async fn await_own(&mut self, end: Position) {
        let until = Instant::now() + PATIENCE;
        let mut writing = self.shared.writing.subscribe();
        while self.taken < end {
            let is_writing = *writing.borrow_and_update();
            if !is_writing && self.queue.is_empty() {
                return;
            }
            tokio::select! {
                biased;
                asked = self.queue.recv() => match asked {
                    Some(asked) => Box::pin(self.handle(asked)).await,
                    None => return,
                },
                () = idle(&mut writing), if is_writing => {}
                () = sleep_until(until) => return,
            }
        }
    }

    /// Processes what other processes wrote. If it waits for commits of this process first, more may be processed than the
    /// log had.
    async fn try_follow(&mut self, awaits_own: bool) -> Result<()> {
        let head = self.shared.ports.log.head().await?;
        if let Some(reason) = replaced::reason(self.shared.epoch, self.taken, head) {
            self.shared.is_replaced(reason);
            // Nothing from another log is processed.
            self.waits = Waits::Log;
            return Ok(());
        }
        if head.erased != self.shared.last_erasure() {
            others::forget_erased(&self.shared, head.erased).await?;
            self.keeper.apply_erasures(head.erased).await;
            // Calls that wait for an erased stream have to learn that it is gone.
            self.shared.head.send_modify(|_| ());
        }
        if awaits_own {
            self.await_own(head.position).await;
        }
        self.follow_to(head.position).await
    }

    /// Reads and processes the facts up to `end`, some of which may have been erased.
    async fn follow_to(&mut self, end: Position) -> Result<()> {
        while self.taken < end {
            let mut facts = self.shared.ports.log.follow(self.taken, PAGE).await?;
            let upto = match facts.last() {
                Some(last) if facts.len() == PAGE => end.min(last.position),
                _ => end,
            };
            facts.retain(|fact| fact.position <= upto);
            if let Some(last) = facts.last() {
                self.shared.ports.clock.follow(last.at);
            }
            let folded = others::fold(&self.shared, self.taken, facts).await?;
            self.publish(vec![folded], upto).await;
        }
        Ok(())
    }

    /// Processes this commit and those queued behind it. Returns the message that followed them, if any.
    async fn commits(&mut self, first: Committed) -> Option<Follow> {
        let mut commits = Vec::new();
        let mut end = self.taken;
        let mut next = Some(Follow::Commit(first));
        while let Some(Follow::Commit(mut commit)) = next {
            let begins = commit.facts.first().map(|fact| fact.position);
            if begins.is_some_and(|begins| begins != end + 1) || commit.is_stale {
                self.publish(take(&mut commits), end).await;
                commit = self.among_others(commit).await;
                end = self.taken;
            }
            end = commit.facts.last().map_or(end, |last| last.position);
            commits.push(commit);
            next = match commits.len() {
                TOGETHER.. => None,
                _ => self.queue.try_recv().ok(),
            };
        }
        self.publish(commits, end).await;
        next
    }

    /// Processes the facts of other processes before a commit; also the commit itself if it was read with them or is
    /// stale.
    async fn among_others(&mut self, commit: Committed) -> Committed {
        let (Some(first), Some(last)) = (commit.facts.first(), commit.facts.last()) else {
            return commit;
        };
        let (before, last) = (first.position - 1, last.position);
        let mut followed = self.follow_to(before).await;
        if followed.is_ok() && self.taken == before && !commit.is_stale {
            return commit;
        }
        if followed.is_ok() {
            followed = self.follow_to(last).await;
        }
        if let Err(error) = followed {
            // The commit is durable, so its callers get their answers. Nothing is skipped: the facts are read again
            // later.
            tracing::error!(%error, "what others wrote cannot be read; lists and feeds are behind");
            self.waits = Waits::Log;
        }
        commit.bare(&self.shared)
    }

    /// Makes the commits visible to readers, up to that position.
    async fn publish(&mut self, mut commits: Vec<Committed>, position: Position) {
        let mut facts = Vec::new();
        for commit in &mut commits {
            facts.append(&mut commit.facts);
        }
        if position > self.taken {
            let update = coalesce(&mut commits, position);
            self.keeper.index(&update).await;
            self.taken = position;
            // Readers may see it now. The feed follows, see `Shared::subscribe`.
            self.shared.head.send_replace(position);
        }
        for commit in commits {
            for (job, outcome) in commit.jobs {
                job.end(outcome);
            }
        }
        if !facts.is_empty() && self.chunks.receiver_count() > 0 {
            let chunk: Chunk = facts.into_iter().map(into_published).collect();
            // Fails only without subscribers, which is fine.
            drop(self.chunks.send(chunk));
        }
    }
}

/// Waits until the writer has sent everything that it wrote.
async fn idle(writing: &mut watch::Receiver<bool>) {
    // An error means that the writer has ended.
    drop(writing.wait_for(|writing| !writing).await);
}

/// Merges commits into one index update, with only the last version of each row and item.
fn coalesce(rounds: &mut [Committed], position: Position) -> Update {
    let mut rows: HashMap<StreamId, Option<Entry>> = HashMap::new();
    let mut items = Items::default();
    for round in rounds {
        rows.extend(round.entries.drain(..));
        for (stream, change) in round.items.drain(..) {
            items.push(stream, change);
        }
    }
    let mut update = Update {
        position,
        items,
        ..Update::default()
    };
    for (stream, entry) in rows {
        match entry {
            Some(entry) => update.entries.push(entry),
            None => update.hidden.push(stream),
        }
    }
    update
}

fn into_published(fact: Fact) -> Arc<Published> {
    let json = serde_json::to_string(&fact).unwrap_or_else(|error| {
        tracing::error!(%error, position = fact.position, "a fact has no JSON form");
        "null".into()
    });
    Arc::new(Published {
        position: fact.position,
        stream: fact.stream,
        version: fact.version,
        kind: fact.kind,
        actor: fact.actor,
        at: fact.at,
        json: json.into(),
    })
}
