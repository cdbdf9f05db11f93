//! Tests that reasoning stays with its message in every format.

use exchange::report::Read;
use exchange::transcript::{Content, Format, Transcript, read};
use serde_json::{Value, json};

const LATEST: i64 = 1_800_000_000_000_000;

fn thought(read: &Read<Transcript>) -> Vec<Value> {
    let session = &read.found.sessions[0];
    let beside = session
        .messages
        .iter()
        .map(|message| message.metadata.get("thinking").cloned());
    beside
        .chain([session.about.get("thinking").cloned()])
        .flatten()
        .collect()
}

#[test]
fn thoughts_of_messages_that_say_nothing_go_with_the_next() {
    let thinks = |thought: &str| json!({"type": "thinking", "thinking": thought, "signature": "s"});
    let text = json!({"messages": [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": [thinks("one"), {"type": "redacted_thinking", "data": "x"}]},
        {"role": "user", "content": "well?"},
        {"role": "assistant", "content": [thinks("two"), {"type": "text", "text": "ho"}]},
        {"role": "assistant", "content": "", "reasoning_content": "three"},
        {"role": "assistant", "content": ""},
    ]});
    let read = read(&text.to_string(), Format::AnthropicMessages, LATEST);
    assert_eq!(read.found.messages(), 3);
    assert_eq!(
        thought(&read),
        [
            json!([thinks("one"), {"type": "redacted_thinking", "data": "x"}, thinks("two")]),
            json!(["three"])
        ]
    );
    assert_eq!(read.found.beside["reasoning"], 2);
    assert_eq!(read.found.beside["empty messages"], 1);
}

#[test]
fn thoughts_of_one_conversation_are_none_of_another() {
    let one = |id: &str, said: &str| {
        json!({"id": id, "messages": [{"role": "user", "content": "hi"},
            {"role": "assistant", "content": [{"type": "thinking", "thinking": id}]},
            {"role": "assistant", "content": said}]})
    };
    let text = format!("{}\n{}\n", one("a", ""), one("b", "ho"));
    let read = read(&text, Format::AnthropicMessages, LATEST);
    let [a, b] = read.found.sessions.as_slice() else {
        panic!("{read:?}");
    };
    assert_eq!(a.about["thinking"][0]["thinking"], "a");
    assert_eq!(b.messages[1].metadata["thinking"][0]["thinking"], "b");
}

#[test]
fn a_summary_without_words_is_what_the_conversation_goes_on_with() {
    let kept = json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": "kept"}]});
    let compacted = |message: &str, history: Value| {
        json!({"timestamp": "2025-10-01T08:00:09Z", "type": "compacted",
            "payload": {"message": message, "replacement_history": history}})
    };
    let secret = json!({"type": "compaction", "encrypted_content": "x"});
    let records = [
        compacted("", json!([kept, secret])),
        compacted("So far", json!([kept])),
        compacted("", json!([secret])),
    ];
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    let read = read(&lines.join("\n"), Format::Codex, LATEST);
    let contents: Vec<&Content> = read.found.sessions[0]
        .messages
        .iter()
        .map(|message| &message.content)
        .collect();
    assert_eq!(
        contents,
        [
            &Content::Parts(vec![kept.clone()]),
            &Content::Text("So far".into())
        ]
    );
    assert_eq!(read.found.beside["empty messages"], 1);
    assert!(
        read.notes
            .iter()
            .any(|note| note.contains("is not said again")),
        "{:?}",
        read.notes
    );
}

#[test]
fn what_of_a_request_stays_out_is_told() {
    for instruction in [
        json!({"parts": [{"text": "Be brief."}]}),
        json!([{"text": "Be brief."}]),
        json!("Be brief."),
    ] {
        let text = json!({"systemInstruction": instruction, "tools": [{}], "generationConfig": {"temperature": 1},
            "contents": [{"role": "user", "parts": [{"text": "hi"}]}]});
        let read = read(&text.to_string(), Format::Gemini, LATEST);
        let messages = &read.found.sessions[0].messages;
        assert_eq!(
            (messages[0].role.as_str(), &messages[0].content),
            ("system", &Content::Text("Be brief.".into()))
        );
        assert_eq!(messages.len(), 2);
        assert_eq!(
            read.notes,
            ["Of a request beside its messages these stay out: generationConfig, tools."]
        );
    }
}
