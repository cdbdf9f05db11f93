//! Sample conversations in each format.

use serde_json::{Value, json};

pub fn ai_sdk() -> Value {
    json!({"id": "chat-1", "messages": [
        {"id": "m-1", "role": "user", "createdAt": "2026-03-01T10:00:00.000Z",
            "parts": [{"type": "text", "text": "What is the weather in Rome?"}]},
        {"id": "m-2", "role": "assistant", "createdAt": "2026-03-01T10:00:05.000Z", "metadata": {"model": "m"}, "parts": [
            {"type": "step-start"},
            {"type": "reasoning", "text": "They want degrees.", "state": "done"},
            {"type": "text", "text": "I look.", "state": "done"},
            {"type": "tool-getWeather", "toolCallId": "call-1", "state": "output-available",
                "input": {"city": "Rome"}, "output": {"celsius": 21}},
            {"type": "step-start"},
            {"type": "text", "text": "It is 21 degrees."},
            {"type": "dynamic-tool", "toolName": "save", "toolCallId": "call-2", "state": "output-error",
                "input": {}, "errorText": "no access"},
            {"type": "text", "text": "I could not save it."},
            {"type": "source-url", "sourceId": "s", "url": "https://example.org"}]}]})
}

pub fn langchain_dicts() -> Value {
    json!([
        {"type": "system", "data": {"content": "Be brief.", "additional_kwargs": {}, "response_metadata": {}, "type": "system"}},
        {"type": "human", "data": {"content": "What is 2 times 21?", "additional_kwargs": {}, "type": "human", "name": null,
            "id": null, "example": false}},
        {"type": "ai", "data": {"content": "", "type": "ai", "id": "run-1", "invalid_tool_calls": [], "tool_calls": [
            {"name": "multiply", "args": {"a": 2, "b": 21}, "id": "call-1", "type": "tool_call"}],
            "additional_kwargs": {"tool_calls": [{"id": "call-1", "type": "function",
                "function": {"name": "multiply", "arguments": "{}"}}]}}},
        {"type": "tool", "data": {"content": "42", "type": "tool", "name": "multiply", "tool_call_id": "call-1",
            "status": "success", "artifact": null}},
        {"type": "ai", "data": {"content": "42.", "type": "ai", "tool_calls": []}}
    ])
}

pub fn langchain_objects() -> Value {
    let object = |class: &str, kwargs: Value| json!({"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", class], "kwargs": kwargs});
    json!([
        object(
            "SystemMessage",
            json!({"content": "Be brief.", "type": "system"})
        ),
        object(
            "HumanMessage",
            json!({"content": "What is 2 times 21?", "type": "human"})
        ),
        object(
            "AIMessageChunk",
            json!({"content": [{"type": "tool_use", "id": "call-1", "name": "multiply", "input": {}},
            {"type": "text", "text": ""}], "tool_calls": [
            {"name": "multiply", "args": {"a": 2, "b": 21}, "id": "call-1", "type": "tool_call"}]})
        ),
        object(
            "ToolMessage",
            json!({"content": "42", "tool_call_id": "call-1"})
        ),
        object("AIMessage", json!({"content": "42."})),
    ])
}

pub fn sharegpt() -> Value {
    json!([
        {"id": "faust", "system": "You can search.", "tools": "[]", "conversations": [
            {"from": "human", "value": "Who wrote Faust?"},
            {"from": "function_call", "value": "{\"name\": \"search\", \"arguments\": {\"q\": \"Faust\"}}"},
            {"from": "observation", "value": "Goethe"},
            {"from": "gpt", "value": "Goethe."}]},
        {"conversations": [{"from": "user", "value": "hi"}, {"from": "assistant", "value": "ho"}]}
    ])
}

pub fn open_webui() -> Value {
    json!([{"id": "chat-1", "user_id": "u-1", "title": "Plan", "created_at": 1_772_359_200, "archived": false,
    "chat": {"title": "Plan", "models": ["m"], "messages": [], "history": {"currentId": "e", "messages": {
        "q": {"id": "q", "parentId": null, "childrenIds": ["a", "b"], "role": "user", "content": "Sum it up",
            "timestamp": 1_772_359_200, "files": [{"type": "file", "name": "plan.md",
                "file": {"filename": "plan.md", "data": {"content": "Buy tea"}}}]},
        "a": {"id": "a", "parentId": "q", "childrenIds": [], "role": "assistant", "content": "Abandoned",
            "timestamp": 1_772_359_201},
        "b": {"id": "b", "parentId": "q", "childrenIds": ["e"], "role": "assistant", "timestamp": 1_772_359_205, "done": true,
            "content": "<details type=\"reasoning\" done=\"true\">\nShort, then.\n</details>\nTea is to be bought."},
        "e": {"id": "e", "parentId": "b", "childrenIds": [], "role": "assistant", "content": "",
            "timestamp": 1_772_359_210, "error": {"content": "no answer"}}
    }}}}])
}

fn librechat_messages() -> [Value; 4] {
    [
        json!({"messageId": "q", "parentMessageId": "00000000-0000-0000-0000-000000000000", "sender": "User",
            "isCreatedByUser": true, "text": "Is it open?", "createdAt": "2026-03-01T10:00:00.000Z"}),
        json!({"messageId": "a", "parentMessageId": "q", "sender": "GPT", "isCreatedByUser": false, "text": "Abandoned",
            "createdAt": "2026-03-01T10:00:01.000Z"}),
        json!({"messageId": "b", "parentMessageId": "q", "sender": "GPT", "isCreatedByUser": false, "text": "",
            "createdAt": "2026-03-01T10:00:02.000Z", "content": [
                {"type": "think", "think": "Which day?"},
                {"type": "text", "text": {"value": "I look."}},
                {"type": "tool_call", "tool_call": {"id": "call-1", "name": "hours", "args": "{\"day\":\"Friday\"}",
                    "output": "9 to 5", "type": "tool_call"}}]}),
        json!({"messageId": "e", "parentMessageId": "b", "sender": "GPT", "isCreatedByUser": false, "error": true,
            "text": "Something went wrong", "createdAt": "2026-03-01T10:00:03.000Z"}),
    ]
}

pub fn librechat() -> Value {
    json!({"conversationId": "talk-1", "endpoint": "openAI", "title": "Hours", "exportAt": "10:00:00", "branches": true,
        "recursive": false, "messages": librechat_messages()})
}

pub fn librechat_tree() -> Value {
    let [mut q, a, mut b, e] = librechat_messages();
    b["children"] = json!([e]);
    q["children"] = json!([a, b]);
    json!({"conversationId": "talk-1", "endpoint": "openAI", "title": "Hours", "recursive": true, "messagesTree": [q]})
}

pub fn agent_memory_server() -> Value {
    let document = |user: &str, context: Value, words: &str| {
        json!({"session_id": "trip", "namespace": "travel", "user_id": user, "context": context, "data": {"budget": 400},
            "tokens": 12, "ttl_seconds": null, "messages": [
                {"id": format!("m-{user}"), "role": "user", "content": words, "created_at": "2026-03-01T10:00:00Z",
                    "persisted_at": null, "discrete_memory_extracted": "f"}],
            "memories": [{"id": format!("k-{user}"), "text": "Takes trains", "memory_type": "semantic"}]})
    };
    json!([
        document("eli", json!("They planned a trip."), "Book the train"),
        document("fay", json!(null), "Another user's words"),
    ])
}
