//! The facts of a mind.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::jobs::{JobFailed, JobRenewed, JobResumed, JobStopped, JobTaken};
use crate::mind::guard::Checked;
use crate::mind::mood::{Felt, Spike};
use crate::mind::note::{NoteKind, Origin};
use crate::mind::pointer::{Pointer, PointerChange};
use crate::mind::report::{Counts, SectionChange};
use crate::mind::section::Section;
use crate::session::message::is_false;
use kernel::events;
use kernel::stream::Version;
use kernel::time::Time;

events! {
    /// What happens to a mind.
    pub enum Event {
        /// What somebody had written before became its first version.
        MindSeeded = "mind_seeded" 1,
        /// A note was written.
        NoteWritten = "note_written" 1,
        /// Something raised its mood.
        MoodSignalled = "mood_signalled" 1,
        /// What spiked in its mood was noted.
        MoodConsolidated = "mood_consolidated" 1,
        /// The agent reported how it does among others.
        NicheReported = "niche_reported" 1,
        /// A search of the agent found nothing that fits.
        SearchMissed = "search_missed" 1,
        /// Memories of the agent came to be: there may be something to dream of.
        MindStirred = "mind_stirred" 1,
        /// Loci looked whether there is enough to dream of.
        MindLooked = "mind_looked" 1,
        /// A person changed the document.
        DocumentEdited = "document_edited" 1,
        /// An earlier version is the document again.
        VersionRestored = "version_restored" 1,
        /// Dreams leave a section alone.
        SectionLocked = "section_locked" 1,
        /// Dreams may change a section again.
        SectionUnlocked = "section_unlocked" 1,
        /// A dream is wanted.
        DreamAsked = "dream_asked" 1,
        /// A dream wrote a version.
        DreamKept = "dream_kept" 1,
        /// A dream was refused by a guard.
        DreamRefused = "dream_refused" 1,
        /// The document's pointers were tried.
        PointersChecked = "pointers_checked" 1,
        /// Loci took a job.
        JobTaken = "job_taken" 1,
        /// Loci goes on with a job.
        JobRenewed = "job_renewed" 1,
        /// A job failed: it is tried again later, or given up.
        JobFailed = "job_failed" 1,
        /// A person stopped a job.
        JobStopped = "job_stopped" 1,
        /// A person wants a job done now, or Loci stopped before it was done.
        JobResumed = "job_resumed" 1,
        /// It was deleted; it is erased later.
        MindDeleted = "mind_deleted" 1,
        /// It was brought back.
        MindRestored = "mind_restored" 1,
    }
}

/// Body of `mind_seeded`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MindSeeded {
    /// The number of the version that it is.
    pub number: u32,
    /// What was written before, unchanged.
    pub text: Arc<str>,
    /// How many long-term memories were made of it.
    pub crystals: u32,
}

/// Body of `note_written`.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NoteWritten {
    /// The long-term memory that it is too.
    pub id: Option<Arc<str>>,
    /// What it says.
    pub text: Arc<str>,
    /// How much it matters, 0 to 1.
    pub importance: f64,
    /// What kind of thing it says.
    pub kind: Option<NoteKind>,
    /// Where its writer was.
    #[serde(default, skip_serializing_if = "Origin::is_empty")]
    pub origin: Origin,
    /// Whether Loci wrote it by itself.
    #[serde(default, skip_serializing_if = "is_false")]
    pub auto: bool,
}

/// Body of `mood_signalled`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoodSignalled {
    /// What was felt, in the order in which it happened.
    pub signals: Vec<Felt>,
}

/// Body of `mood_consolidated`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoodConsolidated {
    /// What had spiked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spikes: Vec<Spike>,
}

/// Body of `niche_reported`: what is absent stays as it was reported before.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NicheReported {
    /// What it earned in all, in the currency that it trades in.
    pub earnings: Option<f64>,
    /// What it spent in all.
    pub spending: Option<f64>,
    /// How many skills it offers.
    pub listed_skills: Option<u32>,
    /// How many different buyers it had.
    pub buyers: Option<u32>,
    /// The skills that earn most, the best first.
    pub top_skills: Option<Vec<String>>,
    /// By which share its earnings of the last seven days are more (or less) than those of the seven before.
    pub trend_7d: Option<f64>,
}

/// Body of `search_missed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SearchMissed {
    /// What was searched for.
    pub queries: Vec<Arc<str>>,
}

/// Body of `mind_stirred`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MindStirred {}

/// Body of `mind_looked`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MindLooked {
    /// How many minutes there are between two dreams.
    pub minutes: u32,
    /// When Loci looks again; when something happens to it without.
    pub next: Option<Time>,
}

/// Body of `document_edited`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DocumentEdited {
    /// The number of the version that it is.
    pub number: u32,
    /// The section that was changed; all of it without.
    pub section: Option<Section>,
    /// The whole document as it is now.
    pub text: Arc<str>,
}

/// Body of `version_restored`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VersionRestored {
    /// The number of the version that it is.
    pub number: u32,
    /// The version that it is the same as.
    pub of: u32,
    /// The whole document as it is now.
    pub text: Arc<str>,
}

/// Body of `section_locked`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SectionLocked {
    /// Which.
    pub section: Section,
}

/// Body of `section_unlocked`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SectionUnlocked {
    /// Which.
    pub section: Section,
}

/// Why a dream is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AskedBy {
    /// Somebody asked for it.
    Hand,
    /// Its time has come.
    Time,
}

/// Body of `dream_asked`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DreamAsked {
    /// Why.
    pub by: AskedBy,
}

/// Body of `dream_kept`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DreamKept {
    /// The number of the version that it is.
    pub number: u32,
    /// The version that it was made of.
    pub base: Option<u32>,
    /// The whole document.
    pub text: Arc<str>,
    /// Notes up to this fact are in it; later ones wait for the next dream.
    pub notes_until: Version,
    /// Its pointers, and the memory that each has to find.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pointers: Vec<Pointer>,
    /// What the guards said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guards: Vec<Checked>,
    /// The sections that it changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<SectionChange>,
    /// What it did, in a few words each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub did: Vec<Arc<str>>,
    /// How much went in and came out.
    #[serde(default)]
    pub counts: Counts,
    /// Who wrote it, such as `built-in`, or a model.
    pub dreamer: Arc<str>,
    /// Why the one that was asked first did not write it.
    pub note: Option<Arc<str>>,
}

/// Body of `dream_refused`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DreamRefused {
    /// The version that it was made of.
    pub base: Option<u32>,
    /// What it wrote.
    pub draft: Arc<str>,
    /// What the guards said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guards: Vec<Checked>,
    /// How much went in and would have come out.
    #[serde(default)]
    pub counts: Counts,
    /// Who wrote it, such as `built-in`, or a model.
    pub dreamer: Arc<str>,
    /// Why it was refused, in words.
    pub note: Option<Arc<str>>,
}

/// Body of `pointers_checked`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PointersChecked {
    /// Those that were dropped or mended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<PointerChange>,
    /// All that there are now, and the memory that each has to find.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pointers: Vec<Pointer>,
    /// The number of the version that it is, when it changed anything.
    pub number: Option<u32>,
    /// The whole document as it is then.
    pub text: Option<Arc<str>>,
}

/// Body of `mind_deleted`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MindDeleted {
    /// When it is erased.
    pub purge_at: Time,
}

/// Body of `mind_restored`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MindRestored {}
