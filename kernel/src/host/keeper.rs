//! Writes commits to the index, and rebuilds it in the background if it is lost or stale.

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

/// Interval at which a stale index is retried and a healthy one is checked.
const MEND_EVERY: Duration = Duration::from_secs(1);
/// Maximum number of facts in a background round after which the rest is indexed while commits wait. After a larger
/// round, another background round follows …
const FEW: u64 = 2000;
/// … up to this number of rounds, in case commits arrive faster than the index can process them.
const BESIDE: u32 = 4;

/// Maintains the index.
pub(super) struct Keeper {
    shared: Arc<Shared>,
    /// Position of the index.
    indexed: Position,
    /// Time of the next retry of a stale index, or check of another one.
    mend_at: Instant,
    building: Option<Building>,
}

/// An index build in the background, while commits continue.
struct Building {
    task: JoinHandle<Result<CaughtUp>>,
    /// Number of rounds, each starting at the end of the previous one.
    rounds: u32,
    facts: u64,
    /// Callers that requested it.
    asked: Vec<oneshot::Sender<Result<u64>>>,
}

/// Updates the index from the log before calls are served, or leaves that to the keeper if it lacks more than `max_lag`
/// facts.
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
    index.mark_complete();
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

    /// Waits for the end of the running build round; forever if there is none.
    pub async fn wait_for_build(&mut self) -> Result<CaughtUp> {
        match &mut self.building {
            Some(building) => (&mut building.task).await.unwrap_or_else(|error| {
                Err(Error::internal(format!("building broke off: {error}")))
            }),
            None => std::future::pending().await,
        }
    }

    /// Returns the time of the next check of the index.
    pub fn mend_at(&self) -> Instant {
        self.mend_at
    }

    /// Schedules the next check no earlier than the interval from now.
    pub fn rest(&mut self) {
        self.mend_at = self.mend_at.max(Instant::now() + MEND_EVERY);
    }

    /// Schedules the next check for now.
    pub fn hurry(&mut self) {
        self.mend_at = Instant::now();
    }

    /// Removes content that other processes erased. A stale index does so when it is caught up.
    pub async fn apply_erasures(&self, number: u64) {
        if self.is_building() || *self.shared.index_behind.borrow() {
            return;
        }
        if let Err(error) = catch_up::erasures(&self.shared, number).await {
            tracing::error!(%error, "the index may still have what others erased; it is mended");
            self.shared.index_behind.send_replace(true);
        }
    }

    /// Writes commits to the index. They are durable, so an index failure never fails a write: it is retried once, then
    /// the index is marked stale, and caught up as soon as it can be written again. Until then lists and search lack
    /// these commits, which is logged.
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

    /// Checks that the index is present, and starts to repair one that is lost or stale.
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

    /// Rebuilds the index from scratch on request.
    pub fn rebuild(&mut self, reply: oneshot::Sender<Result<u64>>) {
        self.shared.index_behind.send_replace(true);
        let mut asked = vec![reply];
        if let Some(building) = self.building.take() {
            // The progress so far is useless.
            building.task.abort();
            asked.extend(building.asked);
        }
        self.build(asked, Begin::Anew);
    }

    /// Starts to update the index in the background; until it has caught up, commits do not change it.
    fn build(&mut self, asked: Vec<oneshot::Sender<Result<u64>>>, begin: Begin) {
        self.building = Some(Building {
            task: tokio::spawn(build(self.shared.clone(), begin)),
            rounds: 1,
            facts: 0,
            asked,
        });
    }

    /// Ends a background round: indexes the rest of the log, or starts another round.
    pub async fn go_on(&mut self, built: Result<CaughtUp>) {
        let Some(mut building) = self.building.take() else {
            return;
        };
        let result = match built {
            Ok(caught_up) => {
                building.facts += caught_up.facts;
                let few = caught_up.facts <= FEW || building.rounds >= BESIDE;
                match self.shared.index_gate.try_lock() {
                    // An erasure holds the gate and waits for this task's answer to a barrier, so waiting here would
                    // deadlock.
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
                self.shared.ports.index.mark_complete();
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

/// Starting point of a build.
#[derive(Clone, Copy)]
enum Begin {
    /// An empty index.
    Anew,
    /// The position of the index, unless it is lost.
    AsItIs,
    /// The end of the previous round: the index is incomplete, but not lost.
    GoOn,
}

/// Updates the index to the end of the log, never at the same time as an erasure.
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
