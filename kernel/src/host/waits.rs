//! Queues calls until they can proceed. A task per stream checks its queue after commits to the stream and at due
//! times. Calls are woken first come, first served, and only as many as can proceed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::sleep;

use crate::actor::Actor;
use crate::host::shared::Shared;
use crate::stream::{StreamId, Version};
use crate::time::{SECOND, Time};
use crate::tx::{Loaded, States};
use crate::waiting::{Outlook, Scene};

/// Checks the outlook of one call.
pub(super) type Look = Box<dyn Fn(&Scene) -> Outlook + Send + Sync>;

/// Queues of all streams.
#[derive(Default)]
pub(super) struct Waits {
    rooms: Mutex<HashMap<StreamId, Room>>,
    called: AtomicU64,
}

/// Queue of one stream.
#[derive(Default)]
struct Room {
    /// Calls in order of arrival.
    waiters: BTreeMap<u64, Waiter>,
    next: u64,
    /// Notified when a call joins, leaves, or was woken in vain.
    changed: Arc<Notify>,
}

struct Waiter {
    actor: Actor,
    look: Look,
    call: Arc<Notify>,
    /// Set while the call is woken, with the number of the thing promised to it, if any.
    #[expect(
        clippy::option_option,
        reason = "who was called may have been called for nothing named"
    )]
    called: Option<Option<u64>>,
    /// Versions and time of the last wake-up, which was in vain if the call waits again.
    tried: Option<(Versions, Time)>,
}

/// Versions of the states that were checked; `None` if they could not be read.
type Versions = Option<(Version, Version)>;

/// States for a check: the stream and the workspace.
struct Pair([(StreamId, Loaded); 2]);

impl States for Pair {
    fn find(&self, stream: &StreamId) -> Option<Loaded> {
        let mut known = self.0.iter();
        known
            .find(|(of, _)| of == stream)
            .map(|(_, loaded)| loaded.clone())
    }
}

impl Waits {
    fn lock(&self) -> MutexGuard<'_, HashMap<StreamId, Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of waiting calls.
    pub fn waiting(&self) -> usize {
        self.lock().values().map(|room| room.waiters.len()).sum()
    }

    /// Returns the number of calls that were woken since the start.
    pub fn wake_count(&self) -> u64 {
        self.called.load(Ordering::Relaxed)
    }

    #[expect(
        clippy::option_option,
        reason = "no moment to look at is another thing than nobody to look for"
    )]
    /// Wakes the calls that can proceed. Returns the time of the next check; `None` if no call is left.
    fn call(
        &self,
        stream: &StreamId,
        states: Option<&Pair>,
        versions: Versions,
        now: Time,
    ) -> Option<Option<Time>> {
        let mut rooms = self.lock();
        let room = rooms.get_mut(stream)?;
        if room.waiters.is_empty() {
            rooms.remove(stream);
            return None;
        }
        let promised = room.waiters.values().filter_map(|waiter| waiter.called?);
        let mut taken: BTreeSet<u64> = promised.collect();
        let mut due: Option<Time> = None;
        let mut earlier = |at: Time| due = Some(due.map_or(at, |due| due.min(at)));
        for waiter in room.waiters.values_mut() {
            if waiter.called.is_some() {
                continue;
            }
            // A call that was rejected on the same states would be rejected again, unless time makes a difference.
            if let Some((tried, at)) = waiter.tried
                && tried == versions
                && now < at.plus(SECOND)
            {
                earlier(at.plus(SECOND));
                continue;
            }
            let outlook = match states {
                Some(states) => (waiter.look)(&Scene {
                    states,
                    actor: &waiter.actor,
                    now,
                    taken: &taken,
                }),
                // The call itself reports the error.
                None => Outlook::Now(None),
            };
            match outlook {
                Outlook::Now(thing) => {
                    taken.extend(thing);
                    waiter.called = Some(thing);
                    waiter.tried = Some((versions, now));
                    waiter.call.notify_one();
                    self.called.fetch_add(1, Ordering::Relaxed);
                }
                Outlook::Later(at) => at.into_iter().for_each(&mut earlier),
            }
        }
        Some(due)
    }
}

