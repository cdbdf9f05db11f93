//! Entries of a timeline, and the line that an agent reads for each.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::Provenance;
use crate::crystal::dated::{Precision, last_day};
use crate::crystal::hit::Hit;
use crate::session::key::SessionKey;
use kernel::id::Id;
use kernel::time::{OffsetTime, Time};
use kernel::unseen::{ends_line, without_hidden};

/// Kind of an entry.
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
    /// A whole session: its summary.
    Session,
    /// A decision of a workflow.
    Decision,
    /// A discovery of a workflow.
    Discovery,
    /// A completed task.
    Task,
    /// An artifact of a workflow.
    Artifact,
    /// The beginning of a workflow.
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

/// An event on a timeline.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TimelineEntry {
    /// Time of the event; for a session, of its beginning.
    pub at: OffsetTime,
    /// Time of its end, for a session.
    pub until: Option<Time>,
    /// True if `at` is only the time of writing, because the time of the event is unknown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub noted: bool,
    /// Kind of the entry.
    pub kind: EntryKind,
    /// Id: of a memory or message as accepted by `memory_get`, of a session its whole key, of an item in a workflow its
    /// name with the workflow's id in front.
    pub id: String,
    /// Content in one line, cut if it is long.
    pub text: String,
    /// True if `text` is cut.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
    /// Time since when it is no longer true.
    pub ended_at: Option<Time>,
    /// Agent that wrote it.
    pub agent: Option<String>,
    /// Core of a memory or message.
    pub core: Option<String>,
    /// Source session.
    pub session: Option<SessionKey>,
    /// Source workflow.
    pub workflow: Option<Id>,
    /// Source of a memory or message.
    pub provenance: Option<Provenance>,
}

/// A candidate for a timeline.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The entry.
    pub entry: TimelineEntry,
    /// Relevance to the question, from 0; about 1 for the best.
    pub score: f64,
    /// The memory behind it, which counts as recalled once it is shown.
    pub hit: Option<Hit>,
}

impl TimelineEntry {
    /// Returns the sort key: by time, then by kind and id.
    #[must_use]
    pub fn place(&self) -> (Time, EntryKind, &str) {
        (self.at.time(), self.kind, &self.id)
    }

    /// Returns the line that an agent reads.
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
            let _ = write!(line, " (so until {})", last_day(ended));
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
        // No user-written text starts a line of its own.
        let line = line.replace(|c: char| c.is_control() || ends_line(c), " ");
        without_hidden(&line).into_owned()
    }
}

/// Shortens a text to one line of at most `most` characters, cut between words. Returns true if it was cut.
#[must_use]
pub fn cut(text: &str, most: usize) -> (String, bool) {
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let space = usize::from(!line.is_empty());
        let long = word.chars().count();
        if length + space + long > most {
            // A single word that is too long is cut itself: some scripts have no spaces.
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
