//! What has been taken of a text so far. Each record becomes a message, is counted beside them, or is odd.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

use super::chat::join;
use super::settle::settle;
use super::{Format, Message, Session, Transcript};
use crate::moment;
use crate::records::{DEPTH, deep, fits, kind};
use crate::report::{Odd, Read};

/// Under which name it stands beside a message what was thought before it.
const THINKING: &str = "thinking";
/// Under which names messages keep what was thought.
const THOUGHTS: [&str; 4] = [
    THINKING,
    "reasoning",
    "reasoning_content",
    "reasoning_details",
];
/// How many members of a request a note names.
const LEFT_OUT: usize = 10;
/// How many places a note names.
const PLACES: usize = 5;
/// The longest name of a kind of records in a report, in characters.
const KIND: usize = 60;
/// How many kinds of records are counted by themselves.
const KINDS: usize = 20;

/// What names a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Name {
    pub id: Option<String>,
    /// What names it within the conversation of that id.
    pub aside: Option<String>,
    pub namespace: Option<String>,
    pub user_id: Option<String>,
}

/// What was taken so far.
#[derive(Default)]
pub(super) struct Taking {
    pub sessions: Vec<Session>,
    pub odd: Vec<Odd>,
    nul: u32,
    /// The format that the parts of a text say they are of.
    pub format: Option<Format>,
    beside: BTreeMap<String, u32>,
    named: HashMap<Name, usize>,
    undated: Vec<String>,
    /// What was thought by messages that say nothing, by conversation: it goes with what is said next.
    thoughts: HashMap<usize, Vec<Value>>,
    notes: Vec<String>,
}

impl Taking {
    /// Nothing yet, beside what is no record.
    pub fn new(odd: Vec<Odd>, nul: u32) -> Self {
        Self {
            odd,
            nul,
            ..Self::default()
        }
    }

    /// The conversation of that name; it begins when there is none.
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

    /// Another conversation, whatever the others are called.
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

    /// Keeps what is known of a conversation as a whole.
    pub fn about(&mut self, session: usize, name: &str, value: Value) {
        if !value.is_null() && value != "" {
            // What is nested too deep is kept as its JSON text.
            let value = if fits(&value, DEPTH / 2) {
                value
            } else {
                value.to_string().into()
            };
            self.sessions[session].about.insert(name.to_owned(), value);
        }
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

    /// Counts a record that is no message.
    pub fn beside(&mut self, what: &str) {
        let mut what: String = what.chars().take(KIND).collect();
        if self.beside.len() >= KINDS && !self.beside.contains_key(&what) {
            what = "others".into();
        }
        *self.beside.entry(what).or_default() += 1;
    }

    /// What a person should know.
    pub fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Notes what of a request beside its messages stays out.
    pub fn left_out(&mut self, fields: &Map<String, Value>) {
        let said = fields.iter().filter(|(_, value)| !value.is_null());
        let names: Vec<&str> = said.map(|(name, _)| name.as_str()).take(LEFT_OUT).collect();
        if !names.is_empty() {
            self.note(format!(
                "Of a request beside its messages these stay out: {}.",
                names.join(", ")
            ));
        }
    }

    /// Takes what a record says, or sets the record aside.
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

    /// Takes the messages that a record is, or sets the record aside. Those behind the first have places within it.
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

    /// Reads when a message was said from what its source says; what is no time is kept as it is.
    pub fn dated(&mut self, message: &mut Message, key: &str, at: &str, value: Option<Value>) {
        let Some(value) = value.filter(|value| !value.is_null()) else {
            return;
        };
        message.at = moment::read(&value);
        if message.at.is_none() {
            self.undated.push(format!("{at}: {value}"));
            message.metadata.insert(key.to_owned(), value);
        }
    }

    /// All that was taken, with ids and times.
    pub fn done(mut self, format: Format, latest: i64) -> Read<Transcript> {
        for (session, mut thoughts) in std::mem::take(&mut self.thoughts) {
            let about = &mut self.sessions[session].about;
            if let Some(Value::Array(known)) = about.get_mut(THINKING) {
                known.append(&mut thoughts);
            } else {
                self.about(session, THINKING, thoughts.into());
            }
        }
        // A part may have what is odd alone, and says whose it is.
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
                let named: Vec<String> = named.map(|place| shown(place)).collect();
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

/// What was thought, taken out of a message.
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

fn shown(place: &str) -> String {
    place.chars().take(80).collect()
}

impl Message {
    /// Whether there is nothing to read in it, and it calls nothing and answers no call.
    pub(super) fn says_nothing(&self) -> bool {
        self.content.is_blank() && self.tool_calls.is_empty() && self.tool_call_id.is_none()
    }
}

/// The fields of a record that has to have some.
pub(super) fn fields(value: &Value) -> Result<Map<String, Value>, String> {
    match value {
        Value::Object(fields) => Ok(fields.clone()),
        other => Err(format!("is {}; expected an object", kind(other))),
    }
}

/// The text of that name, taken out; anything else of that name stays.
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
