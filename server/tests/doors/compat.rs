//! The compatibility API on the wire: rejections, well-known values, and requests of its users. The original client is
//! tested in `end2end/compat`.

mod memories;
mod order;
mod originals;
mod prompts;
mod refusals;
mod sessions;

use serde_json::{Value, json};

use crate::harness::{Answer, Client, Server};

const JSON: Option<&str> = Some("application/json");

fn put(client: &Client, path: &str, body: &Value) -> Answer {
    let path = format!("/v1/working-memory/{path}");
    client.raw("PUT", &path, JSON, body.to_string().as_bytes())
}

fn message(content: &str) -> Value {
    json!({ "role": "user", "content": content, "created_at": "2026-01-31T09:30:00Z" })
}

/// Asserts a rejection with this text.
#[track_caller]
fn refused(answer: &Answer, status: u16, text: &str) {
    assert_eq!(answer.status, status, "{answer:?}");
    let detail = &answer.json()["detail"];
    assert!(detail.as_str().unwrap().contains(text), "{detail}");
}

#[test]
fn the_window_is_gauged_in_figures_that_everybody_knows() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let hello = json!({ "messages": [message("Hello")] });
    let answer = put(&client, "golden?context_window_max=100", &hello).ok();
    assert_eq!(answer["tokens"], 3);
    assert_eq!(answer["context_percentage_total_used"], 3.0);
    let until = answer["context_percentage_until_summarization"]
        .as_f64()
        .unwrap();
    assert!((until - 30.0 / 7.0).abs() < 1e-12, "{until}");
    let plain = client.get("/v1/working-memory/golden").ok();
    assert_eq!(plain["context_percentage_total_used"], Value::Null);
    assert_eq!(plain["context_percentage_until_summarization"], Value::Null);
    let empty = put(&client, "empty?model_name=gpt-4o", &json!({})).ok();
    assert_eq!(empty["context_percentage_total_used"], 0.0);
    assert_eq!(empty["context_percentage_until_summarization"], 0.0);
    let full = json!({ "messages": [message(&"Hello ".repeat(200))] });
    let answer = put(&client, "full?context_window_max=100", &full).ok();
    assert_eq!(answer["context_percentage_until_summarization"], 100.0);
}

#[test]
fn documents_come_back_equal_and_unknown_fields_are_ignored() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let text = "Ünïcode ☕ \"quoted\" \\ back\n".repeat(100);
    let messages: Vec<Value> = (0..40)
        .map(|n| {
            json!({
                "role": if n % 2 == 0 { "user" } else { "assistant" },
                "content": format!("{n} {text}"), "id": format!("m{n:03}"),
                "created_at": format!("2026-01-31T09:30:{n:02}.{n:06}Z"),
                "discrete_memory_extracted": if n % 3 == 0 { "t" } else { "f" },
                "unknown": { "deep": [1, 2, 3] },
            })
        })
        .collect();
    let data = json!({ "list": [1, 2.5, null, true, { "a": "b" }], "text": text });
    let document = json!({
        "messages": messages, "data": data, "context": text, "session_id": "another",
        "long_term_memory_strategy": { "strategy": "custom", "config": { "custom_prompt": "p" } },
        "ttl_seconds": 3600, "unknown": 1,
        "memories": [{ "id": "m", "text": "Ada likes ☕", "memory_type": "episodic", "topics": ["a"],
            "event_date": "2026-01-30T08:00:00.000001Z", "metadata": { "k": [1] } }],
    });
    assert!(document.to_string().len() > 100_000);
    let path = "large?user_id=u&namespace=n&context_window_max=10000000&unknown=1";
    let stored = put(&client, path, &document).ok();
    let read = client.get(&format!("/v1/working-memory/{path}")).ok();
    assert_eq!(stored, read);
    assert_eq!(read["session_id"], "large");
    // Clients cannot parse a strategy without its configuration.
    let bare = put(&client, "bare", &json!({})).ok();
    assert_eq!(bare["long_term_memory_strategy"]["config"], json!({}));
    assert_eq!(
        (&read["user_id"], &read["namespace"]),
        (&json!("u"), &json!("n"))
    );
    for field in [
        "data",
        "context",
        "long_term_memory_strategy",
        "ttl_seconds",
    ] {
        assert_eq!(read[field], document[field], "{field}");
    }
    for (read, given) in read["messages"].as_array().unwrap().iter().zip(&messages) {
        for field in ["role", "content", "id", "discrete_memory_extracted"] {
            assert_eq!(read[field], given[field], "{field}");
        }
    }
    assert_eq!(read["messages"].as_array().unwrap().len(), 40);
    assert_eq!(
        read["messages"][7]["created_at"],
        "2026-01-31T09:30:07.000007Z"
    );
    for field in [
        "id",
        "text",
        "memory_type",
        "topics",
        "event_date",
        "metadata",
    ] {
        assert_eq!(
            read["memories"][0][field], document["memories"][0][field],
            "{field}"
        );
    }
    let recent = client
        .get(&format!(
            "/v1/working-memory/{path}&recent_messages_limit=2"
        ))
        .ok();
    assert_eq!(recent["messages"].as_array().unwrap().len(), 2);
    assert_eq!(recent["messages"][1]["id"], "m039");
    // A session with a unique id is found by the id alone; the namespace is part of a session's identity.
    assert_eq!(client.get("/v1/working-memory/large").ok()["user_id"], "u");
    let elsewhere = client.get("/v1/working-memory/large?namespace=elsewhere");
    refused(&elsewhere, 404, "not found");
}

