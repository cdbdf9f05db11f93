//! Replacement of memories by a newer one: ends the validity of the older ones.

use std::sync::Arc;

use crate::crystal::entry::{CrystalEntry, Fate};
use crate::crystal::facts::CrystalEdited;
use crate::crystal::one::{Current, current};
use crate::crystal::owner::{admits_to, must_let_go, others};
use crate::crystal::record::Crystal;
use crate::crystal::state::Core;
use kernel::error::{Code, Error, Result};
use kernel::stream::StreamId;
use kernel::time::Time;
use kernel::tx::Tx;
use kernel::view::View;

/// Returns the memories of a core that another one is to replace, as the log has them.
///
/// # Errors
/// Returns `not_found`, with the position, if there is none with that id; `conflict` if one is a message.
pub async fn find_superseded(view: &View, core: &StreamId, ids: &[String]) -> Result<Vec<Current>> {
    let mut found = Vec::with_capacity(ids.len());
    for (at, id) in ids.iter().enumerate() {
        let one = current(view, id, Some(core.id())).await;
        found.push(one.map_err(|error| match error.code {
            Code::NotFound => Error::not_found(format!(
                "/supersedes/{at}: there is no memory {id} in the core {}; a memory takes the place of one \
                 in its own core.",
                core.id()
            )),
            _ => error,
        })?);
    }
    Ok(found)
}

/// Ends the validity of these memories at `at`, in favour of the one with the id `by` in the same core. Skips memories
/// that `by` has replaced already, and `by` itself.
///
/// # Errors
/// Returns `forbidden` if one belongs to someone else or a person holds it; `conflict` if another memory has replaced
/// one of them, or `by`. If one has changed since it was read, the call is prepared and decided again.
pub fn supersede(
    tx: &mut Tx,
    core: &StreamId,
    by: &str,
    at: Option<Time>,
    old: &[Current],
) -> Result<()> {
    for one in old {
        let id = one.record.id.as_str();
        if id == by {
            continue;
        }
        let Some(kept) = entry_of(tx, core, id)? else {
            return tx.reject_outdated(Error::not_found(format!("There is no memory {id}.")));
        };
        if matches!(&kept.fate, Fate::Superseded(other) if **other == *by) {
            continue;
        }
        stands(id, &kept.fate)?;
        if let Some(by_kept) = entry_of(tx, core, by)? {
            stands(by, &by_kept.fate)?;
        }
        if !admits_to(tx, core, id)? {
            return Err(others(id));
        }
        must_let_go(id, &kept, &tx.cx.actor)?;
        if kept.version() != one.version {
            return tx.reject_outdated(conflict_error());
        }
        let draft = tx.draft::<Core>(core)?;
        let now = draft.cx.now;
        let end = at.unwrap_or(now);
        let before = one.as_now(&kept);
        draft.record(CrystalEdited {
            record: Crystal {
                // A validity that was to begin later never begins.
                valid_from: before.valid_from.filter(|from| *from <= end),
                valid_to: Some(end),
                superseded_by: Some(by.into()),
                updated_at: now,
                ..before
            },
        });
    }
    Ok(())
}

/// Rejects a memory that was replaced by another.
fn stands(id: &str, fate: &Fate) -> Result<()> {
    match fate {
        Fate::Own => Ok(()),
        Fate::Superseded(other) => Err(Error::conflict(
            "superseded",
            format!(
                "The memory {other} took the place of {id} already: supersede that one if it is not so either."
            ),
        )),
        Fate::Merged(other) => Err(Error::conflict(
            "merged",
            format!("The memory {other} took {id} in: supersede that one."),
        )),
    }
}

/// Returns a core's entry for a memory.
pub(super) fn entry_of(
    tx: &mut Tx,
    core: &StreamId,
    id: &str,
) -> Result<Option<Arc<CrystalEntry>>> {
    Ok(tx.draft::<Core>(core)?.crystals.get(id).cloned())
}

/// Returns the error for a memory that has changed since it was read.
pub(super) fn conflict_error() -> Error {
    Error::conflict(
        "changed",
        "The memory was changed at the same moment; nothing was written. Try again.",
    )
}

impl Current {
    /// Returns the record with its current recalls.
    #[must_use]
    pub fn as_now(&self, kept: &CrystalEntry) -> Crystal {
        Crystal {
            last_accessed: kept.accessed,
            access_count: kept.recalls,
            ..self.record.clone()
        }
    }
}
