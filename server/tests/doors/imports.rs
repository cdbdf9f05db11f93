//! Import of conversations and memories from other tools: previews, idempotent, with unreadable parts kept.

mod deleted;
mod files;
mod namespaces;
mod odd;
mod upload;

use serde_json::{Value, json};

use crate::harness::{Client, Server};

/// Returns a transcript of Claude Code with `lines` lines.
pub fn transcript(lines: usize) -> String {
    let line = |n: usize| {
        let (kind, role) = if n.is_multiple_of(2) {
            ("user", "user")
        } else {
            ("assistant", "assistant")
        };
        let content = match n % 10 {
            3 => {
                json!([{"type": "tool_use", "id": format!("t-{n}"), "name": "Bash", "input": {"n": n}}])
            }
            4 => {
                json!([{"type": "tool_result", "tool_use_id": format!("t-{}", n - 1), "content": "done"}])
            }
            _ => json!(format!("Line {n} about the ocelot")),
        };
        let record = json!({
            "type": kind, "uuid": format!("u-{n}"), "sessionId": "shop-1", "cwd": "/home/ada/shop", "version": "2.0.1",
            "timestamp": format!("2025-09-01T{:02}:{:02}:{:02}.000Z", n / 3600, n / 60 % 60, n % 60),
            "message": {"role": role, "content": content}
        });
        format!("{record}\n")
    };
    (0..lines).map(line).collect()
}

/// Returns the content type and the body of a form with a file.
fn form_with_file(
    fields: &[(&str, &str)],
    (name, bytes): (&str, &[u8]),
) -> (&'static str, Vec<u8>) {
    let mut body = Vec::new();
    let part = |body: &mut Vec<u8>, head: String, value: &[u8]| {
        body.extend(b"--XX\r\nContent-Disposition: form-data; ");
        body.extend(head.as_bytes());
        body.extend(b"\r\n\r\n");
        body.extend(value);
        body.extend(b"\r\n");
    };
    for (name, value) in fields {
        part(&mut body, format!("name=\"{name}\""), value.as_bytes());
    }
    let head = format!("name=\"{name}\"; filename=\"a.json\"");
    part(&mut body, head, bytes);
    body.extend(b"--XX--\r\n");
    ("multipart/form-data; boundary=XX", body)
}

#[track_caller]
fn counts(report: &Value) -> [u64; 4] {
    ["created", "changed", "unchanged", "quarantined"].map(|name| report[name].as_u64().unwrap())
}

/// Returns the quarantined memories that a client finds.
fn set_aside(client: &Client) -> Vec<Value> {
    let query = json!({ "filters": { "trust": { "eq": "quarantined" } }, "fields": ["*"] });
    let found = client.call("memory_search", &query).ok();
    found["items"].as_array().unwrap().clone()
}

#[test]
fn a_transcript_with_a_cut_line_is_taken_in_once() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let ned = server.agent("ned", "worker");
    let mara = server.person("mara", "member");
    let whole = transcript(3_002);
    let cut = whole.lines().take(3_000).collect::<Vec<_>>().join("\n");
    let cut = &cut[..cut.len() - 30];
    let bring = |client: &Client, content: &str, dry_run: bool| {
        let body = json!({ "content": content, "dry_run": dry_run });
        client.call("session_import", &body)
    };

    let looked = bring(&ada, cut, true).ok();
    assert_eq!(counts(&looked), [2_999, 0, 0, 1]);
    assert_eq!(looked["odd"][0]["at"], "line 3000");
    assert!(looked["odd"][0]["text"].as_str().unwrap().chars().count() <= 401);
    ada.call("session_get", &json!({ "session": "shop-1" }))
        .problem(404, "not_found");

    let done = bring(&ada, cut, false).ok();
    assert_eq!(done["format"], "claude_code");
    assert_eq!(counts(&done), counts(&looked));
    assert_eq!(done["items"], looked["items"]);
    assert_eq!(done["items"][0]["id"], "shop-1");
    assert_eq!(counts(&bring(&ada, cut, false).ok()), [0, 0, 2_999, 1]);
    assert_eq!(counts(&bring(&ada, &whole, false).ok()), [3, 0, 2_999, 0]);

    let session = json!({ "session": "shop-1", "recent": 3 });
    let session = ada.call("session_get", &session).ok();
    assert_eq!(session["data"]["imported"]["cwd"], "/home/ada/shop");
    let last = session["messages"].as_array().unwrap().last().unwrap();
    assert_eq!(last["id"], "u-3001");
    assert_eq!(last["created_at"], "2025-09-01T00:50:01.000Z");

    // The line is kept whole, for readers of the session.
    let aside = set_aside(&mara);
    assert_eq!(aside.len(), 1, "{aside:?}");
    assert_eq!(aside[0]["text"], cut.lines().last().unwrap());
    assert_eq!(aside[0]["metadata"]["at"], "line 3000");
    assert!(set_aside(&ned).is_empty());
    bring(&ned, cut, false).problem(403, "forbidden");
    bring(&server.agent("olga", "observer"), cut, true).problem(403, "forbidden");
}

