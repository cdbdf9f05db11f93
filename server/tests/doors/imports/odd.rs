//! Unintended imports, and side effects of imports.

use serde_json::{Value, json};

use super::{counts, form_with_file, set_aside, transcript};
use crate::harness::{Answer, Client, Server};

/// Posts a form with a file, as a browser without JavaScript does.
fn post_file(
    client: &Client,
    operation: &str,
    fields: &[(&str, &str)],
    file: (&str, &[u8]),
) -> Answer {
    let (kind, body) = form_with_file(fields, file);
    client.raw("POST", &format!("/api/{operation}"), Some(kind), &body)
}

#[test]
fn a_file_goes_with_a_form() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let chat = r#"[{"role":"user","content":"Grüß dich 🐈"}]"#;
    let wide: Vec<u8> = chat.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let named = [("session", "s"), ("content", "")];
    let bring = |bytes: &[u8]| post_file(&ada, "session_import", &named, ("content", bytes));
    let looked = [named[0], named[1], ("dry_run", "true")];
    let looked = post_file(
        &ada,
        "session_import",
        &looked,
        ("content", chat.as_bytes()),
    )
    .ok();
    assert_eq!(counts(&looked), [1, 0, 0, 0]);
    ada.call("session_get", &json!({ "session": "s" }))
        .problem(404, "not_found");
    assert_eq!(counts(&bring(chat.as_bytes()).ok()), [1, 0, 0, 0]);
    // The same in the encoding of other programs.
    let marked = [b"\xff\xfe", &wide[..]].concat();
    let lined = chat.replace(',', ",\r\n");
    let begun = format!("\u{feff}{chat}");
    for bytes in [&wide, &marked, lined.as_bytes(), begun.as_bytes()] {
        assert_eq!(counts(&bring(bytes).ok()), [0, 0, 1, 0]);
    }
    for bytes in [&b"PK\x03\x04\0"[..], b"\x1f\x8b\x08", b"[\xff]"] {
        bring(bytes).wrong(400, "invalid", "/content");
    }
    // Without a file, or with a text as well.
    bring(b"").wrong(400, "invalid", "/content");
    let both = [("session", "s"), ("content", chat)];
    post_file(&ada, "session_import", &both, ("content", chat.as_bytes()))
        .wrong(400, "invalid", "/content");
    for body in ["", "--XX", "--YY\r\n\r\n--YY--", "{}"] {
        for kind in ["multipart/form-data; boundary=XX", "multipart/form-data"] {
            let answer = ada.raw("POST", "/api/session_import", Some(kind), body.as_bytes());
            answer.problem(400, "invalid");
        }
    }
    let many: Vec<(&str, &str)> = (0..200).map(|_| ("session", "s")).collect();
    post_file(&ada, "session_import", &many, ("content", b"[]")).problem(400, "invalid");
}

#[test]
fn wrong_types_at_every_depth_are_told_and_break_nothing() {
    let server = Server::start();
    let mara = server.person("mara", "owner");
    let odd = [
        json!(null),
        json!(7),
        json!(-1e300),
        json!("<img src=x onerror=alert(1)>"),
        json!(["\u{202e}", []]),
        json!({"role": [], "content": {"text": 5}}),
    ];
    let shapes: [fn(&Value) -> Value; 14] = [
        Value::clone,
        |odd| json!([odd, [odd]]),
        |odd| json!([{"role": odd, "content": odd}]),
        |odd| json!([{"role": "user", "content": [odd, {"type": odd, "text": odd}]}]),
        |odd| json!({"messages": odd, "system": odd}),
        |odd| json!({"messages": [{"role": "assistant", "tool_calls": odd, "tool_call_id": odd}]}),
        |odd| json!([{"mapping": {"a": odd}, "current_node": odd}]),
        |odd| json!([{"uuid": odd, "chat_messages": [{"sender": odd, "text": odd}, odd]}]),
        |odd| json!({"type": "user", "message": {"role": odd, "content": odd}, "uuid": odd}),
        |odd| json!({"type": "response_item", "payload": {"type": odd, "content": odd}}),
        |odd| json!({"results": [{"id": odd, "memory": odd, "categories": odd, "metadata": odd}]}),
        |odd| json!({"agents": [{"name": odd, "message_ids": odd}], "blocks": odd, "messages": odd}),
        |odd| json!({"tasks": [{"id": odd, "title": odd, "dependencies": odd, "subtasks": [odd]}]}),
        |odd| json!({"loci": odd, "session": odd, "memories": odd, "odd": odd}),
    ];
    for operation in ["session_import", "memory_import", "workflow_import"] {
        for shape in &shapes {
            for odd in &odd {
                let text = shape(odd).to_string();
                for text in [
                    text.clone(),
                    format!("{text}\n{text}"),
                    text[1..].to_owned(),
                ] {
                    let mut body = json!({ "content": text, "dry_run": true });
                    if operation == "session_import" {
                        body["session"] = json!("s");
                    }
                    let answer = mara.call(operation, &body);
                    assert!(
                        matches!(answer.status, 200 | 400),
                        "{operation} {text} {answer:?}"
                    );
                    if answer.status == 400 {
                        answer.problem(400, "invalid");
                    }
                }
            }
        }
    }
}

