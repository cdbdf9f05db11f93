//! Where calls wait until they can be done. Each stream that somebody waits for has a porter, who looks when
//! something was committed there and when the time has come. Who came first is called first, and no more are
//! called than there is something for. Knows no single operation.

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

/// Says how it looks for one call.
pub(super) type Look = Box<dyn Fn(&Scene) -> Outlook + Send + Sync>;

/// All who wait.
#[derive(Default)]
pub(super) struct Waits {
    rooms: Mutex<HashMap<StreamId, Room>>,
    called: AtomicU64,
}

/// Those who wait for one stream.
#[derive(Default)]
struct Room {
    /// By their turn.
    waiters: BTreeMap<u64, Waiter>,
    next: u64,
    /// Somebody came, left, or was called in vain.
    changed: Arc<Notify>,
}

struct Waiter {
    actor: Actor,
    look: Look,
    call: Arc<Notify>,
    /// It was called, and for what.
    #[expect(
        clippy::option_option,
        reason = "who was called may have been called for nothing named"
    )]
    called: Option<Option<u64>>,
    /// On what it was last called, and when: in vain, if it waits again.
    tried: Option<(Versions, Time)>,
}

/// The versions of the states that were looked at; none when they could not be read.
type Versions = Option<(Version, Version)>;

/// The states of a look.
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

    /// How many wait now.
    pub fn waiting(&self) -> usize {
        self.lock().values().map(|room| room.waiters.len()).sum()
    }

    /// How many calls were let go on since the start.
    pub fn called(&self) -> u64 {
        self.called.load(Ordering::Relaxed)
    }

    #[expect(
        clippy::option_option,
        reason = "no moment to look at is another thing than nobody to look for"
    )]
    /// Calls those for whom there is something. Gives the moment at which to look again; `None` when nobody
    /// is left.
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
            // Who was refused on the same states would be refused again, but for the time that passes.
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
                // The call itself says what is wrong.
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

/// A place in the queue. Who drops it leaves, and what they were called for is somebody else's.
pub(super) struct Place {
    shared: Arc<Shared>,
    stream: StreamId,
    turn: u64,
    call: Arc<Notify>,
}

impl Place {
    /// The last place in the queue for `stream`.
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

    /// Waits to be called.
    pub async fn called(&self) {
        self.call.notified().await;
    }

    /// What it was called for was gone: it waits on, in the same place. `false` when there was nothing: then
    /// it hears why.
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

/// The porter of a stream, until nobody waits for it any more.
async fn attend(shared: Arc<Shared>, stream: StreamId, changed: Arc<Notify>) {
    let workspace = StreamId::workspace();
    let _pins = [shared.cache.pin(&stream), shared.cache.pin(&workspace)];
    let mut head = shared.head.subscribe();
    loop {
        // Marked as seen before the look: what is committed during it makes another one.
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
