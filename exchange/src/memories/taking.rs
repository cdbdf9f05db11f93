//! Collects the memories of a text. Each record becomes a memory, is counted as no memory, or is quarantined.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;

use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::{Deletion, Format, Memories, Memory};
use crate::moment;
use crate::records::{DEPTH, deep, fits};
use crate::report::{Odd, Read};

/// Maximum length of an id, a topic or another name, in bytes.
pub(super) const NAME: usize = 200;
/// Maximum number of topics of a memory.
const TOPICS: usize = 100;
/// Name under which memories that an update replaced are counted.
const REPLACED: &str = "replaced memories";
/// Name under which deleted memories are counted.
pub(super) const DELETED: &str = "deleted memories";
/// Maximum number of places in a note.
const PLACES: usize = 5;

/// Memories collected so far.
#[derive(Default)]
pub(super) struct Taking {
    found: Vec<Memory>,
    pub odd: Vec<Odd>,
    nul: u32,
    /// Original format, according to the parts of a text.
    pub format: Option<Format>,
    beside: BTreeMap<String, u32>,
    /// Original ids of the memories, parallel to `found`.
    sources: Vec<String>,
    known: HashMap<String, usize>,
    /// Ids of updated memories: their newest text is used.
    updated: HashSet<String>,
    /// Deleted memories.
    deleted: BTreeSet<Deletion>,
    undated: Vec<String>,
    notes: Vec<String>,
}

impl Taking {
    /// Sets the quarantined records, and the number of replaced NUL characters.
    pub fn begin(&mut self, odd: Vec<Odd>, nul: u32) {
        self.odd = odd;
        self.nul = nul;
    }

    /// Quarantines a record.
    pub fn odd(&mut self, at: impl Into<String>, why: impl Into<String>, value: &Value) {
        let at: String = at.into();
        self.odd.push(Odd {
            at: if at.is_empty() { "line 1".into() } else { at },
            why: why.into(),
            text: value.to_string(),
        });
    }

    /// Counts records that are not memories.
    pub fn beside(&mut self, what: &str, many: usize) {
        if many > 0 {
            let many = u32::try_from(many).unwrap_or(u32::MAX);
            *self.beside.entry(what.to_owned()).or_default() += many;
        }
    }

    /// Adds a note for people.
    pub fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Adds a memory. One with the same id and content as another is a duplicate.
    pub fn take(&mut self, mut memory: Memory) {
        if memory.id.is_empty() {
            memory.id = derive_id(&memory);
        }
        if self.updated.contains(&memory.id) {
            return self.beside(REPLACED, 1);
        }
        let source = memory.id.clone();
        if let Some(known) = self.known.get(&memory.id) {
            let known = &self.found[*known];
            let is_of_another = memory.user_id.is_some() && memory.user_id != known.user_id
                || memory.namespace != known.namespace;
            if known.text == memory.text && known.topics == memory.topics && !is_of_another {
                return self.beside("repeated memories", 1);
            }
            // Two that differ are separate memories, even if their source gives them the same id.
            let own = derive_id(&memory);
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

    /// Adds a memory that replaces others with its id. If there are two such, the one with the later `updated_at` is
    /// used; if that is unknown, the later one in the text.
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

    /// Omits every memory with this original id, also later ones.
    pub fn delete(&mut self, deletion: Deletion) {
        if !deletion.id.is_empty() {
            self.deleted.insert(deletion);
        }
    }

    /// Removes deleted memories, and other memories with the id of an updated one.
    fn settle(&mut self) {
        let sources = std::mem::take(&mut self.sources).into_iter();
        let found = std::mem::take(&mut self.found).into_iter();
        let deleted: HashSet<String> = self.deleted.iter().map(|one| one.id.clone()).collect();
        for (memory, source) in found.zip(sources) {
            if deleted.contains(&source) {
                self.beside(DELETED, 1);
            } else if memory.id != source && self.updated.contains(&source) {
                self.beside(REPLACED, 1);
            } else {
                self.found.push(memory);
            }
        }
    }

    /// Removes and returns the time in a field. An invalid time stays in the field and is noted.
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

    /// Returns the result.
    pub fn finish(mut self, format: Format) -> Read<Memories> {
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
                deleted: self.deleted.into_iter().collect(),
                beside: self.beside,
            },
            odd: self.odd,
            notes,
        }
    }
}

/// Derives an id from a memory's content.
fn derive_id(memory: &Memory) -> String {
    let said = (&memory.text, &memory.topics, &memory.user_id);
    let mut said = serde_json::to_vec(&said).unwrap_or_default();
    said.extend(memory.namespace.iter().flat_map(|name| name.bytes()));
    let hash = Sha256::digest(said);
    hash[..10].iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Removes and returns a valid name; any other value stays in the field.
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

/// Removes and returns the owner of a memory: a name, or an integer as a string. An invalid owner is an error, because
/// the memory must not become public.
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

/// Removes and returns a list of names; any other value stays in the field.
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

/// Removes and returns the text of a memory.
pub(super) fn take_text(fields: &mut Map<String, Value>, key: &str) -> Result<String, String> {
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
