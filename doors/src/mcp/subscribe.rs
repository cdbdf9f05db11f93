//! Tells a client that what it reads has changed, for as long as it listens. It is told that, not what: who reads
//! again is judged again. Knows no kind of fact.

use std::collections::BTreeMap;

use engine::activity::is_receipt;
use kernel::host::Published;
use kernel::stream::StreamId;
use kernel::view::Services as _;
use kernel::{Error, Fact};
use rmcp::model::{ErrorData, SubscriptionFilter};
use rmcp::service::SubscriptionContext;

use super::asker::Asker;
use super::{resource, result};

/// The most resources that one subscription names.
const MOST: usize = 50;

/// What of a wish is fulfilled: changes of resources that there can be.
pub fn accepted(requested: &SubscriptionFilter) -> SubscriptionFilter {
    let wanted = requested.resource_subscriptions.iter().flatten();
    let known = wanted.filter(|address| resource::stream(address).is_some());
    let mut accepted = SubscriptionFilter::default();
    accepted.resource_subscriptions = Some(known.take(MOST).cloned().collect());
    accepted
}

/// Tells until the client goes, its token ends or the server stops.
///
/// # Errors
/// The quota of live feeds.
pub async fn listen(asker: &Asker, subscription: SubscriptionContext) -> Result<(), ErrorData> {
    let refused = |error| result::error(error, &asker.context.request);
    let _held = asker.feed().map_err(refused)?;
    tokio::select! {
        biased;
        () = asker.ended() => Ok(()),
        () = asker.stopping() => Ok(()),
        () = subscription.cancelled() => Ok(()),
        told = tell(asker, &subscription) => told.map_err(refused),
    }
}

async fn tell(asker: &Asker, subscription: &SubscriptionContext) -> kernel::Result<()> {
    let mut addresses: BTreeMap<StreamId, Vec<&str>> = BTreeMap::new();
    let wanted = subscription.accepted().resource_subscriptions.iter();
    for address in wanted.flatten() {
        if let Some(stream) = resource::stream(address) {
            addresses.entry(stream).or_default().push(address);
        }
    }
    let hub = &asker.context.hub;
    let mut feed = hub.subscribe();
    loop {
        let changed: Vec<&StreamId> = match feed.next().await {
            Ok(Some(fact)) => match addresses.get_key_value(&fact.stream) {
                Some((stream, _)) if concerns(asker, &fact).await? => vec![stream],
                _ => continue,
            },
            Ok(None) => return Ok(()),
            // Too slow to hear of each: any of them may have changed.
            Err(_) => {
                feed = hub.subscribe();
                addresses.keys().collect()
            }
        };
        for stream in changed {
            if !hub.may_read(&asker.actor, stream).await? {
                continue;
            }
            for address in addresses.get(stream).into_iter().flatten() {
                if let Err(error) = subscription.sink().notify_resource_updated(*address).await {
                    tracing::debug!(%error, "a subscriber is gone");
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
