//! Tests of accepted and rejected requests.

use super::conditions::{from_fields, from_json, if_match};
use super::*;

#[test]
fn if_match_is_read_in_every_spelling() {
    for text in ["\"v12\"", "W/\"v12\"", "v12", "12", " \"12\" "] {
        assert_eq!(if_match(text).unwrap(), [12], "{text}");
    }
    assert_eq!(if_match("\"v3\", W/\"v12\",7").unwrap(), [3, 12, 7]);
    assert!(if_match("*").unwrap().is_empty());
    for text in ["\"abc\"", "", "\"v1\",", "\"v1\" \"v2\"", "-1"] {
        assert!(if_match(text).is_err(), "{text}");
    }
}

#[test]
fn what_was_typed_comes_back_without_secrets() {
    let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let fields = [field("message", "Keep it."), field("password", "hush")];
    assert_eq!(restorable_fields(&fields), [field("message", "Keep it.")]);
    let long = [field("message", &"x".repeat(TYPED_BYTES))];
    assert!(restorable_fields(&long).is_empty());
}

#[test]
fn conditions_leave_the_arguments() {
    let mut arguments = serde_json::json!({
        "a": 1, "if_version": 3, "lead_epoch": 2, "idempotency_key": "k", "fields": ["id"],
    });
    let arguments = arguments.as_object_mut().unwrap();
    let mut conditions = Conditions::default();
    from_json(arguments, &mut conditions).unwrap();
    assert_eq!(conditions.if_version, Some(3));
    assert_eq!(conditions.lead_epoch, Some(2));
    assert_eq!(conditions.idempotency_key.as_deref(), Some("k"));
    assert_eq!(conditions.fields, Some(vec!["id".to_owned()]));
    assert_eq!(arguments.len(), 1);
    let mut given = vec![
        ("fields".to_owned(), "id, title".to_owned()),
        ("fields".to_owned(), "status".to_owned()),
    ];
    let mut conditions = Conditions::default();
    from_fields(&mut given, &mut conditions).unwrap();
    assert_eq!(conditions.fields.unwrap(), ["id", "title", "status"]);
    for odd in [
        serde_json::json!(7),
        serde_json::json!({}),
        serde_json::json!([["id"]]),
    ] {
        let mut arguments = Map::from_iter([("fields".to_owned(), odd)]);
        assert!(from_json(&mut arguments, &mut Conditions::default()).is_err());
    }
}

#[test]
fn conditions_are_also_read_from_texts() {
    for (names, expected) in [
        ("id", vec!["id"]),
        ("id, title", vec!["id", "title"]),
        ("[\"id\",\"title\"]", vec!["id", "title"]),
    ] {
        let mut arguments = serde_json::json!({
            "if_version": "3", "lead_epoch": " 2 ", "fields": names,
        });
        let mut conditions = Conditions::default();
        from_json(arguments.as_object_mut().unwrap(), &mut conditions).unwrap();
        assert_eq!(conditions.if_version, Some(3));
        assert_eq!(conditions.lead_epoch, Some(2));
        assert_eq!(conditions.fields.unwrap(), expected, "{names}");
    }
    for odd in ["x", "-1", "1.5", ""] {
        for name in ["if_version", "lead_epoch"] {
            let mut arguments = Map::from_iter([(name.to_owned(), odd.into())]);
            assert!(from_json(&mut arguments, &mut Conditions::default()).is_err());
        }
    }
}
