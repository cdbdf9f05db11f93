//! State of a mind: current document, waiting notes, mood, and metadata of versions and dreams, whose texts are in the
//! log.

use std::sync::Arc;

use imbl::{OrdMap, OrdSet, Vector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::jobs::{JobKind, Jobs};
use crate::mind::facts::{AskedBy, NicheReported};
use crate::mind::marks::Marks;
use crate::mind::mood::Mood;
use crate::mind::note::Note;
use crate::mind::pointer::Pointer;
use crate::mind::report::DreamRow;
use crate::mind::section::Section;
use kernel::actor::Actor;
use kernel::stream::{StreamId, Version};
use kernel::time::{DAY, MINUTE, Time};

/// Interval between checks of a document's pointers, in milliseconds.
pub const POINTERS: i64 = 7 * DAY;
/// Default interval between dreams, in minutes.
pub const MINUTES: u32 = 120;
/// Maximum number of remembered dreams.
pub const DREAMS: usize = 50;
/// Maximum number of remembered searches without a result.
pub const MISSES: usize = 100;
/// Period for which positions in other streams are remembered, in milliseconds.
pub const HEARD: i64 = 2 * DAY;

/// Origin of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Made {
    /// An existing text.
    Seed,
    /// A dream.
    Dream,
    /// An edit by a person.
    Edit,
    /// A restored earlier version.
    Restore,
    /// A change of pointers.
    Pointers,
}

/// Metadata of a version of the document.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VersionRow {
    /// Number of the version, from 1.
    pub number: u32,
    /// Version of the fact with the text.
    pub fact: Version,
    /// Time of writing.
    pub at: Time,
    /// Author.
    pub by: Actor,
    /// Origin of the version.
    pub made: Made,
    /// Length in characters.
    pub chars: u32,
    /// Number of the version that it restores or is based on.
    pub of: Option<u32>,
    /// Section that a person edited. Absent if the whole document was changed.
    pub section: Option<Section>,
}

/// The current document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MindDocument")]
pub struct Written {
    /// Metadata of the version.
    #[serde(flatten)]
    pub row: VersionRow,
    /// Whole text.
    pub text: Arc<str>,
}

/// A search without a matching result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Miss {
    /// Query of the search.
    pub query: Arc<str>,
    /// Number of times that it was searched for.
    pub count: u32,
    /// Time of the last search.
    pub at: Time,
}

/// Position up to which signals of a stream were received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heard {
    /// Version of the last fact.
    pub version: Version,
    /// Time of receipt.
    pub at: Time,
}

/// Figures that an agent reported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Niche {
    /// The figures.
    #[serde(flatten)]
    pub figures: NicheReported,
    /// Time of the last report.
    pub at: Time,
}

/// A requested dream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// Time of the request.
    pub at: Time,
    /// Origin of the request.
    pub by: AskedBy,
    /// Caller that requested it.
    pub actor: Actor,
}

/// A mind.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Mind {
    /// Time at which it began; `None` if there is no mind yet.
    pub created_at: Option<Time>,
    /// Time of the last change.
    pub updated_at: Time,
    /// Version of the last fact in this state.
    pub version: Version,
    /// Document. `None` before the first dream, unless seeded or edited.
    pub document: Option<Arc<Written>>,
    /// All versions by number.
    pub versions: OrdMap<u32, Arc<VersionRow>>,
    /// Number of the seeded version.
    pub seed: Option<u32>,
    /// Notes that wait for a dream, by the version of their fact.
    pub notes: OrdMap<Version, Arc<Note>>,
    /// Total length of the waiting notes, in bytes.
    pub note_bytes: usize,
    /// Number of all notes ever written.
    pub notes_written: u64,
    /// Number of task outcomes (completed, failed, sent back) since the last kept dream.
    pub outcomes: u32,
    /// Mood.
    pub mood: Mood,
    /// Figures that the agent reported.
    pub niche: Option<Arc<Niche>>,
    /// Searches without a result, by query.
    pub misses: OrdMap<Arc<str>, Arc<Miss>>,
    /// Positions in other streams up to which signals were received.
    pub heard: OrdMap<StreamId, Heard>,
    /// Locked sections, which dreams do not change.
    pub locked: OrdSet<Section>,
    /// Last dreams, newest last.
    pub dreams: Vector<Arc<DreamRow>>,
    /// Requested dream.
    pub asked: Option<Asked>,
    /// Time of the next check for a dream.
    pub look_at: Option<Time>,
    /// Interval between dreams, in minutes; 0 before the first check.
    pub minutes: u32,
    /// Time of the last dream, kept or not.
    pub tried_at: Option<Time>,
    /// Time of the last kept dream.
    pub dreamt_at: Option<Time>,
    /// Pointers of the document, each with the memory that it must find.
    pub pointers: Vector<Arc<Pointer>>,
    /// Lines that people wrote or struck out.
    pub marks: Marks,
    /// Time of the last check of the pointers.
    pub pointers_at: Option<Time>,
    /// Time at which the deleted mind is erased.
    pub purge_at: Option<Time>,
    /// Version of the fact that deleted the mind. Facts up to it are erased.
    pub deleted: Option<Version>,
    /// Jobs that were begun and are not done.
    pub jobs: Jobs,
}

impl Mind {
    /// Returns true if the mind has begun and is not deleted.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.created_at.is_some() && self.purge_at.is_none()
    }

    /// Returns the number of the document's version; 0 without one.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.document
            .as_ref()
            .map_or(0, |written| written.row.number)
    }

    /// Returns the number for the next version.
    #[must_use]
    pub fn next_number(&self) -> u32 {
        let last = self.versions.get_max().map_or(0, |(last, _)| *last);
        last.saturating_add(1)
    }

    /// Returns the document's text; empty without one.
    #[must_use]
    pub fn text(&self) -> &str {
        self.document.as_ref().map_or("", |written| &written.text)
    }

    /// Returns the interval between dreams, in milliseconds.
    #[must_use]
    pub fn interval(&self) -> i64 {
        let minutes = if self.minutes == 0 {
            MINUTES
        } else {
            self.minutes
        };
        i64::from(minutes) * MINUTE
    }

    /// Returns the time of the next check of the pointers, or `None` without pointers.
    #[must_use]
    pub fn pointers_due(&self) -> Option<Time> {
        let written = self
            .document
            .as_ref()
            .filter(|_| !self.pointers.is_empty())?;
        let last = self.pointers_at.unwrap_or(written.row.at);
        Some(last.plus(POINTERS))
    }

    /// Returns the time from which a job of this kind is wanted.
    #[must_use]
    pub fn start_time(&self, job: JobKind) -> Option<Time> {
        match job {
            JobKind::Dream => self.asked.as_ref().map(|asked| asked.at),
            JobKind::Pointers => self.pointers_due(),
            JobKind::Summary | JobKind::Memories | JobKind::View | JobKind::Webhook => None,
        }
    }

    /// Returns the time of the next scheduled work, or `None` if there is none.
    #[must_use]
    pub fn due(&self) -> Option<Time> {
        self.created_at?;
        if self.purge_at.is_some() {
            return self.purge_at;
        }
        let look = self.look_at.filter(|_| self.asked.is_none());
        let jobs = [JobKind::Dream, JobKind::Pointers];
        let jobs = jobs.map(|job| self.jobs.when(job, self.start_time(job)));
        jobs.into_iter()
            .chain([look, self.mood.due()])
            .flatten()
            .min()
    }
}