#[test]
fn what_is_wrong_with_an_export_is_kept_and_the_rest_is_found() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let mara = server.person("mara", "member");
    let export = |text: &str| {
        json!({ "results": [
            { "id": "m-1", "memory": text, "user_id": "bo", "agent_id": "bot", "categories": ["animals"],
              "created_at": "2025-01-01T00:00:00Z", "updated_at": "2025-01-02T00:00:00Z" },
            { "id": 7, "memory": "Lives in Lisbon", "categories": "places", "created_at": "one day" },
            { "id": "m-3", "memory": ["a", "list"] },
            { "id": "m-4", "memory": null },
            17,
            { "id": "m-5", "memory": "x".repeat(300_000) }
        ]})
        .to_string()
    };
    let bring = |client: &Client, content: &str, dry_run: bool| {
        let body = json!({ "content": content, "namespace": "zoo", "dry_run": dry_run });
        client.call("memory_import", &body).ok()
    };
    let text = export("Likes the ocelot");
    let looked = bring(&ada, &text, true);
    assert_eq!(counts(&looked), [2, 0, 0, 4]);
    let places = looked["odd"].as_array().unwrap().iter();
    let places: Vec<&str> = places.map(|odd| odd["at"].as_str().unwrap()).collect();
    assert_eq!(places, ["results/2", "results/3", "results/4", "results/5"]);
    assert!(looked["notes"].to_string().contains("one day"), "{looked}");
    let search = json!({ "query": "ocelot", "filters": { "namespace": "zoo" }, "fields": ["*"] });
    let found = |client: &Client| client.call("memory_search", &search).ok()["items"].clone();
    assert_eq!(found(&ada), json!([]));

    assert_eq!(counts(&bring(&ada, &text, false)), [2, 0, 0, 4]);
    assert_eq!(counts(&bring(&ada, &text, false)), [0, 0, 2, 4]);
    let memory = &found(&ada)[0];
    assert_eq!(memory["id"], "mem0:m-1");
    assert_eq!(memory["trust"], "imported");
    assert_eq!(memory["created_at"], "2025-01-01T00:00:00.000Z");
    assert_eq!(memory["topics"], json!(["animals"]));
    assert_eq!(memory["user_id"], "bo");
    assert_eq!(memory["metadata"]["agent_id"], "bot");
    let origin = json!({ "format": "mem0", "id": "m-1" });
    assert_eq!(memory["metadata"]["origin"], origin);
    // A line that is too long is kept in two pieces.
    assert_eq!(set_aside(&mara).len(), 5);

    // Changes of the source are applied; local changes are not reverted.
    let newer = export("Likes the ocelot most").replace("2025-01-02", "2025-01-03");
    assert_eq!(counts(&bring(&ada, &newer, false)), [0, 1, 1, 4]);
    assert_eq!(found(&ada)[0]["text"], "Likes the ocelot most");
    let edit = json!({ "id": "mem0:m-1", "core": "zoo", "text": "Likes the ocelot a lot" });
    ada.call("memory_edit", &edit).ok();
    let again = bring(&ada, &newer, false);
    assert_eq!(counts(&again), [0, 0, 2, 4]);
    assert!(
        again["notes"].to_string().contains("changed here"),
        "{again}"
    );
    assert_eq!(found(&ada)[0]["text"], "Likes the ocelot a lot");
    let later = export("Likes no ocelot").replace("2025-01-02", "2099-01-02");
    // A change time in the future is ignored.
    assert_eq!(counts(&bring(&ada, &later, true)), [0, 0, 1, 5]);
}

