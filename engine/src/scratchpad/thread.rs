//! What a session and the scratchpads of its thread have to do with each other: they end with it and
//! come back with it, and an id whose scratchpads are other agents' is theirs.

use crate::scratchpad::address::{Scope, stream};
use crate::scratchpad::facts::{ScratchpadDeleted, ScratchpadRestored};
use crate::scratchpad::state::Scratchpads;
use kernel::access::{Readers, may_read, restricted};
use kernel::error::Result;
use kernel::memory::Memory as _;
use kernel::time::Time;
use kernel::tx::Tx;

/// Whether the caller may begin the session: whoever is in it reads the scratchpads that are there
/// already.
///
/// # Errors
/// Only when a state is not at hand; the decision is then made again with it.
pub fn may_begin(tx: &mut Tx, session: &str) -> Result<bool> {
    if restricted(&tx.cx.actor).is_none() {
        return Ok(true);
    }
    let stream = stream(Scope::Thread, session);
    let pads = tx.read::<Scratchpads>(&stream)?;
    let readers = pads.readers(&stream).given(Readers::Everyone);
    Ok(pads.pads.is_empty() || may_read(&tx.cx.actor, &readers))
}

/// Deletes the scratchpads of a session that ends.
///
/// # Errors
/// Only when a state is not at hand; the decision is then made again with it.
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

/// Restores those that went with the session: those that were to be erased in the same moment as it.
///
/// # Errors
/// Only when a state is not at hand; the decision is then made again with it.
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
