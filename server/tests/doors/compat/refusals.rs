//! Every rejection of the compatibility API, with its position and reason.

use serde_json::{Value, json};

use super::{JSON, message, put, refused};
use crate::harness::{Answer, Server};

/// Asserts a validation error and its location.
#[track_caller]
fn misfits(answer: &Answer, kind: &str, loc: &Value) {
    assert_eq!(answer.status, 422, "{answer:?}");
    let detail = &answer.json()["detail"];
    assert_eq!(detail[0]["type"], kind, "{detail}");
    assert_eq!(&detail[0]["loc"], loc, "{detail}");
    assert!(detail[0]["msg"].as_str().unwrap().len() > 5, "{detail}");
}

#[test]
fn a_session_that_does_not_fit_is_422_with_its_place() {
    let server = Server::start();
    let client = server.agent("ada", "worker");

    for (query, kind, name) in [
        ("limit=0", "greater_than_equal", "limit"),
        ("limit=101", "less_than_equal", "limit"),
        ("limit=many", "int_parsing", "limit"),
        ("offset=-1", "greater_than_equal", "offset"),
    ] {
        let answer = client.get(&format!("/v1/working-memory/?{query}"));
        misfits(&answer, kind, &json!(["query", name]));
    }
    let path = "/v1/working-memory/s";
    for name in ["context_window_max", "recent_messages_limit"] {
        let answer = client.get(&format!("{path}?{name}=x"));
        assert_eq!(answer.status, 422, "{answer:?}");
        assert_eq!(answer.json()["detail"][0]["loc"], json!(["query", name]));
    }
    for (body, kind, loc) in [
        ("{", "json_invalid", json!(["body", 1])),
        ("", "missing", json!(["body"])),
        ("[]", "model_attributes_type", json!(["body"])),
        (
            "{\"messages\":7}",
            "type_error",
            json!(["body", "messages"]),
        ),
        (
            "{\"messages\":[{\"role\":\"user\"}]}",
            "missing",
            json!(["body", "messages", 0, "content"]),
        ),
        (
            "{\"messages\":[{\"content\":\"x\"}]}",
            "missing",
            json!(["body", "messages", 0, "role"]),
        ),
        (
            "{\"memories\":[{\"id\":\"m\"}]}",
            "missing",
            json!(["body", "memories", 0, "text"]),
        ),
        (
            "{\"messages\":[{\"role\":\"user\",\"content\":\"x\",\"created_at\":\"soon\"}]}",
            "value_error",
            json!(["body", "messages", 0, "created_at"]),
        ),
        (
            "{\"messages\":[{\"role\":\"user\",\"content\":\"x\",\"created_at\":\"2999-01-01T00:00:00Z\"}]}",
            "value_error",
            json!(["body", "messages", 0, "created_at"]),
        ),
        (
            "{\"long_term_memory_strategy\":{\"strategy\":\"guess\"}}",
            "enum",
            json!(["body", "long_term_memory_strategy", "strategy"]),
        ),
        (
            "{\"memories\":[{\"text\":\"x\",\"memory_type\":\"odd\"}]}",
            "enum",
            json!(["body", "memories", 0, "memory_type"]),
        ),
    ] {
        misfits(&client.raw("PUT", path, JSON, body.as_bytes()), kind, &loc);
    }
    let long = "x".repeat(300);
    let custom = json!({ "long_term_memory_strategy": { "strategy": "custom", "config": {} } });
    for (path, body, loc) in [
        (long.clone(), json!({}), json!(["path", "session_id"])),
        (
            format!("s?namespace={long}"),
            json!({}),
            json!(["query", "namespace"]),
        ),
        (
            "s".into(),
            json!({ "user_id": long }),
            json!(["body", "user_id"]),
        ),
    ] {
        misfits(&put(&client, &path, &body), "value_error", &loc);
    }
    let answer = put(&client, "s", &custom);
    assert_eq!(answer.status, 422, "{answer:?}");
    let loc = answer.json()["detail"][0]["loc"].clone();
    assert_eq!(loc[1], "long_term_memory_strategy", "{loc}");
    let future = json!({ "memories": [{ "text": "x", "created_at": "2999-01-01T00:00:00Z" }] });
    misfits(
        &put(&client, "s", &future),
        "value_error",
        &json!(["body", "memories", 0, "created_at"]),
    );
    let answer = client.raw("PUT", &format!("{path}?ttl_seconds=0"), JSON, b"{}");
    misfits(
        &answer,
        "greater_than_equal",
        &json!(["query", "ttl_seconds"]),
    );
    refused(&client.get(path), 404, "Session s not found");
}

