//! Report of an import: one form for all imports, so that a terminal and a page show them alike.

pub mod cut;
mod text;
pub mod zip;

use std::collections::BTreeSet;

pub use text::{MAX_UNPACKED_BYTES, text, text_within};

pub use exchange::report::Odd;
use exchange::report::SHOWN;
use exchange::weight::{MAX_PARSED_BYTES, estimate_bytes};
use exchange::{memories, transcript};
use kernel::error::{Code, Error, FieldFault, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum number of items of a kind that a report lists; it counts all.
pub const NAMED: usize = 200;
/// Maximum number of unreadable parts in an error.
const TOLD: usize = 20;

/// Maximum size of the metadata of a conversation, in bytes.
pub const ABOUT: usize = 64 * 1024;

/// Rejects content that would take too much memory once it is parsed.
///
/// # Errors
/// Returns `too_large` with the next step.
pub fn check_weight(content: &str) -> Result<()> {
    let bytes = estimate_bytes(content);
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

/// Returns the name and the label of each conversation format.
#[must_use]
pub fn conversation_formats() -> Vec<(&'static str, &'static str)> {
    let all = transcript::Format::ALL.iter();
    all.map(|format| (format.name(), format.label())).collect()
}

/// Returns the name and the label of each memory format.
#[must_use]
pub fn memory_formats() -> Vec<(&'static str, &'static str)> {
    let all = memories::Format::ALL.iter();
    all.map(|format| (format.name(), format.label())).collect()
}

/// Returns the names of these formats, without duplicates.
#[must_use]
pub fn format_names(formats: &[(&'static str, &'static str)]) -> BTreeSet<&'static str> {
    formats.iter().map(|(name, _)| *name).collect()
}

/// Returns the error text for an unknown format, with the known formats.
#[must_use]
pub fn format_error_text(formats: &[(&'static str, &'static str)]) -> String {
    let names: Vec<&str> = format_names(formats).into_iter().collect();
    let names = names.join(", ");
    format!(
        "is in no known format. Known formats are {names}. Name one as `format` if it is one of them."
    )
}

/// Result of an import, or of a dry run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Detected format, such as `beads`.
    pub format: String,
    /// Core that stores the memories. Absent if several do: each item names its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<String>,
    /// True if nothing was written: the numbers say what would be.
    pub dry_run: bool,
    /// Number of new items.
    pub created: u64,
    /// Number of existing items that were changed.
    pub changed: u64,
    /// Number of existing items that stay as they are.
    pub unchanged: u64,
    /// First of the new or changed items.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Item>,
    /// Number of links that were left out, because they would close a cycle.
    #[serde(default)]
    pub set_aside: u64,
    /// Number of quarantined parts: they cannot be imported and are kept whole.
    #[serde(default)]
    pub quarantined: u64,
    /// First of these parts and links, each with its position and the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub odd: Vec<Odd>,
    /// Further notes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// An item that an import wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ImportedItem")]
pub struct Item {
    /// Name in the source.
    pub key: String,
    /// Id in Loci.
    pub id: String,
    /// Core that stores it, if it is a memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<String>,
    /// Title, in one line.
    pub title: String,
    /// Change.
    pub change: Change,
}

/// Change that an import made to an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ImportedChange")]
pub enum Change {
    /// Created.
    Created,
    /// Existed before; overwritten where it differs.
    Changed,
}

impl Report {
    /// Records a written item.
    pub fn wrote(&mut self, item: impl FnOnce() -> Item, change: Change) {
        match change {
            Change::Created => self.created += 1,
            Change::Changed => self.changed += 1,
        }
        if self.items.len() < NAMED {
            self.items.push(item());
        }
    }

    /// Lists an item that contains counted ones, such as a session with its messages.
    pub fn name(&mut self, item: Item) {
        if self.items.len() < NAMED {
            self.items.push(item);
        }
    }

    /// Adds the report of another part of the same import.
    pub fn add(&mut self, part: Self) {
        if self.format.is_empty() {
            self.format = part.format;
            self.core = part.core;
        } else {
            if self.format != part.format {
                self.format = "several".into();
            }
            self.core = self
                .core
                .take()
                .filter(|core| part.core.as_ref() == Some(core));
        }
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

    /// Adds a note, unless it is there already.
    pub fn note(&mut self, note: String) {
        if self.notes.len() < NAMED && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Adds the beginnings of unreadable parts.
    pub fn show(&mut self, odd: &[Odd]) {
        let left = NAMED.saturating_sub(self.odd.len());
        self.odd.extend(odd.iter().take(left).map(|odd| Odd {
            text: excerpt(&odd.text),
            ..odd.clone()
        }));
    }
}

/// Maximum length of a title, in characters.
const TITLE: usize = 120;

/// Returns the title of a text: the beginning of its first line.
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

/// Returns the error for a text of which nothing can be imported, with its first unreadable parts.
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

/// Returns the beginning of a text.
fn excerpt(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
