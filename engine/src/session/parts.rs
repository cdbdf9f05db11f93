//! Message parts that are tool calls or tool results, in the formats of chat models and their frameworks.

use serde_json::Value;

/// Format of a part: its type, then the fields of the call's id, the tool's name and the value.
type Shape = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

/// Formats of tool calls.
const CALLS: [Shape; 3] = [
    ("tool_use", "id", "name", &["input"]),
    ("tool-call", "toolCallId", "toolName", &["input", "args"]),
    ("function_call", "call_id", "name", &["arguments"]),
];
/// Formats of tool results.
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

/// A tool call or a tool result.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Id of the call.
    pub id: Option<&'a str>,
    /// Name of the tool.
    pub name: Option<&'a str>,
    /// Arguments of the call, or the result.
    pub said: Option<&'a Value>,
    /// True if the part reports that the tool failed.
    pub failed: bool,
}

/// Returns the tool calls.
pub fn calls(parts: &[Value]) -> impl Iterator<Item = Part<'_>> {
    parts.iter().filter_map(|part| read(part, &CALLS))
}

/// Returns the tool results.
pub fn results(parts: &[Value]) -> impl Iterator<Item = Part<'_>> {
    parts.iter().filter_map(|part| read(part, &RESULTS))
}

/// Returns the arguments of a call, parsed as JSON where possible.
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
        Some(said) => unwrap_value(said),
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

/// Returns the value of a typed wrapper such as `{"type": "json", "value": …}`, and true if it is an error.
fn unwrap_value(said: &Value) -> (Option<&Value>, bool) {
    let kind = said.get("type").and_then(Value::as_str);
    match (kind, said.get("value")) {
        (Some("text" | "json" | "content"), Some(value)) => (Some(value), false),
        (Some("error-text" | "error-json"), Some(value)) => (Some(value), true),
        _ => (Some(said), false),
    }
}
