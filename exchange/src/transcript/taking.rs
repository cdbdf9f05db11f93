//! Collects the messages of a text. Each record becomes a message, is counted as no message, or is quarantined.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

use super::chat::join;
use super::settle::settle;
use super::{Format, Message, Session, Transcript};
use crate::moment;
use crate::records::{DEPTH, deep, fits, kind};
use crate::report::{Odd, Read};

/// Metadata field for the reasoning before a message.
const THINKING: &str = "thinking";
/// Fields in which messages keep reasoning.
const THOUGHTS: [&str; 4] = [
    THINKING,
    "reasoning",
    "reasoning_content",
    "reasoning_details",
];
/// Maximum number of members of a request in a note.
const LEFT_OUT: usize = 10;
/// Maximum number of places in a note.
const PLACES: usize = 5;
/// Maximum length of a kind of records in a report, in characters.
const KIND: usize = 60;
/// Maximum number of kinds of records that are counted separately.
const KINDS: usize = 20;

/// Identity of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Name {
    pub id: Option<String>,
    /// Id of a subagent's conversation within the conversation `id`.
    pub aside: Option<String>,
    pub namespace: Option<String>,
    pub user_id: Option<String>,
}

/// Conversations collected so far.
#[derive(Default)]
pub(super) struct Taking {
    pub sessions: Vec<Session>,
    pub odd: Vec<Odd>,
    nul: u32,
    /// Original format, according to the parts of a text.
    pub format: Option<Format>,
    beside: BTreeMap<String, u32>,
    named: HashMap<Name, usize>,
    undated: Vec<String>,
    /// Reasoning of messages without text, by conversation: it is stored with the next message.
    thoughts: HashMap<usize, Vec<Value>>,
    notes: Vec<String>,
}

impl Taking {
    /// Begins with the quarantined records, and the number of replaced NUL characters.
    pub fn new(odd: Vec<Odd>, nul: u32) -> Self {
        Self {
            odd,
            nul,
            ..Self::default()
        }
    }

    /// Returns the conversation with this name, and creates it if needed.
    pub fn session(&mut self, name: Name) -> usize {
        if let Some(at) = self.named.get(&name) {
            return *at;
        }
        let Name {
            id,
            aside,
            namespace,
            user_id,
        } = name.clone();
        self.sessions.push(Session {
            id,
            aside,
            namespace,
            user_id,
            ..Session::default()
        });
        let at = self.sessions.len() - 1;
        self.named.insert(name, at);
        at
    }

    /// Creates another conversation. One with an id is shared by all records with that id.
    pub fn another(&mut self, id: Option<String>) -> usize {
        if id.is_some() {
            return self.session(Name {
                id,
                ..Name::default()
            });
        }
        self.sessions.push(Session::default());
        self.sessions.len() - 1
    }

