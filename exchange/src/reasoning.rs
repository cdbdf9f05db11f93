//! Recognises the reasoning of a model among the parts of its messages.

use serde_json::Value;

/// Returns true if a part is reasoning, readable or encrypted, and no answer: parts of Anthropic, `OpenAI`, Gemini,
/// Bedrock, Mistral and the AI SDK.
#[must_use]
pub fn is_reasoning(part: &Value) -> bool {
    let is_type = part
        .get("type")
        .and_then(Value::as_str)
        .is_some_and(|kind| {
            matches!(
                kind,
                "thinking" | "redacted_thinking" | "redacted-reasoning" | "thought"
            ) || kind.starts_with("reasoning")
        });
    is_type
        || part.get("thought") == Some(&Value::Bool(true))
        || part.get("reasoningContent").is_some()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::is_reasoning;

    #[test]
    fn reasoning_is_no_answer() {
        for part in [
            json!({"type": "thinking", "thinking": "hm", "signature": "x"}),
            json!({"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}),
            json!({"type": "redacted_thinking", "data": "x"}),
            json!({"type": "reasoning", "summary": [], "encrypted_content": "x"}),
            json!({"type": "reasoning", "text": "hm"}),
            json!({"type": "reasoning_content", "reasoning_content": {"text": "hm"}}),
            json!({"type": "redacted-reasoning", "data": "x"}),
            json!({"type": "thought", "signature": "x"}),
            json!({"text": "hm", "thought": true}),
            json!({"reasoningContent": {"reasoningText": {"text": "hm"}}}),
        ] {
            assert!(is_reasoning(&part), "{part}");
        }
        for part in [
            json!({"type": "text", "text": "thinking"}),
            json!({"text": "hi", "thought": false}),
            json!({"text": "hi", "thought": "true"}),
            json!({"type": "tool_use", "name": "thinking", "input": {"thought": true}}),
            json!({"text": "hi", "thoughtSignature": "x"}),
            json!("thinking"),
            json!(null),
        ] {
            assert!(!is_reasoning(&part), "{part}");
        }
    }
}
