//! Session keys of calls.

use engine::session::{Moment, SessionKey};

use crate::session::harness::{World, get, said, worker};
use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_get::SessionGet;

#[test]
fn a_key_is_its_text() {
    for (session, namespace, user, text) in [
        ("chat", None, None, "chat"),
        ("chat", Some(""), Some(""), "chat"),
        ("chat", Some("alice"), None, "alice//chat"),
        ("chat", None, Some("alice"), "/alice/chat"),
        ("chat", Some("a/b"), Some("50%"), "a%2Fb/50%25/chat"),
        ("a%2Fb%2Fc", None, None, "a%2Fb%2Fc"),
        ("a/b", None, None, "a%2Fb"),
        ("alice/bob/chat", None, None, "alice/bob/chat"),
        ("100%", None, None, "100%25"),
        ("a%2Fb", Some("n"), None, "n//a%252Fb"),
        ("a/b", Some("n"), None, "n//a%2Fb"),
        ("z%25", Some("n"), None, "n//z%2525"),
        ("z%", None, Some("u"), "/u/z%25"),
        ("a%2fb", None, None, "a%252fb"),
    ] {
        let key = SessionKey::resolve(session, namespace, user).unwrap();
        assert_eq!(key.to_string(), text);
        assert_eq!(SessionKey::parse(text).unwrap(), key, "{text}");
        assert_eq!(SessionKey::of(&key.stream()), Some(key));
    }
    let long = "x".repeat(257);
    for (session, namespace) in [
        ("", None),
        (" ", None),
        ("a\nb", None),
        ("chat", Some(&*long)),
    ] {
        assert!(
            SessionKey::resolve(session, namespace, None).is_err(),
            "{session:?}"
        );
    }
}

#[test]
fn a_moment_keeps_its_microseconds() {
    for (text, shown) in [
        ("2026-11-21T03:00:00.123456Z", "2026-11-21T03:00:00.123456Z"),
        (
            "2026-11-21T03:00:00.123456+00:00",
            "2026-11-21T03:00:00.123456Z",
        ),
        ("2026-11-21T03:00:00.5", "2026-11-21T03:00:00.500Z"),
        ("2026-11-21T05:00:00+02:00", "2026-11-21T03:00:00.000Z"),
        ("1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"),
        ("2026-11-21", "2026-11-21T00:00:00.000Z"),
    ] {
        assert_eq!(Moment::parse(text).unwrap().to_string(), shown);
    }
    for text in ["", "now", "2026-11", "2026-13-01T00:00:00Z"] {
        assert_eq!(Moment::parse(text), None, "{text}");
    }
}

#[tokio::test]
async fn a_namespace_and_a_user_of_one_name_are_different_sessions() {
    let world = World::new().await;
    for (namespace, user_id) in [(None, None), (Some("alice"), None), (None, Some("alice"))] {
        let op = SessionAppend {
            session: "s".into(),
            namespace: namespace.map(Into::into),
            user_id: user_id.map(Into::into),
            messages: vec![said("m", 0, &format!("{namespace:?} {user_id:?}"))],
            ..SessionAppend::default()
        };
        world.ok(&worker(), op).await;
    }
    let mut texts = Vec::new();
    for key in ["s", "alice//s", "/alice/s"] {
        let op = SessionGet {
            session: key.into(),
            ..get()
        };
        let view = world.ok(&worker(), op).await;
        assert_eq!(view.session.to_string(), key);
        assert_eq!(view.messages.len(), 1);
        texts.push(view.messages[0].text().into_owned());
    }
    texts.dedup();
    assert_eq!(texts.len(), 3);
}
