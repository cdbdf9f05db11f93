//! Parses data exports of `ChatGPT`: trees of messages, of which one branch is current.

use serde_json::{Map, Value};

use super::Content;
use super::attachments::Attached;
use super::branch::{ABANDONED, Node, path};
use super::chat::{conversations, join, of_text, parse_message, plain};
use super::injected::INJECTED;
use super::taking::{Taking, fields, text};
use crate::records::{Record, Records, kind};

/// Parses an export.
pub(super) fn read(records: Records, taking: &mut Taking) {
    for Record { at, value } in conversations(records) {
        let mut conversation = match fields(&value) {
            Ok(fields) => fields,
            Err(why) => {
                taking.odd(at, why, &value);
                continue;
            }
        };
        let Some(Value::Object(mut nodes)) = conversation.remove("mapping") else {
            taking.odd(at, "has no `mapping` that is an object", &value);
            continue;
        };
        let id = text(&mut conversation, "conversation_id");
        let session = taking.another(id.or_else(|| text(&mut conversation, "id")));
        for name in ["title", "create_time", "default_model_slug", "gizmo_id"] {
            if let Some(value) = conversation.remove(name) {
                taking.about(session, name, value);
            }
        }
        let place = join(&at, "mapping");
        let current = text(&mut conversation, "current_node");
        for name in branch(&nodes, current) {
            let at = join(&place, &name);
            match nodes.remove(&name).map(|mut node| node["message"].take()) {
                Some(Value::Null) | None => taking.beside("nodes without a message"),
                Some(message) => node(session, at, &message, taking),
            }
        }
        for (name, node) in nodes {
            match node {
                Value::Object(_) => taking.beside(ABANDONED),
                other => taking.odd(
                    join(&place, &name),
                    format!("is {}; expected an object", kind(&other)),
                    &other,
                ),
            }
        }
    }
}

/// Returns the names of the nodes from the root to the current one, or to the newest if none is marked as current.
fn branch(nodes: &Map<String, Value>, current: Option<String>) -> Vec<String> {
    let made = |node: &Value| node.pointer("/message/create_time").and_then(Value::as_f64);
    let newest = || {
        let dated = nodes
            .iter()
            .filter_map(|(name, node)| Some((made(node)?, name)));
        let newest = dated.max_by(|one, other| one.0.total_cmp(&other.0));
        newest.map(|(_, name)| name.clone())
    };
    let tree: Vec<Node<&str>> = nodes
        .iter()
        .filter(|(_, node)| node.is_object())
        .map(|(name, node)| Node {
            id: Some(name.as_str()),
            parent: node.get("parent").and_then(Value::as_str),
            at: None,
            joins: false,
        })
        .collect();
    let current = current.filter(|name| nodes.contains_key(name));
    let Some(end) = current.or_else(newest) else {
        return Vec::new();
    };
    let places = path(&tree, end.as_str()).into_iter();
    let names = places.filter_map(|at| tree[at].id.map(str::to_owned));
    names.collect()
}

/// Returns the name under which a message is counted that is neither from the person nor from the model.
fn exclusion_reason(message: &Value) -> Option<&'static str> {
    let text = |pointer: &str| message.pointer(pointer).and_then(Value::as_str);
    let is_hidden = message.pointer("/metadata/is_visually_hidden_from_conversation");
    match text("/content/content_type") {
        Some("user_editable_context" | "model_editable_context") => Some(INJECTED),
        Some("reasoning_recap") => Some("reasoning"),
        _ if is_hidden != Some(&Value::Bool(true)) => None,
        _ => match text("/author/role") {
            Some("user" | "system" | "developer" | "tool") => Some(INJECTED),
            _ => None,
        },
    }
}

