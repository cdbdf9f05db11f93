//! What has been taken of a text so far. Each thing in it becomes a memory, is counted beside them, or is odd.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::{Format, Memories, Memory};
use crate::moment;
use crate::records::{DEPTH, deep, fits};
use crate::report::{Odd, Read};

/// The most bytes of an id, a topic or another name.
pub(super) const NAME: usize = 200;
/// The most topics of a memory.
const TOPICS: usize = 100;
/// How memories are counted that an update replaced.
const REPLACED: &str = "replaced memories";
/// How memories are counted that were deleted.
pub(super) const DELETED: &str = "deleted memories";
/// How many places a note names.
const PLACES: usize = 5;

/// What was taken so far.
#[derive(Default)]
pub(super) struct Taking {
    found: Vec<Memory>,
    pub odd: Vec<Odd>,
    nul: u32,
    /// The format that the parts of a text say they are of.
    pub format: Option<Format>,
    beside: BTreeMap<String, u32>,
    /// The ids of memories where they are from.
    sources: Vec<String>,
    known: HashMap<String, usize>,
    /// Ids of memories that were updated: their newest text counts.
    updated: HashSet<String>,
    /// Ids of memories that were deleted.
    deleted: HashSet<String>,
    undated: Vec<String>,
    notes: Vec<String>,
}

impl Taking {
    /// Begins with what is no record.
    pub fn begin(&mut self, odd: Vec<Odd>, nul: u32) {
        self.odd = odd;
        self.nul = nul;
    }

    /// Sets a record aside.
    pub fn odd(&mut self, at: impl Into<String>, why: impl Into<String>, value: &Value) {
        let at: String = at.into();
        self.odd.push(Odd {
            at: if at.is_empty() { "line 1".into() } else { at },
            why: why.into(),
            text: value.to_string(),
        });
    }

    /// Counts what is no memory.
    pub fn beside(&mut self, what: &str, many: usize) {
        if many > 0 {
            let many = u32::try_from(many).unwrap_or(u32::MAX);
            *self.beside.entry(what.to_owned()).or_default() += many;
        }
    }

    /// What a person should know.
    pub fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Takes a memory; one that says what another of its id says is there twice.
    pub fn take(&mut self, mut memory: Memory) {
        if memory.id.is_empty() {
            memory.id = made(&memory);
        }
        if self.updated.contains(&memory.id) {
            return self.beside(REPLACED, 1);
        }
        let source = memory.id.clone();
        if let Some(known) = self.known.get(&memory.id) {
            let known = &self.found[*known];
            let is_of_another = memory.user_id.is_some() && memory.user_id != known.user_id;
            if known.text == memory.text && known.topics == memory.topics && !is_of_another {
                return self.beside("repeated memories", 1);
            }
            // Two that differ are two, whatever their source calls them.
            let own = made(&memory);
            memory.id = format!("{}-{own}", memory.id);
            if self.known.contains_key(&memory.id) {
                return self.beside("repeated memories", 1);
            }
        }
        self.push(memory, source);
    }

    fn push(&mut self, memory: Memory, source: String) {
        self.known.insert(memory.id.clone(), self.found.len());
        self.found.push(memory);
        self.sources.push(source);
    }

    /// Takes a memory that replaces others of its id. Of two such, the one with the later `updated_at` counts; where
    /// that is unknown, the later one in the text.
    pub fn update(&mut self, memory: Memory) {
        let id = memory.id.clone();
        if id.is_empty() {
            return self.take(memory);
        }
        let was_updated = !self.updated.insert(id.clone());
        let Some(known) = self.known.get(&id).copied() else {
            return self.push(memory, id);
        };
        self.beside(REPLACED, 1);
        let known = &mut self.found[known];
        let is_older = memory.updated_at.is_some() && known.updated_at > memory.updated_at;
        if !(was_updated && is_older) {
            *known = memory;
        }
    }

    /// Leaves out every memory that its source calls so, wherever it stands.
    pub fn delete(&mut self, id: Option<String>) {
        self.deleted.extend(id);
    }

    /// Leaves out memories that were deleted, and others of an id that was updated.
    fn settle(&mut self) {
        let sources = std::mem::take(&mut self.sources).into_iter();
        let found = std::mem::take(&mut self.found).into_iter();
        for (memory, source) in found.zip(sources) {
            if self.deleted.contains(&source) {
                self.beside(DELETED, 1);
            } else if memory.id != source && self.updated.contains(&source) {
                self.beside(REPLACED, 1);
            } else {
                self.found.push(memory);
            }
        }
    }

