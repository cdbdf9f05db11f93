//! The original server's answers to unusual requests, and assumptions of its clients.

use serde_json::{Value, json};

use super::{JSON, message, put, refused};
use crate::harness::{Client, Server};

const PATH: &str = "/v1/long-term-memory";

/// Returns the first error of a 422.
#[track_caller]
fn fault(client: &Client, path: &str, body: &Value) -> (String, Value) {
    let method = if path.contains("working-memory") {
        "PUT"
    } else {
        "POST"
    };
    let answer = client.raw(method, path, JSON, body.to_string().as_bytes());
    assert_eq!(answer.status, 422, "{path} {body} {answer:?}");
    let fault = answer.json()["detail"][0].clone();
    (fault["type"].as_str().unwrap().into(), fault["loc"].clone())
}

#[test]
fn a_list_never_stands_for_an_object() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let session = "/v1/working-memory/s";
    for (path, body, loc) in [
        (
            session,
            json!({ "messages": [["user", "hi"]] }),
            json!(["body", "messages", 0]),
        ),
        (
            session,
            json!({ "memories": [["id", "text"]] }),
            json!(["body", "memories", 0]),
        ),
        (
            session,
            json!({ "memories": [[]] }),
            json!(["body", "memories", 0]),
        ),
        (
            session,
            json!({ "long_term_memory_strategy": [] }),
            json!(["body", "long_term_memory_strategy"]),
        ),
        (session, json!({ "data": [] }), json!(["body", "data"])),
        (
            session,
            json!({ "memories": [{ "id": "m", "text": "t", "metadata": [] }] }),
            json!(["body", "memories", 0, "metadata"]),
        ),
        (
            &format!("{PATH}/"),
            json!({ "memories": [[]] }),
            json!(["body", "memories", 0]),
        ),
        (
            &format!("{PATH}/search"),
            json!({ "namespace": [] }),
            json!(["body", "namespace"]),
        ),
        (
            &format!("{PATH}/search"),
            json!({ "created_at": [] }),
            json!(["body", "created_at"]),
        ),
        (
            &format!("{PATH}/forget"),
            json!({ "policy": [] }),
            json!(["body", "policy"]),
        ),
        (
            "/v1/memory/prompt",
            json!({ "query": "q", "session": ["s"] }),
            json!(["body", "session"]),
        ),
        (
            "/v1/memory/prompt",
            json!({ "query": "q", "long_term_search": { "namespace": [] } }),
            json!(["body", "long_term_search", "namespace"]),
        ),
    ] {
        let (kind, found) = fault(&client, path, &body);
        assert_eq!((&*kind, found), ("model_attributes_type", loc), "{body}");
    }
    assert_eq!(client.get(session).status, 404);
    // The same in the other API, at any depth.
    for (operation, body, pointer) in [
        (
            "session_append",
            json!({ "session": "s", "messages": [["user", "hi"]] }),
            "/messages/0",
        ),
        (
            "session_put",
            json!({ "session": "s", "memories": [[]] }),
            "/memories/0",
        ),
        (
            "memory_search",
            json!({ "query": "q", "filters": [] }),
            "/filters",
        ),
        (
            "memory_search",
            json!({ "query": "q", "filters": { "created_at": [] } }),
            "/filters/created_at",
        ),
    ] {
        client.call(operation, &body).wrong(400, "invalid", pointer);
    }
    let lead = server.agent("lead", "orchestrator");
    let plan = json!({ "name": "n", "goal": "g", "tasks": [{ "title": "a" }, ["b"]] });
    lead.call("workflow_create", &plan)
        .wrong(400, "invalid", "/tasks/1");
    let plan = json!({ "name": "n", "goal": "g", "policy": [] });
    lead.call("workflow_create", &plan)
        .wrong(400, "invalid", "/policy");
}

#[test]
fn memories_have_objects_where_clients_have_models() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let memory =
        json!({ "id": "m", "text": "The harbour opens at six", "memory_type": "semantic" });
    let document = put(&client, "s", &json!({ "memories": [memory] })).ok();
    let kept = json!({ "memories": [{ "id": "k", "text": "The harbour closes at nine" }] });
    client.post(&format!("{PATH}/"), &kept).ok();
    let found = client
        .post(&format!("{PATH}/search"), &json!({ "text": "harbour" }))
        .ok();
    let records = [
        &document["memories"][0],
        &client.get(&format!("{PATH}/k")).ok(),
    ];
    let found = found["memories"].as_array().unwrap();
    assert!(!found.is_empty());
    for record in records.into_iter().chain(found) {
        assert_eq!(record["metadata"], json!({}), "{record}");
        assert_eq!(record["extraction_strategy_config"], json!({}), "{record}");
    }
}