#[test]
fn a_memory_that_does_not_fit_is_422_with_its_place() {
    let server = Server::start();
    let client = server.agent("ada", "worker");

    let create =
        |memory: Value| client.post("/v1/long-term-memory/", &json!({ "memories": [memory] }));
    misfits(
        &create(json!({ "text": "x" })),
        "missing",
        &json!(["body", "memories", 0, "id"]),
    );
    misfits(
        &create(json!({ "id": "x" })),
        "missing",
        &json!(["body", "memories", 0, "text"]),
    );
    misfits(
        &client.post("/v1/long-term-memory/", &json!({})),
        "missing",
        &json!(["body", "memories"]),
    );

    let search = |body: Value| client.post("/v1/long-term-memory/search", &body);
    misfits(
        &search(json!({ "limit": 0 })),
        "greater_than_equal",
        &json!(["body", "limit"]),
    );
    misfits(
        &search(json!({ "limit": 101 })),
        "less_than_equal",
        &json!(["body", "limit"]),
    );
    misfits(
        &search(json!({ "offset": -1 })),
        "greater_than_equal",
        &json!(["body", "offset"]),
    );
    misfits(
        &search(json!({ "search_mode": "magic" })),
        "enum",
        &json!(["body", "search_mode"]),
    );
    for filter in [
        json!({ "namespace": { "like": "x" } }),
        json!({ "topics": { "any": 7 } }),
        json!({ "created_at": { "after": "2026-01-01" } }),
        json!({ "event_date": { "gt": "soon" } }),
        json!({ "namespace": {} }),
        json!({ "user_id": { "eq": null } }),
        json!({ "topics": { "all": [], "none": [] } }),
        json!({ "created_at": {} }),
    ] {
        let answer = search(filter);
        assert_eq!(answer.status, 422, "{answer:?}");
    }

    let forget = client.post("/v1/long-term-memory/forget", &json!({}));
    misfits(&forget, "missing", &json!(["body", "policy"]));
    let forget = client.post(
        "/v1/long-term-memory/forget?dry_run=perhaps",
        &json!({ "policy": {} }),
    );
    misfits(&forget, "bool_parsing", &json!(["query", "dry_run"]));

    misfits(
        &client.post("/v1/memory/prompt", &json!({})),
        "missing",
        &json!(["body", "query"]),
    );
    let ask =
        json!({ "query": "q", "session": { "session_id": "s", "context_window_max": "wide" } });
    misfits(
        &client.post("/v1/memory/prompt", &ask),
        "value_error",
        &json!(["body", "session", "context_window_max"]),
    );
    let ask = json!({ "query": "q", "long_term_search": { "limit": 0 } });
    misfits(
        &client.post("/v1/memory/prompt", &ask),
        "greater_than_equal",
        &json!(["body", "long_term_search", "limit"]),
    );
    let absent = json!({ "namespace": null, "user_id": { "eq": "x", "any": null } });
    assert_eq!(search(absent).ok()["total"], 0);

    let create = client.post("/v1/summary-views", &json!({ "source": "long_term" }));
    misfits(&create, "missing", &json!(["body", "group_by"]));
}

#[test]
fn what_cannot_be_done_says_why() {
    let server = Server::start();
    let client = server.agent("ada", "worker");

    refused(
        &client.get("/v1/working-memory/none"),
        404,
        "Session none not found",
    );
    for blank in ["", " ", "\n\t"] {
        let body = json!({ "messages": [message(blank)] });
        refused(&put(&client, "s", &body), 400, "cannot be empty");
    }
    refused(
        &client.get("/v1/working-memory/s"),
        404,
        "Session s not found",
    );
    refused(
        &client.get("/v1/long-term-memory/none"),
        404,
        "none not found",
    );
    let patch = |id: &str, body: &[u8]| {
        client.raw("PATCH", &format!("/v1/long-term-memory/{id}"), JSON, body)
    };
    refused(&patch("none", b"{\"text\":\"x\"}"), 404, "none not found");
    client
        .post(
            "/v1/long-term-memory/",
            &json!({ "memories": [{ "id": "m", "text": "It is so" }] }),
        )
        .ok();
    let nothing = patch("m", b"{}");
    assert_eq!(nothing.status, 400, "{nothing:?}");
    refused(&patch("m", b"{\"bogus\":1}"), 400, "bogus");
    refused(
        &client.post("/v1/memory/prompt", &json!({ "query": "q" })),
        400,
        "long_term_search",
    );
    let neither = json!({ "query": "q", "long_term_search": false });
    refused(
        &client.post("/v1/memory/prompt", &neither),
        400,
        "long_term_search",
    );

    for path in ["", "/partitions"] {
        refused(
            &client.get(&format!("/v1/summary-views/none{path}")),
            404,
            "none not found",
        );
    }
    let run =
        |path: &str, body: Value| client.post(&format!("/v1/summary-views/none/{path}"), &body);
    refused(&run("run", json!({})), 404, "none not found");
    refused(
        &run("partitions/run", json!({ "group": {} })),
        404,
        "none not found",
    );
    refused(
        &client.raw("DELETE", "/v1/summary-views/none", None, b""),
        404,
        "none not found",
    );
    refused(&client.get("/v1/tasks/none"), 404, "none not found");
    refused(&client.get("/v1/tasks/none.1"), 404, "none.1 not found");
    for view in [
        json!({ "source": "working_memory", "group_by": ["user_id"] }),
        json!({ "source": "long_term", "group_by": [] }),
        json!({ "source": "long_term", "group_by": ["colour"] }),
        json!({ "source": "long_term", "group_by": ["user_id"], "filters": { "colour": "red" } }),
    ] {
        let answer = client.post("/v1/summary-views", &view);
        assert_eq!(answer.status, 400, "{answer:?}");
        assert!(answer.json()["detail"].is_string());
    }
    let view = json!({ "source": "long_term", "group_by": ["user_id"] });
    let view = client.post("/v1/summary-views", &view).ok();
    let address = format!(
        "/v1/summary-views/{}/partitions/run",
        view["id"].as_str().unwrap()
    );
    let answer = client.post(&address, &json!({ "group": { "namespace": "n" } }));
    refused(&answer, 400, "user_id");

    refused(&client.get("/v1/nothing"), 404, "Not Found");
    refused(&client.get("/v1"), 404, "Not Found");
    refused(
        &client.post("/v1/health", &json!({})),
        405,
        "Method Not Allowed",
    );
    refused(
        &client.post("/v1/working-memory/s", &json!({})),
        405,
        "Method Not Allowed",
    );
}

