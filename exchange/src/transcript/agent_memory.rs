//! Parses documents of agent-memory-server: a session with its messages, its summary and its data.

use serde_json::{Map, Value};

use super::chat::{self, conversations, join};
use super::taking::{Name, Taking, fields, text};
use super::{Content, Message};
use crate::records::{Record, Records, kind};

/// Fields of a document without messages.
const OTHERS: [&str; 3] = ["memories", "context", "data"];

/// Parses documents.
pub(super) fn read(records: Records, taking: &mut Taking) {
    for Record { at, value } in conversations(records) {
        if let Err(why) = document(&value, &at, taking) {
            taking.odd(at, why, &value);
        }
    }
}

/// Removes and returns a text field. Another type is an error, because the field could be the owner of the data.
fn word(fields: &mut Map<String, Value>, name: &str) -> Result<Option<String>, String> {
    match fields.remove(name) {
        Some(Value::String(text)) => Ok(Some(text).filter(|text| !text.is_empty())),
        Some(Value::Null) | None => Ok(None),
        Some(other) => Err(format!("`{name}` is {}; expected a text", kind(&other))),
    }
}

fn document(value: &Value, at: &str, taking: &mut Taking) -> Result<(), String> {
    let mut outer = fields(value)?;
    let name = Name {
        id: word(&mut outer, "session_id")?,
        aside: None,
        namespace: word(&mut outer, "namespace")?,
        user_id: word(&mut outer, "user_id")?,
    };
    let messages = match outer.remove("messages") {
        Some(Value::Array(messages)) => messages,
        None if !OTHERS.iter().any(|name| outer.contains_key(*name)) => {
            return Err("has no list of `messages`".into());
        }
        Some(Value::Null) | None => Vec::new(),
        Some(other) => return Err(format!("`messages` is {}; expected a list", kind(&other))),
    };
    let session = taking.session(name);
    if let Some(summary) = text(&mut outer, "context") {
        let message = Message {
            role: "system".into(),
            content: Content::Text(summary),
            metadata: Map::from_iter([("type".to_owned(), "summary".into())]),
            ..Message::default()
        };
        taking.take(session, join(at, "context"), &Value::Null, Ok(message));
    }
    if let Some(data) = outer.remove("data") {
        taking.about(session, "data", data);
    }
    if let Some(Value::Array(memories)) = outer.get("memories") {
        for _ in memories {
            taking.beside("memories");
        }
        if !memories.is_empty() {
            taking.note(
                "Its memories are taken in by `memory_import`, in the format `agent_memory_server`.".into(),
            );
        }
    }
    let place = join(at, "messages");
    for (n, value) in messages.iter().enumerate() {
        let at = join(&place, &n.to_string());
        chat::message(session, &at, value, taking, chat::messages);
    }
    Ok(())
}
