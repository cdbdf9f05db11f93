//! A mind's state: the document as it is, the notes that wait, the mood, and what is known of versions and
//! dreams without their texts, which are in the log.

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

/// How often the pointers of a document are tried.
pub const POINTERS: i64 = 7 * DAY;
/// How many minutes there are between two dreams, as long as no look has said otherwise.
pub const MINUTES: u32 = 120;
/// How many dreams are remembered.
pub const DREAMS: usize = 50;
/// How many searches that found nothing are remembered.
pub const MISSES: usize = 100;
/// How long it is remembered up to where a stream was heard.
pub const HEARD: i64 = 2 * DAY;

/// How a version came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Made {
    /// It is what had been written before.
    Seed,
    /// A dream wrote it.
    Dream,
    /// A person wrote it.
    Edit,
    /// It is an earlier one again.
    Restore,
    /// Its pointers were mended.
    Pointers,
}

/// A version of the document, without its text.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VersionRow {
    /// Its number, from 1.
    pub number: u32,
    /// The fact that holds it.
    pub fact: Version,
    /// When it was written.
    pub at: Time,
    /// By whom.
    pub by: Actor,
    /// How it came to be.
    pub made: Made,
    /// Its length in characters.
    pub chars: u32,
    /// The version that it is again, or was made of.
    pub of: Option<u32>,
    /// The one section that was changed by hand.
    pub section: Option<Section>,
}

/// The document as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MindDocument")]
pub struct Written {
    /// What is known of the version.
    #[serde(flatten)]
    pub row: VersionRow,
    /// The whole text.
    pub text: Arc<str>,
}

/// A search that found nothing which fits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Miss {
    /// What was searched for.
    pub query: Arc<str>,
    /// How often.
    pub count: u32,
    /// When last.
    pub at: Time,
}

/// Up to where signals of a stream were felt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heard {
    /// The last fact.
    pub version: Version,
    /// When it was felt.
    pub at: Time,
}

/// What an agent reported of how it does among others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Niche {
    /// The figures.
    #[serde(flatten)]
    pub figures: NicheReported,
    /// When they were reported last.
    pub at: Time,
}

/// That a dream is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// Since when.
    pub at: Time,
    /// Why.
    pub by: AskedBy,
    /// Who asked.
    pub actor: Actor,
}

/// A mind.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Mind {
    /// When it began; `None` while there is none.
    pub created_at: Option<Time>,
    /// When something last happened.
    pub updated_at: Time,
    /// How many facts this state is made of.
    pub version: Version,
    /// The document; none before the first dream, unless something was written before.
    pub document: Option<Arc<Written>>,
    /// Every version by its number.
    pub versions: OrdMap<u32, Arc<VersionRow>>,
    /// The number of the version that had been written before; a mind is seeded once.
    pub seed: Option<u32>,
    /// The notes that wait for a dream, by the fact that holds each.
    pub notes: OrdMap<Version, Arc<Note>>,
    /// How many bytes their texts have.
    pub note_bytes: usize,
    /// How many notes were written in all.
    pub notes_written: u64,
    /// The number of task outcomes (completed, failed, sent back) since the last kept dream.
    pub outcomes: u32,
    /// Its mood.
    pub mood: Mood,
    /// What the agent reported of how it does among others.
    pub niche: Option<Arc<Niche>>,
    /// Searches that found nothing, by their words.
    pub misses: OrdMap<Arc<str>, Arc<Miss>>,
    /// Up to where it felt what happened in other streams.
    pub heard: OrdMap<StreamId, Heard>,
    /// The sections that dreams leave alone.
    pub locked: OrdSet<Section>,
    /// The last dreams, the newest last.
    pub dreams: Vector<Arc<DreamRow>>,
    /// The dream that is wanted.
    pub asked: Option<Asked>,
    /// When Loci looks whether there is enough to dream of.
    pub look_at: Option<Time>,
    /// How many minutes there are between two dreams; 0 while no look has said so.
    pub minutes: u32,
    /// When a dream was last tried.
    pub tried_at: Option<Time>,
    /// When a dream was last kept.
    pub dreamt_at: Option<Time>,
    /// The document's pointers, and the memory that each has to find.
    pub pointers: Vector<Arc<Pointer>>,
    /// What people did to the document, line by line.
    pub marks: Marks,
    /// When the document's pointers were last tried.
    pub pointers_at: Option<Time>,
    /// When it is erased, once it is deleted.
    pub purge_at: Option<Time>,
    /// The last fact of the life that was deleted.
    pub deleted: Option<Version>,
    /// Work on it that was begun and is not done.
    pub jobs: Jobs,
}

impl Mind {
    /// Whether there is one and it was not deleted.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.created_at.is_some() && self.purge_at.is_none()
    }

    /// The number of the document's version, 0 without one.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.document
            .as_ref()
            .map_or(0, |written| written.row.number)
    }

    /// The number that the next version has.
    #[must_use]
    pub fn next_number(&self) -> u32 {
        let last = self.versions.get_max().map_or(0, |(last, _)| *last);
        last.saturating_add(1)
    }

    /// The document's text, empty without one.
    #[must_use]
    pub fn text(&self) -> &str {
        self.document.as_ref().map_or("", |written| &written.text)
    }

    /// How long it is between two dreams.
    #[must_use]
    pub fn interval(&self) -> i64 {
        let minutes = if self.minutes == 0 {
            MINUTES
        } else {
            self.minutes
        };
        i64::from(minutes) * MINUTE
    }

    /// When the document's pointers are to be tried; `None` without any.
    #[must_use]
    pub fn pointers_due(&self) -> Option<Time> {
        let written = self
            .document
            .as_ref()
            .filter(|_| !self.pointers.is_empty())?;
        let last = self.pointers_at.unwrap_or(written.row.at);
        Some(last.plus(POINTERS))
    }

    /// When a job of that kind is wanted.
    #[must_use]
    pub fn wanted_at(&self, job: JobKind) -> Option<Time> {
        match job {
            JobKind::Dream => self.asked.as_ref().map(|asked| asked.at),
            JobKind::Pointers => self.pointers_due(),
            JobKind::Summary | JobKind::Memories | JobKind::View | JobKind::Webhook => None,
        }
    }

    /// When Loci has to look at it by itself; `None` while it rests.
    #[must_use]
    pub fn due(&self) -> Option<Time> {
        self.created_at?;
        if self.purge_at.is_some() {
            return self.purge_at;
        }
        let look = self.look_at.filter(|_| self.asked.is_none());
        let jobs = [JobKind::Dream, JobKind::Pointers];
        let jobs = jobs.map(|job| self.jobs.when(job, self.wanted_at(job)));
        jobs.into_iter()
            .chain([look, self.mood.due()])
            .flatten()
            .min()
    }
}
