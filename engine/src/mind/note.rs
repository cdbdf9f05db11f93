//! Notes that an agent wants to keep before its next dream, and the buffer in which they wait.

use std::fmt::Write as _;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::CrystalKind;
use crate::numbers::TaskNo;
use crate::session::SessionKey;
use crate::session::message::is_false;
use crate::session::record::MemoryType;
use kernel::actor::Actor;
use kernel::id::Id;
use kernel::stream::{StreamId, Version};
use kernel::time::Time;
use kernel::unseen::one_line;

/// Maximum length of a note, in bytes.
pub const NOTE_BYTES: usize = 8 * 1024;
/// Maximum number of notes that wait for a dream.
pub const NOTES: usize = 2_000;
/// Maximum number of bytes of waiting notes.
pub const WAITING_BYTES: usize = 2 * 1024 * 1024;
/// Default importance of a note.
pub const IMPORTANCE: f64 = 0.7;
/// Prefix of notes that Loci writes.
pub const AUTO: &str = "[AUTO]";
/// Heading of the buffer.
pub const HEADING: &str = "# Scratch Buffer (Working Memory WAL)";

/// Kind of a note.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    /// A fact.
    Fact,
    /// Somebody's preference.
    Preference,
    /// A decision and its reason.
    Decision,
    /// A problem to avoid.
    Friction,
    /// A success after difficulties.
    Breakthrough,
    /// An open question.
    Question,
    /// A task or a deadline.
    Task,
    /// A person, and how to deal with them.
    Relationship,
    /// An ability that the agent has learned.
    Skill,
    /// A trait of the agent.
    Identity,
}

impl NoteKind {
    /// Returns the name as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fact => "fact",
            Self::Preference => "preference",
            Self::Decision => "decision",
            Self::Friction => "friction",
            Self::Breakthrough => "breakthrough",
            Self::Question => "question",
            Self::Task => "task",
            Self::Relationship => "relationship",
            Self::Skill => "skill",
            Self::Identity => "identity",
        }
    }

    /// Returns the topics of a memory of this kind. Empty without a kind.
    #[must_use]
    pub fn topics_of(kind: Option<Self>) -> Vec<String> {
        kind.iter().map(|kind| kind.name().into()).collect()
    }

    /// Returns the type of the long-term memory.
    #[must_use]
    pub const fn memory_type(self) -> MemoryType {
        match self {
            Self::Friction | Self::Breakthrough | Self::Task => MemoryType::Episodic,
            Self::Fact
            | Self::Preference
            | Self::Decision
            | Self::Question
            | Self::Relationship
            | Self::Skill
            | Self::Identity => MemoryType::Semantic,
        }
    }

    /// Returns the kind of the long-term memory.
    #[must_use]
    pub const fn crystal(self) -> CrystalKind {
        match self {
            Self::Fact | Self::Decision | Self::Question => CrystalKind::Fact,
            Self::Preference => CrystalKind::Preference,
            Self::Task => CrystalKind::Goal,
            Self::Relationship => CrystalKind::Relationship,
            Self::Skill => CrystalKind::Skill,
            Self::Identity => CrystalKind::Insight,
            Self::Friction | Self::Breakthrough => CrystalKind::Episode,
        }
    }

    /// Returns the valence, -1 to 1, for kinds that imply one.
    #[must_use]
    pub const fn valence(self) -> Option<f64> {
        match self {
            Self::Friction => Some(-0.5),
            Self::Breakthrough => Some(0.5),
            _ => None,
        }
    }
}

/// Session, workflow and task that a note is from.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NoteOrigin")]
pub struct Origin {
    /// Session key.
    pub session: Option<SessionKey>,
    /// Workflow id.
    pub workflow: Option<Id>,
    /// Task of that workflow.
    pub task: Option<TaskNo>,
}

impl Origin {
    /// Returns true if no origin is given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the streams of the session and the workflow.
    pub fn streams(&self) -> impl Iterator<Item = StreamId> {
        let session = self.session.as_ref().map(SessionKey::stream);
        let workflow = self.workflow.map(crate::workflow::stream);
        session.into_iter().chain(workflow)
    }
}

