//! Lineage of a memory: its versions, and the memories that it replaced or that replaced it. Shows only what the caller
//! may read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::entry::CrystalEntry;
use crate::crystal::facts::Event;
use crate::crystal::record::Crystal;
use crate::crystal::state::Core;
use crate::crystal::usage::Use;
use crate::crystal::waiting::record_at;
use crate::words::short;
use kernel::actor::Actor;
use kernel::error::Result;
use kernel::event::Event as _;
use kernel::stream::{StreamId, Version};
use kernel::time::Time;
use kernel::view::View;

/// Maximum number of versions, and of related memories per relation; the latest are returned.
const TOLD: usize = 50;

/// Lineage of a memory.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Trail {
    /// Versions of the memory, oldest first. Contains at most the latest 50.
    pub forms: Vec<Form>,
    /// Memories that it replaced, and those that replaced it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
    /// Agent that recalled it last.
    pub recalled_by: Option<String>,
    /// Tasks whose contexts contained it, latest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub used_for: Vec<Use>,
}

/// A version of a memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Form {
    /// Fact that holds it.
    pub version: Version,
    /// Time at which it was written.
    pub at: Time,
    /// Author.
    pub by: Actor,
    /// Change that led to it.
    pub what: Step,
}

/// Change to a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TrailStep")]
pub enum Step {
    /// Created, or restored after it was forgotten.
    Written,
    /// Proposed.
    Proposed,
    /// Content changed.
    Changed,
    /// Pinned, frozen or trust changed.
    Marked,
    /// Replaced by another memory.
    Superseded,
    /// Merged into another memory.
    MergedInto,
    /// Restored from the memory it was merged into.
    TakenOut,
    /// Other memories were merged into it, or restored from it.
    Merged,
}

/// A memory related to another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Related {
    /// Id of the related memory.
    pub id: String,
    /// Relation to it.
    pub how: Relation,
    /// Shortened text.
    pub text: String,
}

/// Relation between two memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TrailRelation")]
pub enum Relation {
    /// This memory replaced it.
    Supersedes,
    /// It replaced this memory.
    SupersededBy,
    /// It was merged into this memory.
    MergedFrom,
    /// This memory was merged into it.
    MergedInto,
}

/// Returns the lineage of a memory in a core.
///
/// # Errors
/// Returns `unavailable` if the log cannot be read.
pub async fn trail(view: &View, core: &StreamId, state: &Core, record: &Crystal) -> Result<Trail> {
    let Some(kept) = state.crystals.get(record.id.as_str()) else {
        return Ok(Trail::default());
    };
    let mut related = Vec::new();
    let lists = [
        (Relation::Supersedes, record.supersedes.as_slice()),
        (Relation::SupersededBy, record.superseded_by.as_slice()),
        (Relation::MergedFrom, record.merged_from.as_slice()),
        (Relation::MergedInto, record.merged_into.as_slice()),
    ];
    for (how, ids) in lists {
        for id in ids.iter().rev().take(TOLD) {
            let Some(other) = state.crystals.get(id.as_str()) else {
                continue;
            };
            if let Some(other) = record_at(view, core, other.version()).await? {
                related.push(Related {
                    id: id.clone(),
                    how,
                    text: short(&other.text),
                });
            }
        }
    }
    Ok(Trail {
        forms: forms(view, core, kept).await?,
        related,
        recalled_by: kept.recalled_by.as_deref().map(Into::into),
        used_for: kept.uses.iter().rev().cloned().collect(),
    })
}

async fn forms(view: &View, core: &StreamId, kept: &CrystalEntry) -> Result<Vec<Form>> {
    let mut versions = kept.versions.clone();
    versions.sort_unstable();
    let first = versions.len().saturating_sub(TOLD);
    let mut forms: Vec<Form> = Vec::new();
    let mut before: Option<Crystal> = None;
    for version in versions.drain(first..) {
        let log = view.services.log();
        let facts = log.read(core, version.saturating_sub(1), 1).await?;
        let Some(fact) = facts.first() else { continue };
        let (what, record) = match Event::read(&fact.kind, fact.schema, &fact.body) {
            Event::CrystalAdded(body) => (Step::Written, body.record),
            Event::CrystalEdited(body) => (step(before.as_ref(), &body.record), body.record),
            Event::CrystalProposed(body) => (Step::Proposed, body.record),
            _ => continue,
        };
        forms.push(Form {
            version,
            at: fact.at,
            by: fact.actor.clone(),
            what,
        });
        before = Some(record);
    }
    Ok(forms)
}

/// Returns the change between two versions.
fn step(before: Option<&Crystal>, after: &Crystal) -> Step {
    let Some(before) = before else {
        return Step::Changed;
    };
    if before.superseded_by != after.superseded_by && after.superseded_by.is_some() {
        return Step::Superseded;
    }
    match (&before.merged_into, &after.merged_into) {
        (None, Some(_)) => return Step::MergedInto,
        (Some(_), None) => return Step::TakenOut,
        _ => {}
    }
    if before.merged_from != after.merged_from {
        return Step::Merged;
    }
    let marked = Crystal {
        pinned: after.pinned,
        frozen: after.frozen,
        held_by: after.held_by.clone(),
        trust: after.trust,
        updated_at: after.updated_at,
        last_accessed: after.last_accessed,
        access_count: after.access_count,
        ..before.clone()
    };
    if marked == *after {
        Step::Marked
    } else {
        Step::Changed
    }
}
