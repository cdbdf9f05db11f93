//! Reports on dreams: changes, sizes, results of the guards, outcome.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::mind::guard::Checked;
use crate::mind::section::Section;
use kernel::stream::Version;
use kernel::time::Time;

/// Change of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SectionChange {
    /// The section.
    pub section: Section,
    /// Characters before.
    pub before: u32,
    /// Characters now.
    pub after: u32,
}

/// Sizes before and after a dream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Counts {
    /// Notes that it included.
    pub notes: u32,
    /// New long-term memories that it read.
    pub crystals: u32,
    /// The agent's memories that the document has in full. Always 0 for drafts by a language model.
    pub replayed: u32,
    /// Memories that it merged into others.
    pub merged: u32,
    /// Topics that became pointers.
    pub pointers_added: u32,
    /// Pointers in the document.
    pub pointers: u32,
    /// Skills in the document.
    pub skills: u32,
    /// Gaps in the document: open questions, failed searches, memories that disagree.
    pub gaps: u32,
    /// Characters of the document before.
    pub chars_before: u32,
    /// Characters of the document now.
    pub chars: u32,
}

/// Outcome of a dream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DreamStatus {
    /// Its document became a version.
    Kept,
    /// A guard refused it. The document and the notes did not change.
    Refused,
    /// It failed.
    Failed,
}

/// List entry of a dream.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DreamRow {
    /// Version of the fact with the dream, which names it within the mind.
    pub dream: Version,
    /// Time at which it ended.
    pub at: Time,
    /// Outcome.
    pub status: DreamStatus,
    /// Number of the version that it wrote.
    pub number: Option<u32>,
    /// Number of the version that it is based on.
    pub base: Option<u32>,
    /// Name of the dreamer: `built-in` or a model.
    pub dreamer: Arc<str>,
    /// Changes, in a few words each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub did: Vec<Arc<str>>,
    /// Results of the guards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guards: Vec<Checked>,
    /// Sections that changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<SectionChange>,
    /// Sizes before and after.
    pub counts: Counts,
    /// Reason for the refusal or failure, or for which the preferred dreamer did not write it.
    pub note: Option<Arc<str>>,
}
