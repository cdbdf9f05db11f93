//! What others did to the log: folded into the states at hand and into what the index is to have. Knows
//! neither who they are, nor the index.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

use crate::error::Result;
use crate::fact::Fact;
use crate::host::cache::Commit;
use crate::host::catch_up;
use crate::host::committed::{Committed, begun};
use crate::host::kind::Kind;
use crate::host::shared::Shared;
use crate::ports::index::{Change, Entry};
use crate::stream::{Position, StreamId};
use crate::tx::{AnyState, Loaded};

/// The row of a stream in lists; nothing when it cannot be made.
pub(super) fn row(
    shared: &Shared,
    stream: &StreamId,
    state: &AnyState,
) -> Option<(StreamId, Option<Entry>)> {
    let entry = || Some(shared.kind(stream).ok()?.entry(state, stream));
    // The facts are durable: a row that cannot be made must not keep them from anybody.
    if let Ok(entry) = catch_unwind(AssertUnwindSafe(entry)) {
        entry.map(|entry| (stream.clone(), entry))
    } else {
        tracing::error!(%stream, "lists have no new row for it: it panicked");
        None
    }
}

/// Takes facts that others wrote into the states at hand; gives what index and feed are to have of them. They
/// are all facts after `after`, up to the last one.
pub(super) async fn fold(shared: &Shared, after: Position, facts: Vec<Fact>) -> Result<Committed> {
    let mut streams: HashMap<&StreamId, Vec<Fact>> = HashMap::new();
    for fact in &facts {
        let of_stream = streams.entry(&fact.stream).or_default();
        of_stream.push(fact.clone());
    }
    let mut committed = Committed::default();
    for (stream, facts) in streams {
        let Ok(kind) = shared.kind(stream) else {
            tracing::warn!(%stream, "no memory has streams of this kind; it is not indexed");
            continue;
        };
        let mut changes = Vec::new();
        let state = match hot(shared, kind, stream, &facts, &mut changes) {
            Some(state) => Some(state),
            None => cold(shared, kind, stream, after, &facts, &mut changes).await?,
        };
        // One that is gone again is among the erasures.
        if let Some(state) = state {
            committed.entries.extend(row(shared, stream, &state));
            let changes = changes.into_iter();
            committed
                .items
                .extend(changes.map(|change| (stream.clone(), change)));
        }
    }
    shared.room.more(begun(&facts));
    committed.facts = facts;
    Ok(committed)
}

/// The state with those facts, when it is at hand as it was before them.
fn hot(
    shared: &Shared,
    kind: &Kind,
    stream: &StreamId,
    facts: &[Fact],
    changes: &mut Vec<Change>,
) -> Option<AnyState> {
    let (first, last) = (facts.first()?, facts.last()?);
    let base = match shared.cache.find(stream) {
        None if first.version == 1 => kind.empty(),
        Some(Loaded { state, version }) if version + 1 == first.version => state,
        _ => return None,
    };
    let folding = || kind.fold_items(base, facts, 0, &mut |change| changes.push(change));
    let Ok(state) = catch_unwind(AssertUnwindSafe(folding)) else {
        tracing::error!(%stream, "what others wrote cannot be folded: it panicked");
        shared.cache.remove(stream);
        return None;
    };
    let commit = Commit {
        stream: stream.clone(),
        loaded: Loaded {
            state: state.clone(),
            version: last.version,
        },
        json_bytes: facts.iter().map(|fact| fact.body.get().len()).sum(),
        facts: facts.len() as u64,
    };
    shared.cache.follow(commit);
    Some(state)
}

/// The same for a state that is not at hand, or ahead because somebody loaded it meanwhile.
async fn cold(
    shared: &Shared,
    kind: &Kind,
    stream: &StreamId,
    after: Position,
    facts: &[Fact],
    changes: &mut Vec<Change>,
) -> Result<Option<AnyState>> {
    changes.clear();
    let Some(last) = facts.last() else {
        return Ok(None);
    };
    shared.cache.doubt(stream, last.version);
    let state = catch_up::up_to(shared, kind, stream, (after, last.version), changes).await?;
    match &state {
        // From here on it is at hand, as long as there is room: who wrote to it will do so again. One that
        // cannot be loaded is folded each time.
        Some(_) => drop(shared.load(stream).await),
        None => shared.cache.remove(stream),
    }
    Ok(state)
}

/// Lets go of what others erased, up to the erasure of that number.
pub(super) async fn erased(shared: &Shared, number: u64) -> Result<()> {
    let log = &shared.ports.log;
    for stream in log.erased_since(shared.erased()).await? {
        shared.cache.remove(&stream);
        if log.tombstone(&stream).await?.is_some() {
            shared.delivered.forget(&stream);
            shared.room.fewer(1);
        }
    }
    shared.memo.clear();
    shared.told.clear();
    shared.erased.store(number, Ordering::Release);
    Ok(())
}
