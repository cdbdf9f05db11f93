//! What an import did, or would do: one form for all of them, so that a terminal and a page show all alike. Knows no
//! format and no memory.

pub mod cut;
mod text;
pub mod zip;

use std::collections::BTreeSet;

pub use text::{MAX_UNPACKED_BYTES, text, text_within};

pub use exchange::report::Odd;
use exchange::report::SHOWN;
use exchange::weight::{MAX_PARSED_BYTES, parsed_bytes};
use exchange::{memories, transcript};
use kernel::error::{Code, Error, FieldFault, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How many things of a kind a report names; it counts all.
pub const NAMED: usize = 200;
/// How many odd things a refusal names.
const TOLD: usize = 20;

/// The most bytes of what is kept of a conversation as a whole.
pub const ABOUT: usize = 64 * 1024;

/// Refuses a content that would take too much memory once it is parsed.
///
/// # Errors
/// `too_large` with what to do.
pub fn check_weight(content: &str) -> Result<()> {
    let bytes = parsed_bytes(content);
    if bytes <= MAX_PARSED_BYTES {
        return Ok(());
    }
    let mib = |bytes: usize| bytes / (1024 * 1024);
    let detail = format!(
        "would take {} MiB of memory once it is parsed; the most is {} MiB: send it in parts",
        mib(bytes),
        mib(MAX_PARSED_BYTES)
    );
    let mut error = Error::field("/content", detail);
    error.code = Code::TooLarge;
    Err(error)
}

/// The name and the label of each format of conversations.
#[must_use]
pub fn conversation_formats() -> Vec<(&'static str, &'static str)> {
    let all = transcript::Format::ALL.iter();
    all.map(|format| (format.name(), format.label())).collect()
}

/// The name and the label of each format of memories.
#[must_use]
pub fn memory_formats() -> Vec<(&'static str, &'static str)> {
    let all = memories::Format::ALL.iter();
    all.map(|format| (format.name(), format.label())).collect()
}

/// The names of these formats, each once.
#[must_use]
pub fn format_names(formats: &[(&'static str, &'static str)]) -> BTreeSet<&'static str> {
    formats.iter().map(|(name, _)| *name).collect()
}

/// The refusal of a text in no known format, with the formats that there are.
#[must_use]
pub fn unknown_format(formats: &[(&'static str, &'static str)]) -> String {
    let names: Vec<&str> = format_names(formats).into_iter().collect();
    let names = names.join(", ");
    format!(
        "is in no known format. Known formats are {names}. Name one as `format` if it is one of them."
    )
}

/// What an import did, or with `dry_run` would do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The format of what was read, such as `beads`.
    pub format: String,
    /// The core that memories went to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<String>,
    /// Whether nothing was written: this is what would be.
    pub dry_run: bool,
    /// How many things are new.
    pub created: u64,
    /// How many were there and are changed.
    pub changed: u64,
    /// How many were there and stay as they are.
    pub unchanged: u64,
    /// The first of those that are new or changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Item>,
    /// How many links between things were set aside, because they would close a cycle.
    #[serde(default)]
    pub set_aside: u64,
    /// How many things are quarantined: they cannot be taken in, and are kept whole.
    #[serde(default)]
    pub quarantined: u64,
    /// The first of them and of those links, each with its place and the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub odd: Vec<Odd>,
    /// What else should be known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One thing that an import wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ImportedItem")]
pub struct Item {
    /// Its name where it is from.
    pub key: String,
    /// Its name here.
    pub id: String,
    /// What it is, in a line.
    pub title: String,
    /// Whether it was there before.
    pub change: Change,
}

/// What an import did with a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ImportedChange")]
pub enum Change {
    /// It is new.
    Created,
    /// It was there, and is written over as far as it differs.
    Changed,
}

impl Report {
    /// Notes that a thing was written.
    pub fn wrote(&mut self, item: impl FnOnce() -> Item, change: Change) {
        match change {
            Change::Created => self.created += 1,
            Change::Changed => self.changed += 1,
        }
        if self.items.len() < NAMED {
            self.items.push(item());
        }
    }

    /// Names a thing that holds what was counted, such as a session with its messages.
    pub fn name(&mut self, item: Item) {
        if self.items.len() < NAMED {
            self.items.push(item);
        }
    }

    /// Adds what became of another part of the same.
    pub fn add(&mut self, part: Self) {
        if self.format.is_empty() {
            self.format = part.format;
        } else if self.format != part.format {
            self.format = "several".into();
        }
        self.core = self.core.take().or(part.core);
        self.created += part.created;
        self.changed += part.changed;
        self.unchanged += part.unchanged;
        self.set_aside += part.set_aside;
        self.quarantined += part.quarantined;
        for item in part.items {
            // Parts of one conversation go to one session.
            if self.items.len() < NAMED && !self.items.iter().any(|known| known.id == item.id) {
                self.items.push(item);
            }
        }
        let left = NAMED.saturating_sub(self.odd.len());
        self.odd.extend(part.odd.into_iter().take(left));
        for note in part.notes {
            self.note(note);
        }
    }

    /// Says something else that should be known, once.
    pub fn note(&mut self, note: String) {
        if self.notes.len() < NAMED && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Shows the beginning of what is odd.
    pub fn show(&mut self, odd: &[Odd]) {
        let left = NAMED.saturating_sub(self.odd.len());
        self.odd.extend(odd.iter().take(left).map(|odd| Odd {
            text: shown(&odd.text),
            ..odd.clone()
        }));
    }
}

/// How much of a thing's text a report shows, in characters.
const TITLE: usize = 120;

/// What a thing that is a text is, in a line.
#[must_use]
pub fn title(text: &str) -> String {
    let text = text.trim();
    let line = text.lines().next().unwrap_or_default();
    let title: String = line.chars().take(TITLE).collect();
    if title.len() < text.len() {
        return format!("{title}…");
    }
    title
}

/// The refusal of a text of which nothing can be taken in, with what is odd in it first.
#[must_use]
pub fn nothing(why: &str, odd: &[Odd]) -> Error {
    let is = |odd: &Odd| format!("{}: {}", odd.at, odd.why);
    let first = odd.first().map_or_else(|| "it is empty".into(), is);
    let mut error = Error::field("/content", format!("{why} ({first})"));
    let more = odd.iter().skip(1).take(TOLD - 1).map(|odd| FieldFault {
        pointer: "/content".into(),
        detail: is(odd),
    });
    error.extra.fields.extend(more);
    error
}

/// The beginning of a text.
fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
