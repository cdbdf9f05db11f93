//! The operations on crystals and cores, and what they share.

pub mod core_create;
pub mod core_list;
pub mod core_sweep;
pub mod memory_compact;
pub mod memory_create;
pub mod memory_edit;
pub mod memory_forget;
pub mod memory_get;
pub mod memory_purge;
pub mod memory_restore;
pub mod memory_search;

use crate::access::Access;
use crate::actor::Role;
use crate::crystal::rules::check_name;
use crate::crystal::{holds_messages, stream};
use crate::error::{Error, Result};
use crate::stream::StreamId;

/// Who may write crystals: every agent that contributes, librarians, people who take part.
pub(super) const WRITERS: Access = Access::VOICES.and(Access::of(&[Role::Librarian]));

/// That long-term memory is switched off.
pub(super) fn switched_off() -> Error {
    Error::conflict(
        "switched_off",
        "Long-term memory is switched off in this workspace; an owner can switch it on in the settings.",
    )
}

/// The stream of a core that a caller named.
///
/// # Errors
/// `invalid` when no core can have that name.
pub(super) fn named(core: &str) -> Result<StreamId> {
    check_name("/core", core)?;
    let stream = stream(core);
    if core.is_empty() || core.contains('/') || holds_messages(&stream) {
        return Err(Error::field(
            "/core",
            "expected a name of 1 to 256 bytes without `/` (a namespace's core has `%2F` for it)",
        ));
    }
    Ok(stream)
}
