//! Parses messages of `LangChain`: `messages_to_dict`, serialised objects (`lc`), and plain dumps.

use serde_json::{Map, Value};

use super::chat::{parse_message, plain};
use super::taking::Taking;
use super::{Content, Message};
use crate::records::kind;

/// Fields that are omitted if empty, and copies of the message.
const BOOKKEEPING: [&str; 6] = [
    "additional_kwargs",
    "example",
    "invalid_tool_calls",
    "response_metadata",
    "tool_call_chunks",
    "type",
];

/// Parses one message.
pub(super) fn messages(
    outer: Map<String, Value>,
    _: &str,
    taking: &mut Taking,
) -> Result<Vec<Message>, String> {
    let (what, mut inner) = unwrap_fields(outer)?;
    let role = match what.as_deref() {
        Some("human" | "user") => "user",
        Some("ai" | "assistant") => "assistant",
        Some(role @ ("system" | "developer" | "tool" | "function")) => role,
        Some("remove") => {
            taking.beside("removals of messages");
            return Ok(Vec::new());
        }
        // Such a message states its role itself.
        Some("chat") | None => "",
        Some(other) => {
            let other: String = other.chars().take(40).collect();
            return Err(format!(
                "`type` is `{other}`; expected human, ai, system, developer, tool, function or chat"
            ));
        }
    };
    if !role.is_empty() {
        inner.insert("role".into(), role.into());
    }
    let no_calls = match inner.get("tool_calls") {
        None | Some(Value::Null) => true,
        Some(calls) => calls.as_array().is_some_and(Vec::is_empty),
    };
    if let Some(Value::Object(more)) = inner.get_mut("additional_kwargs") {
        // Unparsed calls, as the model wrote them.
        let calls = [more.remove("tool_calls"), more.remove("function_call")];
        if let Some(calls) = calls.into_iter().flatten().next().filter(|_| no_calls) {
            inner.insert("tool_calls".into(), calls);
        }
    }
    for name in BOOKKEEPING {
        let is_nothing = match inner.get(name) {
            Some(Value::Object(fields)) => fields.is_empty(),
            Some(Value::Array(items)) => items.is_empty(),
            Some(_) => matches!(name, "type" | "example"),
            None => false,
        };
        if is_nothing {
            inner.remove(name);
        }
    }
    let mut message = parse_message(inner)?;
    // The content repeats the calls.
    if let (Content::Parts(parts), false) = (&mut message.content, message.tool_calls.is_empty()) {
        let mut parts = std::mem::take(parts);
        parts.retain(|part| part["type"] != "tool_use" && part["type"] != "function_call");
        message.content = plain(parts);
    }
    Ok(vec![message])
}

/// Returns the type and the fields of a message.
fn unwrap_fields(
    mut outer: Map<String, Value>,
) -> Result<(Option<String>, Map<String, Value>), String> {
    let what = match outer.get("type") {
        Some(Value::String(what)) => Some(what.to_lowercase()),
        None | Some(Value::Null) => None,
        Some(other) => return Err(format!("`type` is {}; expected a text", kind(other))),
    };
    if outer.contains_key("lc") {
        if what.as_deref() != Some("constructor") {
            return Err("is a serialised object without a `type` that is `constructor`".into());
        }
        let class = outer.get("id").and_then(Value::as_array);
        let class = class.and_then(|path| path.last()?.as_str());
        let class = class.ok_or("has no `id` that ends with the name of a class")?;
        let class = class.trim_end_matches("Chunk").to_lowercase();
        let name = class.strip_suffix("message").unwrap_or(&class).to_owned();
        return match outer.remove("kwargs") {
            Some(Value::Object(inner)) => Ok((Some(name), inner)),
            _ => Err("has no `kwargs` that is an object".into()),
        };
    }
    match outer.remove("data") {
        Some(Value::Object(inner)) => Ok((what, inner)),
        Some(other) if what.is_some() && !outer.contains_key("content") => {
            Err(format!("`data` is {}; expected an object", kind(&other)))
        }
        other => {
            if let Some(other) = other {
                outer.insert("data".into(), other);
            }
            let what = what.map(|what| what.trim_end_matches("messagechunk").to_owned());
            // Plain dumps of parts of answers: `AIMessageChunk`.
            Ok((what.filter(|_| !outer.contains_key("role")), outer))
        }
    }
}
