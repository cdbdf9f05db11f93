//! In which format a text is written down. Looks at its first records alone.

use serde_json::{Map, Value};

use super::Format;
use crate::records::Records;

/// How many records are looked at.
const LOOKED_AT: usize = 40;
/// The blocks by which Anthropic's messages are known.
const BLOCKS: [&str; 4] = ["tool_use", "tool_result", "thinking", "redacted_thinking"];

/// The format of a text, if it holds a conversation.
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
    // One block tells what plain messages do not.
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
    if has("payload") && has("type") || has("record_type") || has("instructions") && has("git") {
        return Some(Format::Codex);
    }
    if has("sessionId") && (has("projectHash") || has("startTime"))
        || is_list("contents")
        || is_list("parts")
    {
        return Some(Format::Gemini);
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
            // An answer of Anthropic's is a message, too.
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

fn has_blocks(message: &Value) -> bool {
    let parts = message.get("content").and_then(Value::as_array);
    let kind = |part: &Value| part.get("type").and_then(Value::as_str).map(str::to_owned);
    let mut kinds = parts.into_iter().flatten().filter_map(kind);
    kinds.any(|kind| BLOCKS.contains(&kind.as_str()))
}
