//! Write access to sessions, and the error for agents that lack it.

use crate::session::key::SessionKey;
use crate::session::state::Session;
use kernel::access::may_read;
use kernel::actor::Actor;
use kernel::error::Error;

/// Returns the `forbidden` error for an agent that tries to write in a session of other agents.
#[must_use]
pub fn others(key: &SessionKey) -> Error {
    Error::forbidden(format!(
        "The session {key} is other agents'. One of them, an orchestrator or a person can let you in with \
         `session_share`; or take another id."
    ))
}

/// Returns true if `actor` may write in the session and in its scratchpads. An ended session still belongs to its
/// agents.
#[must_use]
pub fn admits(session: &Session, actor: &Actor) -> bool {
    may_read(actor, &session.agents())
}