#[test]
fn imported_memories_keep_their_owner_or_are_set_aside() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let mara = server.person("mara", "member");
    let mem0 = json!({ "results": [
        { "id": 10, "memory": "Keeps a heron", "user_id": 42 },
        { "id": "o", "memory": "Keeps a stork", "user_id": { "name": "bo" } },
        { "id": "l", "memory": "Keeps a crane", "user_id": ["bo"] },
        { "id": "e", "memory": "Keeps an ibis", "user_id": "" },
    ] });
    let own = json!({ "loci": "loci", "memories": [
        { "id": "p", "text": "Keeps a swan", "user_id": " " } ] });
    for (content, expected) in [
        (mem0.to_string(), [1, 0, 0, 3]),
        (own.to_string(), [0, 0, 0, 1]),
    ] {
        let body = json!({ "content": content, "namespace": "zoo" });
        let report = ada.call("memory_import", &body).ok();
        assert_eq!(counts(&report), expected, "{report}");
        for odd in report["odd"].as_array().unwrap() {
            assert!(odd["why"].as_str().unwrap().contains("user_id"), "{odd}");
        }
    }
    assert_eq!(set_aside(&mara).len(), 4);
    let told = |user: &str| {
        let session = json!({ "session": "s", "namespace": "zoo", "user_id": user,
            "messages": [{ "role": "user", "content": "hello" }] });
        ada.call("session_put", &session).ok();
        let ask = json!({ "session": "s", "namespace": "zoo", "user_id": user, "query": "Who keeps a bird?" });
        ada.call("context_read", &ask).ok()["text"].to_string()
    };
    assert!(told("42").contains("Keeps a heron"));
    assert!(!told("bob").contains("Keeps a"));
}

#[test]
fn notes_in_markdown_are_memories_under_their_headings() {
    let server = Server::start();
    let mara = server.person("mara", "member");
    let text =
        "# Shop\n\n- Opens at nine\n- Sells tea\n\n## Staff\n\nAda bakes. See @docs/ada.md\n";
    let bring = |text: &str| {
        let body = json!({ "content": text, "core": "shop" });
        mara.call("memory_import", &body).ok()
    };
    let report = bring(text);
    assert_eq!(counts(&report), [3, 0, 0, 0]);
    let notes = report["notes"].to_string();
    assert!(
        notes.contains("@docs/ada.md") && notes.contains("mind_seed"),
        "{notes}"
    );
    assert_eq!(counts(&bring(&text.replace('\n', "\r\n"))), [0, 0, 3, 0]);
    assert_eq!(counts(&bring(&text.replace("nine", "ten"))), [1, 0, 2, 0]);
    let search = json!({ "query": "who bakes", "filters": { "core": { "eq": "shop" } },
        "fields": ["*"] });
    let found = mara.call("memory_search", &search).ok();
    assert_eq!(found["items"][0]["topics"], json!(["Shop > Staff"]));
    // A person's import is still marked as imported.
    assert_eq!(found["items"][0]["trust"], "imported");
}

#[test]
fn what_cannot_be_taken_in_is_refused_and_loses_nothing() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let owner = server.person("mara", "owner");
    let bring = |body: &Value| ada.call("session_import", body);
    for (body, pointer) in [
        (json!({ "content": "" }), "/content"),
        (json!({ "content": "hello" }), "/content"),
        (
            json!({ "content": "{\"a\":1}", "format": "codex" }),
            "/content",
        ),
        (
            json!({ "content": "nonsense", "format": "openai_chat" }),
            "/content",
        ),
        (
            json!({ "content": "[{\"role\":\"user\",\"content\":\"hi\"}]" }),
            "/session",
        ),
        (
            json!({ "content": transcript(2), "session": " " }),
            "/session",
        ),
        (
            json!({ "content": transcript(2), "format": "parrot" }),
            "/format",
        ),
        (json!({ "content": 5 }), "/content"),
    ] {
        bring(&body).wrong(400, "invalid", pointer);
    }
    ada.call("memory_import", &json!({ "content": "{\"a\":1}" }))
        .wrong(400, "invalid", "/content");
    let odd = format!("{}\n", json!({ "role": "user", "content": {} })).repeat(1_500);
    let fine = format!("{}\n", json!({ "role": "user", "content": "hi" })).repeat(10);
    let odd = json!({ "content": format!("{fine}{odd}"), "session": "s" });
    bring(&odd).wrong(400, "invalid", "/content");
    let many = transcript(5).replace("shop-1", "shop-2") + &transcript(5);
    let off = json!({ "settings": { "long_term_memory": false } });
    owner.call("settings_set", &off).ok();
    let cut = &many[..many.len() - 9];
    let refused = bring(&json!({ "content": cut })).problem(409, "conflict");
    assert_eq!(refused["reason"], "switched_off");
    let sessions = ada.call("session_list", &json!({})).ok();
    assert_eq!(sessions["total"], 0, "{sessions}");
    // Valid input needs no quarantine.
    bring(&json!({ "content": many })).ok();
}