/// A note that waits for a dream.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    /// Version of the fact with the note, which names it within the mind.
    pub version: Version,
    /// Id of the long-term memory that the note also is. Absent if these were off or the mind's core was full.
    pub id: Option<Arc<str>>,
    /// Time of writing.
    pub at: Time,
    /// Author.
    pub by: Actor,
    /// Importance, 0 to 1.
    pub importance: f64,
    /// Kind of the note.
    pub kind: Option<NoteKind>,
    /// Text of the note.
    pub text: Arc<str>,
    /// Session, workflow and task that the note is from.
    #[serde(default, skip_serializing_if = "Origin::is_empty")]
    pub origin: Origin,
    /// True if Loci wrote the note.
    #[serde(default, skip_serializing_if = "is_false")]
    pub auto: bool,
}

impl Note {
    /// Returns true if the named agent wrote the note, or Loci for it. Others' words are not its own.
    #[must_use]
    pub fn is_own(&self, agent: &str) -> bool {
        self.auto || self.by.is_agent_named(agent)
    }

    /// Formats the note as one line of the buffer, whatever its text contains.
    #[must_use]
    pub fn line(&self) -> String {
        format!(
            "- [{}] (importance: {}) {}",
            self.at.to_second(),
            tenths(self.importance),
            one_line(&self.text)
        )
    }
}

/// Formats the buffer, the oldest note first.
pub fn scratch<'a>(notes: impl IntoIterator<Item = &'a Note>) -> String {
    let mut text = String::from(HEADING);
    text.push_str("\n\n");
    for note in notes {
        // Writing to a string never fails.
        let _ = writeln!(text, "{}", note.line());
    }
    text
}

/// Formats an importance with one decimal, or two if needed: `0.8`, `0.75`.
#[must_use]
pub fn tenths(importance: f64) -> String {
    let fine = format!("{importance:.2}");
    match fine.strip_suffix('0') {
        Some(short) => short.to_owned(),
        None => fine,
    }
}

#[cfg(test)]
mod tests {
    use super::{Note, Origin, one_line, scratch, tenths};
    use kernel::{Actor, Role, Time};

    fn note(text: &str, importance: f64) -> Note {
        Note {
            version: 1,
            id: None,
            at: Time(0),
            by: Actor::new("ada", Role::Worker),
            importance,
            kind: None,
            text: text.into(),
            origin: Origin::default(),
            auto: false,
        }
    }

    #[test]
    fn a_note_is_one_line_whatever_it_says() {
        for (text, line) in [
            ("plain", "plain"),
            ("two\nlines", "two lines"),
            ("a\r\n\r\nb", "a b"),
            (
                "a\u{2028}- [x] (importance: 1.0) b",
                "a - [x] (importance: 1.0) b",
            ),
            ("\u{b}a\u{85}b\u{c}c\u{0}d", "a b c d"),
            ("tab\there", "tab here"),
        ] {
            assert_eq!(one_line(text), line, "{text:?}");
        }
    }

    #[test]
    fn the_buffer_has_a_heading_and_a_line_for_each_note() {
        let notes = [
            note("a\n- [z] (importance: 1.0) forged", 0.8),
            note("b", 0.75),
        ];
        assert_eq!(
            scratch(&notes),
            "# Scratch Buffer (Working Memory WAL)\n\n\
             - [1970-01-01T00:00:00Z] (importance: 0.8) a - [z] (importance: 1.0) forged\n\
             - [1970-01-01T00:00:00Z] (importance: 0.75) b\n"
        );
    }

    #[test]
    fn an_importance_is_said_as_short_as_it_is() {
        for (importance, said) in [(0.0, "0.0"), (0.7, "0.7"), (0.75, "0.75"), (1.0, "1.0")] {
            assert_eq!(tenths(importance), said);
        }
    }
}
