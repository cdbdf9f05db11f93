//! Parses items of OpenAI's Responses API, alone and in the rollouts of the Codex CLI: messages, calls, results,
//! reasoning.

use serde_json::{Map, Value};

use super::chat::{content, join, role};
use super::injected::{CODEX, INJECTED, clean};
use super::taking::{Taking, fields, text};
use super::{Call, Content, Message};
use crate::records::{Records, kind};

/// Fields of a rollout's head that describe the conversation.
const ABOUT: [&str; 7] = [
    "cwd",
    "originator",
    "cli_version",
    "git",
    "model_provider",
    "instructions",
    "source",
];

/// Parses items: in a list, in a request or an answer, or line by line.
pub(super) fn responses(records: Records, taking: &mut Taking) {
    let session = taking.another(None);
    let mut thoughts = Thoughts::default();
    for record in records.found {
        let at = record.at;
        match record.value {
            Value::Array(items) => list(session, items, &at, taking, &mut thoughts),
            Value::Object(mut fields) if lists(&fields) => {
                for name in ["instructions", "model"] {
                    if let Some(value) = fields.remove(name) {
                        taking.about(session, name, value);
                    }
                }
                for name in ["input", "output"] {
                    let place = join(&at, name);
                    match fields.remove(name) {
                        Some(Value::Array(items)) => {
                            list(session, items, &place, taking, &mut thoughts);
                        }
                        Some(Value::String(said)) => {
                            let value = serde_json::json!({ "role": "user", "content": said });
                            item(session, &place, &value, None, taking, &mut thoughts);
                        }
                        Some(Value::Null) | None => {}
                        Some(other) => {
                            let why = format!("is {}; expected a list", kind(&other));
                            taking.odd(place, why, &other);
                        }
                    }
                }
            }
            value => item(session, &at, &value, None, taking, &mut thoughts),
        }
    }
    thoughts.end(session, taking);
}

fn lists(fields: &Map<String, Value>) -> bool {
    fields.contains_key("input") && !fields.contains_key("call_id")
        || fields.get("output").is_some_and(Value::is_array) && !fields.contains_key("call_id")
}

fn list(
    session: usize,
    items: Vec<Value>,
    place: &str,
    taking: &mut Taking,
    thoughts: &mut Thoughts,
) {
    for (n, value) in items.into_iter().enumerate() {
        item(
            session,
            &join(place, &n.to_string()),
            &value,
            None,
            taking,
            thoughts,
        );
    }
}

/// Parses a rollout.
pub(super) fn codex(records: Records, taking: &mut Taking) {
    let mut session = None;
    let mut thoughts = Thoughts::default();
    for record in records.found {
        let at = record.at;
        let mut outer = match fields(&record.value) {
            Ok(outer) => outer,
            Err(why) => {
                taking.odd(at, why, &record.value);
                continue;
            }
        };
        let kind = outer
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let kind = kind.to_owned();
        let said_at = outer.remove("timestamp");
        match (kind.as_str(), outer.remove("payload")) {
            ("session_meta", Some(Value::Object(mut payload))) => {
                let id = text(&mut payload, "id");
                if session.is_none() {
                    session = Some(begin(id, &mut payload, said_at, taking));
                }
                taking.beside(&kind);
            }
            ("response_item", Some(mut payload)) => {
                if !has_words(&mut payload) {
                    taking.beside(INJECTED);
                    continue;
                }
                let session = *session.get_or_insert_with(|| taking.another(None));
                item(session, &at, &payload, said_at, taking, &mut thoughts);
            }
            ("compacted", Some(Value::Object(mut payload))) => {
                let session = *session.get_or_insert_with(|| taking.another(None));
                let said = text(&mut payload, "message").unwrap_or_default();
                let mut message = Message {
                    role: "system".into(),
                    content: Content::Text(said),
                    ..Message::default()
                };
                let stays = history(&mut payload);
                if message.content.is_blank() {
                    message.content = Content::Parts(stays);
                } else if !stays.is_empty() {
                    taking.note(
                        "Beside the words in which a conversation was summed up, what it goes on with is not said \
                         again."
                            .into(),
                    );
                }
                message.metadata.insert("type".into(), kind.into());
                taking.set_time(&mut message, "timestamp", &at, said_at);
                taking.take(session, at, &record.value, Ok(message));
            }
            // The first format of rollouts: a head, then bare items.
            ("", None) if outer.contains_key("id") && session.is_none() => {
                let id = text(&mut outer, "id");
                session = Some(begin(id, &mut outer, said_at, taking));
                taking.beside("session_meta");
            }
            ("", None) if outer.contains_key("record_type") => taking.beside("state"),
            (known, None) if Item::of(known).is_some() || outer.contains_key("role") => {
                let session = *session.get_or_insert_with(|| taking.another(None));
                let mut bare = Value::Object(outer);
                if !has_words(&mut bare) {
                    taking.beside(INJECTED);
                    continue;
                }
                item(session, &at, &bare, said_at, taking, &mut thoughts);
            }
            ("", _) => taking.odd(at, "has no `type`", &record.value),
            (_, Some(Value::Object(_))) => taking.beside(&kind),
            _ => taking.odd(at, "has no `payload` that is an object", &record.value),
        }
    }
    if let Some(session) = session {
        thoughts.end(session, taking);
    }
}

