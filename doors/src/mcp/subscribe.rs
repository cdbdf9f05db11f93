//! Tells a client that what it reads has changed, for as long as it listens: to one subscription of 2026-07-28, or in a
//! session of the revisions before. It is told that, not what: who reads again is judged again. Knows no kind of fact.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::activity::is_receipt;
use kernel::host::{Feed, Published};
use kernel::stream::StreamId;
use kernel::view::Services as _;
use kernel::{Error, Fact};
use rmcp::RoleServer;
use rmcp::model::{ErrorData, ResourceUpdatedNotificationParam, SubscriptionFilter};
use rmcp::service::{Peer, SubscriptionContext, SubscriptionSink};
use tokio::task::JoinHandle;

use super::asker::Asker;
use super::{resource, result};

/// The most resources that one subscription, or one session, names.
const MOST: usize = 50;

/// What of a wish is fulfilled: changes of resources that there can be, and of the list of them.
pub fn accepted(requested: &SubscriptionFilter) -> SubscriptionFilter {
    let wanted = requested.resource_subscriptions.iter().flatten();
    let known = wanted.filter(|address| !resource::streams(address, "").is_empty());
    let mut accepted = SubscriptionFilter::default();
    accepted.resource_subscriptions = Some(known.take(MOST).cloned().collect());
    accepted.resources_list_changed = requested.resources_list_changed;
    accepted
}

/// Tells until the client goes, its token ends or the server stops.
///
/// # Errors
/// The quota of live feeds.
pub async fn listen(asker: &Asker, subscription: SubscriptionContext) -> Result<(), ErrorData> {
    let refused = |error| result::error(error, &asker.context.request);
    let _held = asker.feed().map_err(refused)?;
    let feed = asker.context.hub.subscribe();
    let mut wanted = Wanted::default();
    let addresses = subscription.accepted().resource_subscriptions.iter();
    for address in addresses.flatten() {
        wanted.add(resource::streams(address, &asker.actor.id), address);
    }
    wanted.list = subscription.accepted().resources_list_changed == Some(true);
    let (wanted, listener) = (
        Mutex::new(wanted),
        Listener::One(subscription.sink().clone()),
    );
    tokio::select! {
        biased;
        () = asker.ended() => Ok(()),
        () = asker.stopping() => Ok(()),
        () = subscription.cancelled() => Ok(()),
        told = tell(asker, feed, &wanted, &listener) => told.map_err(refused),
    }
}

/// What a client wants to be told of.
#[derive(Default)]
struct Wanted {
    /// The addresses of resources, by the stream whose changes change them.
    addresses: BTreeMap<StreamId, BTreeSet<String>>,
    /// Whether of what there is to read.
    list: bool,
}

/// What of it a fact changes.
#[derive(Default)]
struct Changed {
    addresses: BTreeSet<String>,
    list: bool,
}

impl Wanted {
    fn add(&mut self, streams: Vec<StreamId>, address: &str) {
        for stream in streams {
            let of_stream = self.addresses.entry(stream).or_default();
            of_stream.insert(address.to_owned());
        }
    }

    /// How many resources these are.
    fn count(&self) -> usize {
        let all: BTreeSet<&String> = self.addresses.values().flatten().collect();
        all.len()
    }

    fn of(&self, fact: &Published) -> Option<Changed> {
        let addresses = self.addresses.get(&fact.stream);
        let list = self.list && fact.version == 1 && resource::is_listed(&fact.stream);
        (list || addresses.is_some()).then(|| Changed {
            addresses: addresses.into_iter().flatten().cloned().collect(),
            list,
        })
    }

    fn streams(&self) -> Vec<(StreamId, Vec<String>)> {
        let all = self.addresses.iter();
        all.map(|(stream, addresses)| (stream.clone(), addresses.iter().cloned().collect()))
            .collect()
    }
}

/// Who is told.
enum Listener {
    /// A subscription.
    One(SubscriptionSink),
    /// The client of a session.
    Session(Peer<RoleServer>),
}

impl Listener {
    /// Tells; nothing when nobody hears it any more.
    async fn hear(&self, changed: Changed) -> Option<()> {
        for address in changed.addresses {
            match self {
                Self::One(sink) => sink.notify_resource_updated(address).await.ok()?,
                Self::Session(peer) => {
                    let updated = ResourceUpdatedNotificationParam::new(address);
                    peer.notify_resource_updated(updated).await.ok()?;
                }
            }
        }
        if changed.list {
            match self {
                Self::One(sink) => sink.notify_resource_list_changed().await.ok()?,
                Self::Session(peer) => peer.notify_resource_list_changed().await.ok()?,
            }
        }
        Some(())
    }
}

