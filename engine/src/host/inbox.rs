//! What others say to an agent, carried by the answer to whatever it called. Knows nothing of what a
//! notice means.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use crate::actor::Actor;
use crate::host::core::Core;
use crate::host::receipts::{Receipt, Receipts};
use crate::memory::Notice;
use crate::stream::StreamId;
use crate::time::Time;

/// How many notices an answer carries at most.
const AT_ONCE: usize = 5;

/// Which notices were delivered to whom and are not yet in the states as receipts.
#[derive(Default)]
pub(super) struct Delivered {
    notices: Mutex<HashMap<StreamId, HashSet<(String, String)>>>,
}

impl Delivered {
    fn lock(&self) -> MutexGuard<'_, HashMap<StreamId, HashSet<(String, String)>>> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The receipt is in the committed state.
    pub fn settled(&self, receipt: &Receipt) {
        let mut all = self.lock();
        let Some(stream) = all.get_mut(&receipt.stream) else {
            return;
        };
        for notice in &receipt.notices {
            stream.remove(&(receipt.actor.id.clone(), notice.clone()));
        }
        if stream.is_empty() {
            all.remove(&receipt.stream);
        }
    }

    /// The stream is gone.
    pub fn forget(&self, stream: &StreamId) {
        self.lock().remove(stream);
    }
}

/// What `actor` is to hear of `streams`, each notice once, and how many more wait.
pub(super) async fn collect(
    core: &Core,
    receipts: &mpsc::UnboundedSender<Receipts>,
    actor: &Actor,
    streams: &[StreamId],
    now: Time,
) -> (Vec<Notice>, u32) {
    let mut inbox = Vec::new();
    let mut waiting = 0;
    for stream in streams {
        let Ok(kind) = core.kind(stream) else {
            continue;
        };
        let _pin = core.cache.pin(stream);
        let Ok(loaded) = core.load(stream).await else {
            continue;
        };
        if kind.inbox(&loaded.state, actor, now).is_empty()
            || !core.may_read(actor, stream).await.unwrap_or(false)
        {
            continue;
        }
        // A receipt leaves the set after its fact is in the committed state. So the state is looked
        // at again while the set stands still; what is in neither has not been delivered.
        let mut delivered = core.delivered.lock();
        let Some(loaded) = core.cache.find(stream) else {
            continue;
        };
        let mut notices = kind.inbox(&loaded.state, actor, now);
        if let Some(given) = delivered.get(stream) {
            notices.retain(|notice| !given.contains(&(actor.id.clone(), notice.id.clone())));
        }
        let room = AT_ONCE - inbox.len();
        let rest = notices.split_off(room.min(notices.len()));
        waiting += u32::try_from(rest.len()).unwrap_or(u32::MAX);
        if notices.is_empty() {
            continue;
        }
        let ids: Vec<String> = notices.iter().map(|notice| notice.id.clone()).collect();
        let given = delivered.entry(stream.clone()).or_default();
        given.extend(ids.iter().map(|id| (actor.id.clone(), id.clone())));
        // Without a kernel that records receipts there is nobody to deliver to either.
        drop(receipts.send(Receipts::Delivered(Receipt {
            stream: stream.clone(),
            actor: actor.clone(),
            notices: ids,
        })));
        inbox.append(&mut notices);
    }
    (inbox, waiting)
}
