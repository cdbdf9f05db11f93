//! Parses messages of chat APIs: OpenAI's, and Anthropic's with content blocks.

use serde_json::{Map, Value};

use super::taking::{Taking, fields, text};
use super::{Call, Content, Message};
use crate::reasoning::is_reasoning;
use crate::records::{Record, Records, kind};

/// Fields with the id of a conversation, in order of preference.
const NAMES: [&str; 6] = [
    "session_id",
    "conversation_id",
    "thread_id",
    "custom_id",
    "id",
    "uuid",
];
/// Fields with the time of a message.
const MOMENTS: [&str; 5] = [
    "created_at",
    "createdAt",
    "timestamp",
    "create_time",
    "created",
];

/// Parser of a record's fields at a place; returns its messages.
pub(super) type Reader = fn(Map<String, Value>, &str, &mut Taking) -> Result<Vec<Message>, String>;

/// Parses conversations and messages, whole or line by line.
pub(super) fn read(records: Records, taking: &mut Taking, reader: Reader) {
    let mut own = None;
    for record in records.found {
        match record.value {
            Value::Array(items) => {
                for (at, item) in items.into_iter().enumerate() {
                    one(
                        &item,
                        &join(&record.at, &at.to_string()),
                        taking,
                        reader,
                        &mut own,
                    );
                }
            }
            value => one(&value, &record.at, taking, reader, &mut own),
        }
    }
}

/// Appends a step to a place.
pub(super) fn join(place: &str, step: &str) -> String {
    if place.is_empty() {
        step.to_owned()
    } else {
        format!("{place}/{step}")
    }
}

/// Returns the conversations in a text with their places: a list of them, a single one, or one per line.
pub(super) fn conversations(records: Records) -> Vec<Record> {
    let mut all = Vec::new();
    for record in records.found {
        match record.value {
            Value::Array(items) => {
                let placed = items.into_iter().enumerate().map(|(n, value)| Record {
                    at: join(&record.at, &n.to_string()),
                    value,
                });
                all.extend(placed);
            }
            value => all.push(Record {
                at: record.at,
                value,
            }),
        }
    }
    all
}

/// Parses a conversation, or a message of the conversation that the text itself is.
fn one(value: &Value, at: &str, taking: &mut Taking, reader: Reader, own: &mut Option<usize>) {
    // Serialised history of LangChain, or state of LangGraph.
    let nested = ["/kwargs/messages", "/values/messages"];
    if let Some(inner) = nested
        .iter()
        .filter(|pointer| value.pointer(pointer).is_some_and(Value::is_array))
        .find_map(|pointer| value.get(pointer.split('/').nth(1)?))
    {
        return conversation(inner, at, taking, reader);
    }
    if let Some(Value::Array(agents)) = value.get("agents") {
        let place = join(at, "agents");
        for (n, agent) in agents.iter().enumerate() {
            let at = join(&place, &n.to_string());
            match agent.get("messages") {
                Some(Value::Array(_)) => conversation(agent, &at, taking, reader),
                _ => taking.odd(at, "has no list of `messages`", agent),
            }
        }
        return;
    }
    if value.get("messages").is_some() {
        conversation(value, at, taking, reader);
        return;
    }
    let session = *own.get_or_insert_with(|| taking.another(None));
    message(session, at, value, taking, reader);
}

fn conversation(value: &Value, at: &str, taking: &mut Taking, reader: Reader) {
    let mut fields = match fields(value) {
        Ok(fields) => fields,
        Err(why) => return taking.odd(at, why, value),
    };
    let messages = match fields.remove("messages") {
        Some(Value::Array(messages)) => messages,
        other => {
            let found = kind(&other.unwrap_or_default());
            let why = format!("`messages` is {found}; expected a list");
            return taking.odd(at, why, value);
        }
    };
    let id = NAMES.iter().find_map(|name| text(&mut fields, name));
    let session = taking.another(id);
    if let Some(system) = fields.remove("system").filter(|system| !system.is_null()) {
        let mut said = Map::new();
        said.insert("role".into(), "system".into());
        said.insert("content".into(), system);
        let said = Value::Object(said);
        message(session, &join(at, "system"), &said, taking, reader);
    }
    for name in ["title", "name", "model", "user_id", "metadata"] {
        if let Some(value) = fields.remove(name) {
            taking.about(session, name, value);
        }
    }
    taking.note_left_out(&fields);
    let place = join(at, "messages");
    for (n, item) in messages.iter().enumerate() {
        message(session, &join(&place, &n.to_string()), item, taking, reader);
    }
}

pub(super) fn message(
    session: usize,
    at: &str,
    value: &Value,
    taking: &mut Taking,
    reader: Reader,
) {
    let said = fields(value).and_then(|fields| reader(fields, at, taking));
    taking.take_all(session, at, value, said);
}

