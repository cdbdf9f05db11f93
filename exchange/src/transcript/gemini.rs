//! Parses chats of the Gemini CLI, and contents of Gemini's API.

use serde_json::{Map, Value};

use super::chat::{join, of_text, plain};
use super::injected::{GEMINI, INJECTED, clean};
use super::taking::{Taking, fields, text};
use super::{Call, Content, Message};
use crate::reasoning::is_reasoning;
use crate::records::{Record, Records, kind};

/// Fields of a chat's head that describe the conversation.
const ABOUT: [&str; 4] = ["projectHash", "startTime", "summary", "kind"];

/// Parses chats.
pub(super) fn read(records: Records, taking: &mut Taking) {
    let mut own = None;
    for Record { at, value } in records.found {
        match value {
            Value::Array(items) => {
                for (n, item) in items.into_iter().enumerate() {
                    let session = *own.get_or_insert_with(|| taking.another(None));
                    one(session, join(&at, &n.to_string()), &item, taking);
                }
            }
            Value::Object(mut chat)
                if chat.contains_key("sessionId") || chat.contains_key("contents") =>
            {
                let session = taking.another(text(&mut chat, "sessionId"));
                own = Some(session);
                for name in ABOUT {
                    if let Some(value) = chat.remove(name) {
                        taking.about(session, name, value);
                    }
                }
                for name in ["systemInstruction", "system_instruction"] {
                    if let Some(said) = chat.remove(name).filter(|said| !said.is_null()) {
                        instruction(session, join(&at, name), said, taking);
                    }
                }
                for name in ["messages", "contents"] {
                    let place = join(&at, name);
                    match chat.remove(name) {
                        Some(Value::Array(items)) => {
                            for (n, item) in items.iter().enumerate() {
                                one(session, join(&place, &n.to_string()), item, taking);
                            }
                        }
                        None => {}
                        Some(other) => {
                            let why = format!("is {}; expected a list", kind(&other));
                            taking.odd(place, why, &other);
                        }
                    }
                }
                taking.note_left_out(&chat);
            }
            // Change of the head in a chat that is written line by line.
            Value::Object(head) if head.contains_key("$set") => taking.beside("$set"),
            value => {
                let session = *own.get_or_insert_with(|| taking.another(None));
                one(session, at, &value, taking);
            }
        }
    }
}

/// Reads the system instruction of a request: a content, or its text alone.
fn instruction(session: usize, at: String, said: Value, taking: &mut Taking) {
    let mut content = match said {
        Value::Object(content) => content,
        other => Map::from_iter([("parts".to_owned(), other)]),
    };
    content.insert("role".into(), "system".into());
    one(session, at, &Value::Object(content), taking);
}

fn one(session: usize, at: String, value: &Value, taking: &mut Taking) {
    let mut outer = match fields(value) {
        Ok(outer) => outer,
        Err(why) => return taking.odd(at, why, value),
    };
    if outer.contains_key("parts") {
        let said = remove_injected(content(&mut outer), taking);
        return taking.take_all(session, &at, value, said);
    }
    let said = match text(&mut outer, "type").as_deref() {
        Some("user") => Ok("user"),
        Some("gemini") => Ok("assistant"),
        // Messages of the program to its user.
        Some("info" | "warning" | "error") => Ok("system"),
        Some(other) => return taking.beside(other),
        None => Err("has no `type` that is a text".to_owned()),
    };
    let said = said.and_then(|role| parse_record(role, outer, &at, taking));
    let said = remove_injected(said, taking);
    taking.take_all(session, &at, value, said);
}

/// Removes messages that are only injected context.
fn remove_injected(
    said: Result<Vec<Message>, String>,
    taking: &mut Taking,
) -> Result<Vec<Message>, String> {
    let mut messages = said?;
    messages.retain_mut(|message| {
        let has_words = clean(message, GEMINI);
        if !has_words {
            taking.beside(INJECTED);
        }
        has_words
    });
    Ok(messages)
}

/// Parses a message as the program records it; the results of tools in it become separate messages.
fn parse_record(
    role: &str,
    mut fields: Map<String, Value>,
    at: &str,
    taking: &mut Taking,
) -> Result<Vec<Message>, String> {
    let Parts {
        content, thoughts, ..
    } = parts(fields.remove("content").unwrap_or_default())?;
    let mut said = Message {
        role: role.to_owned(),
        content,
        ..Message::default()
    };
    if let Some(id) = text(&mut fields, "id") {
        said.id = id;
    }
    let moment = fields.remove("timestamp");
    let mut results = Vec::new();
    match fields.remove("toolCalls") {
        Some(Value::Array(calls)) => {
            for call in calls {
                let (call, result) = parse_call(&call)?;
                said.tool_calls.push(call);
                results.extend(result);
            }
        }
        Some(Value::Null) | None => {}
        Some(other) => return Err(format!("`toolCalls` is {}; expected a list", kind(&other))),
    }
    match fields.remove("thoughts") {
        Some(Value::Array(mut known)) => {
            known.extend(thoughts);
            add_thoughts(&mut fields, known);
        }
        Some(Value::Null) | None => add_thoughts(&mut fields, thoughts),
        Some(other) => add_thoughts(&mut fields, [vec![other], thoughts].concat()),
    }
    fields.retain(|_, value| !value.is_null());
    said.metadata = fields;
    taking.set_time(&mut said, "timestamp", at, moment);
    for result in &mut results {
        result.at = said.at;
    }
    results.insert(0, said);
    Ok(results)
}

