//! A crystal takes the place of others: what they say is so no longer. Knows nothing of why.

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

/// The crystals of a core that another one is to take the place of, as the log has them.
///
/// # Errors
/// `not_found`, naming the place, when there is none of that id; `conflict` when one is a message.
pub async fn named(view: &View, core: &StreamId, ids: &[String]) -> Result<Vec<Current>> {
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

/// Ends what these crystals say at `at`, in favour of the one of the id `by` in the same core. One in whose
/// place that stands already is left as it is, and so is that one itself.
///
/// # Errors
/// `forbidden` when one is others', or a person holds it; `conflict` when something else took its place, or that
/// of `by`; or when one is not as it was found: the call is prepared and decided again.
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
        let Some(kept) = kept_of(tx, core, id)? else {
            return tx.outdated(Error::not_found(format!("There is no memory {id}.")));
        };
        if matches!(&kept.fate, Fate::Superseded(other) if **other == *by) {
            continue;
        }
        stands(id, &kept.fate)?;
        if let Some(by_kept) = kept_of(tx, core, by)? {
            stands(by, &by_kept.fate)?;
        }
        if !admits_to(tx, core, id)? {
            return Err(others(id));
        }
        must_let_go(id, &kept, &tx.cx.actor)?;
        if kept.version() != one.version {
            return tx.outdated(changed());
        }
        let draft = tx.draft::<Core>(core)?;
        let now = draft.cx.now;
        let end = at.unwrap_or(now);
        let before = one.as_now(&kept);
        draft.record(CrystalEdited {
            record: Crystal {
                // What was to be so later is so at no time.
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

/// Refuses one in whose place another stands.
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

/// What a core keeps of a crystal.
pub(super) fn kept_of(tx: &mut Tx, core: &StreamId, id: &str) -> Result<Option<Arc<CrystalEntry>>> {
    Ok(tx.draft::<Core>(core)?.crystals.get(id).cloned())
}

/// That a crystal is not as it was found.
pub(super) fn changed() -> Error {
    Error::conflict(
        "changed",
        "The memory was changed at the same moment; nothing was written. Try again.",
    )
}

impl Current {
    /// The record with its recalls.
    #[must_use]
    pub fn as_now(&self, kept: &CrystalEntry) -> Crystal {
        Crystal {
            last_accessed: kept.accessed,
            access_count: kept.recalls,
            ..self.record.clone()
        }
    }
}
