//! Folds commits and erasures of other processes into the states in memory, and prepares their index changes.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

use crate::error::Result;
use crate::fact::Fact;
use crate::host::cache::Commit;
use crate::host::catch_up;
use crate::host::committed::{Committed, count_new_streams};
use crate::host::kind::Kind;
use crate::host::shared::Shared;
use crate::ports::index::{Change, Entry};
use crate::stream::{Position, StreamId};
use crate::tx::{AnyState, Loaded};

/// Returns the row of a stream in lists; `None` if it cannot be created.
pub(super) fn row(
    shared: &Shared,
    stream: &StreamId,
    state: &AnyState,
) -> Option<(StreamId, Option<Entry>)> {
    let entry = || Some(shared.kind(stream).ok()?.entry(state, stream));
    // The facts are durable: a failure to create a row must not withhold them from readers.
    if let Ok(entry) = catch_unwind(AssertUnwindSafe(entry)) {
        entry.map(|entry| (stream.clone(), entry))
    } else {
        tracing::error!(%stream, "lists have no new row for it: it panicked");
        None
    }
}

/// Folds facts of other processes into the states in memory, and returns their changes for index and feed. `facts` are
/// all facts after `after`, up to the last one.
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
        // A stream that was erased meanwhile is among the erasures.
        if let Some(state) = state {
            committed.entries.extend(row(shared, stream, &state));
            let changes = changes.into_iter();
            committed
                .items
                .extend(changes.map(|change| (stream.clone(), change)));
        }
    }
    shared.room.more(count_new_streams(&facts));
    committed.facts = facts;
    Ok(committed)
}

/// Folds the facts into the state in memory; `None` if it is missing or not at the version before them.
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

/// Folds the facts of a state that is not in memory, or that is ahead because it was loaded meanwhile.
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
        // Loads the state into memory, as far as there is room, because its writer will probably write again. A state
        // that cannot be loaded is folded each time.
        Some(_) => drop(shared.load(stream).await),
        None => shared.cache.remove(stream),
    }
    Ok(state)
}

/// Removes the erased streams of other processes, up to erasure `number`, from memory.
pub(super) async fn forget_erased(shared: &Shared, number: u64) -> Result<()> {
    let log = &shared.ports.log;
    for stream in log.list_erased(shared.last_erasure()).await? {
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
