//! Whose a crystal is. One that was taken from a session is changed only by those who may read that
//! session; others find it where its core is shared, and leave it as it is. Any other belongs to those
//! who write in its core.

use crate::access::restricted;
use crate::crystal::record::Crystal;
use crate::crystal::state::Core;
use crate::error::{Error, Result};
use crate::memory::Memory as _;
use crate::session::ops::admits;
use crate::session::state::Session;
use crate::stream::StreamId;
use crate::tx::Tx;
use crate::view::View;

/// Refuses to put another record in the place of one that is other agents'.
///
/// # Errors
/// `forbidden` when the caller may not change it.
pub fn admit(tx: &mut Tx, core: &StreamId, id: &str) -> Result<()> {
    if restricted(&tx.cx.actor).is_none() {
        return Ok(());
    }
    let known = tx.read::<Core>(core)?.crystals.get(id).cloned();
    let source = known.and_then(|known| known.source.clone());
    let Some(source) = source.filter(|source| source.kind() == Session::KIND) else {
        return Ok(());
    };
    let session = tx.read::<Session>(&source)?;
    if admits(&session, &tx.cx.actor) {
        return Ok(());
    }
    Err(others(id))
}

/// Whether the caller may change a crystal.
///
/// # Errors
/// `unavailable` when the log cannot be read.
pub async fn may_change(view: &View, crystal: &Crystal) -> Result<bool> {
    match &crystal.provenance {
        Some(from) => view.house.may_read(view.actor()?, &from.stream).await,
        None => Ok(true),
    }
}

/// That a crystal is other agents'.
#[must_use]
pub fn others(id: &str) -> Error {
    Error::forbidden(format!(
        "The memory {id} is from a session of other agents. One of them, an orchestrator or a person can \
         change it, or let you into the session with `session_share`; a new memory needs another id."
    ))
}
