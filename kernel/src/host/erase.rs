//! Erasure of a stream or of some of its facts, and of everything derived from them in cache, index and blobs.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::sync::{mpsc, oneshot};

use crate::actor::Actor;
use crate::error::{Code, Error, Result};
use crate::host::catch_up;
use crate::host::shared::{PAGE, Shared, closing};
use crate::host::writer::Work;
use crate::ports::index::Update;
use crate::ports::log::{Streams, Tombstone};
use crate::stream::{Position, StreamId, Version};
use crate::tx::AnyState;
use crate::view::Erase;

/// Erases, ordered with the writes. Runs to its end even if the caller disconnects.
pub(super) async fn request(
    shared: Arc<Shared>,
    queue: mpsc::Sender<Work>,
    what: Erase,
    by: Actor,
) -> Result<()> {
    let task = tokio::spawn(async move {
        let gate = shared.blob_gate.write().await;
        let blobs = doom_blobs(&shared, &what).await?;
        // Waited for here, so that the writer does not have to: building an index may take long.
        let index_gate = shared.index_gate.lock().await;
        let (reply, erased) = oneshot::channel();
        let sent = queue.send(Work::Erase(what, by, reply)).await;
        let erased = match sent {
            Ok(()) => erased.await.unwrap_or_else(|_| Err(closing())),
            Err(_) => Err(closing()),
        };
        drop(index_gate);
        // The log comes first: at any interruption, no fact refers to a missing blob.
        let erased = match erased {
            Ok(()) => remove(&shared, &blobs).await,
            refused => refused,
        };
        if erased.is_err() {
            // The log may have erased all the same, so the blobs are checked with the other strays.
            shared.stray(blobs);
        }
        drop(gate);
        erased
    });
    task.await
        .map_err(|error| Error::internal(format!("the erasure broke off: {error}")))?
}

/// Marks the blobs for erasure, so that the next start finds those that a crash leaves.
async fn doom(shared: &Shared, blobs: &HashSet<String>) {
    if blobs.is_empty() {
        return;
    }
    // A full disk may have no space for the mark, and the erasure frees space.
    if let Err(error) = shared.ports.blobs.doom(blobs).await {
        tracing::warn!(%error, "contents are erased without a note of it");
    }
}

async fn remove(shared: &Shared, blobs: &HashSet<String>) -> Result<()> {
    for blob in blobs {
        if !shared.ports.blobs.remove(blob).await? {
            shared.stray([blob.clone()]);
        }
    }
    Ok(())
}

/// Marks the blobs of `what` for erasure, and returns those to which nothing else refers.
async fn doom_blobs(shared: &Shared, what: &Erase) -> Result<HashSet<String>> {
    let all = blobs_of(shared, what).await?;
    if all.is_empty() {
        return Ok(all);
    }
    doom(shared, &all).await;
    let mut blobs = all.clone();
    let looked = async {
        // References that were committed before the mark are found; the blobs themselves notice later ones.
        shared.wait_for_end().await?;
        leave_shared(shared, &mut blobs, 0, std::slice::from_ref(what.stream())).await?;
        for blob in all.difference(&blobs) {
            shared.ports.blobs.spare(blob).await?;
        }
        Ok(())
    };
    if let Err(error) = looked.await {
        shared.stray(all);
        return Err(error);
    }
    Ok(blobs)
}

/// The writer's part, while nothing else is written or published. Repeated erasures are no error: a log may have erased
/// and then failed to confirm it.
pub(super) async fn erase(shared: &Arc<Shared>, what: Erase, by: Actor) -> Result<()> {
    let cursor = shared.ports.index.position().await?;
    // An index at position 0 is rebuilt at the next start, so a crash from here on leaves nothing in it.
    move_cursor(shared, 0).await?;
    let erased = match &what {
        Erase::Stream(stream) => {
            let tombstone = Tombstone {
                stream: stream.clone(),
                by,
                at: shared.ports.clock.now(),
            };
            shared.ports.log.erase_stream(tombstone).await
        }
        Erase::Facts(stream, versions) => erase_facts(shared, stream, versions).await,
    };
    let stream = what.stream();
    shared.cache.remove(stream);
    shared.memo.clear();
    shared.told.clear();
    if matches!(what, Erase::Stream(_)) {
        shared.delivered.forget(stream);
    }
    // Regardless of the log's result, the index gets what the log has now.
    let forgotten = async {
        shared.ports.index.forget(stream).await?;
        catch_up::stream(shared, stream, 0).await?;
        move_cursor(shared, cursor).await?;
        record_applied(shared, stream).await
    };
    if let Err(error) = forgotten.await {
        // The follower rebuilds the index without the erased content.
        shared.index_behind.send_replace(true);
        erased?;
        return Err(Error::unavailable(format!(
            "The facts are erased, but the index may still have what was derived from them \
             ({error}). It is being built anew; erase again to be sure."
        )));
    }
    erased
}

