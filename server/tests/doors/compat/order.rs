//! Messages with equal times keep the order in which they were sent, at every door.

use std::time::Instant;

use serde_json::{Value, json};

use super::put;
use crate::harness::{Client, PATIENCE, Server};

/// Four messages within two milliseconds, whose ids sort differently.
fn messages() -> Value {
    let said = [
        ("f1", "user", "first ocelot", "10:00:00.001"),
        ("b2", "assistant", "second ocelot", "10:00:00.001"),
        ("a3", "user", "third ocelot", "10:00:00.002"),
        ("07", "assistant", "fourth ocelot", "10:00:00.002"),
    ];
    let said = said.map(|(id, role, content, at)| {
        json!({ "id": id, "role": role, "content": content,
            "created_at": format!("2026-11-27T{at}Z") })
    });
    said.to_vec().into()
}

#[track_caller]
fn in_order(text: &str) {
    let words = ["first", "second", "third", "fourth"];
    let places = words.map(|word| text.find(&format!("{word} ocelot")));
    assert!(places[0].is_some() && places.is_sorted(), "{text}");
}

fn contents(client: &Client, session: &str) -> String {
    let read = client.get(&format!("/v1/working-memory/{session}")).ok();
    read["messages"].to_string()
}

#[test]
fn messages_of_one_time_are_in_the_order_in_which_they_were_sent() {
    let server = Server::start();
    let owner = server.person("olga", "owner");
    let on = json!({ "settings": { "index_messages": true } });
    owner.call("settings_set", &on).ok();
    let ada = server.agent("ada", "worker");
    let body = json!({ "messages": messages() });
    in_order(&put(&ada, "wire", &body).ok()["messages"].to_string());
    in_order(&contents(&ada, "wire"));
    for operation in ["session_put", "session_append"] {
        let body = json!({ "session": operation, "messages": messages() });
        ada.call(operation, &body).ok();
        in_order(&contents(&ada, operation));
    }
    let ask = json!({ "query": "q", "session": { "session_id": "wire", "model_name": "gpt-4o" } });
    let prompt = ada.post("/v1/memory/prompt", &ask).ok();
    in_order(&prompt["messages"].to_string());
    let context = json!({ "session": "wire", "format": "text" });
    let context = ada.call("context_read", &context).ok();
    in_order(context["text"].as_str().unwrap());
    let timeline = ada
        .call(
            "memory_timeline",
            &json!({ "query": "ocelot", "fields": ["entries"] }),
        )
        .ok();
    let entries = timeline["entries"].as_array().unwrap();
    for session in ["wire", "session_put", "session_append"] {
        let of_session = entries.iter().filter(|entry| {
            entry["kind"] == "message"
                && entry["session"]
                    .as_str()
                    .is_some_and(|key| key.ends_with(session))
        });
        let texts: Vec<&str> = of_session
            .map(|entry| entry["text"].as_str().unwrap())
            .collect();
        in_order(&texts.join("\n"));
    }

    // The remains of an expired session.
    let body = json!({ "session": "short", "ttl_seconds": 1, "messages": messages() });
    ada.call("session_put", &body).ok();
    let began = Instant::now();
    loop {
        let left = ada.call("session_get", &json!({ "session": "short" })).ok();
        if left["reconstructed"] == true {
            return in_order(&left["messages"].to_string());
        }
        assert!(began.elapsed() < PATIENCE, "the session does not expire");
        std::thread::yield_now();
    }
}
