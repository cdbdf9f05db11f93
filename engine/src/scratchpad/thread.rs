//! Links a session to the scratchpads of its thread: they end and are recovered together, and an id whose scratchpads
//! belong to other agents is theirs.

use crate::scratchpad::address::{Scope, stream};
use crate::scratchpad::facts::{ScratchpadDeleted, ScratchpadRestored};
use crate::scratchpad::state::Scratchpads;
use kernel::access::{Readers, may_read, reader_name};
use kernel::error::Result;
use kernel::memory::Memory as _;
use kernel::time::Time;
use kernel::tx::Tx;

/// Returns true if the caller may begin the session: its members read the scratchpads that already exist.
///
/// # Errors
/// Returns an error only if a state is not loaded; the decision then runs again.
pub fn may_begin(tx: &mut Tx, session: &str) -> Result<bool> {
    if reader_name(&tx.cx.actor).is_none() {
        return Ok(true);
    }
    let stream = stream(Scope::Thread, session);
    let pads = tx.read::<Scratchpads>(&stream)?;
    let readers = pads.readers(&stream).resolve_owners(Readers::Everyone);
    Ok(pads.pads.is_empty() || may_read(&tx.cx.actor, &readers))
}

/// Deletes the scratchpads of a session that ends.
///
/// # Errors
/// Returns an error only if a state is not loaded; the decision then runs again.
pub fn end(tx: &mut Tx, session: &str, purge_at: Time) -> Result<()> {
    let stream = stream(Scope::Thread, session);
    let pads = tx.read::<Scratchpads>(&stream)?;
    for name in pads.pads.keys() {
        tx.draft::<Scratchpads>(&stream)?.record(ScratchpadDeleted {
            name: name.clone(),
            purge_at,
            reason: Some("Its session ended.".into()),
        });
    }
    Ok(())
}

/// Restores the scratchpads that were deleted with the session, recognised by the same time of erasure.
///
/// # Errors
/// Returns an error only if a state is not loaded; the decision then runs again.
pub fn come_back(tx: &mut Tx, session: &str, purge_at: Time) -> Result<()> {
    let stream = stream(Scope::Thread, session);
    let pads = tx.read::<Scratchpads>(&stream)?;
    for (deleted, pad) in &pads.deleted {
        let deletion = pad.deleted.as_ref();
        let went = deletion.is_some_and(|deletion| deletion.purge_at == purge_at);
        if went && !pads.pads.contains_key(&pad.name) {
            let name = pad.name.clone();
            let deleted = *deleted;
            tx.draft::<Scratchpads>(&stream)?
                .record(ScratchpadRestored { name, deleted });
        }
    }
    Ok(())
}