/// Records this erasure as applied, unless others erased something meanwhile.
async fn record_applied(shared: &Shared, stream: &StreamId) -> Result<()> {
    let log = &shared.ports.log;
    let number = log.head().await?.erased;
    let erased = log.list_erased(shared.last_erasure()).await?;
    if erased.iter().all(|other| other == stream) {
        shared.ports.index.note_erased(number).await?;
        shared.erased.store(number, Ordering::Release);
    }
    Ok(())
}

async fn erase_facts(
    shared: &Shared,
    stream: &StreamId,
    versions: &[RangeInclusive<Version>],
) -> Result<()> {
    for versions in versions {
        shared
            .ports
            .log
            .erase_facts(stream, versions.clone())
            .await?;
    }
    Ok(())
}

async fn move_cursor(shared: &Shared, position: u64) -> Result<()> {
    let update = Update {
        position,
        ..Update::default()
    };
    shared.ports.index.apply(&update).await
}

/// Returns the blobs to which the stream of `what` no longer refers once it is erased.
async fn blobs_of(shared: &Shared, what: &Erase) -> Result<HashSet<String>> {
    let stream = what.stream();
    let kind = shared.kind(stream)?;
    let loaded = match shared.load(stream).await {
        Ok(loaded) => loaded,
        // Erased before, but perhaps not from the index.
        Err(error) if error.code == Code::Gone && matches!(what, Erase::Stream(_)) => {
            return Ok(HashSet::new());
        }
        Err(error) => return Err(error),
    };
    if loaded.version == 0 {
        return Err(Error::not_found(format!("There is no {stream}.")));
    }
    let mut blobs: HashSet<String> = kind.blobs(&loaded.state).into_iter().collect();
    if let Erase::Facts(stream, versions) = what {
        let is_known = |versions: &&RangeInclusive<Version>| {
            *versions.start() >= 1 && *versions.end() <= loaded.version
        };
        if let Some(versions) = versions.iter().find(|versions| !is_known(versions)) {
            return Err(Error::not_found(format!(
                "{stream} has no facts {versions:?}; its last one is {}.",
                loaded.version
            )));
        }
        if !blobs.is_empty() {
            let rest = fold_without(shared, stream, versions).await?;
            for blob in kind.blobs(&rest) {
                blobs.remove(&blob);
            }
        }
    }
    Ok(blobs)
}

/// Returns the number of blobs that nothing refers to once these streams are erased.
pub(super) async fn blobs_with(shared: &Shared, streams: &[StreamId]) -> Result<usize> {
    let mut blobs = HashSet::new();
    for stream in streams {
        let state = shared.load(stream).await?.state;
        blobs.extend(shared.kind(stream)?.blobs(&state));
    }
    leave_shared(shared, &mut blobs, 0, streams).await?;
    Ok(blobs.len())
}

/// Removes from `blobs` those that streams changed after `since` refer to, other than the streams in `except`.
pub(super) async fn leave_shared(
    shared: &Shared,
    blobs: &mut HashSet<String>,
    since: Position,
    except: &[StreamId],
) -> Result<()> {
    if blobs.is_empty() {
        return Ok(());
    }
    let mut others = Streams::after(since);
    while let Some(other) = others.next(&*shared.ports.log).await? {
        let Ok(kind) = shared.kind(&other) else {
            continue;
        };
        if except.contains(&other) {
            continue;
        }
        let state = match shared.cache.find(&other) {
            Some(loaded) => loaded.state,
            None => shared.fetch(&other).await?.loaded.state,
        };
        for blob in kind.blobs(&state) {
            blobs.remove(&blob);
        }
        if blobs.is_empty() {
            break;
        }
    }
    Ok(())
}

/// Returns the state without the bodies of those facts.
async fn fold_without(
    shared: &Shared,
    stream: &StreamId,
    versions: &[RangeInclusive<Version>],
) -> Result<AnyState> {
    let kind = shared.kind(stream)?;
    let mut state = kind.empty();
    let mut at = 0;
    loop {
        let mut facts = shared.ports.log.read(stream, at, PAGE).await?;
        let Some(last) = facts.last() else { break };
        at = last.version;
        for fact in facts
            .iter_mut()
            .filter(|fact| versions.iter().any(|run| run.contains(&fact.version)))
        {
            fact.kind = "redacted".into();
            fact.schema = 0;
        }
        state = kind.fold(state, &facts);
    }
    Ok(state)
}
