//! Finds and removes the text about The Bond in the facts of a mind.

use std::sync::Arc;

use crate::mind::facts::Event;
use crate::mind::rules::{WITHHELD, is_of_bond, without_bond};

/// Kinds of facts that may contain text about The Bond.
const TELL: [&str; 7] = [
    "mind_seeded",
    "note_written",
    "document_edited",
    "version_restored",
    "dream_kept",
    "dream_refused",
    "pointers_checked",
];

/// Returns true if facts of this kind may contain text about The Bond.
#[must_use]
pub(super) fn tells(kind: &str) -> bool {
    TELL.contains(&kind)
}

impl Event {
    /// Returns the document in the fact, if it has one.
    #[must_use]
    pub fn document(&self) -> Option<&Arc<str>> {
        match self {
            Self::MindSeeded(body) => Some(&body.text),
            Self::DocumentEdited(body) => Some(&body.text),
            Self::VersionRestored(body) => Some(&body.text),
            Self::DreamKept(body) => Some(&body.text),
            Self::DreamRefused(body) => Some(&body.draft),
            Self::PointersChecked(body) => body.text.as_ref(),
            _ => None,
        }
    }

    /// Removes the text about The Bond.
    pub(super) fn leave_bond_out(&mut self) {
        match self {
            Self::NoteWritten(body) if is_of_bond(body.kind, &body.text) => {
                body.text = WITHHELD.into();
            }
            Self::MindSeeded(body) => body.text = without_bond(&body.text, [].into_iter()),
            Self::DocumentEdited(body) => body.text = without_bond(&body.text, [].into_iter()),
            Self::VersionRestored(body) => body.text = without_bond(&body.text, [].into_iter()),
            Self::DreamRefused(body) => body.draft = without_bond(&body.draft, [].into_iter()),
            Self::DreamKept(body) => {
                body.text = without_bond(&body.text, body.pointers.iter());
                body.pointers.retain(|pointer| !pointer.of_bond);
            }
            Self::PointersChecked(body) => {
                if let Some(text) = &body.text {
                    body.text = Some(without_bond(text, body.pointers.iter()));
                }
                body.pointers.retain(|pointer| !pointer.of_bond);
                // Changes have the topics of pointers but not their section, so all of them are removed.
                body.changes.clear();
            }
            _ => {}
        }
    }
}
