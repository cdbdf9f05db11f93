//! Erasing for good: a stream or some of its facts, and everything derived from it. Leaves the tombstone to
//! the log, and who may erase to the operations.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::sync::{mpsc, oneshot};

use crate::actor::Actor;
use crate::error::{Code, Error, Result};
use crate::host::catch_up;
use crate::host::core::{Core, PAGE, closing};
use crate::host::writer::Work;
use crate::ports::index::Update;
use crate::ports::log::Tombstone;
use crate::stream::{Position, StreamId, Version};
use crate::tx::AnyState;
use crate::view::Erase;

/// Erases, in order with the writes. Runs to its end also when the caller goes away.
pub(super) async fn request(
    core: Arc<Core>,
    queue: mpsc::Sender<Work>,
    what: Erase,
    by: Actor,
) -> Result<()> {
    let task = tokio::spawn(async move {
        // The blobs go first: broken off here, the stream is still there and can be erased again.
        let gate = core.blob_gate.write().await;
        for blob in unshared(&core, &what).await? {
            core.ports.blobs.remove(&blob).await?;
        }
        // Waited for here, so that the writer does not: building an index may take long.
        let index_gate = core.index_gate.lock().await;
        let (reply, erased) = oneshot::channel();
        let sent = queue.send(Work::Erase(what, by, reply)).await;
        let erased = match sent {
            Ok(()) => erased.await.unwrap_or_else(|_| Err(closing())),
            Err(_) => Err(closing()),
        };
        drop((gate, index_gate));
        erased
    });
    task.await
        .map_err(|error| Error::internal(format!("the erasure broke off: {error}")))?
}

/// The writer's part, while nothing else is written or published. Erasing again is no error: a log
/// may have erased and then failed to make sure of it.
pub(super) async fn erase(core: &Arc<Core>, what: Erase, by: Actor) -> Result<()> {
    let cursor = core.ports.index.position().await?;
    // An index at 0 is built anew at the next start: a crash from here on leaves nothing in it.
    move_cursor(core, 0).await?;
    let erased = match &what {
        Erase::Stream(stream) => {
            let tombstone = Tombstone {
                stream: stream.clone(),
                by,
                at: core.ports.clock.now(),
            };
            core.ports.log.erase_stream(tombstone).await
        }
        Erase::Facts(stream, versions) => erase_facts(core, stream, versions).await,
    };
    let stream = what.stream();
    core.cache.remove(stream);
    if matches!(what, Erase::Stream(_)) {
        core.delivered.forget(stream);
    }
    // Whatever the log says: the index gets what the log has now.
    let forgotten = async {
        core.ports.index.forget(stream).await?;
        catch_up::stream(core, stream, 0).await?;
        move_cursor(core, cursor).await?;
        followed(core, stream).await
    };
    if let Err(error) = forgotten.await {
        // The follower builds the index anew, without what was erased.
        core.index_behind.send_replace(true);
        erased?;
        return Err(Error::unavailable(format!(
            "The facts are erased, but the index may still have what was derived from them \
             ({error}). It is being built anew; erase again to be sure."
        )));
    }
    erased
}

/// Notes that this erasure need not be followed, unless others erased something meanwhile.
async fn followed(core: &Core, stream: &StreamId) -> Result<()> {
    let log = &core.ports.log;
    let number = log.head().await?.erased;
    let erased = log.erased_since(core.erased()).await?;
    if erased.iter().all(|other| other == stream) {
        core.ports.index.note_erased(number).await?;
        core.erased.store(number, Ordering::Release);
    }
    Ok(())
}

async fn erase_facts(
    core: &Core,
    stream: &StreamId,
    versions: &[RangeInclusive<Version>],
) -> Result<()> {
    for versions in versions {
        core.ports.log.erase_facts(stream, versions.clone()).await?;
    }
    Ok(())
}

async fn move_cursor(core: &Core, position: u64) -> Result<()> {
    let update = Update {
        position,
        ..Update::default()
    };
    core.ports.index.apply(&update).await
}

/// The blobs to which nothing refers any more once `what` is erased.
async fn unshared(core: &Core, what: &Erase) -> Result<HashSet<String>> {
    let stream = what.stream();
    let kind = core.kind(stream)?;
    let loaded = match core.load(stream).await {
        Ok(loaded) => loaded,
        // Erased before, perhaps not from the index.
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
            let rest = fold_without(core, stream, versions).await?;
            for blob in kind.blobs(&rest) {
                blobs.remove(&blob);
            }
        }
    }
    leave_shared(core, &mut blobs, 0, Some(stream)).await?;
    Ok(blobs)
}

/// Takes out of `blobs` what streams refer to that changed after `since`, other than `except`.
pub(super) async fn leave_shared(
    core: &Core,
    blobs: &mut HashSet<String>,
    since: Position,
    except: Option<&StreamId>,
) -> Result<()> {
    if blobs.is_empty() {
        return Ok(());
    }
    for other in core.ports.log.changed_since(since).await? {
        let Ok(kind) = core.kind(&other) else {
            continue;
        };
        if Some(&other) == except {
            continue;
        }
        let state = match core.cache.find(&other) {
            Some(loaded) => loaded.state,
            None => core.fetch(&other).await?.loaded.state,
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

/// The state as it will be without those facts' bodies.
async fn fold_without(
    core: &Core,
    stream: &StreamId,
    versions: &[RangeInclusive<Version>],
) -> Result<AnyState> {
    let kind = core.kind(stream)?;
    let mut state = kind.empty();
    let mut at = 0;
    loop {
        let mut facts = core.ports.log.read(stream, at, PAGE).await?;
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
