//! Tool results in a message, each with the call that it answers, in the formats of chat models.

use std::sync::Arc;

use serde_json::Value;

use crate::entity::{Extraction, Rules, extract};
use crate::session::message::Message;
use crate::session::parts;

/// Maximum distance between a result and its call, in messages.
pub const REACH: usize = 200;

/// A tool's result.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// Name of the tool, if the message or its call has it.
    pub tool: Option<String>,
    /// Arguments of the call; null if unknown.
    pub arguments: Value,
    /// The result, parsed as JSON where possible.
    pub result: Value,
    /// True if the message reports that the tool failed.
    pub failed: bool,
}

impl ToolResult {
    /// Extracts the entities in the result; none if the tool failed or is unknown.
    #[must_use]
    pub fn extract_entities(&self, rules: &Rules) -> Extraction {
        let tool = self.tool.as_ref().filter(|_| !self.failed);
        tool.map_or_else(Extraction::default, |tool| {
            extract(tool, &self.arguments, &self.result, rules)
        })
    }
}

/// Returns the results in a message: those in its parts, otherwise the message itself. Calls are looked up in `around`.
#[must_use]
pub fn tool_results(message: &Message, around: &[Arc<Message>]) -> Vec<ToolResult> {
    let answer = |call: Option<&str>, name: Option<&str>, result, failed| {
        let called = call.and_then(|id| find_call(around, id));
        let (tool, arguments) = called.unwrap_or_default();
        let name = name.or(message.name.as_deref()).map(ToOwned::to_owned);
        ToolResult {
            tool: name.or(tool),
            arguments,
            result,
            failed,
        }
    };
    let results = parts::results(message.content.parts());
    let answers: Vec<ToolResult> = results
        .map(|part| {
            let result = part.said.map_or(Value::Null, read);
            answer(part.id, part.name, result, part.failed)
        })
        .collect();
    if !answers.is_empty() {
        return answers;
    }
    let result = read(&Value::String(message.text().into_owned()));
    vec![answer(message.tool_call_id.as_deref(), None, result, false)]
}

/// Reads a tool's result, parsed as JSON where possible.
fn read(content: &Value) -> Value {
    let parsed = |text: &str| serde_json::from_str(text).ok();
    match content {
        Value::String(text) => parsed(text).unwrap_or_else(|| content.clone()),
        // Text parts, as models exchange them, form one text.
        Value::Array(parts) if parts.iter().all(|part| part.get("text").is_some()) => {
            let texts = parts.iter().filter_map(|part| part["text"].as_str());
            let text: String = texts.collect();
            parsed(&text).unwrap_or(Value::String(text))
        }
        other => other.clone(),
    }
}

/// Returns the name and the arguments of the call with this id, the latest if there are several.
fn find_call(around: &[Arc<Message>], id: &str) -> Option<(Option<String>, Value)> {
    around.iter().rev().find_map(|message| {
        let mut own = message.tool_calls.iter();
        if let Some(call) = own.find(|call| call.id.as_deref() == Some(id)) {
            return Some((call.name().map(ToOwned::to_owned), call.arguments()));
        }
        let part = parts::calls(message.content.parts()).find(|part| part.id == Some(id))?;
        let arguments = part.said.map_or(Value::Null, parts::arguments);
        Some((part.name.map(ToOwned::to_owned), arguments))
    })
}
