//! Parses conversations of `ShareGPT` data sets.

use serde_json::{Map, Value};

use super::chat::{conversations, join};
use super::taking::{Taking, fields, text};
use super::{Call, Content, Message};
use crate::records::{Record, Records, kind};

/// Fields with the list of messages.
pub(super) const LISTS: [&str; 2] = ["conversations", "conversation"];

/// Parses conversations.
pub(super) fn read(records: Records, taking: &mut Taking) {
    for Record { at, value } in conversations(records) {
        let mut outer = match fields(&value) {
            Ok(outer) => outer,
            Err(why) => {
                taking.odd(at, why, &value);
                continue;
            }
        };
        let list = LISTS.iter().find(|name| outer.contains_key(**name));
        let list = list.unwrap_or(&LISTS[0]);
        let Some(Value::Array(messages)) = outer.remove(*list) else {
            taking.odd(at, "has no list of `conversations`", &value);
            continue;
        };
        let session = taking.another(text(&mut outer, "id"));
        if let Some(system) = text(&mut outer, "system") {
            let message = Message {
                role: "system".into(),
                content: Content::Text(system),
                ..Message::default()
            };
            taking.take(session, join(&at, "system"), &Value::Null, Ok(message));
        }
        for name in ["title", "model"] {
            if let Some(value) = outer.remove(name) {
                taking.about(session, name, value);
            }
        }
        taking.note_left_out(&outer);
        let place = join(&at, list);
        for (n, value) in messages.iter().enumerate() {
            let said = fields(value).and_then(message);
            taking.take(session, join(&place, &n.to_string()), value, said);
        }
    }
}

fn message(mut fields: Map<String, Value>) -> Result<Message, String> {
    let from = match fields.remove("from") {
        Some(Value::String(from)) => from.to_lowercase(),
        Some(other) => return Err(format!("`from` is {}; expected a text", kind(&other))),
        None => return Err("has no `from`".into()),
    };
    let value = match fields.remove("value") {
        Some(Value::String(value)) => value,
        Some(Value::Null) | None => String::new(),
        Some(other) => return Err(format!("`value` is {}; expected a text", kind(&other))),
    };
    let role = match from.as_str() {
        "human" | "user" => "user",
        "gpt" | "assistant" | "chatgpt" | "bing" | "bard" | "model" | "function_call" => {
            "assistant"
        }
        "system" => "system",
        "tool" | "observation" | "function_response" => "tool",
        other => {
            let other: String = other.chars().take(40).collect();
            return Err(format!(
                "`from` is `{other}`; expected human, gpt, system, tool, function_call or observation"
            ));
        }
    };
    let call = (from == "function_call").then(|| call(&value)).flatten();
    let content = if call.is_some() { String::new() } else { value };
    fields.retain(|_, value| !value.is_null());
    Ok(Message {
        role: role.into(),
        content: Content::Text(content),
        tool_calls: call.into_iter().collect(),
        metadata: fields,
        ..Message::default()
    })
}

/// Parses a text as a tool call: a JSON object with the tool's name and its arguments.
fn call(value: &str) -> Option<Call> {
    let Ok(Value::Object(mut call)) = serde_json::from_str(value) else {
        return None;
    };
    Some(Call {
        id: None,
        name: text(&mut call, "name")?,
        arguments: call.remove("arguments").unwrap_or_default(),
    })
}
