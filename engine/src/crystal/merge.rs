//! Merges memories that say the same: the winner keeps its content, the others are archived with a link to it and can
//! be restored.

use std::collections::HashSet;

use crate::crystal::entry::Fate;
use crate::crystal::facts::CrystalEdited;
use crate::crystal::governing::waits;
use crate::crystal::one::Current;
use crate::crystal::owner::{admits_to, must_let_go, must_write, others};
use crate::crystal::record::Crystal;
use crate::crystal::state::Core;
use crate::crystal::supersede::{conflict_error, entry_of};
use crate::session::record::MemoryType;
use kernel::error::{Error, Result};
use kernel::stream::StreamId;
use kernel::tx::Tx;

/// Maximum number of merged memories that a memory lists; the latest are kept. Each of them links to it as well.
const NAMED: usize = 1_000;

/// Merges memories of a core: archives `losers` with a link to `keep`, whose content does not change,
/// regardless of its author.
///
/// # Errors
/// Returns `invalid` if they differ in namespace or user, or one is a message; `forbidden` if one belongs to someone
/// else or a person holds it; `conflict` if one is frozen, or was merged or replaced already. If one has changed since
/// it was read, the call is prepared and decided again.
pub fn merge(tx: &mut Tx, core: &StreamId, keep: &Current, losers: &[Current]) -> Result<Crystal> {
    must_write(tx.draft::<Core>(core)?)?;
    let winner = standing(tx, core, keep)?;
    for one in losers {
        let id = one.record.id.as_str();
        alike(&keep.record, &one.record)?;
        let loser = standing(tx, core, one)?;
        let Some(kept) = entry_of(tx, core, id)? else {
            return tx.reject_outdated(conflict_error());
        };
        if !admits_to(tx, core, id)? {
            return Err(others(id));
        }
        must_let_go(id, &kept, &tx.cx.actor)?;
        if loser.frozen && !tx.cx.actor.role.is_person() {
            return Err(Error::conflict(
                "frozen",
                format!("The memory {id} is frozen, so it stays as it is: keep that one."),
            ));
        }
        let draft = tx.draft::<Core>(core)?;
        let now = draft.cx.now;
        draft.record(CrystalEdited {
            record: Crystal {
                merged_into: Some(winner.id.clone()),
                updated_at: now,
                ..loser
            },
        });
    }
    let draft = tx.draft::<Core>(core)?;
    let now = draft.cx.now;
    let mut record = Crystal {
        updated_at: now,
        ..winner
    };
    let mut known: HashSet<String> = record.merged_from.iter().cloned().collect();
    let ids = losers.iter().map(|one| one.record.id.clone());
    let new = ids.filter(|id| known.insert(id.clone()));
    record.merged_from.extend(new);
    let too_many = record.merged_from.len().saturating_sub(NAMED);
    record.merged_from.drain(..too_many);
    draft.record(CrystalEdited {
        record: record.clone(),
    });
    Ok(record)
}

/// Restores a memory that was merged into another.
///
/// # Errors
/// Same as [`merge`]; `conflict` if it was not merged.
pub fn part(
    tx: &mut Tx,
    core: &StreamId,
    one: &Current,
    winner: Option<&Current>,
) -> Result<Crystal> {
    must_write(tx.draft::<Core>(core)?)?;
    let id = one.record.id.as_str();
    let Some(kept) = entry_of(tx, core, id)?.filter(|kept| kept.version() == one.version) else {
        return tx.reject_outdated(conflict_error());
    };
    if !matches!(kept.fate, Fate::Merged(_)) {
        let detail = format!("No other memory took {id} in.");
        return Err(Error::conflict("not_merged", detail));
    }
    if !admits_to(tx, core, id)? {
        return Err(others(id));
    }
    let draft = tx.draft::<Core>(core)?;
    let now = draft.cx.now;
    let record = Crystal {
        merged_into: None,
        updated_at: now,
        ..one.as_now(&kept)
    };
    draft.record(CrystalEdited {
        record: record.clone(),
    });
    if let Some(winner) = winner {
        let winner_id = winner.record.id.as_str();
        let Some(kept) =
            entry_of(tx, core, winner_id)?.filter(|kept| kept.version() == winner.version)
        else {
            return tx.reject_outdated(conflict_error());
        };
        let mut winner = winner.as_now(&kept);
        winner.merged_from.retain(|merged| merged != id);
        winner.updated_at = now;
        tx.draft::<Core>(core)?
            .record(CrystalEdited { record: winner });
    }
    Ok(record)
}

/// Returns the current record of a memory that was neither merged nor replaced.
fn standing(tx: &mut Tx, core: &StreamId, one: &Current) -> Result<Crystal> {
    let id = one.record.id.as_str();
    let Some(kept) = entry_of(tx, core, id)? else {
        return tx.reject_outdated(Error::not_found(format!("There is no memory {id}.")));
    };
    match &kept.fate {
        Fate::Own => {}
        Fate::Merged(other) => {
            let detail = format!("The memory {other} took {id} in already.");
            return Err(Error::conflict("merged", detail));
        }
        Fate::Superseded(other) => {
            let detail =
                format!("The memory {other} took the place of {id}: what it says is so no longer.");
            return Err(Error::conflict("superseded", detail));
        }
    }
    if kept.version() != one.version {
        return tx.reject_outdated(conflict_error());
    }
    let record = one.as_now(&kept);
    let draft = tx.draft::<Core>(core)?;
    if waits(draft, &draft.cx.actor, &record) {
        return Err(Error::forbidden(format!(
            "In the core {} people approve what agents write, so a person merges memories there.",
            core.id()
        )));
    }
    Ok(record)
}

/// Rejects memories that cannot be merged with each other.
fn alike(keep: &Crystal, other: &Crystal) -> Result<()> {
    let refused = |detail: &str| Err(Error::field("/others", detail));
    if keep.id == other.id {
        return refused("expected other memories than the one to keep");
    }
    if keep.memory_type == MemoryType::Message || other.memory_type == MemoryType::Message {
        return refused("messages stay as they were said");
    }
    if keep.namespace != other.namespace || keep.user_id != other.user_id {
        return refused("expected memories of one namespace and one user");
    }
    Ok(())
}