/// Parses a message of a chat API.
pub(super) fn messages(
    mut fields: Map<String, Value>,
    at: &str,
    taking: &mut Taking,
) -> Result<Vec<Message>, String> {
    let moment = MOMENTS.iter().find_map(|name| {
        let found = fields.remove(*name)?;
        Some((*name, found))
    });
    let mut message = parse_message(fields)?;
    if let Some((name, moment)) = moment {
        taking.set_time(&mut message, name, at, Some(moment));
    }
    Ok(vec![message])
}

/// Parses the fields of a message; unknown fields become its metadata.
pub(super) fn parse_message(mut fields: Map<String, Value>) -> Result<Message, String> {
    let mut message = Message {
        role: role(&mut fields)?,
        ..Message::default()
    };
    let refusal = text(&mut fields, "refusal");
    let (content, thoughts) = content(fields.remove("content").unwrap_or_default())?;
    message.content = content;
    if let Some(refusal) = refusal {
        if message.content.is_blank() {
            message.content = Content::Text(refusal);
            fields.insert("is_refusal".into(), true.into());
        } else {
            fields.insert("refusal".into(), refusal.into());
        }
    }
    for call in [fields.remove("tool_calls"), fields.remove("function_call")] {
        message.tool_calls.extend(calls(call)?);
    }
    message.tool_call_id = text(&mut fields, "tool_call_id");
    message.name = text(&mut fields, "name");
    if let Some(id) = text(&mut fields, "id") {
        message.id = id;
    }
    fields.retain(|_, value| !value.is_null());
    if !thoughts.is_empty() {
        fields.insert("thinking".into(), thoughts.into());
    }
    message.metadata = fields;
    Ok(message)
}

/// Removes and returns the role of the sender.
pub(super) fn role(fields: &mut Map<String, Value>) -> Result<String, String> {
    match fields.remove("role") {
        Some(Value::String(role)) if !role.trim().is_empty() && role.len() <= 64 => Ok(role),
        Some(Value::String(_)) => Err("`role` is no name of 1 to 64 bytes".into()),
        Some(other) => Err(format!("`role` is {}; expected a text", kind(&other))),
        None => Err("has no `role`".into()),
    }
}

/// Parses a content, and separates the reasoning from it.
pub(super) fn content(value: Value) -> Result<(Content, Vec<Value>), String> {
    let parts = match value {
        Value::Null => return Ok((Content::default(), Vec::new())),
        Value::String(text) => return Ok((Content::Text(text), Vec::new())),
        Value::Array(parts) => parts,
        other => {
            return Err(format!(
                "`content` is {}; expected a text or a list of parts",
                kind(&other)
            ));
        }
    };
    let (mut said, mut thoughts) = (Vec::new(), Vec::new());
    for (n, part) in parts.into_iter().enumerate() {
        match &part {
            Value::Object(_) if is_reasoning(&part) => thoughts.push(part),
            Value::Object(_) => said.push(part),
            Value::String(text) => said.push(of_text(text)),
            other => {
                return Err(format!(
                    "`content/{n}` is {}; expected an object",
                    kind(other)
                ));
            }
        }
    }
    Ok((plain(said), thoughts))
}

/// Creates a text part.
pub(super) fn of_text(text: &str) -> Value {
    serde_json::json!({ "type": "text", "text": text })
}

/// Simplifies parts to a text if they are a single text.
pub(super) fn plain(mut parts: Vec<Value>) -> Content {
    let is_text = |part: &Value| {
        let Value::Object(fields) = part else {
            return false;
        };
        let is_named = |(name, value): (&String, &Value)| match name.as_str() {
            "type" => matches!(value.as_str(), Some("text" | "input_text" | "output_text")),
            "text" => value.is_string(),
            "annotations" | "logprobs" | "citations" => value.as_array().is_some_and(Vec::is_empty),
            _ => false,
        };
        fields.contains_key("text") && fields.iter().all(is_named)
    };
    match parts.as_mut_slice() {
        [one] if is_text(one) => match one["text"].take() {
            Value::String(text) => Content::Text(text),
            _ => Content::default(),
        },
        _ => Content::Parts(parts),
    }
}

fn calls(value: Option<Value>) -> Result<Vec<Call>, String> {
    match value {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(calls)) => calls.iter().map(call).collect(),
        Some(one @ Value::Object(_)) => call(&one).map(|call| vec![call]),
        Some(other) => Err(format!("`tool_calls` is {}; expected a list", kind(&other))),
    }
}

fn call(value: &Value) -> Result<Call, String> {
    let mut outer = fields(value).map_err(|why| format!("a call {why}"))?;
    let id = text(&mut outer, "id").or_else(|| text(&mut outer, "call_id"));
    let mut inner = match outer.remove("function").or_else(|| outer.remove("custom")) {
        Some(Value::Object(inner)) => inner,
        _ => outer,
    };
    let name = text(&mut inner, "name").ok_or("a call has no `name`")?;
    let arguments = ["arguments", "input", "args"];
    let arguments = arguments.iter().find_map(|name| inner.remove(*name));
    Ok(Call {
        id,
        name,
        arguments: arguments.unwrap_or_default(),
    })
}
