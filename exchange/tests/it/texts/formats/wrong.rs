//! Tests with wrong types at every depth: no panic, and unreadable data is quarantined with its place and a reason.

use exchange::memories;
use exchange::transcript::{Format, detect, read};
use serde_json::{Value, json};

use super::{LATEST, samples};

/// Returns all values that differ from this one in one place.
fn mutations(value: &Value) -> Vec<Value> {
    let wrong = [
        json!(null),
        json!(true),
        json!(5),
        json!(-1.5e300),
        json!("x"),
        json!(""),
        json!([]),
        json!([5]),
        json!([[{}]]),
        json!({}),
        json!({"x": 5}),
    ];
    let mut all: Vec<Value> = wrong.to_vec();
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                let put = |inner: Option<Value>| {
                    let mut fields = fields.clone();
                    match inner {
                        Some(inner) => fields.insert(name.clone(), inner),
                        None => fields.remove(name),
                    };
                    Value::Object(fields)
                };
                all.push(put(None));
                all.extend(mutations(inner).into_iter().map(|inner| put(Some(inner))));
            }
        }
        Value::Array(items) => {
            for (at, inner) in items.iter().enumerate() {
                for inner in mutations(inner) {
                    let mut items = items.clone();
                    items[at] = inner;
                    all.push(Value::Array(items));
                }
            }
        }
        _ => {}
    }
    all
}

fn check(sample: &Value, format: Format) {
    let all = mutations(sample);
    assert!(all.len() > 100, "{}", all.len());
    for value in all {
        let text = value.to_string();
        let _ = detect(&text);
        let read = read(&text, format, LATEST);
        for odd in &read.odd {
            assert!(
                !odd.at.is_empty() && !odd.why.is_empty() && !odd.text.is_empty(),
                "{odd:?}"
            );
        }
        for message in read.found.sessions.iter().flat_map(|one| &one.messages) {
            assert!(
                !message.role.is_empty() && !message.id.is_empty(),
                "{message:?} of {text}"
            );
        }
        // An error in one place never hides the rest: it is parsed, quarantined or counted.
        let beside = read.found.beside.values().sum::<u32>();
        let any = read.found.messages() > 0 || !read.odd.is_empty() || beside > 0;
        assert!(any || text.contains("[]") || text.contains("{}"), "{text}");
    }
}

#[test]
fn every_format_reads_wrong_types() {
    for (sample, format) in [
        (samples::ai_sdk(), Format::AiSdk),
        (samples::langchain_dicts(), Format::Langchain),
        (samples::langchain_objects(), Format::Langchain),
        (samples::sharegpt(), Format::Sharegpt),
        (samples::open_webui(), Format::OpenWebui),
        (samples::librechat(), Format::Librechat),
        (samples::librechat_tree(), Format::Librechat),
        (samples::agent_memory_server(), Format::AgentMemoryServer),
    ] {
        check(&sample, format);
    }
}

#[test]
fn memories_of_wrong_types_are_set_aside() {
    for value in mutations(&samples::agent_memory_server()) {
        let text = value.to_string();
        let _ = memories::detect(&text);
        let read = memories::read(&text, memories::Format::AgentMemoryServer);
        for odd in &read.odd {
            assert!(!odd.at.is_empty() && !odd.why.is_empty(), "{odd:?}");
        }
        for memory in &read.found.found {
            assert!(!memory.text.trim().is_empty() && !memory.id.is_empty());
        }
    }
}

#[test]
fn what_is_wrong_is_named() {
    let sharegpt = |message: Value| json!({"conversations": [message]});
    let langchain = |message: Value| json!([{"type": "human", "content": "hi"}, message]);
    let ai_sdk =
        |part: Value| json!([{"role": "user", "parts": [{"type": "text", "text": "hi"}, part]}]);
    let librechat = |message: Value| json!({"conversationId": "c", "messages": [message]});
    for (value, format, at, why) in [
        (
            sharegpt(json!({"from": "cat", "value": "miau"})),
            Format::Sharegpt,
            "conversations/0",
            "`from` is `cat`; expected human, gpt, system, tool, function_call or observation",
        ),
        (
            sharegpt(json!({"from": "human", "value": 5})),
            Format::Sharegpt,
            "conversations/0",
            "`value` is a number; expected a text",
        ),
        (
            langchain(json!({"type": "cat", "data": {"content": "miau"}})),
            Format::Langchain,
            "1",
            "`type` is `cat`; expected human, ai, system, developer, tool, function or chat",
        ),
        (
            langchain(json!({"lc": 1, "type": "not_implemented", "id": ["x"]})),
            Format::Langchain,
            "1",
            "is a serialised object without a `type` that is `constructor`",
        ),
        (
            ai_sdk(json!({"type": "text", "text": 5})),
            Format::AiSdk,
            "0",
            "`parts/1` has no `text` that is a text",
        ),
        (
            ai_sdk(json!({"type": "tool-x", "toolCallId": 5})),
            Format::AiSdk,
            "0",
            "`parts/1` has no `toolCallId` that is a text",
        ),
        (
            librechat(json!({"isCreatedByUser": "yes", "text": "hi"})),
            Format::Librechat,
            "messages/0",
            "`isCreatedByUser` is a text; expected true or false",
        ),
        (
            json!({"chat": {"history": {"messages": 5}}}),
            Format::OpenWebui,
            "line 1",
            "`history/messages` is a number; expected an object",
        ),
        (
            json!({"session_id": "s", "user_id": 42, "context": null, "messages": []}),
            Format::AgentMemoryServer,
            "line 1",
            "`user_id` is a number; expected a text",
        ),
    ] {
        let text = value.to_string();
        assert_eq!(detect(&text), Some(format), "{text}");
        let read = read(&text, format, LATEST);
        assert_eq!(
            (read.odd[0].at.as_str(), read.odd[0].why.as_str()),
            (at, why),
            "{text}"
        );
    }
}
