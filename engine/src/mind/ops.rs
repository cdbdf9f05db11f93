//! The operations of minds, one to a file, and what they share.

pub mod dream_get;
pub mod dream_list;
pub mod mind_context;
pub mod mind_delete;
pub mod mind_diff;
pub mod mind_dream;
pub mod mind_edit;
pub mod mind_get;
pub mod mind_hear;
pub mod mind_list;
pub mod mind_lock;
pub mod mind_restore;
pub mod mind_seed;
pub mod mind_sweep;
pub mod mind_unlock;
pub mod mind_version_get;
pub mod mind_version_restore;
pub mod mood_signal;
pub mod niche_report;
pub mod note_write;

use std::sync::Arc;

use crate::crystal::bond::may_read_bond;
use crate::mind::facts::Event;
use crate::mind::rules::{missing, no_version, shown_to};
use crate::mind::state::{Mind, VersionRow};
use crate::mind::stream;
use kernel::access::Access;
use kernel::actor::Role;
use kernel::error::{Error, Result};
use kernel::event::Event as _;
use kernel::stream::Version;
use kernel::view::View;

/// Who has something to say to a mind: every agent that contributes, librarians, people who take part.
pub(crate) const WRITERS: Access = Access::VOICES.and(Access::of(&[Role::Librarian]));

/// The state of a mind that is there and that the caller may read, with as much of it as whoever looks may.
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
    Ok((shown_to(view.looker()?, agent, state), version))
}

/// As [`read`]; of the caller's own mind also before it begins.
///
/// # Errors
/// `not_found` when there is none that the caller may read, `gone` when it was erased.
pub async fn read_or_begin(view: &View, agent: &str) -> Result<Arc<Mind>> {
    let actor = view.actor()?;
    if actor.is_agent_named(agent) {
        let (state, _) = view.state::<Mind>(&stream(agent)).await?;
        if state.created_at.is_none() {
            return Ok(state);
        }
    }
    Ok(read(view, agent).await?.0)
}

/// The version of a mind's document that an argument names, and what it says.
///
/// # Errors
/// `invalid`, naming the argument, when there is none of that number.
pub(crate) async fn version(
    view: &View,
    agent: &str,
    mind: &Mind,
    (pointer, number): (&str, u32),
) -> Result<(VersionRow, Arc<str>)> {
    let row = mind.versions.get(&number);
    let row = row.ok_or_else(|| no_version(agent, (pointer, number)))?;
    if let Some(now) = mind.document.as_ref().filter(|now| now.row == **row) {
        return Ok((now.row.clone(), now.text.clone()));
    }
    let text = text(view, agent, row.fact).await?;
    let text = text.ok_or_else(|| {
        Error::not_found(format!(
            "Version {number} of the mind of {agent} was erased."
        ))
    })?;
    Ok((VersionRow::clone(row), text))
}

/// The text that a fact of a mind holds, as far as whoever looks may read it.
///
/// # Errors
/// `unavailable` when the log cannot be read.
pub(crate) async fn text(view: &View, agent: &str, version: Version) -> Result<Option<Arc<str>>> {
    let stream = stream(agent);
    let log = view.services.log();
    let fact = log.read(&stream, version.saturating_sub(1), 1).await?.pop();
    let Some(fact) = fact.filter(|fact| fact.version == version) else {
        return Ok(None);
    };
    let mut event = Event::read(&fact.kind, fact.schema, &fact.body);
    if !may_read_bond(view.looker()?, agent) {
        event.leave_bond_out();
    }
    Ok(event.document().cloned())
}
