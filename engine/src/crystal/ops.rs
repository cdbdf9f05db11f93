//! The operations on crystals and cores, and what they share.

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

/// The name of a core, as it is made.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct CoreName(
    #[schemars(length(min = 1, max = NAME_BYTES), regex(pattern = r"^[^/\x00-\x1f\x7f-\x9f]*$"))]
    pub String,
);

/// The name of a core, also of one that only Loci makes.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct AnyCoreName(
    #[schemars(length(min = 1), regex(pattern = patterns::PRINTABLE))] pub String,
);

/// Who may write crystals: every agent that contributes, librarians, people who take part.
pub(super) const WRITERS: Access = Access::VOICES.and(Access::of(&[Role::Librarian]));

#[expect(
    clippy::option_option,
    reason = "a field that is absent is another thing than one that is null"
)]
/// A field that is there, be it null.
pub(super) fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> std::result::Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[expect(
    clippy::option_option,
    reason = "a field that is absent is another thing than one that is null"
)]
/// As [`given`], for an upper bound: a date alone includes the day.
pub(super) fn given_end<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<Time>>, D::Error> {
    end_of_day(deserializer).map(Some)
}

/// That long-term memory is switched off.
pub(crate) fn switched_off() -> Error {
    Error::conflict(
        "switched_off",
        "Long-term memory is switched off in this workspace; an owner can switch it on in the settings.",
    )
}

/// The stream of a core that a caller named; `pointer` is where.
///
/// # Errors
/// `invalid` when no core can have that name.
pub(crate) fn named(pointer: &str, core: &str) -> Result<StreamId> {
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

/// The same for a core that there may be already: also one that holds what a session promoted for its readers
/// alone, or what a mind remembers, which nobody makes.
pub(crate) fn existing(pointer: &str, core: &str) -> Result<StreamId> {
    let stream = stream(core);
    if is_private(&stream) || is_mind(&stream) {
        return Ok(stream);
    }
    named(pointer, core)
}