/// Removes injected context from an item of a rollout. Returns false if nothing is left: in rollouts, messages of the
/// developer are the program's own.
fn has_words(payload: &mut Value) -> bool {
    let is_message = payload.get("type").is_none_or(|kind| kind == "message");
    match payload.get("role").and_then(Value::as_str) {
        Some("developer" | "system") if is_message => false,
        Some("user") if is_message => {
            let Ok((said, _)) = content(payload["content"].clone()) else {
                return true;
            };
            let mut message = Message {
                role: "user".into(),
                content: said.clone(),
                ..Message::default()
            };
            let is_left = clean(&mut message, CODEX);
            if message.content != said {
                payload["content"] = serde_json::to_value(message.content).unwrap_or_default();
            }
            is_left
        }
        _ => true,
    }
}

/// Returns the items with which a conversation continues after it was summarized. Encrypted items are readable only for
/// their model.
fn history(payload: &mut Map<String, Value>) -> Vec<Value> {
    let Some(Value::Array(items)) = payload.remove("replacement_history") else {
        return Vec::new();
    };
    let can_be_read = |item: &Value| item.is_object() && item.get("encrypted_content").is_none();
    items.into_iter().filter(can_be_read).collect()
}

fn begin(
    id: Option<String>,
    payload: &mut Map<String, Value>,
    said_at: Option<Value>,
    taking: &mut Taking,
) -> usize {
    let session = taking.another(id);
    for name in ABOUT {
        if let Some(value) = payload.remove(name) {
            taking.about(session, name, value);
        }
    }
    taking.about(session, "started_at", said_at.unwrap_or_default());
    session
}

/// Reasoning before a message: it is stored with the next message.
#[derive(Default)]
struct Thoughts(Vec<Value>);

impl Thoughts {
    /// Stores reasoning that no message follows with the conversation.
    fn end(self, session: usize, taking: &mut Taking) {
        if !self.0.is_empty() {
            taking.about(session, "thinking", self.0.into());
        }
    }
}

/// Kind of item with content.
enum Item {
    Message,
    Call,
    Result,
    Thought,
}

impl Item {
    fn of(kind: &str) -> Option<Self> {
        match kind {
            "message" => Some(Self::Message),
            "reasoning" => Some(Self::Thought),
            kind if kind.ends_with("_call") => Some(Self::Call),
            kind if kind.ends_with("_call_output") => Some(Self::Result),
            _ => None,
        }
    }
}

fn item(
    session: usize,
    at: &str,
    value: &Value,
    said_at: Option<Value>,
    taking: &mut Taking,
    thoughts: &mut Thoughts,
) {
    let mut fields = match fields(value) {
        Ok(fields) => fields,
        Err(why) => return taking.odd(at, why, value),
    };
    let kind = match fields.remove("type") {
        Some(Value::String(kind)) => kind,
        None if fields.contains_key("role") => "message".into(),
        _ => return taking.odd(at, "has no `type` that is a text", value),
    };
    let said = match Item::of(&kind) {
        Some(Item::Thought) => {
            // Encrypted reasoning is readable only for its model.
            fields.remove("encrypted_content");
            fields.retain(|_, value| !value.is_null());
            thoughts.0.push(Value::Object(fields));
            return taking.beside("reasoning");
        }
        Some(Item::Message) => message(&mut fields),
        Some(Item::Call) => parse_call(&kind, &mut fields),
        Some(Item::Result) => result(&mut fields),
        None => return taking.beside(&kind),
    };
    let said = said.map(|mut message| {
        if let Some(id) = text(&mut fields, "id") {
            message.id = id;
        }
        fields.retain(|_, value| !value.is_null());
        message.metadata.append(&mut fields);
        if message.role == "assistant" && !thoughts.0.is_empty() {
            let thoughts = std::mem::take(&mut thoughts.0);
            message.metadata.insert("thinking".into(), thoughts.into());
        }
        taking.set_time(&mut message, "timestamp", at, said_at);
        message
    });
    taking.take(session, at.to_owned(), value, said);
}

fn message(fields: &mut Map<String, Value>) -> Result<Message, String> {
    let role = role(fields)?;
    let (content, thoughts) = content(fields.remove("content").unwrap_or_default())?;
    let mut message = Message {
        role,
        content,
        ..Message::default()
    };
    if !thoughts.is_empty() {
        message.metadata.insert("thinking".into(), thoughts.into());
    }
    Ok(message)
}

/// Parses a tool call; built-in tools are named by the kind of item.
fn parse_call(kind: &str, fields: &mut Map<String, Value>) -> Result<Message, String> {
    let id = text(fields, "call_id");
    let name = text(fields, "name").or_else(|| {
        let own = kind
            .strip_suffix("_call")
            .filter(|own| *own != "function" && *own != "custom_tool");
        own.map(str::to_owned)
    });
    let arguments = ["arguments", "input", "action"];
    let arguments = arguments.iter().find_map(|name| fields.remove(*name));
    Ok(Message {
        role: "assistant".into(),
        tool_calls: vec![Call {
            id,
            name: name.ok_or("a call has no `name`")?,
            arguments: arguments.unwrap_or_default(),
        }],
        ..Message::default()
    })
}

fn result(fields: &mut Map<String, Value>) -> Result<Message, String> {
    let call = text(fields, "call_id").ok_or("a result has no `call_id`")?;
    let content = match fields.remove("output") {
        Some(Value::Object(mut output)) => match output.remove("content") {
            Some(Value::String(said)) => {
                fields.append(&mut output);
                Content::Text(said)
            }
            other => {
                if let Some(other) = other {
                    output.insert("content".into(), other);
                }
                Content::Text(Value::Object(output).to_string())
            }
        },
        Some(output @ (Value::Null | Value::String(_) | Value::Array(_))) => content(output)?.0,
        Some(other) => Content::Text(other.to_string()),
        None => Content::default(),
    };
    Ok(Message {
        role: "tool".into(),
        content,
        tool_call_id: Some(call),
        ..Message::default()
    })
}
