//! Detects the format of a conversation from its first records.

use serde_json::{Map, Value};

use super::{Format, librechat, sharegpt};
use crate::records::Records;

/// Number of records that are examined.
const LOOKED_AT: usize = 40;
/// Content blocks that only Anthropic's messages have.
const BLOCKS: [&str; 4] = ["tool_use", "tool_result", "thinking", "redacted_thinking"];

/// Types of messages of `LangChain`.
const LANGCHAIN: [&str; 7] = [
    "human",
    "ai",
    "system",
    "developer",
    "tool",
    "function",
    "chat",
];

/// Detects the format of a text, if it is a conversation.
#[must_use]
pub fn detect(text: &str) -> Option<Format> {
    let records = Records::beginning(text);
    let found = records.found.iter().map(|record| &record.value);
    if records.whole {
        return found.into_iter().find_map(|value| of(value, 2));
    }
    let seen: Vec<Format> = found
        .take(LOOKED_AT)
        .filter_map(|value| of(value, 1))
        .collect();
    // A single block identifies the format; plain messages are ambiguous.
    let is_blocks = |format: &&Format| **format == Format::AnthropicMessages;
    let first = seen.first().copied()?;
    if first == Format::OpenaiChat {
        return Some(seen.iter().find(is_blocks).copied().unwrap_or(first));
    }
    Some(first)
}

fn of(value: &Value, deep: u8) -> Option<Format> {
    match value {
        Value::Object(fields) => of_object(fields),
        Value::Array(items) if deep > 0 => {
            let seen = items.iter().take(LOOKED_AT);
            let seen: Vec<Format> = seen.filter_map(|item| of(item, deep - 1)).collect();
            let is_plain = |format: &&Format| **format != Format::OpenaiChat;
            seen.iter().find(is_plain).or(seen.first()).copied()
        }
        _ => None,
    }
}

fn of_object(fields: &Map<String, Value>) -> Option<Format> {
    let has = |name: &str| fields.contains_key(name);
    let kind = fields
        .get("type")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let is_list = |name: &str| fields.get(name).is_some_and(Value::is_array);
    if has("loci") && (has("session") || has("odd")) {
        return Some(Format::Loci);
    }
    if has("mapping") {
        return Some(Format::ChatgptExport);
    }
    if has("chat_messages") {
        return Some(Format::ClaudeExport);
    }
    if let Some(format) = of_application(fields) {
        return Some(format);
    }
    if has("payload") && has("type") || has("record_type") || has("instructions") && has("git") {
        return Some(Format::Codex);
    }
    if has("sessionId") && (has("projectHash") || has("startTime")) || is_list("contents") {
        return Some(Format::Gemini);
    }
    if is_ai_sdk(fields) {
        return Some(Format::AiSdk);
    }
    if is_list("parts") {
        return Some(Format::Gemini);
    }
    if is_langchain(fields) {
        return Some(Format::Langchain);
    }
    match kind {
        "user" | "assistant" if has("message") => return Some(Format::ClaudeCode),
        "summary" if has("leafUuid") => return Some(Format::ClaudeCode),
        "file-history-snapshot" | "queue-operation" | "custom-title" | "ai-title" => {
            return Some(Format::ClaudeCode);
        }
        "system" if has("uuid") => return Some(Format::ClaudeCode),
        "user" | "gemini" if has("content") && has("timestamp") => return Some(Format::Gemini),
        "message" | "reasoning" if has("role") || has("summary") => {
            // An answer of Anthropic's API is a message, too.
            let is_blocks = kind == "message" && has("stop_reason");
            return Some(if is_blocks {
                Format::AnthropicMessages
            } else {
                Format::OpenaiResponses
            });
        }
        kind if kind.ends_with("_call") || kind.ends_with("_call_output") => {
            return Some(Format::OpenaiResponses);
        }
        _ => {}
    }
    if is_list("agents") {
        return Some(Format::OpenaiChat);
    }
    if let Some(Value::Array(messages)) = fields.get("messages") {
        let mut objects = messages.iter().filter_map(Value::as_object);
        let known = |message: &Map<String, Value>| match message {
            message if is_ai_sdk(message) => Some(Format::AiSdk),
            message if is_langchain(message) => Some(Format::Langchain),
            _ => None,
        };
        if let Some(format) = objects.find_map(known) {
            return Some(format);
        }
        let is_anthropic =
            has("system") || has("anthropic_version") || messages.iter().any(has_blocks);
        return Some(if is_anthropic {
            Format::AnthropicMessages
        } else {
            Format::OpenaiChat
        });
    }
    if is_list("input") || is_list("output") {
        return Some(Format::OpenaiResponses);
    }
    if !has("role") {
        return None;
    }
    let fields = Value::Object(fields.clone());
    Some(if has_blocks(&fields) {
        Format::AnthropicMessages
    } else {
        Format::OpenaiChat
    })
}

