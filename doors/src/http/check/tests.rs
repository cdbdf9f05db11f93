//! Tests of the limits of bodies, at both sides of each.

use super::*;

fn fault(body: &str) -> Error {
    json(body.as_bytes()).unwrap_err()
}

#[test]
fn what_is_wrong_is_pointed_at() {
    let deep = format!("{}1{}", "[".repeat(40), "]".repeat(40));
    assert_eq!(fault(&format!("{{\"a\":{deep}}}")).code, Code::Invalid);
    let nul = fault("{\"a\":{\"b/c\":[\"x\",\"y\\u0000\"]}}");
    assert_eq!(nul.extra.fields[0].pointer, "/a/b~1c/1");
    let long = fault(&format!("{{\"t\":\"{}\"}}", "x".repeat(MAX_TEXT_BYTES + 1)));
    assert_eq!(long.code, Code::TooLarge);
    assert_eq!(fault("[1]").extra.fields[0].pointer, "");
}

#[test]
fn bytes_outside_of_texts_are_bounded_before_parsing() {
    for (body, outside) in [
        ("[1,2]", 5),
        (r#"{"a":"bcd"}"#, 7),
        (r#"["\"\\",1]"#, 6),
        (r#"["never ends"#, 3),
        ("", 0),
    ] {
        assert_eq!(outside_texts(body.as_bytes()), outside, "{body}");
    }
    assert!(structure(b"[1,2]", 5).is_ok());
    assert_eq!(structure(b"[1,23]", 5).unwrap_err().code, Code::TooLarge);
    assert!(structure(br#"["a long text"]"#, 5).is_ok());
}

#[test]
fn fields_are_counted_before_they_are_split() {
    assert!(count(&"a&".repeat(9_999)).is_ok());
    assert_eq!(
        count(&"a&".repeat(10_000)).unwrap_err().code,
        Code::TooLarge
    );
    assert!(name(&"n".repeat(1_024)).is_ok());
    assert_eq!(name(&"n".repeat(1_025)).unwrap_err().code, Code::TooLarge);
}

#[test]
fn what_is_not_json_is_refused() {
    for body in [
        "{",
        "{\"a\":}",
        "\"\\ud800\"",
        "{\"a\":1e999}",
        "nul",
        "{} {}",
    ] {
        assert_eq!(fault(body).code, Code::Invalid, "{body}");
    }
    assert!(json("{\"a\":\"\\ud800\"}".as_bytes()).is_err());
    assert!(json(b"{\"a\":\"\xff\"}").is_err());
}

#[test]
fn whole_numbers_are_read_as_they_are_written() {
    for (body, found) in [
        (
            "{\"a\":[18446744073709551616]}",
            Some("18446744073709551616"),
        ),
        ("{\"a\":-9223372036854775809}", Some("-9223372036854775809")),
        (
            "{\"a\":18446744073709551615,\"b\":-9223372036854775808}",
            None,
        ),
        ("{\"a\":1e22,\"b\":18446744073709551616.5}", None),
        (
            "{\"99999999999999999999\":\"\\\"99999999999999999999\"}",
            None,
        ),
    ] {
        assert_eq!(too_long(body.as_bytes()), found, "{body}");
    }
}

#[test]
fn json_in_a_text_has_the_bounds_of_a_body() {
    let deep = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    for (text, is_read) in [
        ("[1,{\"a\":\"b\"}]", true),
        (&deep(30), true),
        (&deep(31), false),
        ("[18446744073709551616]", false),
        ("[\"\\u0000\"]", false),
        ("[1", false),
        ("", false),
    ] {
        assert_eq!(
            EmbeddedJson::new(100).read(text).is_some(),
            is_read,
            "{text}"
        );
    }
}

#[test]
fn json_in_texts_is_bounded_in_sum() {
    let texts = EmbeddedJson::new(9);
    assert!(texts.read("[1,2]").is_some());
    assert!(texts.read("[\"a long text\"]").is_some());
    assert!(texts.check().is_ok());
    assert!(texts.read("[]").is_none());
    assert_eq!(texts.check().unwrap_err().code, Code::TooLarge);
    assert!(texts.read("1").is_none(), "it stays exceeded");
    // The bytes of the body outside its strings count, too.
    let body = format!("[\"{}\",{}]", "x".repeat(1_048_576), "1".repeat(1_048_569));
    for (text, is_read) in [("[]", true), ("[1]", false)] {
        let texts = EmbeddedJson::within(body.as_bytes());
        assert_eq!(texts.read(text).is_some(), is_read, "{text}");
    }
}

#[test]
fn contents_may_be_long_and_nothing_may_be_empty() {
    let body = format!("{{\"content\":\"{}\"}}", "x".repeat(MAX_TEXT_BYTES + 1));
    assert!(json(body.as_bytes()).is_ok());
    let url = "x".repeat(262_145);
    let parts = format!("{{\"content\":[{{\"image_url\":{{\"url\":\"{url}\"}}}}]}}");
    assert!(json(parts.as_bytes()).is_ok());
    let beside = format!("{{\"content\":\"\",\"image_url\":{{\"url\":\"{url}\"}}}}");
    assert!(json(beside.as_bytes()).is_err());
    assert!(json(b" ").unwrap().is_empty());
}
