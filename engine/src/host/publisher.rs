//! What happens after a commit, in commit order: the index follows, callers are answered, the live
//! feed gets the facts. Works while the writer is at the next commit. Decides nothing.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::error::Result;
use crate::fact::Fact;
use crate::host::catch_up;
use crate::host::core::Core;
use crate::host::feed::{Chunk, Published};
use crate::host::job::{Job, Outcome};
use crate::ports::index::{Change, Entry, Items, Update};
use crate::stream::{Position, StreamId};

/// How many commits the index takes in together when it is slower than the log.
const TOGETHER: usize = 8;
/// How often an index that could not be written is tried again.
const MEND_EVERY: Duration = Duration::from_secs(1);

/// A durable commit.
#[derive(Default)]
pub(super) struct Committed {
    pub facts: Vec<Fact>,
    pub entries: Vec<(StreamId, Option<Entry>)>,
    pub items: Vec<(StreamId, Change)>,
    pub jobs: Vec<(Box<dyn Job>, Outcome)>,
}

/// What the publisher is asked.
pub(super) enum Publish {
    Round(Committed),
    Barrier(oneshot::Sender<()>),
    Rebuild(oneshot::Sender<Result<u64>>),
}

/// Follows the writer.
pub(super) struct Publisher {
    core: Arc<Core>,
    queue: mpsc::Receiver<Publish>,
    chunks: broadcast::Sender<Chunk>,
    /// The position the index is at.
    indexed: Position,
    /// When an index that is behind is tried again.
    mend_at: Instant,
}

impl Publisher {
    pub fn new(
        core: Arc<Core>,
        queue: mpsc::Receiver<Publish>,
        chunks: broadcast::Sender<Chunk>,
    ) -> Self {
        let indexed = core.head();
        Self {
            core,
            queue,
            chunks,
            indexed,
            mend_at: Instant::now(),
        }
    }

    /// Works until the writer is gone.
    pub async fn run(mut self) {
        let mut rounds = Vec::new();
        let mut told = self.core.index_behind.subscribe();
        loop {
            let behind = *told.borrow_and_update();
            let mut asked = tokio::select! {
                biased;
                // First, so that a busy queue cannot put it off.
                () = sleep_until(self.mend_at), if behind => None,
                // Whoever erases tells it while nothing is written: it must not wait for a write.
                _ = told.changed(), if !behind => continue,
                asked = self.queue.recv() => match asked {
                    Some(asked) => Some(asked),
                    None => return,
                },
            };
            if asked.is_none() {
                self.mend().await;
            }
            while let Some(Publish::Round(round)) = asked {
                rounds.push(round);
                asked = match rounds.len() {
                    TOGETHER.. => None,
                    _ => self.queue.try_recv().ok(),
                };
            }
            if !rounds.is_empty() {
                self.publish(&mut rounds).await;
            }
            match asked {
                Some(Publish::Barrier(reply)) => drop(reply.send(())),
                Some(Publish::Rebuild(reply)) => {
                    let built = self.rebuild().await;
                    drop(reply.send(built));
                }
                _ => {}
            }
        }
    }

    async fn publish(&mut self, rounds: &mut Vec<Committed>) {
        let mut facts = Vec::new();
        for round in &mut *rounds {
            facts.append(&mut round.facts);
        }
        if let Some(last) = facts.last().map(|fact| fact.position) {
            let update = coalesce(rounds, last);
            self.index(&update).await;
            // Readers may see it now. The feed comes after, see `Core::subscribe`.
            self.core.head.send_replace(last);
        }
        for round in rounds.drain(..) {
            for (job, outcome) in round.jobs {
                job.end(outcome);
            }
        }
        if !facts.is_empty() && self.chunks.receiver_count() > 0 {
            let chunk: Chunk = facts.into_iter().map(published).collect();
            // Without a subscriber nobody misses it.
            drop(self.chunks.send(chunk));
        }
    }

    /// Takes commits into the index. They are durable, so a failing index fails nobody's write: it
    /// is tried once more, then left behind, and caught up as soon as it can be written again. Until
    /// then lists and search lack these commits, and the log of Loci says so.
    async fn index(&mut self, update: &Update) {
        if *self.core.index_behind.borrow() || update.position <= self.indexed {
            return;
        }
        let index = &self.core.ports.index;
        let mut applied = index.apply(update).await;
        if applied.is_err() {
            applied = index.apply(update).await;
        }
        match applied {
            Ok(()) => self.indexed = update.position,
            Err(error) => {
                tracing::error!(%error, "the index cannot be written; lists and search are behind");
                self.core.index_behind.send_replace(true);
                self.mend_at = Instant::now() + MEND_EVERY;
            }
        }
    }

    async fn mend(&mut self) {
        self.mend_at = Instant::now() + MEND_EVERY;
        match catch_up::catch_up(&self.core).await {
            Ok(caught_up) => {
                self.indexed = caught_up.position;
                self.core.index_behind.send_replace(false);
                tracing::info!(position = caught_up.position, "the index has caught up");
            }
            Err(error) => tracing::error!(%error, "the index is still behind"),
        }
    }

    async fn rebuild(&mut self) -> Result<u64> {
        self.core.index_behind.send_replace(true);
        self.core.ports.index.clear().await?;
        let caught_up = catch_up::catch_up(&self.core).await?;
        self.indexed = caught_up.position;
        self.core.index_behind.send_replace(false);
        Ok(caught_up.facts)
    }
}

/// The commits as one change of the index: of each stream and each thing only the last form.
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

fn published(fact: Fact) -> Arc<Published> {
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
