//! Shared parts of the operations on scratchpads. Each operation is one file; the table is in
//! [`operations`](crate::operations).

pub mod scratchpad_at;
pub mod scratchpad_clear;
pub mod scratchpad_define;
pub mod scratchpad_delete;
pub mod scratchpad_history;
pub mod scratchpad_list;
pub mod scratchpad_put;
pub mod scratchpad_read;
pub mod scratchpad_restore;
pub mod scratchpad_sweep;
pub mod scratchpad_update;

use std::sync::Arc;

use crate::scratchpad::address::{Address, Scope, session, stream};
use crate::scratchpad::state::{Pad, Scratchpads};
use crate::session::{Session, SessionKey};
use kernel::access::reader_name;
use kernel::error::{Code, Error, Result};
use kernel::memory::Memory as _;
use kernel::stream::Version;
use kernel::time::Time;
use kernel::view::View;

/// Number of facts read from the log at a time.
const PAGE: usize = 500;

/// Loads the scratchpads of an owner for reading; empty if the caller may not access them. Those of a thread exist as
/// long as its session.
///
/// # Errors
/// Returns `not_found` if their session has ended, `gone` if they were erased.
pub async fn read(view: &View, scope: Scope, owner: &str) -> Result<(Arc<Scratchpads>, Version)> {
    let (stream, actor) = (stream(scope, owner), view.actor()?);
    let thread = session(scope, owner);
    let owners = thread.as_ref().map(SessionKey::stream);
    for either in owners.iter().chain([&stream]) {
        // Sessions of others look as if they did not exist, so that callers cannot probe for them.
        if !view.services.may_read(actor, either).await? {
            view.touch(&stream, 0);
            return Ok((Arc::default(), 0));
        }
    }
    let found = view.state::<Scratchpads>(&stream).await?;
    if let Some(key) = thread {
        let loaded = view.services.state(&key.stream()).await?;
        let session = loaded.state.downcast::<Session>();
        let session = session.ok().filter(|session| session.begun > 0);
        if session
            .as_ref()
            .is_some_and(|session| !session.lives(view.now))
        {
            return Err(Error::not_found(format!("There is no {stream}.")));
        }
        if let Some(session) = session.filter(|_| reader_name(actor).is_some()) {
            return Ok((since(found.0, session.created_at), found.1));
        }
    }
    Ok(found)
}

/// Hides scratchpads that were deleted before the current session began: they belonged to an earlier session with the
/// same id, and only people can restore them.
fn since(pads: Arc<Scratchpads>, began: Time) -> Arc<Scratchpads> {
    // A session may begin at the moment at which the previous one ends.
    let is_gone = |pad: &Pad| pad.deleted.as_ref().is_some_and(|gone| gone.at <= began);
    let is_past = |pad: &Arc<Pad>| pad.created_at < began && is_gone(pad);
    if !pads.deleted.values().any(is_past) {
        return pads;
    }
    let deleted = pads.deleted.iter().filter(|(_, pad)| !is_past(pad));
    Arc::new(Scratchpads {
        deleted: deleted.map(|(at, pad)| (*at, pad.clone())).collect(),
        ..Scratchpads::clone(&pads)
    })
}

/// Returns an existing scratchpad as it was at `version` of its stream. Deleted scratchpads of the same name are not
/// considered.
///
/// # Errors
/// Returns `not_found` if there is none or the caller may not access it, `invalid` for an unknown version, `gone` if
/// they were erased.
pub async fn pad_at(view: &View, at: &Address, version: Version) -> Result<Arc<Pad>> {
    let stream = at.stream();
    let (state, current) = read(view, at.scope, &at.owner).await?;
    let pad = state.pad(&at.name).ok_or_else(|| at.missing())?;
    let mut then = Scratchpads::default();
    while then.version < version && (pad.since..=current).contains(&version) {
        let left = usize::try_from(version - then.version).unwrap_or(PAGE);
        let log = view.services.log();
        let facts = log.read(&stream, then.version, left.min(PAGE)).await?;
        if facts.is_empty() {
            // It was erased between the two reads.
            let detail = "The history of this scratchpad was erased.";
            return Err(Error::new(Code::Gone, detail));
        }
        for fact in &facts {
            then.apply_fact(fact);
        }
    }
    then.pads.get(&at.name).cloned().ok_or_else(|| {
        let detail = format!("expected one of its versions, {} to {current}", pad.since);
        Error::field("/version", detail)
    })
}
