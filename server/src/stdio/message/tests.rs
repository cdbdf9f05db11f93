//! Tests for headers, keys and ids of messages.

use serde_json::json;

use super::*;

fn headers(message: &Value, agreed: Option<&str>) -> Vec<(String, String)> {
    let message = Message::read(message.to_string().into_bytes()).unwrap();
    let agreed = Agreed {
        version: agreed.map(|version| HeaderValue::from_str(version).unwrap()),
        session: agreed.map(|_| HeaderValue::from_static("s")),
    };
    let headers = message.headers(agreed).into_iter();
    headers
        .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
        .collect()
}

#[test]
fn what_a_message_says_stands_in_its_headers() {
    let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" });
    for (method, params, agreed, expected) in [
        ("initialize", json!({}), None, vec![]),
        ("initialize", json!({}), Some("2025-11-25"), vec![]),
        (
            "tools/list",
            json!({}),
            Some("2025-11-25"),
            vec![
                ("mcp-protocol-version", "2025-11-25"),
                ("mcp-session-id", "s"),
            ],
        ),
        (
            "tools/call",
            json!({ "_meta": meta, "name": "task_claim" }),
            Some("2025-11-25"),
            vec![
                ("mcp-protocol-version", "2026-07-28"),
                ("mcp-method", "tools/call"),
                ("mcp-name", "task_claim"),
            ],
        ),
        (
            "resources/read",
            json!({ "_meta": meta, "uri": "loci://mind/a" }),
            None,
            vec![
                ("mcp-protocol-version", "2026-07-28"),
                ("mcp-method", "resources/read"),
                ("mcp-name", "loci://mind/a"),
            ],
        ),
        (
            "resources/read",
            json!({ "_meta": meta, "uri": "loci://mind/té€" }),
            None,
            vec![
                ("mcp-protocol-version", "2026-07-28"),
                ("mcp-method", "resources/read"),
                ("mcp-name", "=?base64?bG9jaTovL21pbmQvdMOp4oKs?="),
            ],
        ),
        (
            "prompts/get",
            json!({ "_meta": meta, "name": "a\nb" }),
            None,
            vec![
                ("mcp-protocol-version", "2026-07-28"),
                ("mcp-method", "prompts/get"),
                ("mcp-name", "=?base64?YQpi?="),
            ],
        ),
    ] {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let expected: Vec<_> = expected
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        assert_eq!(headers(&message, agreed), expected, "{message}");
    }
}

#[test]
fn a_header_is_plain_text_that_reads_as_what_it_says() {
    for (text, expected) in [
        ("", ""),
        ("task_claim", "task_claim"),
        ("a b", "a b"),
        (" a", "=?base64?IGE=?="),
        ("a ", "=?base64?YSA=?="),
        ("a\tb", "=?base64?YQli?="),
        ("\u{7f}", "=?base64?fw==?="),
        ("=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="),
    ] {
        assert_eq!(plain(text), expected, "{text:?}");
    }
}

#[test]
fn a_call_that_changes_something_gets_a_key_and_nothing_else_changes() {
    let call = |params: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#)
    };
    for (params, expected, is_repeatable) in [
        (
            r#"{"name":"task_claim","arguments": { "workflow":"W", "n":1.50}}"#,
            r#"{"name":"task_claim","arguments": {"idempotency_key":"k", "workflow":"W", "n":1.50}}"#,
            true,
        ),
        (
            r#"{"arguments":{ },"name":"task_claim"}"#,
            r#"{"arguments":{"idempotency_key":"k" },"name":"task_claim"}"#,
            true,
        ),
        (
            r#"{"name":"task_claim","arguments":{"idempotency_key":"own"}}"#,
            r#"{"name":"task_claim","arguments":{"idempotency_key":"own"}}"#,
            true,
        ),
        (
            r#"{"name":"task_get","arguments":{}}"#,
            r#"{"name":"task_get","arguments":{}}"#,
            true,
        ),
        (
            r#"{"name":"nothing","arguments":{}}"#,
            r#"{"name":"nothing","arguments":{}}"#,
            true,
        ),
        (
            r#"{"name":"task_claim"}"#,
            r#"{"name":"task_claim"}"#,
            false,
        ),
        (
            r#"{"name":"task_claim","arguments":{"idempotency_key":null}}"#,
            r#"{"name":"task_claim","arguments":{"idempotency_key":null}}"#,
            false,
        ),
        (
            r#"{"name":"task_claim","arguments":"{}"}"#,
            r#"{"name":"task_claim","arguments":"{}"}"#,
            false,
        ),
        (
            r#"{"name":"task_claim","arguments":{},"arguments":{}}"#,
            r#"{"name":"task_claim","arguments":{},"arguments":{}}"#,
            false,
        ),
    ] {
        let mut message = Message::read(call(params).into_bytes()).unwrap();
        message.add_key("k");
        let text = String::from_utf8(message.text.clone()).unwrap();
        assert_eq!(text, call(expected));
        assert_eq!(message.is_repeatable(), is_repeatable, "{params}");
    }
}

#[test]
fn what_is_no_message_is_refused_under_its_id() {
    let cut = r#"{"jsonrpc":"2.0","id":"a","method":"ping","#;
    let surrogate = r#"{"jsonrpc":"2.0","id":7,"method":"m","params":{"t":"\ud83d"}}"#;
    let before = r#"{"params":{"t":"\ud83d"},"id":7}"#;
    for (text, id) in [
        (&b""[..], json!(null)),
        (b"x", json!(null)),
        (b"7", json!(null)),
        (b"{", json!(null)),
        (b"{\"id\":{}", json!(null)),
        (b"{\"a\":\"\xff\",\"id\":8}", json!(8)),
        (b"{\"id\":8,\"a\":\"\xff\"}", json!(8)),
        (cut.as_bytes(), json!("a")),
        (surrogate.as_bytes(), json!(7)),
        (before.as_bytes(), json!(7)),
    ] {
        let read = Message::read(text.into());
        assert_eq!(read.err().unwrap().id, id, "{}", text.escape_ascii());
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_message() {
    let message = Message::read(b"\xef\xbb\xbf{\"id\":1}".into()).unwrap();
    assert_eq!(message.text, b"{\"id\":1}");
    assert_eq!(message.id, Some(json!(1)));
}

#[test]
fn a_batch_has_the_ids_and_the_effects_of_its_messages() {
    let call = |id: u32, tool: &str| json!({ "id": id, "method": "tools/call", "params": { "name": tool, "arguments": {} } });
    let read = |batch: Value| Message::read(batch.to_string().into_bytes()).unwrap();
    let told = json!({ "method": "notifications/initialized" });
    let answer = json!({ "id": 9, "result": {} });
    let reads = read(json!([
        call(1, "task_get"),
        told,
        answer,
        call(2, "task_list")
    ]));
    assert_eq!(reads.ids(), [&json!(1), &json!(2)]);
    assert!(reads.is_batch() && !reads.answers() && reads.is_repeatable());
    let writes = read(json!([call(1, "task_get"), call(2, "task_claim")]));
    assert!(writes.writes() && !writes.is_repeatable());
    assert_eq!(read(answer).ids(), [] as [&Value; 0]);
    assert_eq!(read(call(3, "task_get")).ids(), [&json!(3)]);
}