/// What the client of a session wants to be told, and who tells it.
#[derive(Default)]
pub struct Watch {
    wanted: Arc<Mutex<Wanted>>,
    telling: Mutex<Option<JoinHandle<()>>>,
}

impl Watch {
    /// Adds a resource.
    ///
    /// # Errors
    /// When there can be none at that address, when they are too many, and the quota of live feeds.
    pub fn add(
        &self,
        asker: Asker,
        address: &str,
        peer: Peer<RoleServer>,
    ) -> Result<(), ErrorData> {
        let streams = resource::streams(address, &asker.actor.id);
        if streams.is_empty() {
            let detail = format!("There is no resource {address:?} to be told of.");
            return Err(resource::nothing_at(address, detail));
        }
        if lock(&self.wanted).count() >= MOST {
            let detail = format!("A session is told of {MOST} resources at most.");
            return Err(ErrorData::invalid_params(detail, None));
        }
        self.begin(asker, peer)?;
        lock(&self.wanted).add(streams, address);
        Ok(())
    }

    /// Takes a resource away.
    pub fn remove(&self, address: &str) {
        let mut wanted = lock(&self.wanted);
        wanted.addresses.retain(|_, addresses| {
            addresses.remove(address);
            !addresses.is_empty()
        });
    }

    /// The client looked at what there is to read: it is told when there is more.
    pub fn looked(&self, asker: Asker, peer: Peer<RoleServer>) {
        lock(&self.wanted).list = true;
        // Who has no room for one more live feed is not told, and may look again.
        drop(self.begin(asker, peer));
    }

    /// Begins to tell, unless somebody does.
    fn begin(&self, asker: Asker, peer: Peer<RoleServer>) -> Result<(), ErrorData> {
        let mut telling = lock(&self.telling);
        if telling.as_ref().is_some_and(|task| !task.is_finished()) {
            return Ok(());
        }
        let held = asker.feed();
        let held = held.map_err(|error| result::error(error, &asker.context.request))?;
        // Before the client hears that it is done: nothing that happens afterwards is left out.
        let feed = asker.context.hub.subscribe();
        let wanted = self.wanted.clone();
        *telling = Some(tokio::spawn(async move {
            let _held = held;
            let listener = Listener::Session(peer);
            tokio::select! {
                biased;
                () = asker.ended() => {}
                () = asker.stopping() => {}
                told = tell(&asker, feed, &wanted, &listener) => {
                    if let Err(error) = told {
                        tracing::warn!(%error, "a session is told of no more changes");
                    }
                }
            }
        }));
        Ok(())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(task) = lock(&self.telling).take() {
            task.abort();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn tell(
    asker: &Asker,
    mut feed: Feed,
    wanted: &Mutex<Wanted>,
    listener: &Listener,
) -> kernel::Result<()> {
    let hub = &asker.context.hub;
    loop {
        match feed.next().await {
            Ok(Some(fact)) => {
                let changed = lock(wanted).of(&fact);
                let Some(changed) = changed else { continue };
                if concerns(asker, &fact).await? && listener.hear(changed).await.is_none() {
                    return Ok(());
                }
            }
            Ok(None) => return Ok(()),
            // Too slow to hear of each: any of them may have changed.
            Err(_) => {
                feed = hub.subscribe();
                let (list, streams) = {
                    let wanted = lock(wanted);
                    (wanted.list, wanted.streams())
                };
                let mut all = Changed {
                    list,
                    ..Changed::default()
                };
                for (stream, addresses) in streams {
                    if hub.may_read(&asker.actor, &stream).await? {
                        all.addresses.extend(addresses);
                    }
                }
                if listener.hear(all).await.is_none() {
                    return Ok(());
                }
            }
        }
    }
}

/// Whether the asker is to know of a fact. That something was delivered wakes nobody.
async fn concerns(asker: &Asker, fact: &Published) -> kernel::Result<bool> {
    let hub = &asker.context.hub;
    if is_receipt(&fact.kind) || !hub.may_read(&asker.actor, &fact.stream).await? {
        return Ok(false);
    }
    if !hub.guards(fact) {
        return Ok(true);
    }
    let whole: Fact = serde_json::from_str(&fact.json)
        .map_err(|error| Error::internal(format!("a fact has no JSON form: {error}")))?;
    Ok(hub.shown(&asker.actor, whole).await?.is_some())
}
