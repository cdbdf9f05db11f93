//! Operations on memories and cores, and the code that they share.

pub mod core_create;
pub mod core_edit;
pub mod core_list;
pub mod core_sweep;
pub mod memory_approve;
pub mod memory_compact;
pub mod memory_create;
pub mod memory_edit;
pub mod memory_forget;
pub mod memory_forgotten;
pub mod memory_get;
pub mod memory_import;
pub mod memory_merge;
pub mod memory_reject;
pub mod memory_restore;
pub mod memory_search;
pub mod memory_unmerge;
pub mod memory_waiting;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use crate::crystal::check::{NAME_BYTES, check_name};
use crate::crystal::{is_mind, is_private, stream};
use crate::patterns;
use kernel::access::Access;
use kernel::actor::Role;
use kernel::error::{Error, Result};
use kernel::ports::secrets::must_name;
use kernel::stream::StreamId;
use kernel::time::{Time, end_of_day};

/// Name of a core that callers can create.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct CoreName(
    #[schemars(length(min = 1, max = NAME_BYTES), regex(pattern = r"^[^/\x00-\x1f\x7f-\x9f]*$"))]
    pub String,
);

/// Name of any core, including those that only Loci creates.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct AnyCoreName(
    #[schemars(length(min = 1), regex(pattern = patterns::PRINTABLE))] pub String,
);

/// Access of operations that write memories: contributing agents, librarians, and people with a role that takes part.
pub(super) const WRITERS: Access = Access::VOICES.and(Access::of(&[Role::Librarian]));

#[expect(
    clippy::option_option,
    reason = "a field that is absent is another thing than one that is null"
)]
/// Reads a field that is present, even if it is null.
pub(super) fn deserialize_present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> std::result::Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[expect(
    clippy::option_option,
    reason = "a field that is absent is another thing than one that is null"
)]
/// Same as [`deserialize_present`], for an upper bound: a date alone includes the day.
pub(super) fn deserialize_end<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<Time>>, D::Error> {
    end_of_day(deserializer).map(Some)
}

/// Returns the error for two different items of a call with one id. Keeping one of them would lose the other.
pub(crate) fn repeated_id_error(list: &str, first: usize, at: usize) -> Error {
    let detail = format!(
        "is the id of `/{list}/{first}`, which has another content; expected an id of its own"
    );
    Error::field(format!("/{list}/{at}/id"), detail)
}

/// Returns the error for a workspace without long-term memory.
pub(crate) fn memory_off_error() -> Error {
    Error::conflict(
        "switched_off",
        "Long-term memory is switched off in this workspace; an owner can switch it on in the settings.",
    )
}

/// Returns the stream of a core that a caller named at `pointer`.
///
/// # Errors
/// Returns `invalid` if no core can have that name.
pub(crate) fn core_stream(pointer: &str, core: &str) -> Result<StreamId> {
    check_name(pointer, core)?;
    must_name(pointer, core)?;
    let stream = stream(core);
    if core.is_empty() || core.contains('/') {
        return Err(Error::field(
            pointer,
            "expected a name of 1 to 256 bytes without `/` (a namespace's core has `%2F` for it)",
        ));
    }
    Ok(stream)
}

/// Same as [`core_stream`], for a core that may exist already: also allows the cores that only Loci creates, for memories
/// promoted from a session for its readers alone and for the notes of a mind.
pub(crate) fn existing(pointer: &str, core: &str) -> Result<StreamId> {
    let stream = stream(core);
    if is_private(&stream) || is_mind(&stream) {
        return Ok(stream);
    }
    core_stream(pointer, core)
}
