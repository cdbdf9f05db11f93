//! Where a crystal is from: each form that it had, and the crystals it stands for or that stand for it. Shows
//! no more than the caller may read of it.

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

/// How many forms, and how many other crystals, are told at most; the newest.
const TOLD: usize = 50;

/// Where a crystal is from.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Trail {
    /// Each form that it had, the oldest first; of many the newest.
    pub forms: Vec<Form>,
    /// The memories it stands for, and those that stand for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
    /// The agent that recalled it last.
    pub recalled_by: Option<String>,
    /// The tasks in whose contexts it was given, the last one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub used_for: Vec<Use>,
}

/// A form that a crystal had.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Form {
    /// The fact that holds it.
    pub version: Version,
    /// Since when.
    pub at: Time,
    /// Who wrote it.
    pub by: Actor,
    /// What was done.
    pub what: Step,
}

/// What was done to a crystal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TrailStep")]
pub enum Step {
    /// It was written, or came back after it was forgotten.
    Written,
    /// It was proposed.
    Proposed,
    /// What it says was changed.
    Changed,
    /// How it is kept was changed.
    Marked,
    /// Another one took its place.
    Superseded,
    /// Another one took it in.
    MergedInto,
    /// It was taken out of the one that took it in.
    TakenOut,
    /// It took others in, or let one go.
    Merged,
}

/// How another crystal stands to one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Related {
    /// Its id.
    pub id: String,
    /// How it stands to it.
    pub how: Relation,
    /// What it says, in short.
    pub text: String,
}

/// How a crystal stands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TrailRelation")]
pub enum Relation {
    /// This one took its place.
    Supersedes,
    /// It took the place of this one.
    SupersededBy,
    /// This one took it in.
    MergedFrom,
    /// It took this one in.
    MergedInto,
}

/// Where the crystal of that id in a core is from.
///
/// # Errors
/// `unavailable` when the log cannot be read.
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

/// What was done between two forms.
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
