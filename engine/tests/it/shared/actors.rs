//! Who acts in the tests, and the word with which they are refused.

use kernel::actor::{Actor, Role};
use kernel::error::Error;

/// The agent that does most of what is done.
pub fn worker() -> Actor {
    Actor::new("w1", Role::Worker)
}
/// Another one.
pub fn other() -> Actor {
    Actor::new("w2", Role::Worker)
}
/// A person who takes part.
pub fn person() -> Actor {
    Actor::new("anna", Role::Member)
}

/// The word for programs that an error carries, or its code.
pub fn word(error: &Error) -> String {
    error.extra.reason.clone().unwrap_or_else(|| {
        let code = serde_json::to_value(error.code).unwrap();
        code.as_str().unwrap().to_owned()
    })
}
