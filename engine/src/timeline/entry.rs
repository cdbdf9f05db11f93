//! What stands on a timeline, and the line in which an agent reads it. Decides nothing.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::Provenance;
use crate::crystal::dated::Precision;
use crate::crystal::hit::Hit;
use crate::session::key::SessionKey;
use kernel::id::Id;
use kernel::time::{OffsetTime, Time};
use kernel::unseen::{ends_line, without_hidden};

/// What an entry is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TimelineEntryKind")]
pub enum EntryKind {
    /// A long-term memory.
    Memory,
    /// A message of a session.
    Message,
    /// A session as a whole: its summary.
    Session,
    /// A decision of a workflow.
    Decision,
    /// What was learned in a workflow.
    Discovery,
    /// A task that was completed.
    Task,
    /// Something that was made in a workflow.
    Artifact,
    /// A workflow that began.
    Workflow,
}

impl EntryKind {
    /// Returns the name used in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Message => "message",
            Self::Session => "session",
            Self::Decision => "decision",
            Self::Discovery => "discovery",
            Self::Task => "task",
            Self::Artifact => "artifact",
            Self::Workflow => "workflow",
        }
    }
}

/// Something that happened.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TimelineEntry {
    /// When it happened; of a session, when it began.
    pub at: OffsetTime,
    /// When it ended, of what lasts: a session.
    pub until: Option<Time>,
    /// Whether `at` is only when it was written down, because nobody said when it happened.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub noted: bool,
    /// What it is.
    pub kind: EntryKind,
    /// Its id: of a memory or message as `memory_get` takes it, of a session its whole key, of what happened in a
    /// workflow its name there with the workflow's id in front.
    pub id: String,
    /// What it says, in one line; cut where it is long.
    pub text: String,
    /// Whether it says more than `text`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
    /// From when on it is so no longer.
    pub ended_at: Option<Time>,
    /// The agent it is from.
    pub agent: Option<String>,
    /// The core of a memory or message.
    pub core: Option<String>,
    /// The session it is from.
    pub session: Option<SessionKey>,
    /// The workflow it is from.
    pub workflow: Option<Id>,
    /// Where a memory or message was taken from.
    pub provenance: Option<Provenance>,
}

/// What may come onto a timeline.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The entry.
    pub entry: TimelineEntry,
    /// How well it fits what was asked, from 0; about 1 for the best.
    pub score: f64,
    /// The memory that was found, so that it counts as recalled when it is told.
    pub hit: Option<Hit>,
}

impl TimelineEntry {
    /// Where it stands: by time, then by what it is.
    #[must_use]
    pub fn place(&self) -> (Time, EntryKind, &str) {
        (self.at.time(), self.kind, &self.id)
    }

    /// The line in which an agent reads it.
    #[must_use]
    pub fn line(&self) -> String {
        let mut line = String::from("- ");
        if self.noted {
            line.push_str("noted ");
        }
        line.push_str(&Precision::Minute.format(self.at));
        let day = self.at.local().date();
        if let Some(until) = self.until.filter(|until| until.date() != day) {
            // Writing to a string cannot fail.
            let _ = write!(line, " to {}", until.date());
        }
        let _ = write!(line, ": {}", self.text);
        if let Some(ended) = self.ended_at {
            let _ = write!(line, " (so until {})", ended.date());
        }
        let _ = write!(line, " [{} {}", self.kind.name(), self.id);
        if let Some(core) = &self.core {
            let _ = write!(line, " in {core}");
        }
        if let Some(session) = self
            .session
            .as_ref()
            .filter(|_| self.kind != EntryKind::Session)
        {
            let _ = write!(line, ", session {session}");
        }
        line.push(']');
        // Nothing that somebody wrote begins a line of its own.
        let line = line.replace(|c: char| c.is_control() || ends_line(c), " ");
        without_hidden(&line).into_owned()
    }
}

/// A text in one line of at most so many characters, cut between words; and whether it was cut.
#[must_use]
pub fn cut(text: &str, most: usize) -> (String, bool) {
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let space = usize::from(!line.is_empty());
        let long = word.chars().count();
        if length + space + long > most {
            // A word alone that is too long is cut itself: some scripts have no spaces.
            if length < most / 2 {
                let room = most.saturating_sub(length + space + 1);
                line.push_str(if space > 0 { " " } else { "" });
                line.extend(word.chars().take(room));
            }
            line.push('…');
            return (line, true);
        }
        line.push_str(if space > 0 { " " } else { "" });
        line.push_str(word);
        length += space + long;
    }
    (line, false)
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn texts_are_cut_between_words_and_stay_in_one_line() {
        for (text, most, cut_to, is_cut) in [
            ("tea", 10, "tea", false),
            ("green\n- tea", 20, "green - tea", false),
            ("green tea is good", 10, "green tea…", true),
            ("绿茶绿茶绿茶绿茶", 5, "绿茶绿茶…", true),
            ("", 5, "", false),
        ] {
            assert_eq!(cut(text, most), (cut_to.to_owned(), is_cut), "{text}");
        }
    }
}
