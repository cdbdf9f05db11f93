//! The refusal of a write that rests on an older version: with what changed since, so that its caller need not ask.

use crate::actor::{Actor, Caller};
use crate::error::{Change, Error, Extra, Result};
use crate::host::job::Refusal;
use crate::host::shared::{PAGE, Shared};
use crate::stream::{StreamId, Version};

/// The reason of [`Error::stale`].
const STALE: &str = "stale";
/// How many changes a refusal lists.
const CHANGES: usize = 20;
/// Through how many pages of facts they are looked for.
const CHANGES_PAGES: usize = 10;

/// The refusal; one about a stale version with what changed since.
pub(super) async fn explain(
    shared: &Shared,
    refusal: Refusal,
    caller: &Caller,
    actor: &Actor,
) -> Error {
    let Refusal { mut error, stream } = refusal;
    let seen = caller.if_match.iter().copied().max();
    if let (Some(stream), Some(known)) = (stream, caller.if_version.or(seen))
        && error.extra.reason.as_deref() == Some(STALE)
        && shared.may_read(actor, &stream).await.unwrap_or(false)
    {
        match changes(shared, &stream, known, &error.extra).await {
            Ok(changes) => error.extra.changes = changes,
            Err(read) => tracing::warn!(%stream, %read, "the changes cannot be read"),
        }
    }
    error
}

/// The first things that happened after `known` to what the refusal is about.
async fn changes(
    shared: &Shared,
    stream: &StreamId,
    known: Version,
    stale: &Extra,
) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    let (mut at, end) = (known, stale.current.unwrap_or(Version::MAX));
    for _ in 0..CHANGES_PAGES {
        let facts = shared.ports.log.read(stream, at, PAGE).await?;
        let read = facts.len();
        for fact in facts {
            at = fact.version;
            let is_about = |thing: &String| fact.is_about(thing);
            let is_known = stale.thing.as_ref().is_none_or(is_about);
            if is_known && !shared.is_for_audit(&fact)? && !shared.hides(&fact).await? {
                changes.push(Change {
                    version: fact.version,
                    kind: fact.kind,
                    actor: fact.actor,
                    at: fact.at,
                });
            }
            if changes.len() == CHANGES || at >= end {
                return Ok(changes);
            }
        }
        if read < PAGE {
            break;
        }
    }
    Ok(changes)
}