    /// The moment of that name, taken out; what is none stays and is told.
    pub fn moment(&mut self, fields: &mut Map<String, Value>, name: &str, at: &str) -> Option<i64> {
        let value = fields.get(name).filter(|value| !value.is_null())?;
        let moment = moment::read(value);
        if moment.is_some() {
            fields.remove(name);
        } else {
            let place = format!("{at}: {value}");
            self.undated.push(place.chars().take(80).collect());
        }
        moment
    }

    /// All that was taken.
    pub fn done(mut self, format: Format) -> Read<Memories> {
        self.settle();
        let mut notes = self.notes;
        if !self.undated.is_empty() {
            let many = self.undated.len();
            let named = self.undated.iter().take(PLACES).cloned();
            let named = named.collect::<Vec<_>>().join("; ");
            notes.push(format!(
                "{many} times are not understood ({named}): they are kept in the metadata of their memories."
            ));
        }
        if self.nul > 0 {
            let many = self.nul;
            notes.push(format!(
                "In {many} records the character NUL is replaced by U+FFFD."
            ));
        }
        if !self.beside.is_empty() {
            let kinds = self.beside.iter();
            let kinds: Vec<String> = kinds.map(|(kind, many)| format!("{many} {kind}")).collect();
            notes.push(format!(
                "What is no memory and stays out: {}.",
                kinds.join(", ")
            ));
        }
        Read {
            found: Memories {
                format: self.format.or(Some(format)),
                found: self.found,
                beside: self.beside,
            },
            odd: self.odd,
            notes,
        }
    }
}

/// An id made of what a memory says.
fn made(memory: &Memory) -> String {
    let said = (&memory.text, &memory.topics, &memory.user_id);
    let hash = Sha256::digest(serde_json::to_vec(&said).unwrap_or_default());
    hash[..10].iter().fold(String::new(), |mut text, byte| {
        // Writing into a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A name that can stand by itself, taken out; anything else of that name stays.
pub(super) fn name(fields: &mut Map<String, Value>, key: &str) -> Option<String> {
    let is_name = fields.get(key).and_then(Value::as_str).is_some_and(is_name);
    match fields.remove(key) {
        Some(Value::String(name)) if is_name => Some(name),
        Some(Value::Null) | None => None,
        Some(other) => {
            fields.insert(key.to_owned(), other);
            None
        }
    }
}

/// The owner of a memory, taken out: a name, or a whole number as its text. A memory whose owner cannot be read must not
/// become everybody's.
pub(super) fn owner(fields: &mut Map<String, Value>, key: &str) -> Result<Option<String>, String> {
    match fields.remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(name)) if is_name(&name) => Ok(Some(name)),
        Some(Value::Number(number)) if number.is_i64() || number.is_u64() => {
            Ok(Some(number.to_string()))
        }
        Some(Value::String(name)) if name.trim().is_empty() => {
            Err(format!("`{key}` is empty; expected a name"))
        }
        Some(Value::String(_)) => Err(format!(
            "`{key}` is longer than {NAME} bytes or has control characters; expected a name"
        )),
        Some(other) => {
            let found = crate::records::kind(&other);
            Err(format!("`{key}` is {found}; expected a name"))
        }
    }
}

/// A list of names, taken out; anything else of that name stays.
pub(super) fn names(fields: &mut Map<String, Value>, key: &str) -> Vec<String> {
    let Some(Value::Array(items)) = fields.get(key) else {
        return Vec::new();
    };
    let named = items
        .iter()
        .map(|item| item.as_str().filter(|name| is_name(name)));
    let named: Option<Vec<String>> = named.map(|name| name.map(str::to_owned)).collect();
    match named.filter(|named| named.len() <= TOPICS) {
        Some(named) => {
            fields.remove(key);
            named
        }
        None => Vec::new(),
    }
}

fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && name.len() <= NAME && !name.chars().any(char::is_control)
}

/// The text of a memory, taken out of its fields.
pub(super) fn said(fields: &mut Map<String, Value>, key: &str) -> Result<String, String> {
    if !fields.values().all(|value| fits(value, DEPTH - 1)) {
        return Err(deep());
    }
    match fields.remove(key) {
        Some(Value::String(said)) if !said.trim().is_empty() => Ok(said),
        Some(Value::String(_)) => Err(format!("`{key}` is empty")),
        Some(other) => {
            let found = crate::records::kind(&other);
            Err(format!("`{key}` is {found}; expected a text"))
        }
        None => Err(format!("has no `{key}`")),
    }
}
