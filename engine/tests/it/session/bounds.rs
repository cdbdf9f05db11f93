//! Rejected input, which must leave nothing.

use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_data::SessionData;
use engine::conversation::ops::session_put::SessionPut;
use engine::session::message::{Content, NewMessage};
use engine::session::moment::Moment;
use engine::session::record::MemoryRecord;
use kernel::{Code, Time};
use serde_json::{Value, json};

use crate::session::harness::{START, World, get, pointer, said, word, worker};

#[tokio::test]
async fn messages_that_cannot_be() {
    let world = World::new().await;
    let big = "x".repeat(256 * 1024 + 1);
    let ahead = |seconds: i64| Some(Moment::from(Time(START + seconds * 1_000)));
    let cases: Vec<(NewMessage, &str, Code)> = vec![
        (said("", 0, "x"), "/messages/0/id", Code::Invalid),
        (
            said(&"x".repeat(257), 0, "x"),
            "/messages/0/id",
            Code::Invalid,
        ),
        (said("a", 0, "  "), "/messages/0/content", Code::Invalid),
        (said("a", 0, &big), "/messages/0/content", Code::TooLarge),
        (
            NewMessage {
                role: " ".into(),
                ..said("a", 0, "x")
            },
            "/messages/0/role",
            Code::Invalid,
        ),
        (
            NewMessage {
                created_at: ahead(301),
                ..said("a", 0, "x")
            },
            "/messages/0/created_at",
            Code::Invalid,
        ),
        (
            NewMessage {
                metadata: Some(json!(big)),
                ..said("a", 0, "x")
            },
            "/messages/0/metadata",
            Code::TooLarge,
        ),
        (
            NewMessage {
                metadata: Some(json!([null])),
                ..said("a", 0, "x")
            },
            "/messages/0/metadata",
            Code::Invalid,
        ),
        (
            NewMessage {
                content: Content::Parts(vec![json!({ "text": big })].into()),
                ..said("a", 0, "x")
            },
            "/messages/0/content",
            Code::TooLarge,
        ),
    ];
    for (message, expected, code) in cases {
        let op = SessionAppend {
            session: "s".into(),
            messages: vec![message.clone()],
            ..SessionAppend::default()
        };
        let error = world.refused(&worker(), op).await;
        assert_eq!((pointer(&error), error.code), (expected, code));
        let op = SessionPut {
            session: "s".into(),
            messages: vec![message],
            ..SessionPut::default()
        };
        assert_eq!(pointer(&world.refused(&worker(), op).await), expected);
    }
    let none = SessionAppend {
        session: "s".into(),
        ..SessionAppend::default()
    };
    assert_eq!(pointer(&world.refused(&worker(), none).await), "/messages");
    assert_eq!(
        word(&world.refused(&worker(), get()).await),
        "not_found",
        "nothing began"
    );
    let op = NewMessage {
        created_at: ahead(300),
        ..said("a", 0, "x")
    };
    world.append(vec![op]).await;
}

#[tokio::test]
async fn documents_that_cannot_be() {
    let world = World::new().await;
    let memory = |text: &str| MemoryRecord {
        text: text.into(),
        ..MemoryRecord::default()
    };
    let big = json!({ "a": "x".repeat(256 * 1024) });
    let Value::Object(big) = big else { panic!() };
    for (op, expected) in [
        (
            SessionPut {
                ttl_seconds: Some(0),
                ..SessionPut::default()
            },
            "/ttl_seconds",
        ),
        (
            SessionPut {
                context_window: Some(0),
                ..SessionPut::default()
            },
            "/context_window",
        ),
        (
            SessionPut {
                model: Some(" ".into()),
                ..SessionPut::default()
            },
            "/model",
        ),
        (
            SessionPut {
                data: big.clone(),
                ..SessionPut::default()
            },
            "/data",
        ),
        (
            SessionPut {
                memories: vec![memory(" ")],
                ..SessionPut::default()
            },
            "/memories/0/text",
        ),
        (
            SessionPut {
                memories: vec![MemoryRecord {
                    importance: Some(2.0),
                    ..memory("x")
                }],
                ..SessionPut::default()
            },
            "/memories/0/importance",
        ),
    ] {
        let op = SessionPut {
            session: "s".into(),
            ..op
        };
        assert_eq!(pointer(&world.refused(&worker(), op).await), expected);
    }
    let op = SessionData {
        session: "s".into(),
        patch: big,
        ..SessionData::default()
    };
    assert_eq!(world.refused(&worker(), op).await.code, Code::TooLarge);
    for session in ["", " ", "a\u{7}"] {
        let op = SessionPut {
            session: session.into(),
            ..SessionPut::default()
        };
        assert_eq!(pointer(&world.refused(&worker(), op).await), "/session");
    }
    // After the redaction of an apparent secret, two users would be identical.
    let found = "[redacted:some_key]".to_owned();
    for (session, namespace, user_id, expected) in [
        (found.as_str(), None, None, "/session"),
        ("s", Some(&found), None, "/namespace"),
        ("s", None, Some(&found), "/user_id"),
    ] {
        let op = SessionPut {
            session: session.into(),
            namespace: namespace.cloned(),
            user_id: user_id.cloned(),
            ..SessionPut::default()
        };
        assert_eq!(pointer(&world.refused(&worker(), op).await), expected);
    }
    assert_eq!(word(&world.refused(&worker(), get()).await), "not_found");
}

#[tokio::test]
async fn secrets_are_taken_out_of_what_is_said() {
    let world = World::new().await;
    world
        .append(vec![said("a", 0, "the password is hunter2")])
        .await;
    assert_eq!(
        &*world.get().await.messages[0].text(),
        "the password is [redacted:password]"
    );
}