#[test]
fn odd_requests_get_the_originals_answers() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let search = format!("{PATH}/search");
    for mode in ["keyword", "hybrid"] {
        let body = json!({ "text": "t", "search_mode": mode, "distance_threshold": 0.5 });
        let text = "distance_threshold is only supported for semantic search mode";
        refused(&client.post(&search, &body), 400, text);
    }
    for body in [
        json!({ "text": "t", "search_mode": "semantic", "distance_threshold": 0.5 }),
        json!({ "text": "t", "distance_threshold": 0.5 }),
        json!({ "text": "t", "search_mode": "keyword", "distance_threshold": null }),
    ] {
        client.post(&search, &body).ok();
    }
    let nothing = client.raw("POST", &search, JSON, b"");
    assert_eq!(nothing.status, 422, "{nothing:?}");
    assert_eq!(nothing.json()["detail"][0]["type"], "missing");
    assert_eq!(nothing.json()["detail"][0]["loc"], json!(["body"]));
    let null = json!({ "memories": [], "deduplicate": null });
    let (_, loc) = fault(&client, &format!("{PATH}/"), &null);
    assert_eq!(loc, json!(["body", "deduplicate"]));
    let deleted = client.raw("DELETE", PATH, None, b"").ok();
    assert_eq!(deleted["status"], "ok, deleted 0 memories");
    // Compressed JSON is not accepted as JSON there.
    let zipped = client.clone().header("content-encoding", "gzip");
    let bytes = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03";
    let answer = zipped.raw("POST", &search, JSON, bytes);
    refused(&answer, 400, "There was an error parsing the body");
}

#[test]
fn the_namespace_of_an_address_is_that_of_what_stands_there() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let memories = json!({ "memories": [
        { "id": "a", "text": "The bridge is red" },
        { "id": "b", "text": "The bridge is long", "namespace": "other" },
    ] });
    client
        .post(&format!("{PATH}/?namespace=town"), &memories)
        .ok();
    assert_eq!(
        client.get(&format!("{PATH}/a?namespace=town")).ok()["namespace"],
        "town"
    );
    assert_eq!(client.get(&format!("{PATH}/a?namespace=other")).status, 404);
    assert_eq!(
        client.get(&format!("{PATH}/b?namespace=other")).ok()["namespace"],
        "other"
    );
    let search = |path: &str, body: &Value| {
        let found = client.post(&format!("{PATH}/search{path}"), body).ok();
        let ids = found["memories"].as_array().unwrap().iter();
        ids.map(|memory| memory["id"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let bridge = json!({ "text": "bridge" });
    assert_eq!(search("?namespace=town", &bridge), ["a"]);
    // The body takes precedence over the query.
    let body = json!({ "text": "bridge", "namespace": { "eq": "other" } });
    assert_eq!(search("?namespace=town", &body), ["b"]);
    assert_eq!(search("", &bridge).len(), 2);
}

#[test]
fn a_document_over_the_window_comes_back_summarised() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let messages: Vec<Value> = (0..40)
        .map(|n| {
            message(&format!("Point {n}: the crew must check valve {n} before noon. ").repeat(4))
        })
        .collect();
    let answer = put(
        &client,
        "long?context_window_max=2000",
        &json!({ "messages": messages }),
    )
    .ok();
    let left = answer["messages"].as_array().unwrap();
    assert!(!left.is_empty() && left.len() < 40, "{}", left.len());
    assert!(!answer["context"].as_str().unwrap().is_empty());
    assert!(
        answer["context_percentage_until_summarization"]
            .as_f64()
            .unwrap()
            <= 100.0
    );
    let read = client
        .get("/v1/working-memory/long?context_window_max=2000")
        .ok();
    assert_eq!(read["messages"], answer["messages"]);
    assert_eq!(read["context"], answer["context"]);
}

#[test]
fn the_wire_describes_itself() {
    let server = Server::start();
    let anonymous = server.anonymous();
    let document = anonymous.get("/v1/openapi.json");
    assert_eq!(anonymous.get("/openapi.json").ok(), document.ok());
    let paths = document.ok()["paths"].as_object().unwrap().clone();
    let methods = paths.values().map(|item| item.as_object().unwrap().len());
    assert_eq!((paths.len(), methods.sum::<usize>()), (15, 21));
    for path in ["/openapi.json", "/api/openapi.json"] {
        let tag = anonymous.get(path).header("etag").to_owned();
        let again = anonymous.clone().header("if-none-match", &tag).get(path);
        assert_eq!((again.status, again.header("etag")), (304, &*tag));
    }
}
