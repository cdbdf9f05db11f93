//! Operations of minds, one per file, and shared helpers.

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
use crate::mind::rules::{missing, no_version, readable_mind};
use crate::mind::state::{Mind, VersionRow};
use crate::mind::stream;
use kernel::access::Access;
use kernel::actor::Role;
use kernel::error::{Error, Result};
use kernel::event::Event as _;
use kernel::stream::Version;
use kernel::view::View;

/// Callers that may write to a mind: workers, orchestrators, reviewers, librarians, and people who take part.
pub(crate) const WRITERS: Access = Access::VOICES.and(Access::of(&[Role::Librarian]));

/// Returns a mind that the caller may read, reduced to the parts that the reader may see.
///
/// # Errors
/// Returns `not_found` if there is none, `gone` if it was erased.
pub async fn read(view: &View, agent: &str) -> Result<(Arc<Mind>, Version)> {
    let stream = stream(agent);
    if !view.services.may_read(view.actor()?, &stream).await? {
        return Err(missing(agent));
    }
    let (state, version) = view.state::<Mind>(&stream).await?;
    if !state.exists() {
        return Err(missing(agent));
    }
    Ok((readable_mind(view.looker()?, agent, state), version))
}

/// Like [`read`], but also returns the caller's own mind before it begins.
///
/// # Errors
/// Returns `not_found` if there is none that the caller may read, `gone` if it was erased.
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

/// Returns a version of a mind's document with its text. `pointer` names the argument with the number.
///
/// # Errors
/// Returns `not_found`, with the argument, if there is no such version, or if its text was erased.
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

/// Returns the document in a fact of a mind, reduced to the parts that the reader may see.
///
/// # Errors
/// Returns `unavailable` if the log cannot be read.
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
