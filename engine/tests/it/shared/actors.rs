//! Actors of the tests, and the reason in their errors.

use kernel::actor::{Actor, Role};
use kernel::error::Error;

/// Returns the agent for most calls.
pub fn worker() -> Actor {
    Actor::new("w1", Role::Worker)
}
/// Returns another agent.
pub fn other() -> Actor {
    Actor::new("w2", Role::Worker)
}
/// Returns a person who takes part.
pub fn person() -> Actor {
    Actor::new("anna", Role::Member)
}

/// Returns the machine-readable reason of an error, or its code.
pub fn word(error: &Error) -> String {
    error.extra.reason.clone().unwrap_or_else(|| {
        let code = serde_json::to_value(error.code).unwrap();
        code.as_str().unwrap().to_owned()
    })
}
