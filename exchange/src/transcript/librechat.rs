//! Parses exports of `LibreChat`: a conversation with its messages in a list, or as a tree of children.

use serde_json::{Map, Value, json};

use super::attachments::Attached;
use super::branch::{ABANDONED, Node, current};
use super::chat::{conversations, join, of_text, parse_message};
use super::injected::API_ERRORS;
use super::taking::{Taking, fields, text};
use super::{Call, Content, Message};
use crate::moment;
use crate::records::{Record, Records, kind};

/// Fields with messages: a list, or the first messages of a tree.
pub(super) const LISTS: [&str; 2] = ["messages", "messagesTree"];
/// Fields that only link messages or repeat what the conversation says.
const LINKS: [&str; 5] = ["parentMessageId", "conversationId", "__v", "_id", "depth"];

/// Parses conversations.
pub(super) fn read(records: Records, taking: &mut Taking) {
    for Record { at, value } in conversations(records) {
        if let Err(why) = conversation(&value, &at, taking) {
            taking.odd(at, why, &value);
        }
    }
}

fn conversation(value: &Value, at: &str, taking: &mut Taking) -> Result<(), String> {
    let mut outer = fields(value)?;
    let list = LISTS.iter().find(|name| outer.contains_key(**name));
    let list = list.ok_or("has no list of `messages`")?;
    let messages = match outer.remove(*list) {
        Some(Value::Array(messages)) => messages,
        // A tree with one root.
        Some(root @ Value::Object(_)) => vec![root],
        other => {
            let found = kind(&other.unwrap_or_default());
            return Err(format!("`{list}` is {found}; expected a list"));
        }
    };
    let session = taking.another(text(&mut outer, "conversationId"));
    for name in ["title", "endpoint", "model", "options"] {
        if let Some(value) = outer.remove(name) {
            taking.about(session, name, value);
        }
    }
    let messages = flat(messages, &join(at, list));
    let nodes: Vec<Node<&str>> = messages.iter().map(|(_, value)| node(value)).collect();
    let is_current = current(&nodes);
    for ((at, value), is_current) in messages.iter().zip(is_current) {
        if is_current {
            message(session, at, value, taking);
        } else {
            taking.beside(ABANDONED);
        }
    }
    Ok(())
}

/// Flattens a list of messages and all trees in it, parents first.
fn flat(messages: Vec<Value>, place: &str) -> Vec<(String, Value)> {
    let placed = |place: &str, messages: Vec<Value>| -> Vec<(String, Value)> {
        let messages = messages.into_iter().enumerate().rev();
        messages
            .map(|(n, value)| (join(place, &n.to_string()), value))
            .collect()
    };
    let mut next = placed(place, messages);
    let mut flat = Vec::new();
    while let Some((at, mut value)) = next.pop() {
        let children = value
            .as_object_mut()
            .and_then(|fields| match fields.get_mut("children") {
                Some(Value::Array(children)) => {
                    let children = std::mem::take(children);
                    fields.remove("children");
                    Some(children)
                }
                _ => None,
            });
        next.extend(placed(&join(&at, "children"), children.unwrap_or_default()));
        flat.push((at, value));
    }
    flat
}

fn node(message: &Value) -> Node<&str> {
    let text = |name: &str| message.get(name).and_then(Value::as_str);
    Node {
        id: text("messageId"),
        parent: text("parentMessageId"),
        at: message.get("createdAt").and_then(moment::read),
        joins: false,
    }
}

fn message(session: usize, at: &str, value: &Value, taking: &mut Taking) {
    if value.get("error") == Some(&Value::Bool(true)) {
        return taking.beside(API_ERRORS);
    }
    let said = fields(value).and_then(|fields| messages(fields, at, taking));
    taking.take_all(session, at, value, said);
}

fn messages(
    mut outer: Map<String, Value>,
    at: &str,
    taking: &mut Taking,
) -> Result<Vec<Message>, String> {
    for name in LINKS {
        outer.remove(name);
    }
    let is_user = match outer.remove("isCreatedByUser") {
        Some(Value::Bool(is_user)) => is_user,
        None => outer.get("sender") == Some(&Value::from("User")),
        Some(other) => {
            let found = kind(&other);
            return Err(format!(
                "`isCreatedByUser` is {found}; expected true or false"
            ));
        }
    };
    let (id, moment) = (text(&mut outer, "messageId"), outer.remove("createdAt"));
    let words = match outer.remove("text") {
        Some(Value::String(words)) => words,
        Some(Value::Null) | None => String::new(),
        Some(other) => return Err(format!("`text` is {}; expected a text", kind(&other))),
    };
    let mut results = Vec::new();
    let mut calls = Vec::new();
    let content = match outer.remove("content") {
        Some(Value::Array(parts)) if !parts.is_empty() => {
            let mut said = Vec::new();
            for (n, part) in parts.into_iter().enumerate() {
                let read = read_part(part, &mut calls, &mut results);
                said.extend(read.map_err(|why| format!("`content/{n}` {why}"))?);
            }
            Value::Array(said)
        }
        Some(Value::Array(_) | Value::Null) | None => words.into(),
        Some(other) => return Err(format!("`content` is {}; expected a list", kind(&other))),
    };
    outer.insert("content".into(), content);
    let role = if is_user { "user" } else { "assistant" };
    outer.insert("role".into(), role.into());
    let attached = Attached::take(&mut outer)?;
    let mut message = parse_message(outer)?;
    attached.add_to(&mut message);
    message.tool_calls.extend(calls);
    message.id = id.unwrap_or_default();
    taking.set_time(&mut message, "createdAt", at, moment);
    for (n, result) in results.iter_mut().enumerate() {
        result.at = message.at;
        if !message.id.is_empty() {
            result.id = format!("{}.{}", message.id, n + 1);
        }
    }
    results.insert(0, message);
    Ok(results)
}

/// Parses a part: returns its text, and collects calls and results of tools.
fn read_part(
    part: Value,
    calls: &mut Vec<Call>,
    results: &mut Vec<Message>,
) -> Result<Option<Value>, String> {
    let mut inner = fields(&part)?;
    match inner.get("type").and_then(Value::as_str) {
        Some("text") => match inner.remove("text") {
            Some(Value::String(words)) => Ok(Some(of_text(&words))),
            Some(Value::Object(mut words)) => {
                Ok(text(&mut words, "value").map(|words| of_text(&words)))
            }
            other => Err(format!(
                "has a `text` that is {}",
                kind(&other.unwrap_or_default())
            )),
        },
        Some("think") => {
            let thought = inner.remove("think").unwrap_or_default();
            Ok(Some(json!({"type": "thinking", "thinking": thought})))
        }
        Some("tool_call") => {
            let Some(Value::Object(mut call)) = inner.remove("tool_call") else {
                return Err("has no `tool_call` that is an object".into());
            };
            let id = text(&mut call, "id");
            let name = text(&mut call, "name").ok_or("has a call without `name`")?;
            let output = call.remove("output").filter(|output| !output.is_null());
            results.extend(output.map(|output| Message {
                role: "tool".into(),
                content: Content::Text(match output {
                    Value::String(output) => output,
                    output => output.to_string(),
                }),
                name: Some(name.clone()),
                tool_call_id: id.clone(),
                ..Message::default()
            }));
            calls.push(Call {
                id,
                name,
                arguments: call.remove("args").unwrap_or_default(),
            });
            Ok(None)
        }
        _ => Ok(Some(part)),
    }
}
