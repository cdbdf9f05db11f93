//! Proposed memories that wait for a person, read from the log.

use serde_json::Value;

use crate::crystal::entry::Proposal;
use crate::crystal::facts::Event;
use crate::crystal::record::Crystal;
use kernel::error::Result;
use kernel::event::Event as _;
use kernel::stream::{StreamId, Version};
use kernel::view::View;

/// Fields that Loci maintains. Proposals do not change them.
const KEPT: [&str; 9] = [
    "id",
    "core",
    "created_at",
    "updated_at",
    "persisted_at",
    "last_accessed",
    "access_count",
    "memory_hash",
    "trust",
];

/// A field that a proposal changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// Name of the field.
    pub field: String,
    /// Current value; null if there is none.
    pub before: Value,
    /// Proposed value.
    pub after: Value,
}

/// Returns the record in a fact of a core, or `None` if the fact is erased.
///
/// # Errors
/// Returns `unavailable` if the log cannot be read.
pub async fn record_at(view: &View, core: &StreamId, version: Version) -> Result<Option<Crystal>> {
    let log = view.services.log();
    let facts = log.read(core, version.saturating_sub(1), 1).await?;
    let event = facts
        .first()
        .map(|fact| Event::read(&fact.kind, fact.schema, &fact.body));
    Ok(match event {
        Some(Event::CrystalAdded(body)) => Some(body.record),
        Some(Event::CrystalEdited(body)) => Some(body.record),
        Some(Event::CrystalProposed(body)) => Some(body.record),
        _ => None,
    })
}

/// Returns the record that the author proposes.
///
/// # Errors
/// Returns `unavailable` if the log cannot be read.
pub async fn proposal_record(
    view: &View,
    core: &StreamId,
    one: &Proposal,
) -> Result<Option<Crystal>> {
    record_at(view, core, one.version()).await
}

/// Returns the fields in which a proposal differs from the current record.
#[must_use]
pub fn changes(before: Option<&Crystal>, after: &Crystal) -> Vec<Changed> {
    let fields = |record: &Crystal| match serde_json::to_value(record) {
        Ok(Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let before = before.map(fields).unwrap_or_default();
    let after = fields(after);
    let names = before
        .keys()
        .chain(after.keys().filter(|name| !before.contains_key(*name)));
    let names = names.filter(|name| !KEPT.contains(&name.as_str()));
    names
        .filter_map(|name| {
            let value = |fields: &serde_json::Map<String, Value>| {
                fields.get(name).cloned().unwrap_or_default()
            };
            let (before, after) = (value(&before), value(&after));
            (before != after).then(|| Changed {
                field: name.clone(),
                before,
                after,
            })
        })
        .collect()
}
