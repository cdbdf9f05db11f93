//! Adds the changes since to the rejection of a write that is based on an older version, so that its caller need not
//! ask.

use crate::actor::{Actor, Caller};
use crate::error::{Change, Error, Extra, Result};
use crate::host::job::Refusal;
use crate::host::shared::{PAGE, Shared};
use crate::stream::{StreamId, Version};

/// Reason of [`Error::stale`].
const STALE: &str = "stale";
/// Maximum number of changes in an error.
const CHANGES: usize = 20;
/// Maximum number of pages of facts that are searched for them.
const CHANGES_PAGES: usize = 10;

/// Returns the error, with the changes since if it is about a stale version.
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

/// Returns the first changes after `known` to the subject of the error.
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
