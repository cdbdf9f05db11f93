//! Sessions on this wire: lookup by id alone, truncation to a window, duplicate ids.

use serde_json::{Value, json};

use super::{message, put, refused};
use crate::harness::{Client, Server};

const PATH: &str = "/v1/working-memory";

fn said(client: &Client, path: &str) -> Vec<String> {
    let document = client.get(&format!("{PATH}/{path}")).ok();
    let messages = document["messages"].as_array().unwrap().iter();
    messages
        .map(|message| message["content"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_session_is_found_by_its_id_where_only_one_has_it() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let document = |said: &str, user: &str| json!({ "messages": [message(said)], "user_id": user, "namespace": "n" });
    put(&ada, "x", &document("one", "u")).ok();
    assert_eq!(said(&ada, "x"), ["one"]);
    assert_eq!(said(&ada, "x?user_id=u"), ["one"]);
    assert_eq!(said(&ada, "x?namespace=n"), ["one"]);
    refused(
        &ada.get(&format!("{PATH}/x?user_id=v")),
        404,
        "Session x not found",
    );
    put(&ada, "x", &document("two", "v")).ok();
    refused(&ada.get(&format!("{PATH}/x")), 404, "Session x not found");
    refused(
        &ada.get(&format!("{PATH}/x?namespace=n")),
        404,
        "Session x not found",
    );
    assert_eq!(said(&ada, "x?user_id=v"), ["two"]);
    // The same for deletion: an ambiguous id deletes nothing, a unique one does.
    let delete = |path: &str| ada.raw("DELETE", &format!("{PATH}/{path}"), None, b"").ok();
    delete("x");
    assert_eq!(said(&ada, "x?user_id=u"), ["one"]);
    assert_eq!(said(&ada, "x?user_id=v"), ["two"]);
    delete("x?user_id=v");
    assert_eq!(said(&ada, "x"), ["one"]);
    delete("x");
    refused(
        &ada.get(&format!("{PATH}/x?user_id=u&namespace=n")),
        404,
        "Session x not found",
    );
    // A session without user and namespace is addressed by its bare id, even if others share that id.
    put(&ada, "x", &json!({ "messages": [message("plain")] })).ok();
    put(&ada, "x", &document("three", "w")).ok();
    assert_eq!(said(&ada, "x"), ["plain"]);
}

#[test]
fn a_window_keeps_the_newest_messages_that_fit() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    // A hundred tokens each, plus the overhead of a message.
    let messages: Vec<Value> = (0..10)
        .map(|n| {
            let mut message = message(&format!("{n}{}", " hello".repeat(98)));
            message["created_at"] = format!("2026-01-31T09:30:0{n}Z").into();
            message
        })
        .collect();
    put(&ada, "w", &json!({ "messages": messages })).ok();
    let whole = ada.get(&format!("{PATH}/w?context_window_max=100000")).ok();
    let tokens = whole["tokens"].as_u64().unwrap();
    assert_eq!(
        (whole["messages"].as_array().unwrap().len(), tokens % 10),
        (10, 0)
    );
    let each = tokens / 10;
    for (window, expected) in [
        (each * 4, 4),
        (each * 4 - 1, 3),
        (each * 10, 10),
        (each * 10 - 1, 9),
        (1, 1),
    ] {
        let kept = said(&ada, &format!("w?context_window_max={window}"));
        assert_eq!(kept.len(), expected, "{window}");
        assert!(kept.last().unwrap().starts_with('9'), "{window}: {kept:?}");
    }
    assert_eq!(said(&ada, "w").len(), 10, "without a window all of them");
}

#[test]
fn messages_that_share_an_id_are_all_kept() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let one = |id: &str, content: &str, second: u32| {
        json!({ "id": id, "role": "user", "content": content,
            "created_at": format!("2026-01-31T09:30:0{second}Z") })
    };
    let twice = json!({ "messages": [one("a", "first", 1), one("a-2", "other", 2), one("a", "second", 3),
        one("a", "first", 1), one("a", "third", 4)] });
    let answer = put(&ada, "t", &twice);
    answer.ok();
    assert!(answer.header("warning").contains("same id"), "{answer:?}");
    assert_eq!(said(&ada, "t"), ["first", "other", "second", "third"]);
    // Writing it back as read changes nothing more.
    let read = ada.get(&format!("{PATH}/t")).ok();
    let ids: Vec<&str> = read["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["a", "a-2", "a-3", "a-4"]);
    let answer = put(&ada, "t", &read);
    answer.ok();
    assert_eq!(answer.header("warning"), "");
}

#[test]
fn memories_that_share_an_id_are_all_kept() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let memory = |text: &str| json!({ "id": "k", "text": text });
    let twice = json!({ "memories": [memory("first"), memory("second"), memory("first")] });
    let answer = put(&ada, "t", &twice);
    let document = answer.ok();
    assert!(answer.header("warning").contains("same id"), "{answer:?}");
    let kept = |list: &Value| -> Vec<String> {
        let kept = list.as_array().unwrap().iter();
        let mut kept: Vec<String> = kept
            .map(|one| format!("{} {}", one["id"], one["text"]).replace('"', ""))
            .collect();
        kept.sort();
        kept
    };
    assert_eq!(kept(&document["memories"]), ["k first", "k-2 second"]);
    let in_space =
        |text: &str, namespace: &str| json!({ "id": "l", "text": text, "namespace": namespace });
    let memories = json!([
        in_space("heron", "n"),
        in_space("stork", "n"),
        in_space("crane", "o")
    ]);
    let answer = ada.post("/v1/long-term-memory/", &json!({ "memories": memories }));
    answer.ok();
    assert!(answer.header("warning").contains("same id"), "{answer:?}");
    let found = |namespace: &str| {
        let search = json!({ "text": "bird", "namespace": { "eq": namespace } });
        kept(&ada.post("/v1/long-term-memory/search", &search).ok()["memories"])
    };
    assert_eq!(found("n"), ["l heron", "l-2 stork"]);
    assert_eq!(found("o"), ["l crane"]);
    // Loci's own API refuses it.
    let memories = json!([in_space("heron", "p"), in_space("stork", "p")]);
    ada.call("memory_create", &json!({ "memories": memories }))
        .wrong(400, "invalid", "/memories/1/id");
    let search = json!({ "filters": { "core": { "eq": "p" } } });
    let found = ada.call("memory_search", &search).ok();
    assert_eq!(found["items"], json!([]));
}

#[test]
fn a_bound_token_counts_its_own_sessions() {
    let server = Server::start();
    let made = server.cli(&[
        "token",
        "create",
        "--agent",
        "ned",
        "--role",
        "worker",
        "--namespace",
        "n",
    ]);
    assert!(made.status.success(), "{made:?}");
    let token = String::from_utf8(made.stdout).unwrap();
    let ned = server.anonymous().bearer(token.trim());
    let ada = server.agent("ada", "worker");
    for id in ["a", "b", "c"] {
        put(&ned, id, &json!({ "messages": [message("hello")] })).ok();
        put(&ada, id, &json!({ "messages": [message("hello")] })).ok();
    }
    for (client, query, listed, total) in [
        (&ned, "", 3, 3),
        (&ned, "?limit=1", 1, 3),
        (&ned, "?limit=1&offset=2", 1, 3),
        (&ned, "?offset=5", 0, 3),
        (&ada, "?limit=1", 1, 3),
    ] {
        let page = client.get(&format!("{PATH}/{query}")).ok();
        assert_eq!(
            page["sessions"].as_array().unwrap().len(),
            listed,
            "{query}"
        );
        assert_eq!(page["total"], total, "{query}");
    }
    ned.get("/metrics").problem(403, "forbidden");
}