fn node(session: usize, at: String, value: &Value, taking: &mut Taking) {
    if let Some(what) = exclusion_reason(value) {
        return taking.beside(what);
    }
    let said = fields(value).and_then(|mut fields| {
        let Some(Value::Object(author)) = fields.remove("author") else {
            return Err("has no `author` that is an object".into());
        };
        let mut inner = Map::new();
        for name in ["role", "name"] {
            inner.extend(
                author
                    .get(name)
                    .map(|value| (name.to_owned(), value.clone())),
            );
        }
        let (content, more) = of_node(fields.remove("content").unwrap_or_default())?;
        let mut message = parse_message(inner)?;
        message.content = content;
        if let Some(Value::Object(metadata)) = fields.get_mut("metadata") {
            Attached::take(metadata)?.add_to(&mut message);
        }
        message.metadata = more;
        if let Some(id) = text(&mut fields, "id") {
            message.id = id;
        }
        let moment = fields.remove("create_time");
        taking.set_time(&mut message, "create_time", &at, moment);
        let usual = |name: &str, value: &Value| match name {
            "weight" => value.as_f64() == Some(1.0),
            "recipient" => value == "all",
            "status" => value == "finished_successfully",
            _ => value.is_null(),
        };
        fields.retain(|name, value| !value.is_null() && !usual(name, value));
        message.metadata.append(&mut fields);
        Ok(message)
    });
    taking.take(session, at, value, said);
}

/// Makes an image, audio or file part of a part that refers to a file of the export.
fn asset(mut part: Map<String, Value>) -> Map<String, Value> {
    // Of a voice message with video, the video includes the audio.
    let nested = ["video_container_asset_pointer", "audio_asset_pointer"];
    let nested = nested.iter().find_map(|name| part.get(*name)?.as_object());
    let own = nested.unwrap_or(&part);
    let Some(address) = own.get("asset_pointer").filter(|own| own.is_string()) else {
        return part;
    };
    let what = own.get("content_type").and_then(Value::as_str);
    let what = what.unwrap_or_default().split('_').next();
    let is_kind = |kind: &&str| matches!(*kind, "image" | "audio" | "video");
    let kind = what.filter(is_kind).unwrap_or("file");
    let (kind, address) = (kind.into(), address.clone());
    part.remove("asset_pointer");
    part.insert("type".into(), kind);
    part.insert("url".into(), address);
    part
}

/// Parses the content of a node. The second result is its metadata.
fn of_node(value: Value) -> Result<(Content, Map<String, Value>), String> {
    let mut content = match value {
        Value::Object(content) => content,
        Value::Null => return Ok((Content::default(), Map::new())),
        other => return Err(format!("`content` is {}; expected an object", kind(&other))),
    };
    let what = text(&mut content, "content_type").unwrap_or_default();
    if what == "thoughts" {
        let thoughts = content.remove("thoughts").unwrap_or_default();
        let thinking = Map::from_iter([("thinking".to_owned(), thoughts)]);
        return Ok((Content::default(), thinking));
    }
    let said = match content.remove("parts") {
        Some(Value::Array(parts)) => {
            let parts = parts
                .into_iter()
                .filter(|part| part != "" && !part.is_null());
            let part = |part: Value| match part {
                Value::String(said) => Ok(of_text(&said)),
                Value::Object(part) => Ok(Value::Object(asset(part))),
                other => Err(format!("a part is {}; expected an object", kind(&other))),
            };
            plain(parts.map(part).collect::<Result<_, _>>()?)
        }
        Some(other) => return Err(format!("`parts` is {}; expected a list", kind(&other))),
        None => {
            let own = ["text", "content", "result"];
            match own.iter().find_map(|name| text(&mut content, name)) {
                Some(said) => Content::Text(said),
                None if content.is_empty() => Content::default(),
                None => Content::Parts(vec![Value::Object(std::mem::take(&mut content))]),
            }
        }
    };
    content.retain(|_, value| !value.is_null());
    if what != "text" && !what.is_empty() {
        content.insert("content_type".into(), what.into());
    }
    Ok((said, content))
}
