//! Reasoning of a model is stored with its message, and is part of no text.

use engine::conversation::ops::session_put::SessionPut;
use engine::session::message::{Content, NewMessage, prompt_text};
use engine::session::request::line;
use kernel::Code;
use serde_json::{Value, json};

use crate::session::harness::{World, said, worker};
use crate::session::lives::indexing;

const THOUGHT: &str = "The user seems upset";

/// Parts with reasoning, in the formats of model APIs, before an answer.
fn forms() -> Vec<Value> {
    vec![
        json!([{ "type": "thinking", "thinking": THOUGHT, "signature": "c2ln" }]),
        json!([{ "type": "reasoning", "summary": [{ "type": "summary_text", "text": THOUGHT }] }]),
        json!([{ "type": "reasoning", "text": THOUGHT }]),
        json!([{ "text": THOUGHT, "thought": true }]),
        json!([{ "type": "redacted_thinking", "data": THOUGHT }]),
    ]
}

fn content(value: Value) -> Content {
    serde_json::from_value(value).unwrap()
}

fn answer(parts: Value) -> NewMessage {
    NewMessage {
        content: content(parts),
        role: "assistant".into(),
        ..said("m", 1, "")
    }
}

/// Returns the memory that was made of the message.
fn memory(world: &World) -> Value {
    let core = world.log.facts(&engine::crystal::messages("s"));
    let body: Value = serde_json::from_str(core.last().unwrap().body.get()).unwrap();
    body["record"].clone()
}

#[tokio::test]
async fn reasoning_is_stored_and_is_no_text() {
    for form in forms() {
        let mut parts = form.as_array().unwrap().clone();
        parts.push(json!({ "type": "text", "text": "Lisbon." }));
        let parts = Value::from(parts);
        let world = indexing().await;
        let op = SessionPut {
            messages: vec![answer(parts.clone())],
            ..SessionPut::default()
        };
        world.put(op).await;
        let view = world.get().await;
        let message = &view.messages[0];
        assert_eq!(serde_json::to_value(&message.content).unwrap(), parts);
        assert_eq!(message.text(), "Lisbon.");
        assert_eq!(view.topic.as_deref(), Some("Lisbon."));
        assert_eq!(line(message).content, "Lisbon.");
        let prompt = prompt_text("assistant", &message.content, &[]);
        assert_eq!(prompt, "assistant: Lisbon.");
        let plain = World::new().await;
        let same = answer(json!([{ "type": "text", "text": "Lisbon." }]));
        plain.append(vec![same]).await;
        assert_eq!(message.tokens, plain.get().await.messages[0].tokens);
        let record = memory(&world);
        assert_eq!(record["text"], "Lisbon.", "{record}");
        let kept = &record["metadata"]["content"];
        assert_eq!(kept, &json!([{ "type": "text", "text": "Lisbon." }]));
    }
}

#[tokio::test]
async fn a_message_with_nothing_else_has_a_placeholder() {
    for form in forms() {
        let world = indexing().await;
        let op = SessionPut {
            messages: vec![answer(form.clone())],
            ..SessionPut::default()
        };
        world.put(op).await;
        let message = &world.get().await.messages[0];
        assert_eq!(serde_json::to_value(&message.content).unwrap(), form);
        assert_eq!(message.text(), "[reasoning]");
        let record = memory(&world);
        assert_eq!(record["text"], "[reasoning]", "{record}");
        assert_eq!(record["metadata"]["content"], Value::Null);
    }
}

#[tokio::test]
async fn reasoning_counts_towards_the_size_of_a_message() {
    let world = World::new().await;
    let long = "a b ".repeat(64 * 1_024);
    let parts = |thought: &str| {
        answer(json!([{ "type": "thinking", "thinking": thought },
            { "type": "text", "text": "Lisbon." }]))
    };
    world.append(vec![parts(&long[1_000..])]).await;
    let op = SessionPut {
        session: "s".into(),
        messages: vec![parts(&long)],
        ..SessionPut::default()
    };
    let refused = world.refused(&worker(), op).await;
    assert_eq!(refused.code, Code::TooLarge);
}