#[test]
fn the_server_says_itself_who_may() {
    let server = Server::start();
    let anonymous = server.anonymous();
    assert!(anonymous.get("/v1/health").ok()["now"].as_i64().unwrap() > 1_700_000_000_000);
    for path in [
        "/v1/working-memory/",
        "/v1/working-memory/s",
        "/v1/summary-views",
        "/v1/tasks/t",
    ] {
        let answer = anonymous.get(path);
        refused(&answer, 401, "token");
        assert_eq!(answer.header("www-authenticate"), "Bearer realm=\"loci\"");
    }
    refused(&put(&anonymous, "s", &json!({})), 401, "token");
    refused(
        &anonymous.post("/v1/long-term-memory/search", &json!({})),
        401,
        "token",
    );
    let wrong = server.anonymous().bearer("wrong");
    refused(&wrong.get("/v1/working-memory/"), 401, "token");

    let observer = server.agent("eye", "observer");
    assert_eq!(put(&observer, "s", &json!({})).status, 403);
    let ada = server.agent("ada", "worker");
    put(&ada, "s", &json!({ "messages": [message("Mine")] })).ok();
    let bob = server.agent("bob", "worker");
    refused(&bob.get("/v1/working-memory/s"), 404, "Session s not found");
    assert_eq!(put(&bob, "s", &json!({})).status, 403);
    assert_eq!(
        bob.get("/v1/working-memory").ok(),
        json!({ "sessions": [], "total": 0 })
    );
    let lead = server.agent("lead", "orchestrator");
    assert_eq!(
        lead.get("/v1/working-memory/s").ok()["messages"][0]["content"],
        "Mine"
    );
}

#[test]
fn too_much_is_refused_and_nothing_changes() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    put(&client, "s", &json!({ "messages": [message("before")] })).ok();
    let large = json!({ "data": { "text": "x".repeat(10 * 1024 * 1024) } });
    assert_eq!(put(&client, "s", &large).status, 413);
    let long = json!({ "messages": [message(&"x".repeat(300 * 1024))] });
    assert_eq!(put(&client, "s", &long).status, 413);
    let deep = format!(
        "{{\"data\":{{\"a\":{}1{}}}}}",
        "[".repeat(60),
        "]".repeat(60)
    );
    let answer = client.raw("PUT", "/v1/working-memory/s", JSON, deep.as_bytes());
    assert_eq!(answer.status, 422, "{answer:?}");
    let nul = client.raw(
        "PUT",
        "/v1/working-memory/s",
        JSON,
        b"{\"context\":\"\\u0000\"}",
    );
    assert_eq!(nul.status, 422, "{nul:?}");
    let read = client.get("/v1/working-memory/s").ok();
    assert_eq!(read["messages"][0]["content"], "before");
}

#[test]
fn a_refusal_names_at_most_a_hundred_missing_fields() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    for (memories, faults) in [(49, 98), (50, 100), (51, 100)] {
        let body = json!({ "memories": vec![json!({}); memories] });
        let answer = client.post("/v1/long-term-memory/", &body);
        assert_eq!(answer.status, 422, "{answer:?}");
        let found = answer.json();
        let found = found["detail"].as_array().unwrap();
        assert_eq!(found.len(), faults, "of {memories}");
        assert_eq!(found[3]["loc"], json!(["body", "memories", 1, "text"]));
    }
}
