//! Notes: what an agent wants to keep before its next dream, and the buffer that they wait in. Knows no state.

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

/// The longest note, in bytes.
pub const NOTE_BYTES: usize = 8 * 1024;
/// How many notes wait for a dream at most.
pub const NOTES: usize = 2_000;
/// How many bytes of notes wait for a dream at most.
pub const WAITING_BYTES: usize = 2 * 1024 * 1024;
/// How much a note matters unless it is said.
pub const IMPORTANCE: f64 = 0.7;
/// What the notes that Loci makes by itself begin with.
pub const AUTO: &str = "[AUTO]";
/// What stands over the buffer.
pub const HEADING: &str = "# Scratch Buffer (Working Memory WAL)";

/// What kind of thing a note says.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    /// Something that is so.
    Fact,
    /// How somebody wants things done.
    Preference,
    /// What was decided, and why.
    Decision,
    /// What went wrong, and is to be avoided.
    Friction,
    /// What went right at last.
    Breakthrough,
    /// What is not known yet.
    Question,
    /// What is to be done, or is being done.
    Task,
    /// Who somebody is, and how to deal with them.
    Relationship,
    /// What the agent has learned to do.
    Skill,
    /// Who the agent is becoming.
    Identity,
}

impl NoteKind {
    /// The kind as in JSON.
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

    /// What is said of a memory that is of a kind, as far as that is known.
    #[must_use]
    pub fn topics_of(kind: Option<Self>) -> Vec<String> {
        kind.iter().map(|kind| kind.name().into()).collect()
    }

    /// What type of long-term memory it is.
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

    /// What kind of long-term memory it is.
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

    /// How it felt, from -1 to 1, where it says so by itself.
    #[must_use]
    pub const fn valence(self) -> Option<f64> {
        match self {
            Self::Friction => Some(-0.5),
            Self::Breakthrough => Some(0.5),
            _ => None,
        }
    }
}

/// Where somebody was when they noted it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NoteOrigin")]
pub struct Origin {
    /// In which session.
    pub session: Option<SessionKey>,
    /// In which workflow.
    pub workflow: Option<Id>,
    /// At which task of it.
    pub task: Option<TaskNo>,
}

impl Origin {
    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The streams that it names.
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
    /// The fact that holds it: its name within the mind.
    pub version: Version,
    /// The long-term memory that it is too; none where these were switched off.
    pub id: Option<Arc<str>>,
    /// When it was written.
    pub at: Time,
    /// Who wrote it.
    pub by: Actor,
    /// How much it matters, 0 to 1.
    pub importance: f64,
    /// What kind of thing it says.
    pub kind: Option<NoteKind>,
    /// What it says.
    pub text: Arc<str>,
    /// Where its writer was.
    #[serde(default, skip_serializing_if = "Origin::is_empty")]
    pub origin: Origin,
    /// Whether Loci wrote it by itself.
    #[serde(default, skip_serializing_if = "is_false")]
    pub auto: bool,
}

impl Note {
    /// Whether the agent of that name wrote it, or Loci for it: others' words are not its own.
    #[must_use]
    pub fn is_own(&self, agent: &str) -> bool {
        self.auto || self.by.is_agent_named(agent)
    }

    /// The note as one line of the buffer. Whatever is in it, it stays one line.
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

/// The buffer as a text, the oldest note first.
pub fn scratch<'a>(notes: impl IntoIterator<Item = &'a Note>) -> String {
    let mut text = String::from(HEADING);
    text.push_str("\n\n");
    for note in notes {
        // Writing to a text never fails.
        let _ = writeln!(text, "{}", note.line());
    }
    text
}

/// An importance as the buffer says it: `0.8`, and `0.75` where it is finer.
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
