//! The operations of minds, one to a file, and what they share.

pub mod dream_get;
pub mod dream_list;
pub mod mind_dream;
pub mod mind_get;
pub mod mind_list;
pub mod mind_sweep;
pub mod note_write;

use std::sync::Arc;

use crate::mind::rules::missing;
use crate::mind::state::Mind;
use crate::mind::stream;
use kernel::access::Access;
use kernel::actor::Role;
use kernel::error::Result;
use kernel::stream::Version;
use kernel::view::View;

/// Who has something to say to a mind: every agent that contributes, librarians, people who take part.
pub(crate) const WRITERS: Access = Access::VOICES.and(Access::of(&[Role::Librarian]));

/// The state of a mind that is there and that the caller may read.
///
/// # Errors
/// `not_found` when there is none, `gone` when it was erased.
pub async fn read(view: &View, agent: &str) -> Result<(Arc<Mind>, Version)> {
    let stream = stream(agent);
    if !view.services.may_read(view.actor()?, &stream).await? {
        return Err(missing(agent));
    }
    let (state, version) = view.state::<Mind>(&stream).await?;
    if !state.exists() {
        return Err(missing(agent));
    }
    Ok((state, version))
}
