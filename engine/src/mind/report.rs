//! What is said of a dream beside the document that it wrote: what it changed, how much it read, what the guards
//! measured. Knows no dream.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::mind::guard::Checked;
use crate::mind::section::Section;
use kernel::stream::Version;
use kernel::time::Time;

/// How a section changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SectionChange {
    /// Which.
    pub section: Section,
    /// Its characters before.
    pub before: u32,
    /// Its characters now.
    pub after: u32,
}

/// How much went into a dream and came out of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Counts {
    /// Notes that it took in.
    pub notes: u32,
    /// New long-term memories that it read.
    pub crystals: u32,
    /// Important memories that it read again.
    pub replayed: u32,
    /// Memories that it merged into others.
    pub merged: u32,
    /// Topics that became pointers.
    pub pointers_added: u32,
    /// Pointers in the document.
    pub pointers: u32,
    /// Skills in it.
    pub skills: u32,
    /// Open questions in it.
    pub gaps: u32,
    /// The document's characters before.
    pub chars_before: u32,
    /// Its characters now.
    pub chars: u32,
}

/// How a dream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DreamStatus {
    /// Its document is a version now.
    Kept,
    /// A guard refused it: the document and the notes are as they were.
    Refused,
    /// It could not be done.
    Failed,
}

/// A dream as lists show it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DreamRow {
    /// The fact that holds it: its name within the mind.
    pub dream: Version,
    /// When it ended.
    pub at: Time,
    /// How.
    pub status: DreamStatus,
    /// The version that it wrote.
    pub number: Option<u32>,
    /// The version that it was made of.
    pub base: Option<u32>,
    /// Who wrote it, such as `built-in`, or a model.
    pub dreamer: Arc<str>,
    /// What it did, in a few words each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub did: Vec<Arc<str>>,
    /// What the guards said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guards: Vec<Checked>,
    /// The sections that it changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<SectionChange>,
    /// How much went in and came out.
    pub counts: Counts,
    /// Why it was refused, failed, or was not written by whom it was asked of.
    pub note: Option<Arc<str>>,
}
