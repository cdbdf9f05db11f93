//! Who may write in a session, and what the others are told.

use crate::session::key::SessionKey;
use crate::session::state::Session;
use kernel::access::may_read;
use kernel::actor::Actor;
use kernel::error::Error;

/// That the session is other agents', to one who wants to write in it.
#[must_use]
pub fn others(key: &SessionKey) -> Error {
    Error::forbidden(format!(
        "The session {key} is other agents'. One of them, an orchestrator or a person can let you in with \
         `session_share`; or take another id."
    ))
}

/// Whether `actor` may write in the session, and in what belongs to it. One that ended stays its agents'.
#[must_use]
pub fn admits(session: &Session, actor: &Actor) -> bool {
    may_read(actor, &session.agents())
}
