//! Webhooks: messages to other programs about events in the workspace. A webhook's stream has its kinds of messages and
//! its progress; its URL and its secret are stored outside the log.

use kernel::actor::{Actor, Role};
use kernel::error::{Error, Result};
use kernel::memory::Memory as _;
use kernel::stream::StreamId;

pub mod describe;
pub(crate) mod due;
pub mod facts;
pub mod format;
pub mod letter;
pub mod state;

pub use format::Format;
pub use letter::{Letter, Place};
pub use state::Webhook;

/// Returns the stream of a webhook.
#[must_use]
pub fn stream(webhook: &str) -> StreamId {
    StreamId::new(Webhook::KIND, webhook)
}

/// Rejects changes to a webhook's stream by anyone but owners.
///
/// # Errors
/// Returns `forbidden`.
pub fn must_own(actor: &Actor, stream: &StreamId) -> Result<()> {
    if stream.kind() == Webhook::KIND && !matches!(actor.role, Role::Owner | Role::System) {
        return Err(Error::forbidden("Webhooks are the owners' to change."));
    }
    Ok(())
}
