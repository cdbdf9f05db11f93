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
    /// A fact of a mind.
    pub enum Event {
        /// An existing text became the first version.
        MindSeeded = "mind_seeded" 1,
        /// A note was written.
        NoteWritten = "note_written" 1,
        /// Signals raised the mood.
        MoodSignalled = "mood_signalled" 1,
        /// Spikes in the mood were recorded.
        MoodConsolidated = "mood_consolidated" 1,
        /// The agent reported its figures.
        NicheReported = "niche_reported" 1,
        /// A search of the agent found nothing that fits.
        SearchMissed = "search_missed" 1,
        /// The agent has new memories, so a dream may be worthwhile.
        MindStirred = "mind_stirred" 1,
        /// Loci checked whether there is enough for a dream.
        MindLooked = "mind_looked" 1,
        /// A person changed the document.
        DocumentEdited = "document_edited" 1,
        /// An earlier version became the document again.
        VersionRestored = "version_restored" 1,
        /// A section was locked: dreams do not change it.
        SectionLocked = "section_locked" 1,
        /// A section was unlocked: dreams may change it again.
        SectionUnlocked = "section_unlocked" 1,
        /// A dream was requested.
        DreamAsked = "dream_asked" 1,
        /// A dream wrote a version.
        DreamKept = "dream_kept" 1,
        /// A guard refused a dream.
        DreamRefused = "dream_refused" 1,
        /// The document's pointers were tried.
        PointersChecked = "pointers_checked" 1,
        /// Loci claimed a job.
        JobTaken = "job_taken" 1,
        /// Loci renewed the lease of a job.
        JobRenewed = "job_renewed" 1,
        /// A job failed. It is retried later or given up.
        JobFailed = "job_failed" 1,
        /// A person stopped a job.
        JobStopped = "job_stopped" 1,
        /// A job was resumed, by a person or because Loci stopped before it was done.
        JobResumed = "job_resumed" 1,
        /// The mind was deleted. It is erased later.
        MindDeleted = "mind_deleted" 1,
        /// The mind was restored.
        MindRestored = "mind_restored" 1,
    }
}

/// Body of `mind_seeded`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MindSeeded {
    /// Number of the version.
    pub number: u32,
    /// Seed text, unchanged.
    pub text: Arc<str>,
    /// Number of long-term memories made from it.
    pub crystals: u32,
}

/// Body of `note_written`.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NoteWritten {
    /// Id of the long-term memory that the note also is.
    pub id: Option<Arc<str>>,
    /// Text of the note.
    pub text: Arc<str>,
    /// Importance, 0 to 1.
    pub importance: f64,
    /// Kind of the note.
    pub kind: Option<NoteKind>,
    /// Session, workflow and task that the note is from.
    #[serde(default, skip_serializing_if = "Origin::is_empty")]
    pub origin: Origin,
    /// True if Loci wrote the note.
    #[serde(default, skip_serializing_if = "is_false")]
    pub auto: bool,
}

/// Body of `mood_signalled`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoodSignalled {
    /// Signals in the order in which they happened.
    pub signals: Vec<Felt>,
}

/// Body of `mood_consolidated`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoodConsolidated {
    /// Spikes since the last consolidation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spikes: Vec<Spike>,
}

/// Body of `niche_reported`. Absent figures stay as reported before.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NicheReported {
    /// Total earnings, in the currency that the agent trades in.
    pub earnings: Option<f64>,
    /// Total spending.
    pub spending: Option<f64>,
    /// Number of skills that the agent offers.
    pub listed_skills: Option<u32>,
    /// Number of different buyers.
    pub buyers: Option<u32>,
    /// Skills that earn most, the best first.
    pub top_skills: Option<Vec<String>>,
    /// Relative change of earnings in the last seven days against the seven before.
    pub trend_7d: Option<f64>,
}

/// Body of `search_missed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SearchMissed {
    /// Queries of the searches.
    pub queries: Vec<Arc<str>>,
}

/// Body of `mind_stirred`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MindStirred {}

/// Body of `mind_looked`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MindLooked {
    /// Interval between dreams, in minutes.
    pub minutes: u32,
    /// Time of the next check. If absent, the next event of the mind schedules it.
    pub next: Option<Time>,
}

/// Body of `document_edited`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DocumentEdited {
    /// Number of the new version.
    pub number: u32,
    /// Section that was changed. If absent, the whole document.
    pub section: Option<Section>,
    /// Whole new document.
    pub text: Arc<str>,
}

/// Body of `version_restored`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VersionRestored {
    /// Number of the new version.
    pub number: u32,
    /// Number of the restored version.
    pub of: u32,
    /// Whole new document.
    pub text: Arc<str>,
}

/// Body of `section_locked`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SectionLocked {
    /// Section that was locked.
    pub section: Section,
}

/// Body of `section_unlocked`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SectionUnlocked {
    /// Section that was unlocked.
    pub section: Section,
}

/// Origin of a request for a dream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AskedBy {
    /// A caller requested it.
    Hand,
    /// The schedule requested it.
    Time,
}

/// Body of `dream_asked`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DreamAsked {
    /// Origin of the request.
    pub by: AskedBy,
}

/// Body of `dream_kept`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DreamKept {
    /// Number of the new version.
    pub number: u32,
    /// Number of the version that it is based on.
    pub base: Option<u32>,
    /// Whole document.
    pub text: Arc<str>,
    /// Version of the last note in the document. Later notes wait for the next dream.
    pub notes_until: Version,
    /// Pointers of the document, each with the memory that it must find.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pointers: Vec<Pointer>,
    /// Results of the guards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guards: Vec<Checked>,
    /// Sections that changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<SectionChange>,
    /// Changes, in a few words each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub did: Vec<Arc<str>>,
    /// Sizes before and after.
    #[serde(default)]
    pub counts: Counts,
    /// Name of the dreamer: `built-in` or a model.
    pub dreamer: Arc<str>,
    /// Reason for which the preferred dreamer did not write it.
    pub note: Option<Arc<str>>,
}

/// Body of `dream_refused`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DreamRefused {
    /// Number of the version that the draft is based on.
    pub base: Option<u32>,
    /// Text of the refused draft.
    pub draft: Arc<str>,
    /// Results of the guards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guards: Vec<Checked>,
    /// Sizes before and after, had the draft been accepted.
    #[serde(default)]
    pub counts: Counts,
    /// Name of the dreamer: `built-in` or a model.
    pub dreamer: Arc<str>,
    /// Reason for the refusal, in words.
    pub note: Option<Arc<str>>,
}

/// Body of `pointers_checked`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PointersChecked {
    /// Pointers that were dropped or repaired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<PointerChange>,
    /// All current pointers, each with the memory that it must find.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pointers: Vec<Pointer>,
    /// Number of the new version, if the document changed.
    pub number: Option<u32>,
    /// Whole new document, if it changed.
    pub text: Option<Arc<str>>,
}

/// Body of `mind_deleted`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MindDeleted {
    /// Time at which the mind is erased.
    pub purge_at: Time,
}

/// Body of `mind_restored`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MindRestored {}