/// Detects the format of a conversation by fields of its application.
fn of_application(fields: &Map<String, Value>) -> Option<Format> {
    let has = |name: &str| fields.contains_key(name);
    let is_list = |name: &&str| fields.get(*name).is_some_and(Value::is_array);
    let within = |name: &str, inner: &str| fields.get(name).and_then(|value| value.get(inner));
    if sharegpt::LISTS.iter().any(is_list) {
        return Some(Format::Sharegpt);
    }
    let is_history = within("history", "messages").is_some_and(Value::is_object);
    if is_history
        || within("chat", "history")
            .or(within("chat", "messages"))
            .is_some()
    {
        return Some(Format::OpenWebui);
    }
    if has("conversationId") && librechat::LISTS.iter().any(|name| has(name)) {
        return Some(Format::Librechat);
    }
    let own = ["memories", "context", "long_term_memory_strategy"];
    let is_session = has("session_id") && is_list(&"messages");
    (is_session && own.iter().any(|name| has(name))).then_some(Format::AgentMemoryServer)
}

/// Returns true if the message has typed parts, or calls in the form of older versions of the AI SDK.
fn is_ai_sdk(message: &Map<String, Value>) -> bool {
    let parts = message.get("parts").and_then(Value::as_array);
    let is_typed = |part: &Value| part.get("type").is_some_and(Value::is_string);
    let has_role = message.get("role").is_some_and(Value::is_string);
    has_role
        && (parts.is_some_and(|parts| parts.iter().any(is_typed))
            || message.contains_key("toolInvocations"))
}

/// Returns true if a message, a history or a state is `LangChain`'s.
fn is_langchain(fields: &Map<String, Value>) -> bool {
    let is_object = |name: &str| fields.get(name).is_some_and(Value::is_object);
    let kind = fields.get("type").and_then(Value::as_str);
    let is_message =
        kind.is_some_and(|kind| LANGCHAIN.contains(&kind)) && !fields.contains_key("role");
    let has_content = |fields: &Map<String, Value>| fields.contains_key("content");
    let data = fields.get("data").and_then(Value::as_object);
    // State of LangGraph with such messages.
    let values = fields
        .get("values")
        .and_then(|values| values.get("messages")?.as_array());
    let mut inner = values.into_iter().flatten().filter_map(Value::as_object);
    fields.contains_key("lc") && is_object("kwargs")
        || is_message && data.is_some_and(has_content)
        || matches!(kind, Some("human" | "ai")) && is_message && has_content(fields)
        || inner.any(|message| !message.contains_key("values") && is_langchain(message))
}

fn has_blocks(message: &Value) -> bool {
    let parts = message.get("content").and_then(Value::as_array);
    let kind = |part: &Value| part.get("type").and_then(Value::as_str).map(str::to_owned);
    let mut kinds = parts.into_iter().flatten().filter_map(kind);
    kinds.any(|kind| BLOCKS.contains(&kind.as_str()))
}
