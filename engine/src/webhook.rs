//! Webhooks: what is told to other programs as it happens. A webhook says what it wants to hear of and how far it
//! was told; its address and its secret lie beside the log. Knows no other memory and no HTTP.

use kernel::actor::{Actor, Role};
use kernel::error::{Error, Result};
use kernel::memory::Memory as _;
use kernel::stream::StreamId;

pub mod describe;
#[cfg(feature = "host")]
pub(crate) mod due;
pub mod facts;
pub mod format;
pub mod letter;
pub mod state;

pub use format::Format;
pub use letter::{Letter, Place};
pub use state::Webhook;

/// The stream of a webhook.
#[must_use]
pub fn stream(webhook: &str) -> StreamId {
    StreamId::new(Webhook::KIND, webhook)
}

/// Refuses what others than owners would do to a webhook by the name of its stream.
///
/// # Errors
/// `forbidden`.
pub fn must_own(actor: &Actor, stream: &StreamId) -> Result<()> {
    if stream.kind() == Webhook::KIND && !matches!(actor.role, Role::Owner | Role::System) {
        return Err(Error::forbidden("Webhooks are the owners' to change."));
    }
    Ok(())
}
