//! What happens after a commit, in commit order: the index follows, callers are answered, the live
//! feed gets the facts. Works while the writer is at the next commit. Decides nothing.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use crate::error::{Error, Result};
use crate::fact::Fact;
use crate::host::catch_up::{self, CaughtUp};
use crate::host::core::Core;
use crate::host::feed::{Chunk, Published};
use crate::host::job::{Job, Outcome};
use crate::ports::index::{Change, Entry, Items, Update};
use crate::stream::{Position, StreamId};

/// How many commits the index takes in together when it is slower than the log.
const TOGETHER: usize = 8;
/// How often an index that could not be written is tried again, and one that could is looked at.
const MEND_EVERY: Duration = Duration::from_secs(1);
/// How many facts an index may lack that is brought up while commits wait; more of them are read beside the
/// commits …
const FEW: u64 = 2000;
/// … but not for ever, when commits come faster than an index takes them.
const BESIDE: u32 = 4;

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
    /// When an index that is behind is tried again, and another one is looked at.
    mend_at: Instant,
    building: Option<Building>,
}

/// An index that is being built beside the commits.
struct Building {
    task: JoinHandle<Result<CaughtUp>>,
    /// How often it went on from where it was.
    rounds: u32,
    facts: u64,
    /// Who asked for it.
    asked: Vec<oneshot::Sender<Result<u64>>>,
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
            mend_at: Instant::now() + MEND_EVERY,
            building: None,
        }
    }

    /// Works until the writer is gone.
    pub async fn run(mut self) {
        let mut rounds = Vec::new();
        let mut told = self.core.index_behind.subscribe();
        loop {
            let behind = *told.borrow_and_update();
            let is_building = self.building.is_some();
            let mut asked = tokio::select! {
                biased;
                // First, so that a busy queue cannot put it off.
                built = built(&mut self.building), if is_building => {
                    self.go_on(built).await;
                    None
                }
                () = sleep_until(self.mend_at), if !is_building => {
                    self.look(behind).await;
                    None
                }
                // Whoever erases tells it while nothing is written: it must not wait for a write.
                _ = told.changed(), if !behind => {
                    self.mend_at = Instant::now();
                    continue;
                }
                asked = self.queue.recv() => {
                    if asked.is_none() {
                        if let Some(building) = self.building {
                            building.task.abort();
                        }
                        return;
                    }
                    asked
                }
            };
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
                Some(Publish::Rebuild(reply)) => self.rebuild(reply),
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
            }
        }
    }

    /// Looks whether the index is there; mends one that is not, or that is behind.
    async fn look(&mut self, behind: bool) {
        self.mend_at = Instant::now() + MEND_EVERY;
        if let Err(error) = self.core.ports.index.check().await {
            tracing::error!(%error, "the index is lost; it is built again");
        } else if !behind {
            return;
        }
        self.core.index_behind.send_replace(true);
        self.build(Vec::new(), Begin::AsItIs);
    }

    /// Builds the index anew for somebody who asked.
    fn rebuild(&mut self, reply: oneshot::Sender<Result<u64>>) {
        self.core.index_behind.send_replace(true);
        let mut asked = vec![reply];
        if let Some(building) = self.building.take() {
            // Whatever it did so far is of no use.
            building.task.abort();
            asked.extend(building.asked);
        }
        self.build(asked, Begin::Anew);
    }

    /// Brings the index up beside the commits; until it is there, they leave it alone.
    fn build(&mut self, asked: Vec<oneshot::Sender<Result<u64>>>, begin: Begin) {
        self.building = Some(Building {
            task: tokio::spawn(build(self.core.clone(), begin)),
            rounds: 1,
            facts: 0,
            asked,
        });
    }

    /// The index was brought up to where the log ended a while ago: does the rest.
    async fn go_on(&mut self, built: Result<CaughtUp>) {
        let Some(mut building) = self.building.take() else {
            return;
        };
        let result = match built {
            Ok(caught_up) => {
                building.facts += caught_up.facts;
                let few = caught_up.facts <= FEW || building.rounds >= BESIDE;
                match self.core.index_gate.try_lock() {
                    // Somebody erases and waits for what was asked of this task.
                    Err(_) => None,
                    Ok(_) if !few => None,
                    Ok(_gate) => Some(catch_up::catch_up(&self.core).await),
                }
            }
            Err(error) => Some(Err(error)),
        };
        let result = match result {
            None => {
                building.rounds += 1;
                building.task = tokio::spawn(build(self.core.clone(), Begin::GoOn));
                self.building = Some(building);
                return;
            }
            Some(Ok(caught_up)) => {
                self.indexed = caught_up.position;
                self.core.ports.index.built();
                self.core.index_behind.send_replace(false);
                tracing::info!(position = caught_up.position, "the index has caught up");
                Ok(building.facts + caught_up.facts)
            }
            Some(Err(error)) => {
                tracing::error!(%error, "the index is still behind");
                Err(error)
            }
        };
        self.mend_at = Instant::now() + MEND_EVERY;
        for reply in building.asked {
            drop(reply.send(result.clone()));
        }
    }
}

/// Where building begins.
#[derive(Clone, Copy)]
enum Begin {
    /// With nothing.
    Anew,
    /// Where the index is, unless it is lost.
    AsItIs,
    /// Where the round before it ended: it does not have everything yet, and is not lost.
    GoOn,
}

/// Brings the index up to the log's end, in turn with erasures.
async fn build(core: Arc<Core>, begin: Begin) -> Result<CaughtUp> {
    let _gate = core.index_gate.lock().await;
    let index = &core.ports.index;
    let is_lost = match begin {
        Begin::Anew => true,
        Begin::AsItIs => index.check().await.is_err(),
        Begin::GoOn => false,
    };
    if is_lost {
        index.clear().await?;
    }
    catch_up::catch_up(&core).await
}

/// The end of the building that is under way; never, when none is.
async fn built(building: &mut Option<Building>) -> Result<CaughtUp> {
    match building {
        Some(building) => (&mut building.task)
            .await
            .unwrap_or_else(|error| Err(Error::internal(format!("building broke off: {error}")))),
        None => std::future::pending().await,
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
