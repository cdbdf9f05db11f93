//! Notifies a client that a resource has changed, while it listens: in a subscription of 2026-07-28, or in a session of
//! the earlier revisions. A notification has no content: access is checked when the client reads again.

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

/// Maximum number of resources in one subscription, or one session.
const MAX_RESOURCES: usize = 50;

/// Returns the accepted part of a subscription: changes of resources that can exist, and of the list of resources.
pub fn accept(requested: &SubscriptionFilter) -> SubscriptionFilter {
    let wanted = requested.resource_subscriptions.iter().flatten();
    let known = wanted.filter(|address| !resource::streams(address, "").is_empty());
    let mut accepted = SubscriptionFilter::default();
    accepted.resource_subscriptions = Some(known.take(MAX_RESOURCES).cloned().collect());
    accepted.resources_list_changed = requested.resources_list_changed;
    accepted
}

/// Sends notifications until the client disconnects, its token ends or the server stops.
///
/// # Errors
/// Returns the quota of live feeds if it is exceeded.
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
        () = asker.access_end() => Ok(()),
        () = asker.stopping() => Ok(()),
        () = subscription.cancelled() => Ok(()),
        told = tell(asker, feed, &wanted, &listener) => told.map_err(refused),
    }
}

/// Subscribed changes of a client.
#[derive(Default)]
struct Wanted {
    /// Addresses of resources, by the stream whose changes change them.
    addresses: BTreeMap<StreamId, BTreeSet<String>>,
    /// True if the client wants changes of the list of resources.
    list: bool,
}

/// Part of the subscription that a fact changes.
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

    /// Returns the number of subscribed resources.
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

/// Receiver of notifications.
enum Listener {
    /// Subscription.
    One(SubscriptionSink),
    /// Client of a session.
    Session(Peer<RoleServer>),
}

impl Listener {
    /// Sends notifications. Returns `None` if the receiver is gone.
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

/// Subscriptions of a session's client, and the task that sends its notifications.
#[derive(Default)]
pub struct Watch {
    wanted: Arc<Mutex<Wanted>>,
    telling: Mutex<Option<JoinHandle<()>>>,
}

impl Watch {
    /// Subscribes to a resource.
    ///
    /// # Errors
    /// Returns an error if there can be no resource at that address, if there are too many, or if the quota of live
    /// feeds is exceeded.
    pub fn add(
        &self,
        asker: Asker,
        address: &str,
        peer: Peer<RoleServer>,
    ) -> Result<(), ErrorData> {
        let streams = resource::streams(address, &asker.actor.id);
        if streams.is_empty() {
            let detail = format!("There is no resource {address:?} to subscribe to.");
            return Err(resource::nothing_at(address, detail));
        }
        if lock(&self.wanted).count() >= MAX_RESOURCES {
            let detail = format!("A session subscribes to at most {MAX_RESOURCES} resources.");
            return Err(ErrorData::invalid_params(detail, None));
        }
        self.begin(asker, peer)?;
        lock(&self.wanted).add(streams, address);
        Ok(())
    }

    /// Unsubscribes from a resource.
    pub fn remove(&self, address: &str) {
        let mut wanted = lock(&self.wanted);
        wanted.addresses.retain(|_, addresses| {
            addresses.remove(address);
            !addresses.is_empty()
        });
    }

    /// Subscribes the client to changes of the list of resources, which it has just read.
    pub fn watch_list(&self, asker: Asker, peer: Peer<RoleServer>) {
        lock(&self.wanted).list = true;
        // Without quota for another live feed the client gets no notifications, and may read the list again.
        drop(self.begin(asker, peer));
    }

    /// Starts the task that sends notifications, unless it runs.
    fn begin(&self, asker: Asker, peer: Peer<RoleServer>) -> Result<(), ErrorData> {
        let mut telling = lock(&self.telling);
        if telling.as_ref().is_some_and(|task| !task.is_finished()) {
            return Ok(());
        }
        let held = asker.feed();
        let held = held.map_err(|error| result::error(error, &asker.context.request))?;
        // Subscribes before the response to the client, so that no later change is missed.
        let feed = asker.context.hub.subscribe();
        let wanted = self.wanted.clone();
        *telling = Some(tokio::spawn(async move {
            let _held = held;
            let listener = Listener::Session(peer);
            tokio::select! {
                biased;
                () = asker.access_end() => {}
                () = asker.stopping() => {}
                told = tell(&asker, feed, &wanted, &listener) => {
                    if let Err(error) = told {
                        tracing::warn!(%error, "a session gets no more changes");
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
            // The feed has skipped facts: any resource may have changed.
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

/// Returns true if the client may know of a fact. Delivery receipts send no notification.
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
    Ok(hub.filter_fact(&asker.actor, whole).await?.is_some())
}
