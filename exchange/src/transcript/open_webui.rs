//! Parses exports of `Open WebUI`: chats whose messages form a tree.

use serde_json::{Map, Value};

use super::attachments::Attached;
use super::branch::{ABANDONED, Node, current, path};
use super::chat::{conversations, join, parse_message};
use super::injected::API_ERRORS;
use super::taking::{Taking, fields, text};
use super::{Content, Message};
use crate::moment;
use crate::records::{Record, Records, kind};

/// Element of an answer that holds the model's reasoning.
const THOUGHTS: (&str, &str) = ("<details type=\"reasoning\"", "</details>");
/// Fields that only link messages.
const LINKS: [&str; 4] = ["parentId", "childrenIds", "done", "modelIdx"];

/// Parses chats.
pub(super) fn read(records: Records, taking: &mut Taking) {
    for Record { at, value } in conversations(records) {
        if let Err(why) = chat(&value, &at, taking) {
            taking.odd(at, why, &value);
        }
    }
}

fn chat(value: &Value, at: &str, taking: &mut Taking) -> Result<(), String> {
    let mut outer = fields(value)?;
    let (place, mut chat) = match outer.remove("chat") {
        Some(Value::Object(chat)) => (join(at, "chat"), chat),
        Some(other) => return Err(format!("`chat` is {}; expected an object", kind(&other))),
        None => (at.to_owned(), std::mem::take(&mut outer)),
    };
    let messages = match chat.remove("history") {
        Some(Value::Object(history)) => of_history(history, &join(&place, "history"))?,
        Some(Value::Null) | None => match chat.remove("messages") {
            Some(Value::Array(messages)) => of_list(messages, &join(&place, "messages")),
            _ => return Err("has no `history` and no list of `messages`".into()),
        },
        Some(other) => return Err(format!("`history` is {}; expected an object", kind(&other))),
    };
    let id = text(&mut outer, "id").or_else(|| text(&mut chat, "id"));
    let session = taking.another(id);
    for name in ["title", "user_id", "created_at", "models", "tags"] {
        if let Some(value) = outer.remove(name).or_else(|| chat.remove(name)) {
            taking.about(session, name, value);
        }
    }
    for (at, value, is_current) in messages {
        if is_current {
            message(session, at, &value, taking);
        } else {
            taking.beside(ABANDONED);
        }
    }
    Ok(())
}

/// Message with its place; true if it is current.
type Placed = (String, Value, bool);

fn of_history(mut history: Map<String, Value>, place: &str) -> Result<Vec<Placed>, String> {
    let end = text(&mut history, "currentId");
    let messages = match history.remove("messages") {
        Some(Value::Object(messages)) => messages,
        other => {
            let found = kind(&other.unwrap_or_default());
            return Err(format!("`history/messages` is {found}; expected an object"));
        }
    };
    let place = join(place, "messages");
    let Some(end) = end.filter(|end| messages.contains_key(end)) else {
        let place_of = |name: &str| join(&place, name);
        let placed = messages.into_iter();
        let mut placed: Vec<(String, Value)> = placed
            .map(|(name, value)| (place_of(&name), value))
            .collect();
        placed.sort_by_key(|(_, value)| value.get("timestamp").and_then(moment::read));
        return Ok(mark_branches(placed));
    };
    let nodes: Vec<Node<&str>> = messages
        .iter()
        .map(|(name, value)| node(name, value))
        .collect();
    let on_path: Vec<String> = path(&nodes, end.as_str())
        .into_iter()
        .filter_map(|at| nodes[at].id.map(str::to_owned))
        .collect();
    let mut messages = messages;
    let mut placed: Vec<Placed> = Vec::new();
    for name in on_path {
        let value = messages.remove(&name).unwrap_or_default();
        placed.push((join(&place, &name), value, true));
    }
    let rest = messages.into_iter();
    placed.extend(rest.map(|(name, value)| (join(&place, &name), value, false)));
    Ok(placed)
}

fn of_list(messages: Vec<Value>, place: &str) -> Vec<Placed> {
    let placed = messages.into_iter().enumerate();
    mark_branches(
        placed
            .map(|(n, value)| (join(place, &n.to_string()), value))
            .collect(),
    )
}

fn mark_branches(placed: Vec<(String, Value)>) -> Vec<Placed> {
    let id = |value: &'_ Value| value.get("id").and_then(Value::as_str).map(str::to_owned);
    let ids: Vec<Option<String>> = placed.iter().map(|(_, value)| id(value)).collect();
    let nodes: Vec<Node<&str>> = placed
        .iter()
        .zip(&ids)
        .map(|((_, value), id)| Node {
            id: id.as_deref(),
            ..node("", value)
        })
        .collect();
    let is_current = current(&nodes);
    let placed = placed.into_iter().zip(is_current);
    placed
        .map(|((at, value), is_current)| (at, value, is_current))
        .collect()
}

fn node<'a>(id: &'a str, message: &'a Value) -> Node<&'a str> {
    Node {
        id: Some(id),
        parent: message.get("parentId").and_then(Value::as_str),
        at: message.get("timestamp").and_then(moment::read),
        joins: false,
    }
}

fn message(session: usize, at: String, value: &Value, taking: &mut Taking) {
    let said = fields(value).and_then(|mut fields| {
        let moment = fields.remove("timestamp");
        for name in LINKS {
            fields.remove(name);
        }
        let attached = Attached::take(&mut fields)?;
        let mut message = parse_message(fields)?;
        attached.add_to(&mut message);
        think(&mut message);
        taking.set_time(&mut message, "timestamp", &at, moment);
        Ok(message)
    });
    let failed = |message: &Message| {
        message.content.is_blank() && message.metadata.get("error").is_some_and(Value::is_object)
    };
    if said.as_ref().is_ok_and(failed) {
        return taking.beside(API_ERRORS);
    }
    taking.take(session, at, value, said);
}

/// Moves a model's reasoning out of its answer.
fn think(message: &mut Message) {
    let (open, close) = THOUGHTS;
    let Content::Text(text) = &mut message.content else {
        return;
    };
    if message.role != "assistant" {
        return;
    }
    let mut thoughts: Vec<Value> = Vec::new();
    while let Some(begin) = text.find(open) {
        let Some(end) = text[begin..].find(close) else {
            break;
        };
        let element: String = text.drain(begin..begin + end + close.len()).collect();
        let inner = element.split_once('>').map_or("", |(_, inner)| inner);
        let inner = inner.trim_end_matches(close).trim();
        thoughts.push(Value::from(inner));
    }
    if !thoughts.is_empty() {
        *text = text.trim().to_owned();
        message.metadata.insert("thinking".into(), thoughts.into());
    }
}
