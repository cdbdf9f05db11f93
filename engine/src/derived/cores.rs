//! Long-term memories derived from a stream, such as a session.

use std::collections::BTreeSet;

use super::{Derivation, Walk};
use crate::crystal::{self, Core};
use kernel::error::Result;
use kernel::memory::Memory as _;
use kernel::stream::StreamId;

/// Finds the memories derived from a stream that is erased completely.
pub(super) async fn memories_from(walk: &mut Walk<'_>, source: &StreamId) -> Result<()> {
    if source.kind() == Core::KIND {
        return Ok(());
    }
    for core in walk.streams(Core::KIND).await? {
        memories(walk, &core, source, None, Derivation::Memory).await?;
    }
    Ok(())
}

/// Finds the memories of a core that were derived from a stream; with `ids` only those.
pub(super) async fn memories(
    walk: &mut Walk<'_>,
    core: &StreamId,
    source: &StreamId,
    ids: Option<&BTreeSet<String>>,
    derivation: Derivation,
) -> Result<()> {
    let Some(state) = walk.state::<Core>(core).await? else {
        return Ok(());
    };
    let kept = state.crystals.iter();
    let kept = kept.map(|(id, kept)| (id, &kept.source, &kept.versions));
    let forgotten = state.forgotten.iter();
    let forgotten = forgotten.map(|(id, gone)| (id, &gone.source, &gone.versions));
    let waiting = state.proposals.iter();
    let waiting = waiting.map(|(id, one)| (id, &one.source, &one.versions));
    for (id, from, versions) in kept.chain(forgotten).chain(waiting) {
        let is_asked = ids.is_none_or(|ids| ids.contains(&**id));
        if from.as_ref() == Some(source) && is_asked {
            walk.facts(derivation, core, Some(id), versions.iter().copied());
        }
    }
    Ok(())
}

/// Finds the indexed messages of a session with these ids.
pub(super) async fn messages(
    walk: &mut Walk<'_>,
    session: &StreamId,
    ids: &BTreeSet<String>,
) -> Result<()> {
    let core = crystal::messages(session.id());
    memories(walk, &core, session, Some(ids), Derivation::Message).await
}
