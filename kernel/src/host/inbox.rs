//! Selects the notices for an agent that are attached to its next answer.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use crate::actor::Actor;
use crate::hearing::Hearing;
use crate::host::receipts::{Addressed, Receipts};
use crate::host::shared::Shared;
use crate::memory::Receipt;
use crate::notice::Notice;
use crate::stream::StreamId;
use crate::time::Time;

/// Maximum number of notices in an answer.
const MAX_NOTICES: usize = 5;

/// Notices that were delivered to an agent, or are being delivered, and whose receipts are not in the states yet.
#[derive(Default)]
pub(super) struct Delivered {
    notices: Mutex<HashMap<StreamId, HashSet<(String, String)>>>,
}

impl Delivered {
    fn lock(&self) -> MutexGuard<'_, HashMap<StreamId, HashSet<(String, String)>>> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes the notices of a receipt that is in the committed state, or that never will be, because the answer was
    /// lost.
    pub fn release(&self, receipt: &Addressed) {
        let Receipt::Delivered(notices) = &receipt.receipt else {
            return;
        };
        let mut all = self.lock();
        let Some(stream) = all.get_mut(&receipt.stream) else {
            return;
        };
        for notice in notices {
            stream.remove(&(receipt.actor.id.clone(), notice.clone()));
        }
        if stream.is_empty() {
            all.remove(&receipt.stream);
        }
    }

    /// Removes an erased stream.
    pub fn forget(&self, stream: &StreamId) {
        self.lock().remove(stream);
    }
}

/// Returns the notices for `actor` in `streams`, each once, and the number of those that still wait. A notice counts as
/// delivered once the answer was sent; after a lost answer it is delivered again.
pub(super) async fn collect(
    shared: &Arc<Shared>,
    recorder: &mpsc::UnboundedSender<Receipts>,
    actor: &Actor,
    hearing: Option<&Hearing>,
    streams: &[StreamId],
    now: Time,
) -> (Vec<Notice>, u32) {
    let mut inbox = Vec::new();
    let mut waiting = 0;
    for stream in streams {
        let Ok(kind) = shared.kind(stream) else {
            continue;
        };
        let _pin = shared.cache.pin(stream);
        let Ok(loaded) = shared.load(stream).await else {
            continue;
        };
        if kind.inbox(&loaded.state, actor, now).is_empty()
            || !shared.may_read(actor, stream).await.unwrap_or(false)
        {
            continue;
        }
        // A receipt leaves the set after its fact is in the committed state. The state is therefore read again while
        // the set is locked: a notice in neither has not been delivered.
        let mut delivered = shared.delivered.lock();
        let Some(loaded) = shared.cache.find(stream) else {
            continue;
        };
        let mut notices = kind.inbox(&loaded.state, actor, now);
        if let Some(given) = delivered.get(stream) {
            notices.retain(|notice| !given.contains(&(actor.id.clone(), notice.id.clone())));
        }
        let mut groups = group(notices);
        let room = MAX_NOTICES - inbox.len();
        let rest = groups.split_off(room.min(groups.len()));
        waiting += u32::try_from(rest.len()).unwrap_or(u32::MAX);
        if groups.is_empty() {
            continue;
        }
        let ids: Vec<String> = groups.iter().flat_map(|group| group.ids.clone()).collect();
        let given = delivered.entry(stream.clone()).or_default();
        given.extend(ids.iter().map(|id| (actor.id.clone(), id.clone())));
        drop(delivered);
        // No await in between: a call that is cancelled there would withhold the notices from others.
        let receipt = Addressed {
            stream: stream.clone(),
            actor: actor.clone(),
            receipt: Receipt::Delivered(ids),
        };
        receive(shared, recorder, receipt, hearing);
        inbox.extend(groups.into_iter().map(NoticeGroup::into_notice));
    }
    (inbox, waiting)
}

/// Records a receipt once the answer was sent; releases its notices if the answer was lost.
fn receive(
    shared: &Arc<Shared>,
    recorder: &mpsc::UnboundedSender<Receipts>,
    receipt: Addressed,
    hearing: Option<&Hearing>,
) {
    let (shared, recorder) = (shared.clone(), recorder.clone());
    let then = move |is_heard| {
        if is_heard {
            // Without a kernel that records receipts there is no later delivery either.
            drop(recorder.send(Receipts::Record(receipt)));
        } else {
            shared.delivered.release(&receipt);
        }
    };
    match hearing {
        Some(hearing) => hearing.afterwards(then),
        None => then(true),
    }
}

/// Maximum number of things that one notice names.
const NAMED: usize = 20;

/// One notice, or several of a kind that are delivered as one.
struct NoticeGroup {
    first: Notice,
    ids: Vec<String>,
    briefs: Vec<String>,
}

/// Groups notices of one kind, each group at the position of its first notice.
fn group(notices: Vec<Notice>) -> Vec<NoticeGroup> {
    let mut all: Vec<NoticeGroup> = Vec::new();
    for notice in notices {
        let brief = notice.group.as_ref().map(|group| group.brief.clone());
        let with = all.iter_mut().find(|told| {
            brief.is_some() && told.first.group.is_some() && told.first.kind == notice.kind
        });
        match (with, brief) {
            (Some(told), Some(brief)) => {
                if !told.first.from.is_same(&notice.from) {
                    told.first.from = Actor::system();
                }
                told.first.at = told.first.at.max(notice.at);
                told.ids.push(notice.id);
                told.briefs.push(brief);
            }
            (_, brief) => all.push(NoticeGroup {
                ids: vec![notice.id.clone()],
                briefs: brief.into_iter().collect(),
                first: notice,
            }),
        }
    }
    all
}

impl NoticeGroup {
    fn into_notice(mut self) -> Notice {
        if let (Some(group), 2..) = (&self.first.group, self.briefs.len()) {
            let count = self.briefs.len();
            let left = count.saturating_sub(NAMED);
            self.briefs.truncate(NAMED);
            let mut named = self.briefs.join("; ");
            if left > 0 {
                named = format!("{named}; and {left} more");
            }
            self.first.message = format!("{count} {}: {named}.", group.several);
        }
        self.first
    }
}
