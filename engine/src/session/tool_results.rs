//! What tools returned: the results in a message, each with the call that it answers, in the shapes in which chat
//! models write them. Knows no model, and not what becomes of a result.

use std::sync::Arc;

use serde_json::Value;

use crate::entity::{Extraction, Rules, extract};
use crate::session::message::{Content, Message};

/// How far from a result its call is looked for, in messages.
pub const REACH: usize = 200;

/// One result of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// The tool's name, where the message or its call says so.
    pub tool: Option<String>,
    /// What it was called with; null when nobody knows.
    pub arguments: Value,
    /// The result: JSON where its text is JSON.
    pub result: Value,
}

impl ToolResult {
    /// What it says about entities.
    #[must_use]
    pub fn seen(&self, rules: &Rules) -> Extraction {
        let tool = self.tool.as_ref();
        tool.map_or_else(Extraction::default, |tool| {
            extract(tool, &self.arguments, &self.result, rules)
        })
    }
}

/// The results in a message: itself, or its parts that are some. Their calls are looked for in `around`.
#[must_use]
pub fn tool_results(message: &Message, around: &[Arc<Message>]) -> Vec<ToolResult> {
    let answer = |call: Option<&str>, result| {
        let called = call.and_then(|id| called(around, id));
        let (tool, arguments) = called.unwrap_or_default();
        let name = message.name.as_ref().map(ToString::to_string);
        ToolResult {
            tool: name.or(tool),
            arguments,
            result,
        }
    };
    if let Content::Parts(parts) = &message.content {
        let results = parts
            .iter()
            .filter(|part| part.get("type").and_then(Value::as_str) == Some("tool_result"));
        let answers: Vec<ToolResult> = results
            .map(|part| {
                let call = part.get("tool_use_id").and_then(Value::as_str);
                answer(call, part.get("content").map_or(Value::Null, read))
            })
            .collect();
        if !answers.is_empty() {
            return answers;
        }
    }
    let result = read(&Value::String(message.text().into_owned()));
    vec![answer(message.tool_call_id.as_deref(), result)]
}

/// What a tool answered: JSON where its text is JSON.
fn read(content: &Value) -> Value {
    let parsed = |text: &str| serde_json::from_str(text).ok();
    match content {
        Value::String(text) => parsed(text).unwrap_or_else(|| content.clone()),
        // Parts of text, as models exchange them, are one text.
        Value::Array(parts) if parts.iter().all(|part| part.get("text").is_some()) => {
            let texts = parts.iter().filter_map(|part| part["text"].as_str());
            let text: String = texts.collect();
            parsed(&text).unwrap_or(Value::String(text))
        }
        other => other.clone(),
    }
}

/// The name and the arguments of the call of that id, the latest of several.
fn called(around: &[Arc<Message>], id: &str) -> Option<(Option<String>, Value)> {
    around.iter().rev().find_map(|message| {
        let mut own = message.tool_calls.iter();
        if let Some(call) = own.find(|call| call.id.as_deref() == Some(id)) {
            return Some((call.name().map(ToOwned::to_owned), call.arguments()));
        }
        let Content::Parts(parts) = &message.content else {
            return None;
        };
        let part = parts.iter().find(|part| {
            part.get("type").and_then(Value::as_str) == Some("tool_use")
                && part.get("id").and_then(Value::as_str) == Some(id)
        })?;
        let name = part.get("name").and_then(Value::as_str);
        let arguments = part.get("input").cloned().unwrap_or_default();
        Some((name.map(ToOwned::to_owned), arguments))
    })
}
