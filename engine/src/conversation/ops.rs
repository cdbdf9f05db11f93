//! Shared parts of the operations on sessions and entities. Each operation is one file; the table is in
//! [`operations`](crate::operations).

mod after;
mod already_folded;
mod arrival;
mod checks;
mod contents;
pub mod entity_add;
pub mod entity_export;
pub mod entity_forget;
pub mod entity_list;
pub mod entity_observe;
pub mod entity_resolve;
pub mod entity_restore;
mod incoming;
mod indexed;
mod promote;
mod remains;
pub mod session_append;
pub mod session_at;
pub mod session_block;
pub mod session_catch_up;
pub mod session_data;
pub mod session_delete;
pub mod session_diff;
pub mod session_discard;
pub mod session_erase;
pub mod session_extract;
pub mod session_folded;
pub mod session_fork;
pub mod session_get;
pub mod session_import;
pub mod session_keep;
pub mod session_list;
pub mod session_merge;
pub mod session_promote;
pub mod session_put;
pub mod session_recover;
pub mod session_restore;
pub mod session_share;
pub mod session_spawn;
pub mod session_summarize;
pub mod session_sweep;
pub mod tracked;
mod versions;
mod whole;
mod written;

pub(crate) use indexed::MessagePlace;
pub(crate) use remains::reconstruct;
pub use remains::{Remains, remains};
pub use written::Written;

use std::sync::Arc;

use crate::scratchpad::thread;
use crate::session::admission::{admits, others};
use crate::session::facts::{Origin, SessionCreated, SessionExpired};
use crate::session::key::SessionKey;
use crate::session::overflow::share;
use crate::session::state::Session;
use crate::session::window;
use crate::workspace::settings::Settings;
use kernel::error::{Error, Result};
use kernel::ports::secrets::must_name;
use kernel::tx::{Draft, Tx};
use kernel::view::View;

/// Resolves the session that a call names.
///
/// # Errors
/// Returns `invalid` if a part of the name is invalid.
pub fn key(session: &str, namespace: Option<&String>, user: Option<&String>) -> Result<SessionKey> {
    let part = |part: Option<&String>| part.map(String::as_str).map(ToOwned::to_owned);
    SessionKey::resolve(session, part(namespace).as_deref(), part(user).as_deref())
}

/// Returns the `not_found` error for a session that does not exist or that the caller may not see.
#[must_use]
pub fn missing(key: &SessionKey) -> Error {
    Error::not_found(format!("There is no session {key}."))
}

/// Opens a live session that the caller may access.
///
/// # Errors
/// Returns `not_found` if there is none, `stale` if it changed after the version that the caller expects.
pub fn open<'a>(tx: &'a mut Tx<'_>, key: &SessionKey) -> Result<&'a mut Draft<Session>> {
    let draft = tx.draft::<Session>(&key.stream())?;
    if !draft.lives(draft.cx.now) || !admits(draft.state(), &draft.cx.actor) {
        return Err(missing(key));
    }
    draft.expect(draft.changed)?;
    Ok(draft)
}

/// Initial state of a new session.
#[derive(Default)]
pub struct Beginning {
    /// The session it is forked from.
    pub forked_from: Option<Origin>,
    /// The session that spawned it.
    pub parent: Option<SessionKey>,
    /// Remains of the expired session with this id, looked up before the decision.
    pub remains: Option<Arc<Remains>>,
}

impl Beginning {
    /// Begins with the remains of the expired session with this id.
    #[must_use]
    pub fn from(remains: Option<&Arc<Remains>>) -> Self {
        Self {
            remains: remains.cloned(),
            ..Self::default()
        }
    }
}

/// Opens a session for writing, and begins it if it does not exist.
///
/// # Errors
/// Returns `forbidden` if it belongs to other agents, `stale` if it changed after the version that the caller expects,
/// `conflict` (`exists`) if a fork or a child would take the id of an expired session that can be rebuilt.
pub fn begin<'a>(
    tx: &'a mut Tx<'_>,
    key: &SessionKey,
    beginning: Beginning,
) -> Result<&'a mut Draft<Session>> {
    let draft = tx.draft::<Session>(&key.stream())?;
    if !admits(draft.state(), &draft.cx.actor) {
        return Err(others(key));
    }
    let is_new = draft.begun == 0;
    if draft.lives(draft.cx.now) {
        draft.expect(draft.changed)?;
        return tx.draft(&key.stream());
    }
    if is_new && !thread::may_begin(tx, &key.to_string())? || !remains::may_begin(tx, key)? {
        return Err(others(key));
    }
    expire(tx, key)?;
    let draft = tx.draft::<Session>(&key.stream())?;
    // A caller that means a session which ended meanwhile must not begin another one. A fork and a child get an id of
    // their own: there the version is the parent's.
    let is_own = beginning.forked_from.is_none() && beginning.parent.is_none();
    if is_own {
        draft.expect(draft.version())?;
    }
    must_name("/session", &key.id)?;
    for (pointer, part) in [("/namespace", &key.namespace), ("/user_id", &key.user_id)] {
        if let Some(part) = part {
            must_name(pointer, part)?;
        }
    }
    draft.record(SessionCreated {
        session: key.clone(),
        forked_from: beginning.forked_from,
        parent: beginning.parent,
    });
    let settings = Settings::of(tx)?;
    if is_own {
        remains::take_up(tx, key, beginning.remains.as_deref(), &settings)?;
    } else if remains::has_remains(tx, key)? && settings.index_messages {
        let detail = format!(
            "The messages of an earlier session {key} are in long-term memory, and whoever writes in it \
             goes on from them: take another id."
        );
        return Err(Error::conflict("exists", detail));
    }
    tx.draft(&key.stream())
}

/// Records the expiry of a session if its time ran out. Returns true if it did.
///
/// # Errors
/// Returns an error only if a state is not loaded; the decision then runs again.
pub fn expire(tx: &mut Tx, key: &SessionKey) -> Result<bool> {
    let draft = tx.draft::<Session>(&key.stream())?;
    let now = draft.cx.now;
    let over = draft.expires_at.filter(|end| *end <= now);
    let is_over = draft.begun > 0 && draft.ended.is_none();
    let Some(at) = over.filter(|_| is_over) else {
        return Ok(false);
    };
    let ttl_seconds = draft.ttl_seconds;
    draft.record(SessionExpired { at, ttl_seconds });
    thread::end(tx, &key.to_string(), now)?;
    Ok(true)
}

/// Loads a live session that the caller may read.
///
/// # Errors
/// Returns `not_found` if there is none, `gone` if it was erased.
pub async fn read(view: &View, key: &SessionKey) -> Result<Arc<Session>> {
    let stream = key.stream();
    if !view.services.may_read(view.actor()?, &stream).await? {
        return Err(missing(key));
    }
    let (state, _) = view.state::<Session>(&stream).await?;
    if !state.lives(view.now) {
        return Err(missing(key));
    }
    Ok(state)
}

/// Returns the token count above which the session is to be folded, if it differs from the one in its state.
#[must_use]
pub fn fold_above(session: &Session, settings: &Settings) -> Option<u64> {
    let window = window::of(session, settings).tokens;
    let above = share(window, settings.summarization_threshold).max(1);
    (above != session.fold_above).then_some(above)
}
