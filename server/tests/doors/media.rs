//! Pictures and files in messages over HTTP: accepted up to 8 MiB, returned whole, and shown as a placeholder
//! everywhere else.

use serde_json::{Value, json};

use crate::harness::Server;

const MIB: usize = 1024 * 1024;

/// Returns `letters` letters of base64.
fn data(letters: usize) -> String {
    const PART: &str = "Qk1vY2VsbG90MDEyMzQ1Njc4OWFiY2RlZkdISUpLTE1OT1BRUlNUVVZXWFla";
    PART.chars().cycle().take(letters).collect()
}

fn url(letters: usize) -> String {
    format!("data:image/png;base64,{}", data(letters))
}

fn picture(id: &str, letters: usize) -> Value {
    json!({ "id": id, "role": "user", "created_at": "2026-11-27T10:00:00Z", "content": [
        { "type": "text", "text": "What does this ocelot say?" },
        { "type": "image_url", "image_url": { "url": url(letters) } }] })
}

#[test]
fn a_picture_is_given_back_whole_and_told_as_a_placeholder() {
    let server = Server::start();
    let owner = server.person("olga", "owner");
    let on = json!({ "settings": { "index_messages": true } });
    owner.call("settings_set", &on).ok();
    let ada = server.agent("ada", "worker");
    let first = json!({ "id": "a", "role": "user", "content": "I only eat vegan food.",
        "created_at": "2026-11-27T09:00:00Z" });
    let messages = [
        first,
        picture("b", 300_000),
        picture("c", 8 * MIB / 3 * 4 - 22),
    ];
    let put = json!({ "session": "s", "model": "gpt-4o", "messages": messages });
    let written = ada.call("session_put", &put).ok();
    assert_eq!(written["written"], json!(["a", "b", "c"]));
    let whole = ada.call("session_get", &json!({ "session": "s" })).ok();
    let tokens = whole["gauges"]["tokens"].as_u64().unwrap();
    assert!((3_200..3_400).contains(&tokens), "{tokens}");
    for (at, sent) in messages.iter().enumerate() {
        assert!(whole["messages"][at]["content"] == sent["content"], "{at}");
    }
    assert_eq!(whole["messages"][1]["data"], Value::Null);
    let piece = &data(1_000)[500..560];
    let read = |operation: &str, body: &Value| ada.call(operation, body).ok().to_string();
    let told = [
        read("session_get", &json!({ "session": "s", "media": false })),
        read("context_read", &json!({ "session": "s", "format": "text" })),
        read(
            "context_read",
            &json!({ "session": "s", "format": "messages" }),
        ),
        read("memory_timeline", &json!({ "query": "ocelot" })),
        read(
            "memory_search",
            &json!({ "query": "ocelot", "fields": ["*"] }),
        ),
        read("session_list", &json!({})),
        read("session_history", &json!({ "session": "s" })),
        ada.post(
            "/v1/memory/prompt",
            &json!({ "query": "q", "session": {
            "session_id": "s", "model_name": "gpt-4o" } }),
        )
        .ok()
        .to_string(),
        owner.get("/sessions/s").body,
    ];
    for text in told {
        assert!(!text.contains(piece), "{text:.400}");
        assert!(text.len() < 200_000);
    }
    assert!(
        owner
            .get("/sessions/s")
            .body
            .contains("[image, image/png, ")
    );
    let given = json!({ "session": "s", "format": "text", "budget": 3_000 });
    let given = read("context_read", &given);
    assert!(
        given.contains("vegan") && given.contains("[image, image/png, "),
        "{given}"
    );
}

#[test]
fn what_is_too_large_is_refused_whole() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let large = json!({ "session": "s", "messages": [picture("a", 8 * MIB / 3 * 4 + 8)] });
    ada.call("session_append", &large)
        .wrong(413, "too_large", "/messages/0/content");
    let long = json!({ "session": "s", "messages": [{ "role": "user", "content": "word ".repeat(60_000) }] });
    ada.call("session_append", &long)
        .wrong(413, "too_large", "/messages/0/content");
    ada.call("session_get", &json!({ "session": "s" }))
        .problem(404, "not_found");
}

#[test]
fn the_wire_takes_and_gives_texts_with_pictures_in_them() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let shot = format!(
        "{{\"screenshot\": \"{}\", \"text\": \"ocelot\"}}",
        url(9 * MIB)
    );
    let body = json!({ "messages": [
        { "id": "a", "role": "user", "content": "Look", "created_at": "2026-11-27T10:00:00Z" },
        { "id": "b", "role": "tool", "content": shot, "created_at": "2026-11-27T10:00:01Z" }] });
    let path = "/v1/working-memory/s";
    let put = || {
        ada.raw(
            "PUT",
            path,
            Some("application/json"),
            body.to_string().as_bytes(),
        )
    };
    let written = put().ok();
    assert!(written["messages"][1]["content"] == shot.as_str());
    let read = ada.get(path).ok();
    assert!(read["messages"][1]["content"] == shot.as_str());
    assert!(read["tokens"].as_u64().unwrap() < 1_700);
    let state = ada
        .call("session_get", &json!({ "session": "s", "media": false }))
        .ok();
    let before = &state["messages"][1]["version"];
    put().ok();
    let again = ada
        .call("session_get", &json!({ "session": "s", "media": false }))
        .ok();
    assert_eq!(
        &again["messages"][1]["version"], before,
        "nothing is written twice"
    );
    assert_eq!(
        again["messages"][1]["content"],
        "{\"screenshot\": \"[image, image/png, 6 MB]\", \"text\": \"ocelot\"}"
    );
}
