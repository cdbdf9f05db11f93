//! The parts of a message that call tools, and those that answer such a call, in the shapes in which chat models
//! and the programs around them write them. Knows no message.

use serde_json::Value;

/// How a part is written: its type, then where the call's id, the tool's name and what it says stand.
type Shape = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

/// Parts that call a tool.
const CALLS: [Shape; 3] = [
    ("tool_use", "id", "name", &["input"]),
    ("tool-call", "toolCallId", "toolName", &["input", "args"]),
    ("function_call", "call_id", "name", &["arguments"]),
];
/// Parts that answer a call.
const RESULTS: [Shape; 3] = [
    ("tool_result", "tool_use_id", "name", &["content"]),
    (
        "tool-result",
        "toolCallId",
        "toolName",
        &["output", "result"],
    ),
    ("function_call_output", "call_id", "name", &["output"]),
];

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The call's id.
    pub id: Option<&'a str>,
    /// The tool's name.
    pub name: Option<&'a str>,
    /// What the tool is called with, or what it answered.
    pub said: Option<&'a Value>,
    /// Whether it says that the tool failed.
    pub failed: bool,
}

/// Those that call a tool.
pub fn calls(parts: &[Value]) -> impl Iterator<Item = Part<'_>> {
    parts.iter().filter_map(|part| read(part, &CALLS))
}

/// Those that answer a call.
pub fn results(parts: &[Value]) -> impl Iterator<Item = Part<'_>> {
    parts.iter().filter_map(|part| read(part, &RESULTS))
}

/// What a tool is called with: JSON where its text is JSON.
#[must_use]
pub fn arguments(said: &Value) -> Value {
    let parsed = said
        .as_str()
        .and_then(|text| serde_json::from_str(text).ok());
    parsed.unwrap_or_else(|| said.clone())
}

fn read<'a>(part: &'a Value, shapes: &[Shape]) -> Option<Part<'a>> {
    let kind = part.get("type")?.as_str()?;
    let (_, id, name, said) = shapes.iter().find(|shape| shape.0 == kind)?;
    let text = |key: &str| part.get(key).and_then(Value::as_str);
    let (said, is_error) = match said.iter().find_map(|key| part.get(key)) {
        Some(said) => unwrapped(said),
        None => (None, false),
    };
    Some(Part {
        id: text(id),
        name: text(name),
        said,
        failed: is_error
            || part.get("is_error").or_else(|| part.get("isError")) == Some(&true.into()),
    })
}

/// What is said, and whether that is an error, where it stands beside what it is: `{"type": "json", "value": …}`.
fn unwrapped(said: &Value) -> (Option<&Value>, bool) {
    let kind = said.get("type").and_then(Value::as_str);
    match (kind, said.get("value")) {
        (Some("text" | "json" | "content"), Some(value)) => (Some(value), false),
        (Some("error-text" | "error-json"), Some(value)) => (Some(value), true),
        _ => (Some(said), false),
    }
}
