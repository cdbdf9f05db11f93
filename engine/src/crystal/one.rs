//! Lookup of one memory by id: from the index to read it, from the log to change it.

use std::sync::Arc;

use crate::crystal::filter::{Filters, Tag};
use crate::crystal::find::all;
use crate::crystal::ops::existing;
use crate::crystal::record::Crystal;
use crate::crystal::state::Core;
use crate::crystal::{facts, holds_messages, stream};
use kernel::error::{Error, Result};
use kernel::event::Event as _;
use kernel::stream::{StreamId, Version};
use kernel::tenant::Tenant;
use kernel::view::View;

/// Maximum number of memories with the same id that are read. No workspace has more.
const MAX_NAMESAKES: usize = 500;
/// Maximum number of cores that the error names.
const SHOWN: usize = 20;

/// Returns the memory with that id in the given core, or in the only core that has it. A session's message is ignored
/// if another memory has the id.
///
/// # Errors
/// Returns `not_found` if there is none that the caller may read, `conflict` (`ambiguous`) if several have that id.
pub async fn get(view: &View, id: &str, core: Option<&str>) -> Result<Crystal> {
    let filters = Filters {
        id: Some(Tag::eq(id)),
        core: core.map(Tag::eq),
        ..Filters::default()
    };
    let (mut found, _) = all(view, &filters, MAX_NAMESAKES).await?;
    let is_message = |crystal: &Crystal| holds_messages(&stream(&crystal.core));
    if !found.iter().all(is_message) {
        found.retain(|crystal| !is_message(crystal));
    }
    match found.pop() {
        None => Err(Error::not_found(format!("There is no memory {id}."))),
        Some(only) if found.is_empty() => Ok(only),
        Some(last) => Err(ambiguous(id, found.iter().chain([&last]))),
    }
}

/// Returns the error for an id that several memories have.
#[must_use]
pub fn ambiguous<'a>(id: &str, crystals: impl IntoIterator<Item = &'a Crystal>) -> Error {
    let mut cores: Vec<&str> = crystals.into_iter().map(|one| one.core.as_str()).collect();
    cores.sort_unstable();
    cores.truncate(SHOWN);
    Error::conflict(
        "ambiguous",
        format!(
            "Several cores have a memory {id}, so say which is meant, by `core` (under /v1 in the \
             query, where `namespace` names a namespace's own): {}.",
            cores.join(", ")
        ),
    )
}

/// A memory as the log has it, for a decision that changes it.
#[derive(Clone, Debug)]
pub struct Current {
    /// Stream of its core.
    pub stream: StreamId,
    /// Fact that holds it.
    pub version: Version,
    /// The record. Its recalls are in the core's state.
    pub record: Crystal,
}

/// Returns the memory with that id from its core's latest fact.
///
/// # Errors
/// Same as [`get`]; `conflict` if it is a message of a session.
pub async fn current(view: &View, id: &str, core: Option<&str>) -> Result<Current> {
    let missing = || Error::not_found(format!("There is no memory {id}."));
    let stream = match core {
        Some(core) => existing("/core", core)?,
        None => stream(&get(view, id, None).await?.core),
    };
    if holds_messages(&stream) {
        return Err(Error::conflict(
            "message",
            format!("{id} is a message of a session: it is changed there."),
        ));
    }
    let (state, _) = view.state::<Core>(&stream).await.map_err(|_| missing())?;
    let version = state.crystals.get(id).ok_or_else(missing)?.version();
    let fact = view
        .services
        .log()
        .read(&stream, version.saturating_sub(1), 1)
        .await?
        .pop();
    let fact = fact.ok_or_else(missing)?;
    let record = match facts::Event::read(&fact.kind, fact.schema, &fact.body) {
        facts::Event::CrystalAdded(body) => body.record,
        facts::Event::CrystalEdited(body) => body.record,
        _ => return Err(missing()),
    };
    let sees =
        |tenant: &Arc<Tenant>| tenant.sees(record.user_id.as_deref(), record.namespace.as_deref());
    if !view.tenant().is_none_or(sees) {
        return Err(missing());
    }
    Ok(Current {
        stream,
        version,
        record,
    })
}