    /// Stores a property of the whole conversation.
    pub fn about(&mut self, session: usize, name: &str, value: Value) {
        if !value.is_null() && value != "" {
            // A value that is nested too deep is stored as its JSON text.
            let value = if fits(&value, DEPTH / 2) {
                value
            } else {
                value.to_string().into()
            };
            self.sessions[session].about.insert(name.to_owned(), value);
        }
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

    /// Counts a record that is no message.
    pub fn beside(&mut self, what: &str) {
        let mut what: String = what.chars().take(KIND).collect();
        if self.beside.len() >= KINDS && !self.beside.contains_key(&what) {
            what = "others".into();
        }
        *self.beside.entry(what).or_default() += 1;
    }

    /// Adds a note for people.
    pub fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Notes the members of a request, other than its messages, that are not imported.
    pub fn note_left_out(&mut self, fields: &Map<String, Value>) {
        let said = fields.iter().filter(|(_, value)| !value.is_null());
        let names: Vec<&str> = said.map(|(name, _)| name.as_str()).take(LEFT_OUT).collect();
        if !names.is_empty() {
            self.note(format!(
                "Of a request beside its messages these stay out: {}.",
                names.join(", ")
            ));
        }
    }

    /// Adds the message of a record, or quarantines the record.
    pub fn take(
        &mut self,
        session: usize,
        at: String,
        record: &Value,
        said: Result<Message, String>,
    ) {
        let said = said.and_then(|message| {
            if fits(record, DEPTH) {
                Ok(message)
            } else {
                Err(deep())
            }
        });
        match said {
            Ok(mut message) if message.says_nothing() => match thoughts(&mut message) {
                thoughts if thoughts.is_empty() => self.beside("empty messages"),
                thoughts => {
                    self.thoughts.entry(session).or_default().extend(thoughts);
                    self.beside("reasoning");
                }
            },
            Ok(mut message) => {
                message.place = at;
                if message.role == "assistant"
                    && let Some(mut before) = self.thoughts.remove(&session)
                {
                    before.extend(thoughts(&mut message));
                    message.metadata.insert(THINKING.into(), before.into());
                }
                self.sessions[session].messages.push(message);
            }
            Err(why) => self.odd(at, why, record),
        }
    }

    /// Adds the messages of a record, or quarantines the record. All but the first get places within the record's
    /// place.
    pub fn take_all(
        &mut self,
        session: usize,
        at: &str,
        record: &Value,
        said: Result<Vec<Message>, String>,
    ) {
        match said {
            Err(why) => self.odd(at, why, record),
            Ok(messages) => {
                for (n, message) in messages.into_iter().enumerate() {
                    let at = match n {
                        0 => at.to_owned(),
                        n => join(at, &n.to_string()),
                    };
                    self.take(session, at, record, Ok(message));
                }
            }
        }
    }

    /// Parses the time of a message; an invalid time is kept as metadata.
    pub fn set_time(&mut self, message: &mut Message, key: &str, at: &str, value: Option<Value>) {
        let Some(value) = value.filter(|value| !value.is_null()) else {
            return;
        };
        message.at = moment::read(&value);
        if message.at.is_none() {
            self.undated.push(format!("{at}: {value}"));
            message.metadata.insert(key.to_owned(), value);
        }
    }

    /// Returns the result, with ids and times.
    pub fn finish(mut self, format: Format, latest: i64) -> Read<Transcript> {
        for (session, mut thoughts) in std::mem::take(&mut self.thoughts) {
            let about = &mut self.sessions[session].about;
            if let Some(Value::Array(known)) = about.get_mut(THINKING) {
                known.append(&mut thoughts);
            } else {
                self.about(session, THINKING, thoughts.into());
            }
        }
        // A part may have only quarantined records, with the conversation that they belong to.
        if format != Format::Loci {
            self.sessions.retain(|session| !session.messages.is_empty());
        }
        let mut later = Vec::new();
        let mut repeated = 0;
        for session in &mut self.sessions {
            repeated += settle(session, latest, &mut later);
        }
        if repeated > 0 {
            *self.beside.entry("repeated messages".into()).or_default() += repeated;
        }
        let mut notes = self.notes;
        for (places, what) in [
            (&self.undated, "do not say when in a way that is understood"),
            (&later, "say that they are still to come"),
        ] {
            if !places.is_empty() {
                let many = places.len();
                let named = places.iter().take(PLACES);
                let named: Vec<String> = named.map(|place| shorten(place)).collect();
                let named = named.join("; ");
                notes.push(format!(
                    "{many} messages {what} ({named}): they stand behind the one before them, and what they say is \
                     kept in their metadata."
                ));
            }
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
                "Records that are no messages and stay out: {}.",
                kinds.join(", ")
            ));
        }
        Read {
            found: Transcript {
                format: self.format.or(Some(format)),
                sessions: self.sessions,
                beside: self.beside,
            },
            odd: self.odd,
            notes,
        }
    }
}

/// Removes and returns the reasoning of a message.
fn thoughts(message: &mut Message) -> Vec<Value> {
    let thought = THOUGHTS.iter();
    let thought = thought.filter_map(|name| message.metadata.remove(*name));
    let thought = thought.flat_map(|thought| match thought {
        Value::Array(thoughts) => thoughts,
        Value::Null => Vec::new(),
        thought => vec![thought],
    });
    thought.collect()
}

fn shorten(place: &str) -> String {
    place.chars().take(80).collect()
}

impl Message {
    /// Returns true if the message has no content, no calls and answers no call.
    pub(super) fn says_nothing(&self) -> bool {
        self.content.is_blank() && self.tool_calls.is_empty() && self.tool_call_id.is_none()
    }
}

/// Returns the fields of a record that has to be an object.
pub(super) fn fields(value: &Value) -> Result<Map<String, Value>, String> {
    match value {
        Value::Object(fields) => Ok(fields.clone()),
        other => Err(format!("is {}; expected an object", kind(other))),
    }
}

/// Removes and returns a text field; any other value stays in the field.
pub(super) fn text(fields: &mut Map<String, Value>, name: &str) -> Option<String> {
    match fields.get(name) {
        Some(Value::String(text)) if !text.is_empty() => {
            let text = text.clone();
            fields.remove(name);
            Some(text)
        }
        Some(Value::Null) => {
            fields.remove(name);
            None
        }
        _ => None,
    }
}