#[test]
fn messages_of_tools_are_taken_as_chat_models_write_them() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let call = json!({ "id": "1", "type": "function",
        "function": { "name": "look", "arguments": "{}" } });
    let messages = json!([
        { "role": "assistant", "content": null, "tool_calls": [call],
          "created_at": "2026-01-31T09:30:00Z" },
        { "role": "tool", "content": "", "tool_call_id": "1",
          "created_at": "2026-01-31T09:30:01Z" },
    ]);
    let shown = put(&client, "s", &json!({ "messages": messages })).ok();
    assert_eq!(shown["messages"].as_array().unwrap().len(), 2);
    let append = json!({ "session": "t", "messages": messages });
    client.call("session_append", &append).ok();
    for session in ["s", "t"] {
        let read = client
            .call("session_get", &json!({ "session": session }))
            .ok();
        assert_eq!(read["messages"][0]["tool_calls"][0]["id"], "1", "{read}");
        assert_eq!(read["messages"][1]["tool_call_id"], "1");
    }
}

#[test]
fn what_the_wire_has_no_field_for_stays() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let call = json!({ "id": "c1", "name": "look", "arguments": { "at": "it" } });
    let append = json!({ "session": "s", "messages": [
        { "id": "m1", "role": "assistant", "tool_calls": [call], "metadata": { "k": 1 },
          "created_at": "2026-01-31T09:30:00Z" },
        { "id": "m2", "role": "tool", "name": "look", "tool_call_id": "c1", "content": "seen",
          "created_at": "2026-01-31T09:30:01Z" },
        { "id": "m3", "role": "user", "content": [{ "type": "text", "text": "Good" }],
          "created_at": "2026-01-31T09:30:02Z" },
    ] });
    client.call("session_append", &append).ok();
    let read = || client.call("session_get", &json!({ "session": "s" })).ok()["messages"].clone();
    let before = read();
    // The usual pattern of clients: read the document, append messages, put it.
    let mut document = client.get("/v1/working-memory/s").ok();
    let messages = document["messages"].as_array_mut().unwrap();
    messages.push(json!({
        "role": "user", "content": "And now?", "created_at": "2026-01-31T09:31:00Z",
    }));
    assert_eq!(
        put(&client, "s", &document).ok()["messages"]
            .as_array()
            .unwrap()
            .len(),
        4
    );
    let after = read();
    for at in 0..3 {
        assert_eq!(after[at], before[at]);
    }
    assert_eq!(after[0]["tool_calls"][0]["name"], "look");
    // A message without a tool call must not be blank.
    let blank = json!({ "messages": [
        { "id": "m1", "role": "assistant", "content": " ", "created_at": "2026-01-31T09:30:00Z" },
        { "id": "m9", "role": "user", "content": "", "created_at": "2026-01-31T09:30:00Z" },
    ] });
    refused(
        &put(&client, "s", &blank),
        400,
        "cannot be empty (message ID: m9)",
    );
    assert_eq!(read(), after, "a refusal changes nothing");
}

#[test]
fn ids_may_be_any_text() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    for (path, id) in [
        ("with%20space", "with space"),
        ("a%2Fb", "a/b"),
        ("a%2Fb%2Fc", "a/b/c"),
        ("100%25", "100%"),
        ("%252F", "%2F"),
        ("%E2%98%95", "☕"),
    ] {
        put(&client, path, &json!({ "messages": [message(id)] })).ok();
        let read = client.get(&format!("/v1/working-memory/{path}")).ok();
        assert_eq!(read["session_id"], id);
        assert_eq!(read["messages"][0]["content"], id);
    }
    assert_eq!(client.get("/v1/working-memory?limit=100").ok()["total"], 6);
    put(
        &client,
        "same?namespace=a%2Fb",
        &json!({ "messages": [message("one")] }),
    )
    .ok();
    put(
        &client,
        "same?namespace=a&user_id=b",
        &json!({ "messages": [message("two")] }),
    )
    .ok();
    let one = client.get("/v1/working-memory/same?namespace=a%2Fb").ok();
    assert_eq!(one["messages"][0]["content"], "one");
    assert_eq!(one["namespace"], "a/b");
}