#[test]
fn two_who_bring_the_same_at_once_bring_it_once() {
    let server = Server::start();
    let (mara, nora) = (
        server.person("mara", "member"),
        server.person("nora", "member"),
    );
    let text = transcript(1_200);
    let bring = |client: &Client| {
        let body = json!({ "content": text });
        counts(&client.call("session_import", &body).ok())
    };
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(|| bring(&mara));
        let other = scope.spawn(|| bring(&nora));
        (one.join().unwrap(), other.join().unwrap())
    });
    assert_eq!(one[0] + other[0], 1_200, "{one:?} {other:?}");
    assert_eq!(one[2] + other[2], 1_200, "{one:?} {other:?}");
    let session = json!({ "session": "shop-1", "fields": ["message_count"] });
    let count = mara.call("session_get", &session);
    assert!(count.status == 200 || count.status == 400, "{count:?}");
    assert_eq!(bring(&mara), [0, 0, 1_200, 0]);
}

#[test]
fn a_session_that_is_deleted_between_two_parts_comes_back_only_when_asked_for() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let text = transcript(20);
    let lines: Vec<&str> = text.lines().collect();
    let bring = |lines: &[&str]| {
        let body = json!({ "content": lines.join("\n") });
        ada.call("session_import", &body)
    };
    assert_eq!(counts(&bring(&lines[..10]).ok()), [10, 0, 0, 0]);
    ada.call("session_delete", &json!({ "session": "shop-1" }))
        .ok();
    let rest = bring(&lines[10..]);
    // The name of a deleted session can be reused.
    assert_eq!(counts(&rest.ok()), [10, 0, 0, 0]);
    assert_eq!(counts(&bring(&lines).ok()), [10, 0, 10, 0]);
}

#[test]
fn a_mind_s_beginning_is_looked_at_first() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let text = "# Shop\n\nOpens at nine.\n";
    let body = |dry_run: bool| json!({ "markdown": text, "dry_run": dry_run, "fields": ["*"] });
    let looked = ada.call("mind_seed", &body(true)).ok();
    assert_eq!(looked["report"]["dry_run"], true);
    assert_eq!(counts(&looked["report"]), [2, 0, 0, 0]);
    ada.call("mind_get", &json!({})).problem(404, "not_found");
    let mut same = looked["report"].clone();
    same["dry_run"] = json!(false);
    let done = ada.call("mind_seed", &body(false)).ok();
    assert_eq!(done["report"]["items"][0], same["items"][0]);
    assert_eq!(counts(&done["report"]), counts(&same));
    ada.call("mind_seed", &body(true)).problem(409, "conflict");
    // By default the answer omits the report, which costs tokens.
    let bo = server.agent("bo", "worker");
    let lean = bo.call("mind_seed", &json!({ "markdown": text })).ok();
    assert!(
        lean.get("report").is_none() && lean["number"] == 1,
        "{lean}"
    );
}

#[test]
fn who_may_not_takes_nothing_in() {
    let server = Server::start();
    let (viewer, olga) = (
        server.person("vera", "viewer"),
        server.agent("olga", "observer"),
    );
    for client in [&viewer, &olga] {
        for (operation, name) in [
            ("session_import", "content"),
            ("memory_import", "content"),
            ("workflow_import", "content"),
            ("mind_seed", "markdown"),
        ] {
            client
                .call(operation, &json!({ (name): "# Zoo", "dry_run": true }))
                .problem(403, "forbidden");
        }
    }
    assert!(set_aside(&viewer).is_empty());
}