/// Position in the queue. Dropping it leaves the queue, and frees what was promised.
pub(super) struct Place {
    shared: Arc<Shared>,
    stream: StreamId,
    turn: u64,
    call: Arc<Notify>,
}

impl Place {
    /// Joins the end of the queue for `stream`.
    pub fn take(shared: &Arc<Shared>, stream: &StreamId, actor: &Actor, look: Look) -> Self {
        let call = Arc::new(Notify::new());
        let mut rooms = shared.waits.lock();
        let is_first = !rooms.contains_key(stream);
        let room = rooms.entry(stream.clone()).or_default();
        let turn = room.next;
        room.next += 1;
        let waiter = Waiter {
            actor: actor.clone(),
            look,
            call: call.clone(),
            called: None,
            tried: None,
        };
        room.waiters.insert(turn, waiter);
        room.changed.notify_one();
        if is_first {
            tokio::spawn(attend(shared.clone(), stream.clone(), room.changed.clone()));
        }
        drop(rooms);
        Self {
            shared: shared.clone(),
            stream: stream.clone(),
            turn,
            call,
        }
    }

    /// Waits to be woken.
    pub async fn wait(&self) {
        self.call.notified().await;
    }

    /// Continues the wait in the same position after the promised thing was gone. Returns false if nothing was
    /// promised; the call then returns its error.
    pub fn goes_on(&self) -> bool {
        let mut rooms = self.shared.waits.lock();
        let room = rooms.get_mut(&self.stream);
        let Some(room) = room else { return false };
        let called = match room.waiters.get_mut(&self.turn) {
            Some(waiter) => waiter.called.take(),
            None => None,
        };
        room.changed.notify_one();
        called.flatten().is_some()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut rooms = self.shared.waits.lock();
        if let Some(room) = rooms.get_mut(&self.stream) {
            room.waiters.remove(&self.turn);
            room.changed.notify_one();
        }
    }
}

/// Task that serves the queue of a stream until it is empty.
async fn attend(shared: Arc<Shared>, stream: StreamId, changed: Arc<Notify>) {
    let workspace = StreamId::workspace();
    let _pins = [shared.cache.pin(&stream), shared.cache.pin(&workspace)];
    let mut head = shared.head.subscribe();
    loop {
        // Marked as seen before the check, so that a commit during it causes another one.
        head.borrow_and_update();
        let states = pair(&shared, &stream, &workspace).await;
        let versions = states.as_ref().map(Pair::versions);
        let now = shared.ports.clock.now();
        let Some(due) = shared.waits.call(&stream, states.as_ref(), versions, now) else {
            return;
        };
        let time_comes = async {
            match due {
                Some(at) => sleep(Duration::from_millis(at.since(now).max(1).unsigned_abs())).await,
                None => std::future::pending().await,
            }
        };
        tokio::pin!(time_comes);
        loop {
            tokio::select! {
                () = changed.notified() => break,
                () = &mut time_comes => break,
                _ = head.changed() => {
                    let found = pair(&shared, &stream, &workspace).await;
                    if found.as_ref().map(Pair::versions) != versions {
                        break;
                    }
                }
            }
        }
    }
}

impl Pair {
    fn versions(&self) -> (Version, Version) {
        let [(_, one), (_, other)] = &self.0;
        (one.version, other.version)
    }
}

async fn pair(shared: &Shared, stream: &StreamId, workspace: &StreamId) -> Option<Pair> {
    let one = shared.load(stream).await.ok()?;
    let other = shared.load(workspace).await.ok()?;
    Some(Pair([(stream.clone(), one), (workspace.clone(), other)]))
}
