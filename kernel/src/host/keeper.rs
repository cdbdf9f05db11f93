//! Keeps the index with what is taken in, and builds it anew beside that when it is lost or behind. Knows
//! neither who wrote what is taken in, nor who waits for it.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::error::{Error, Result};
use crate::host::catch_up::{self, CaughtUp};
use crate::host::shared::Shared;
use crate::ports::index::Update;
use crate::ports::log::Head;
use crate::stream::Position;

/// How often an index that could not be written is tried again, and one that could is looked at.
const MEND_EVERY: Duration = Duration::from_secs(1);
/// How many facts an index may lack that is brought up while commits wait; more of them are read beside the
/// commits …
const FEW: u64 = 2000;
/// … but not for ever, when commits come faster than an index takes them.
const BESIDE: u32 = 4;

/// Keeps the index.
pub(super) struct Keeper {
    shared: Arc<Shared>,
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

/// Brings the index up to the log before calls are served, or leaves that to the keeper when it lacks more than
/// `max_lag` facts.
pub(super) async fn begin(shared: &Arc<Shared>, head: Head, max_lag: u64) -> Result<()> {
    let index = &shared.ports.index;
    let at = index.position().await?;
    let is_usable = at > 0 && at <= head.position;
    let lacks = if is_usable {
        head.position - at
    } else {
        head.position
    };
    if lacks > max_lag {
        if !is_usable {
            index.clear().await?;
        }
        index.behind();
        tracing::info!(
            lacks,
            "the index is brought up; until then lists and search are refused"
        );
        shared.index_behind.send_replace(true);
        shared.head.send_replace(head.position);
        shared.erased.store(head.erased, Ordering::Release);
        return Ok(());
    }
    let caught_up = catch_up::catch_up(shared).await?;
    index.built();
    tracing::debug!(
        caught_up.facts,
        caught_up.position,
        "the index follows the log"
    );
    shared.head.send_replace(caught_up.position);
    shared.erased.store(caught_up.erased, Ordering::Release);
    Ok(())
}

impl Keeper {
    pub fn new(shared: Arc<Shared>) -> Self {
        let mut keeper = Self {
            indexed: shared.head(),
            mend_at: Instant::now() + MEND_EVERY,
            building: None,
            shared,
        };
        if *keeper.shared.index_behind.borrow() {
            keeper.build(Vec::new(), Begin::GoOn);
        }
        keeper
    }

    pub fn is_building(&self) -> bool {
        self.building.is_some()
    }

    /// The end of the building that is under way; never, when none is.
    pub async fn built(&mut self) -> Result<CaughtUp> {
        match &mut self.building {
            Some(building) => (&mut building.task).await.unwrap_or_else(|error| {
                Err(Error::internal(format!("building broke off: {error}")))
            }),
            None => std::future::pending().await,
        }
    }

    /// The moment to look at the index.
    pub fn mend_at(&self) -> Instant {
        self.mend_at
    }

    /// It is to be looked at now.
    pub fn hurry(&mut self) {
        self.mend_at = Instant::now();
    }

    /// Forgets what others erased. An index that is behind does so when it is brought up.
    pub async fn erased(&self, number: u64) {
        if self.is_building() || *self.shared.index_behind.borrow() {
            return;
        }
        if let Err(error) = catch_up::erasures(&self.shared, number).await {
            tracing::error!(%error, "the index may still have what others erased; it is mended");
            self.shared.index_behind.send_replace(true);
        }
    }

    /// Takes commits into the index. They are durable, so a failing index fails nobody's write: it
    /// is tried once more, then left behind, and caught up as soon as it can be written again. Until
    /// then lists and search lack these commits, and the log of Loci says so.
    pub async fn index(&mut self, update: &Update) {
        if *self.shared.index_behind.borrow() || update.position <= self.indexed {
            return;
        }
        let index = &self.shared.ports.index;
        let mut applied = index.apply(update).await;
        if applied.is_err() {
            applied = index.apply(update).await;
        }
        match applied {
            Ok(()) => self.indexed = update.position,
            Err(error) => {
                tracing::error!(%error, "the index cannot be written; lists and search are behind");
                self.shared.index_behind.send_replace(true);
            }
        }
    }

    /// Looks whether the index is there; mends one that is not, or that is behind.
    pub async fn look(&mut self, behind: bool) {
        self.mend_at = Instant::now() + MEND_EVERY;
        if let Err(error) = self.shared.ports.index.check().await {
            tracing::error!(%error, "the index is lost; it is built again");
        } else if !behind {
            return;
        }
        self.shared.index_behind.send_replace(true);
        self.build(Vec::new(), Begin::AsItIs);
    }

    /// Builds the index anew for somebody who asked.
    pub fn rebuild(&mut self, reply: oneshot::Sender<Result<u64>>) {
        self.shared.index_behind.send_replace(true);
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
            task: tokio::spawn(build(self.shared.clone(), begin)),
            rounds: 1,
            facts: 0,
            asked,
        });
    }

    /// The index was brought up to where the log ended a while ago: does the rest.
    pub async fn go_on(&mut self, built: Result<CaughtUp>) {
        let Some(mut building) = self.building.take() else {
            return;
        };
        let result = match built {
            Ok(caught_up) => {
                building.facts += caught_up.facts;
                let few = caught_up.facts <= FEW || building.rounds >= BESIDE;
                match self.shared.index_gate.try_lock() {
                    // Somebody erases and waits for what was asked of this task.
                    Err(_) => None,
                    Ok(_) if !few => None,
                    Ok(_gate) => Some(catch_up::catch_up(&self.shared).await),
                }
            }
            Err(error) => Some(Err(error)),
        };
        let result = match result {
            None => {
                building.rounds += 1;
                building.task = tokio::spawn(build(self.shared.clone(), Begin::GoOn));
                self.building = Some(building);
                return;
            }
            Some(Ok(caught_up)) => {
                self.indexed = caught_up.position;
                self.shared.ports.index.built();
                self.shared.index_behind.send_replace(false);
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
async fn build(shared: Arc<Shared>, begin: Begin) -> Result<CaughtUp> {
    let _gate = shared.index_gate.lock().await;
    let index = &shared.ports.index;
    let is_lost = match begin {
        Begin::Anew => true,
        Begin::AsItIs => index.check().await.is_err(),
        Begin::GoOn => false,
    };
    if is_lost {
        index.clear().await?;
    }
    catch_up::catch_up(&shared).await
}

impl Drop for Keeper {
    fn drop(&mut self) {
        if let Some(building) = &self.building {
            building.task.abort();
        }
    }
}
