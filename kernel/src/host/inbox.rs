//! What others say to an agent, carried by the answer to whatever it called. Knows nothing of what a
//! notice means.

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

/// How many notices an answer carries at most.
const MAX_NOTICES: usize = 5;

/// Which notices are told to whom and are not yet in the states as receipts.
#[derive(Default)]
pub(super) struct Delivered {
    notices: Mutex<HashMap<StreamId, HashSet<(String, String)>>>,
}

impl Delivered {
    fn lock(&self) -> MutexGuard<'_, HashMap<StreamId, HashSet<(String, String)>>> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The receipt is in the committed state, or there will be none: the answer was lost.
    pub fn settled(&self, receipt: &Addressed) {
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

    /// The stream is gone.
    pub fn forget(&self, stream: &StreamId) {
        self.lock().remove(stream);
    }
}

/// What `actor` is to hear of `streams`, each notice once, and how many more wait. It counts as delivered once the
/// answer was sent; when that is lost, it is told again.
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
        // A receipt leaves the set after its fact is in the committed state. So the state is looked
        // at again while the set stands still; what is in neither has not been delivered.
        let mut delivered = shared.delivered.lock();
        let Some(loaded) = shared.cache.find(stream) else {
            continue;
        };
        let mut notices = kind.inbox(&loaded.state, actor, now);
        if let Some(given) = delivered.get(stream) {
            notices.retain(|notice| !given.contains(&(actor.id.clone(), notice.id.clone())));
        }
        let mut told = grouped(notices);
        let room = MAX_NOTICES - inbox.len();
        let rest = told.split_off(room.min(told.len()));
        waiting += u32::try_from(rest.len()).unwrap_or(u32::MAX);
        if told.is_empty() {
            continue;
        }
        let ids: Vec<String> = told.iter().flat_map(|told| told.ids.clone()).collect();
        let given = delivered.entry(stream.clone()).or_default();
        given.extend(ids.iter().map(|id| (actor.id.clone(), id.clone())));
        drop(delivered);
        // Nothing is waited for in between: a call that is given up meanwhile would keep them from others.
        let receipt = Addressed {
            stream: stream.clone(),
            actor: actor.clone(),
            receipt: Receipt::Delivered(ids),
        };
        receive(shared, recorder, receipt, hearing);
        inbox.extend(told.into_iter().map(NoticeGroup::into_notice));
    }
    (inbox, waiting)
}

/// Has a receipt recorded once the answer was sent.
fn receive(
    shared: &Arc<Shared>,
    recorder: &mpsc::UnboundedSender<Receipts>,
    receipt: Addressed,
    hearing: Option<&Hearing>,
) {
    let (shared, recorder) = (shared.clone(), recorder.clone());
    let then = move |is_heard| {
        if is_heard {
            // Without a kernel that records receipts there is nobody to deliver to either.
            drop(recorder.send(Receipts::Record(receipt)));
        } else {
            shared.delivered.settled(&receipt);
        }
    };
    match hearing {
        Some(hearing) => hearing.afterwards(then),
        None => then(true),
    }
}

/// How many things one notice names.
const NAMED: usize = 20;

/// One notice, or several of a kind that are told as one.
struct NoticeGroup {
    first: Notice,
    ids: Vec<String>,
    briefs: Vec<String>,
}

/// Puts notices of one kind together, each group where its first one was.
fn grouped(notices: Vec<Notice>) -> Vec<NoticeGroup> {
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
