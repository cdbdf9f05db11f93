//! The context of an agent: one prompt made of every memory that applies, in a fixed order, within a token budget, with
//! the reason for each item and a list of omissions. Identical states give identical text.
//!
//! A *part* (`part.rs`) is a block before it has a size; each memory that has blocks builds its parts in one file.
//! `room` shares the budget out; `assemble` puts the blocks together.

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

/// Returns the streams that change an agent's context, in a session if one is given, in addition to those of the
/// session and of the work itself. Long-term memories are searched each time.
#[must_use]
pub fn streams(agent: &str, session: Option<&SessionKey>) -> Vec<StreamId> {
    let owners = pads::owners(session, Some(agent)).into_iter();
    let pads = owners.map(|(scope, owner, _)| scratchpad::address::stream(scope, &owner));
    pads.chain([crate::mind::stream(agent)]).collect()
}
