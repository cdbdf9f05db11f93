//! What an agent is given: one prompt made of every memory that applies, in a fixed order, within a budget of tokens,
//! with why each thing is there and what was left out. Identical states give identical text.
//!
//! A *part* (`part.rs`) is a block that says what it would hold with how many tokens, one file for each memory that
//! has blocks; `room` shares the budget out; `assemble` puts them together.

mod assemble;
mod choose;
pub mod given;
mod guidance;
mod mind;
pub mod ops;
mod pads;
mod part;
mod prompt;
mod reading;
mod recalled;
mod room;
mod talk;
mod work;

use kernel::stream::StreamId;

use crate::scratchpad;
use crate::session::SessionKey;

/// The streams that change what an agent is given, in that session if in one, beside those of the session and of the
/// work itself. What it recalls from long-term memory is found anew each time.
#[must_use]
pub fn streams(agent: &str, session: Option<&SessionKey>) -> Vec<StreamId> {
    let owners = pads::owners(session, Some(agent)).into_iter();
    let pads = owners.map(|(scope, owner, _)| scratchpad::address::stream(scope, &owner));
    pads.chain([crate::mind::stream(agent)]).collect()
}
