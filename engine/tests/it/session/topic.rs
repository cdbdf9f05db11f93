//! Titles of sessions in lists and headings.

use engine::conversation::ops::session_put::SessionPut;
use engine::session::message::NewMessage;
use serde_json::json;

use crate::session::harness::{World, said};

#[tokio::test]
async fn a_session_is_about_what_is_said_first_and_not_what_tools_return() {
    let by = |role: &str, message: NewMessage| NewMessage {
        role: role.into(),
        ..message
    };
    let result = || by("tool", said("r", 0, "{\"page\":1}"));
    for (messages, context, topic) in [
        (
            vec![result(), said("a", 1, "We go to the sea.")],
            None,
            Some("We go to the sea."),
        ),
        (vec![result()], None, Some("{\"page\":1}")),
        (
            vec![said("a", 1, "x")],
            Some("user: I go to the sea."),
            Some("I go to the sea."),
        ),
        (Vec::new(), None, None),
    ] {
        let world = World::new().await;
        let op = SessionPut {
            messages,
            context: context.map(Into::into),
            ..SessionPut::default()
        };
        world.put(op).await;
        assert_eq!(world.get().await.topic.as_deref(), topic);
    }
}

#[tokio::test]
async fn a_session_is_about_what_its_data_call_its_topic() {
    for (data, topic) in [
        (json!({"topic": "Trip to\nParis"}), "Trip to Paris"),
        (json!({"topic": "  "}), "We go to the sea."),
        (json!({"topic": {"name": "x"}}), "We go to the sea."),
        (json!({"topic": 7}), "We go to the sea."),
        (json!({"subject": "x"}), "We go to the sea."),
    ] {
        let world = World::new().await;
        let op = SessionPut {
            messages: vec![said("a", 1, "We go to the sea.")],
            data: data.as_object().cloned().unwrap_or_default(),
            ..SessionPut::default()
        };
        world.put(op).await;
        assert_eq!(world.get().await.topic.as_deref(), Some(topic), "{data}");
    }
}