#[test]
fn what_is_brought_in_has_no_effect_and_no_secrets() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let key = "sk-ant-api03-Zq3vB8nXw7Lm2Kd9Rt5Yh1Jf6Gc4Pa0Qs8Ue3Wi7Xo2Mv5Nb9Cz1Dk6Lj4Hg0-Fr8TyAA";
    let text = json!({ "messages": [
        { "role": "user", "content": format!("My key is {key}") },
        { "role": "assistant", "content": null, "tool_calls": [{ "id": "c", "type": "function", "function": {
            "name": "updateWorkingMemory", "arguments": "{\"memory\":{\"a\":1}}" } }] },
        { "role": "tool", "tool_call_id": "c", "content": "ok" },
        { "role": "user", "content": "a\u{0}b" },
        { "role": "user", "content": "\u{1b}[31m<script>alert(1)</script>" }
    ]});
    let body = json!({ "session": "s", "content": text.to_string() });
    let report = ada.call("session_import", &body).ok();
    assert_eq!(counts(&report), [5, 0, 0, 0]);
    assert_eq!(report["redacted_secrets"], 1);
    let session = ada.call("session_get", &json!({ "session": "s" })).ok();
    let said = session["messages"].to_string();
    assert!(!said.contains(key) && said.contains("[redacted:"), "{said}");
    let pads = ada.call("scratchpad_read", &json!({ "owner": "s" }));
    assert!(!pads.body.contains("\"a\":1"), "{}", pads.body);
    assert_eq!(
        counts(&ada.call("session_import", &body).ok()),
        [0, 0, 5, 0]
    );
}

#[test]
fn each_conversation_has_a_session_and_helpers_have_their_own() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let talk = |id: &str| {
        json!({ "uuid": id, "name": "Tea", "chat_messages": [
        { "uuid": "m", "sender": "human", "text": id, "created_at": "2025-01-01T00:00:00Z" }] })
    };
    let two = json!([talk("work/one"), talk("two")]).to_string();
    ada.call("session_import", &json!({ "content": two, "session": "s" }))
        .wrong(400, "invalid", "/session");
    let body = json!({ "content": two, "namespace": "old" });
    let report = ada.call("session_import", &body).ok();
    assert_eq!(counts(&report), [2, 0, 0, 0]);
    let items = report["items"].as_array().unwrap().iter();
    let ids: Vec<&str> = items.map(|item| item["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["old//work%2Fone", "old//two"]);
    let session = ada
        .call("session_get", &json!({ "session": "old//two" }))
        .ok();
    assert_eq!(session["data"]["imported"]["title"], "Tea");

    let aside = transcript(1).replace(
        "\"type\":\"user\"",
        "\"isSidechain\":true,\"agentId\":\"a1\",\"type\":\"user\"",
    );
    let text = transcript(4) + &aside.replace("u-0", "u-x");
    let body = json!({ "content": text, "session": "shop" });
    let report = ada.call("session_import", &body).ok();
    assert_eq!(counts(&report), [5, 0, 0, 0]);
    let session = ada
        .call("session_get", &json!({ "session": "shop.agent-a1" }))
        .ok();
    assert_eq!(session["data"]["imported"]["part_of"], "shop");
    assert_eq!(session["messages"].as_array().unwrap().len(), 1);
}