#[test]
fn messages_without_a_time_get_one_and_a_warning() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let undated = json!({ "messages": [
        { "role": "user", "content": "first" }, { "role": "user", "content": "second" },
    ] });
    let answer = put(&client, "undated", &undated);
    assert!(
        answer
            .header("x-deprecation-warning")
            .contains("created_at"),
        "{answer:?}"
    );
    let contents: Vec<_> = answer.ok()["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|message| message["content"].clone())
        .collect();
    assert_eq!(contents, ["first", "second"]);
    let dated = put(&client, "dated", &json!({ "messages": [message("x")] }));
    assert_eq!(dated.header("x-deprecation-warning"), "");
}

#[test]
fn a_second_put_is_never_lost_to_promotion_and_a_deleted_session_stays_deleted() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    for n in 0..20 {
        let memory =
            |m: usize| json!({ "id": format!("fact-{m}"), "text": format!("Fact number {m}") });
        let first = json!({ "messages": [message("one")], "memories": [memory(n)] });
        put(&client, "s", &first).ok();
        let second =
            json!({ "messages": [message("one"), message("two")], "memories": [memory(n)] });
        let second = put(&client, "s", &second).ok();
        assert_eq!(second["messages"].as_array().unwrap().len(), 2, "{second}");
        assert!(
            second["memories"][0]["persisted_at"].is_string(),
            "{second}"
        );
        let read = client.get("/v1/working-memory/s").ok();
        assert_eq!(read["messages"], second["messages"]);
    }
    let search = json!({ "text": "fact", "limit": 100 });
    let found = client.post("/v1/long-term-memory/search", &search).ok();
    assert_eq!(found["total"], 20, "each is a long-term memory once");
    let gone = client.raw("DELETE", "/v1/working-memory/s", None, b"").ok();
    assert_eq!(gone, json!({ "status": "ok" }));
    refused(
        &client.get("/v1/working-memory/s"),
        404,
        "Session s not found",
    );
    let folder = server.stop();
    let server = Server::start_in(folder, &[]);
    let client = server.agent("ada", "worker");
    refused(
        &client.get("/v1/working-memory/s"),
        404,
        "Session s not found",
    );
    assert_eq!(client.get("/v1/working-memory/").ok()["total"], 0);
    let again = client.raw("DELETE", "/v1/working-memory/s", None, b"").ok();
    assert_eq!(again, json!({ "status": "ok" }));
}

#[test]
fn of_two_writers_at_once_one_document_stands_whole() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let document = |writer: usize, round: usize| {
        let messages: Vec<Value> = (0..5)
            .map(|n| {
                json!({ "role": "user", "content": format!("{writer} {round}"), "id": format!("{writer}-{n}"),
                    "created_at": "2026-01-31T09:30:00Z" })
            })
            .collect();
        json!({ "messages": messages, "data": { "writer": format!("{writer} {round}") } })
    };
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let client = client.clone();
            scope.spawn(move || {
                for round in 0..25 {
                    put(&client, "both", &document(writer, round)).ok();
                }
            });
        }
    });
    let read = client.get("/v1/working-memory/both").ok();
    let messages = read["messages"].as_array().unwrap();
    assert_eq!(messages.len(), 5);
    for message in messages {
        assert_eq!(message["content"], read["data"]["writer"]);
    }
    // Appends do not replace, so nothing is lost.
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let client = client.clone();
            scope.spawn(move || {
                for round in 0..25 {
                    let said = json!({ "role": "user", "content": format!("{writer} {round}") });
                    let body = json!({ "session": "appended", "messages": [said] });
                    client.call("session_append", &body).ok();
                }
            });
        }
    });
    let read = client.get("/v1/working-memory/appended").ok();
    assert_eq!(read["messages"].as_array().unwrap().len(), 100);
}

#[test]
fn sessions_are_listed_newest_first_and_never_an_expired_one() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    for (path, ttl) in [
        ("a?namespace=n", "3600"),
        ("b?namespace=n", "1"),
        ("c?namespace=n&user_id=u", "3600"),
    ] {
        put(&client, &format!("{path}&ttl_seconds={ttl}"), &json!({})).ok();
    }
    let expired = || {
        let answer = client.get("/v1/working-memory/b?namespace=n");
        (answer.status == 404).then_some(())
    };
    let began = std::time::Instant::now();
    while expired().is_none() {
        assert!(
            began.elapsed() < crate::harness::PATIENCE,
            "the session does not expire"
        );
        std::thread::yield_now();
    }
    let listed = client.get("/v1/working-memory/?namespace=n").ok();
    assert_eq!(listed, json!({ "sessions": ["c", "a"], "total": 2 }));
    let listed = client
        .get("/v1/working-memory?namespace=n&limit=1&offset=1")
        .ok();
    assert_eq!(listed, json!({ "sessions": ["a"], "total": 2 }));
    let listed = client.get("/v1/working-memory?namespace=n&user_id=u").ok();
    assert_eq!(listed, json!({ "sessions": ["c"], "total": 1 }));
    let listed = client.get("/v1/working-memory?namespace=other").ok();
    assert_eq!(listed, json!({ "sessions": [], "total": 0 }));
}
