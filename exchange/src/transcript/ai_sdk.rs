//! Parses UI messages of the AI SDK: typed parts, including tool calls together with their results.

use serde_json::{Map, Value, json};

use super::chat::{of_text, parse_message, plain, role};
use super::taking::{Taking, fields, text};
use super::{Call, Content, Message};
use crate::records::kind;

/// Metadata field for parts that are neither text nor a call: sources, data of the interface.
const OTHERS: &str = "parts";

/// Splits a UI message into messages: text and calls, the results of calls, and the text after them.
pub(super) fn messages(
    mut outer: Map<String, Value>,
    at: &str,
    taking: &mut Taking,
) -> Result<Vec<Message>, String> {
    let mut parts = match outer.remove("parts") {
        Some(Value::Array(parts)) => parts,
        Some(Value::Null) | None => Vec::new(),
        Some(other) => return Err(format!("`parts` is {}; expected a list", kind(&other))),
    };
    let calls = match outer.remove("toolInvocations") {
        Some(Value::Array(calls)) => calls,
        Some(Value::Null) | None => Vec::new(),
        Some(other) => {
            let found = kind(&other);
            return Err(format!("`toolInvocations` is {found}; expected a list"));
        }
    };
    let moment = outer.remove("createdAt");
    let mut made = if parts.is_empty() && calls.is_empty() {
        vec![parse_message(outer)?]
    } else {
        // Older messages repeat the content of their parts.
        let content = outer.remove("content");
        if parts.is_empty() {
            let invoked = calls.into_iter();
            parts.extend(
                invoked.map(|call| json!({"type": "tool-invocation", "toolInvocation": call})),
            );
            parts.extend(content.as_ref().and_then(Value::as_str).map(of_text));
        }
        let mut steps = Steps {
            role: role(&mut outer)?,
            ..Steps::default()
        };
        for (n, part) in parts.into_iter().enumerate() {
            steps
                .add(part)
                .map_err(|why| format!("`parts/{n}` {why}"))?;
        }
        let mut made = steps.end();
        let first = &mut made[0];
        first.id = text(&mut outer, "id").unwrap_or_default();
        outer.retain(|_, value| !value.is_null());
        first.metadata.append(&mut outer);
        made
    };
    let first = &mut made[0];
    taking.set_time(first, "createdAt", at, moment);
    let (id, moment) = (first.id.clone(), first.at);
    for (n, message) in made.iter_mut().enumerate().skip(1) {
        message.at = moment;
        if !id.is_empty() {
            message.id = format!("{id}.{n}");
        }
    }
    Ok(made)
}

/// State while reading the parts.
#[derive(Default)]
struct Steps {
    role: String,
    done: Vec<Message>,
    parts: Vec<Value>,
    thoughts: Vec<Value>,
    others: Vec<Value>,
    calls: Vec<Call>,
    results: Vec<Message>,
}

impl Steps {
    fn add(&mut self, part: Value) -> Result<(), String> {
        let mut inner = fields(&part)?;
        let Some(Value::String(what)) = inner.get("type").cloned() else {
            return Err("has no `type` that is a text".into());
        };
        match what.as_str() {
            "step-start" => {}
            "reasoning" => self.thoughts.push(part),
            "text" => {
                let Some(Value::String(words)) = inner.get("text") else {
                    return Err("has no `text` that is a text".into());
                };
                self.say(of_text(words));
            }
            "dynamic-tool" | "tool-invocation" => self.call(&what, &mut inner)?,
            what if what.starts_with("tool-") => self.call(what, &mut inner)?,
            what if what.starts_with("source-")
                || what.starts_with("data-")
                || what == "source" =>
            {
                self.others.push(part);
            }
            _ => self.say(part),
        }
        Ok(())
    }

    fn say(&mut self, part: Value) {
        // Text after a result is a separate message.
        if !self.results.is_empty() {
            self.flush();
        }
        self.parts.push(part);
    }

    fn call(&mut self, what: &str, part: &mut Map<String, Value>) -> Result<(), String> {
        let mut part = match part.remove("toolInvocation") {
            Some(Value::Object(inner)) => inner,
            Some(other) => {
                let found = kind(&other);
                return Err(format!(
                    "has a `toolInvocation` that is {found}; expected an object"
                ));
            }
            None => std::mem::take(part),
        };
        let own = what
            .strip_prefix("tool-")
            .filter(|own| *own != "invocation" && !own.is_empty());
        let name = text(&mut part, "toolName").or_else(|| own.map(str::to_owned));
        let name = name.ok_or("has no `toolName` that is a text")?;
        let id = text(&mut part, "toolCallId").ok_or("has no `toolCallId` that is a text")?;
        let arguments = ["input", "args", "rawInput"];
        let arguments = arguments.iter().find_map(|name| part.remove(*name));
        self.calls.push(Call {
            id: Some(id.clone()),
            name: name.clone(),
            arguments: arguments.unwrap_or_default(),
        });
        let error = text(&mut part, "errorText");
        let output = ["output", "result"]
            .iter()
            .find_map(|name| part.remove(*name));
        let mut metadata = Map::new();
        if error.is_some() {
            metadata.insert("is_error".into(), true.into());
        }
        let content = match (error, output) {
            (Some(error), _) => error,
            (None, Some(Value::String(output))) => output,
            (None, Some(output)) if !output.is_null() => output.to_string(),
            _ => return Ok(()),
        };
        self.results.push(Message {
            role: "tool".into(),
            content: Content::Text(content),
            name: Some(name),
            tool_call_id: Some(id),
            metadata,
            ..Message::default()
        });
        Ok(())
    }

    fn flush(&mut self) {
        let mut metadata = Map::new();
        for (name, values) in [
            ("thinking", std::mem::take(&mut self.thoughts)),
            (OTHERS, std::mem::take(&mut self.others)),
        ] {
            if !values.is_empty() {
                metadata.insert(name.into(), values.into());
            }
        }
        self.done.push(Message {
            role: self.role.clone(),
            content: plain(std::mem::take(&mut self.parts)),
            tool_calls: std::mem::take(&mut self.calls),
            metadata,
            ..Message::default()
        });
        self.done.append(&mut self.results);
    }

    /// Returns all messages, at least one.
    fn end(mut self) -> Vec<Message> {
        let is_rest = !(self.parts.is_empty()
            && self.calls.is_empty()
            && self.thoughts.is_empty()
            && self.others.is_empty());
        if is_rest || self.done.is_empty() {
            self.flush();
        }
        self.done
    }
}