fn parse_call(value: &Value) -> Result<(Call, Option<Message>), String> {
    let mut fields = fields(value).map_err(|why| format!("a call {why}"))?;
    let call = Call {
        id: text(&mut fields, "id"),
        name: text(&mut fields, "name").ok_or("a call has no `name`")?,
        arguments: fields.remove("args").unwrap_or_default(),
    };
    let answer = fields.remove("result").filter(|result| !result.is_null());
    let result = answer.map(|answer| {
        let mut metadata = fields;
        // The same result as it was displayed.
        metadata.remove("resultDisplay");
        metadata.retain(|_, value| !value.is_null());
        Message {
            role: "tool".into(),
            content: parse_response(answer),
            name: Some(call.name.clone()),
            tool_call_id: call.id.clone(),
            metadata,
            ..Message::default()
        }
    });
    Ok((call, result))
}

/// Returns the content of a tool's result: the response within its parts.
fn parse_response(value: Value) -> Content {
    let parts = match value {
        Value::Array(parts) => parts,
        Value::String(said) => return Content::Text(said),
        other => vec![other],
    };
    let said = parts.iter().map(|part| {
        let response = part.pointer("/functionResponse/response");
        match response.unwrap_or(part) {
            Value::Object(fields) if fields.len() == 1 => match fields.get("output") {
                Some(Value::String(said)) => said.clone(),
                _ => Value::Object(fields.clone()).to_string(),
            },
            Value::String(said) => said.clone(),
            other => other.to_string(),
        }
    });
    Content::Text(said.collect::<Vec<_>>().join("\n"))
}

/// Parses a message of the API: its text, its calls, and the results of calls.
fn content(fields: &mut Map<String, Value>) -> Result<Vec<Message>, String> {
    let role = match text(fields, "role").as_deref() {
        Some("model") => "assistant".to_owned(),
        Some("function") => "tool".to_owned(),
        Some(role) if role.len() <= 64 => role.to_owned(),
        None if !fields.contains_key("role") => "user".to_owned(),
        _ => return Err("`role` is no name".into()),
    };
    let parts = parts(fields.remove("parts").unwrap_or_default())?;
    let mut metadata = std::mem::take(fields);
    let has_thoughts = !parts.thoughts.is_empty();
    add_thoughts(&mut metadata, parts.thoughts);
    let said = Message {
        role,
        content: parts.content,
        tool_calls: parts.calls,
        metadata,
        ..Message::default()
    };
    let mut all = parts.answers;
    if !said.says_nothing() || has_thoughts || all.is_empty() {
        all.insert(0, said);
    }
    Ok(all)
}

/// Stores the reasoning before a message with it.
fn add_thoughts(metadata: &mut Map<String, Value>, thoughts: Vec<Value>) {
    if !thoughts.is_empty() {
        metadata.insert("thinking".into(), thoughts.into());
    }
}

/// Parsed parts of a message.
#[derive(Default)]
struct Parts {
    content: Content,
    calls: Vec<Call>,
    /// Results of tools.
    answers: Vec<Message>,
    thoughts: Vec<Value>,
}

fn parts(value: Value) -> Result<Parts, String> {
    let mut read = Parts::default();
    let parts = match value {
        Value::Null => return Ok(read),
        Value::String(said) => {
            read.content = Content::Text(said);
            return Ok(read);
        }
        part @ Value::Object(_) => vec![part],
        Value::Array(parts) => parts,
        other => return Err(format!("`parts` is {}; expected a list", kind(&other))),
    };
    let mut said = Vec::new();
    for part in parts {
        match part {
            Value::String(text) => said.push(of_text(&text)),
            Value::Object(mut part) => {
                if let Some(call) = part.remove("functionCall") {
                    read.calls.push(parse_call(&call)?.0);
                } else if let Some(answer) = part.remove("functionResponse") {
                    read.answers.push(answer_of(&answer)?);
                } else if is_reasoning(&Value::Object(part.clone())) {
                    read.thoughts.push(Value::Object(part));
                } else {
                    if part.contains_key("text") {
                        part.insert("type".into(), "text".into());
                    }
                    said.push(Value::Object(part));
                }
            }
            other => return Err(format!("a part is {}; expected an object", kind(&other))),
        }
    }
    read.content = plain(said);
    Ok(read)
}

fn answer_of(value: &Value) -> Result<Message, String> {
    let mut fields = fields(value).map_err(|why| format!("an answer {why}"))?;
    let name = text(&mut fields, "name").ok_or("an answer has no `name`")?;
    let id = text(&mut fields, "id");
    Ok(Message {
        role: "tool".into(),
        content: parse_response(fields.remove("response").unwrap_or_default()),
        tool_call_id: id.or_else(|| Some(name.clone())),
        name: Some(name),
        ..Message::default()
    })
}
