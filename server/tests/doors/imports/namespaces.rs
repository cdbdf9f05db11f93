//! Imported memories stay in the namespaces of their records.

use serde_json::{Value, json};

use super::counts;
use crate::harness::Server;

/// Returns a response of agent-memory-server with one memory of each namespace.
fn found_in(namespaces: &[Option<&str>]) -> String {
    let memory = |(n, namespace): (usize, Option<&str>)| {
        json!({ "id": format!("m{n}"), "text": format!("The door code is 471{n}"), "memory_type": "semantic",
            "user_id": null, "namespace": namespace, "topics": [], "entities": [], "memory_hash": "x",
            "discrete_memory_extracted": "t" })
    };
    let memories: Vec<Value> = namespaces.iter().copied().enumerate().map(memory).collect();
    json!({ "memories": memories, "total": memories.len() }).to_string()
}

#[test]
fn imported_memories_keep_their_namespace() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let content = found_in(&[Some("a"), Some("b/c"), None]);
    let bring = |body: Value| ada.call("memory_import", &body).ok();
    let report = bring(json!({ "content": content, "namespace": "d" }));
    assert_eq!(counts(&report), [3, 0, 0, 0]);
    // There are several cores.
    assert_eq!(report["core"], Value::Null);
    let items = report["items"].as_array().unwrap().iter();
    let cores: Vec<&str> = items.map(|item| item["core"].as_str().unwrap()).collect();
    assert_eq!(cores, ["a", "b%2Fc", "d"]);
    let again = bring(json!({ "content": content, "namespace": "d" }));
    assert_eq!(counts(&again), [0, 0, 3, 0]);
    for (core, namespace) in [("a", "a"), ("b%2Fc", "b/c"), ("d", "d")] {
        let search =
            json!({ "query": "door code", "filters": { "core": { "eq": core } }, "fields": ["*"] });
        let found = ada.call("memory_search", &search).ok()["items"].clone();
        assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
        assert_eq!(found[0]["namespace"], namespace);
        assert_eq!(found[0]["metadata"]["namespace"], Value::Null);
    }
    let prompt = |namespace: &str| {
        let session = json!({ "session_id": "s", "namespace": namespace });
        let ask = json!({ "query": "door code", "session": session, "long_term_search": true });
        ada.post("/v1/memory/prompt", &ask).ok().to_string()
    };
    let known = ["4710", "4711", "4712"];
    let codes_in = |text: String| known.map(|code| text.contains(code));
    assert_eq!(codes_in(prompt("a")), [true, false, false]);
    assert_eq!(codes_in(prompt("b/c")), [false, true, false]);
    assert_eq!(codes_in(prompt("e")), [false, false, false]);
    // One core for all, if the call names one.
    let report = bring(json!({ "content": content, "core": "archive" }));
    assert_eq!(counts(&report), [3, 0, 0, 0]);
    assert_eq!(report["core"], "archive");
}

#[test]
fn a_bound_token_imports_no_memory_of_another_namespace() {
    let server = Server::start();
    let made = server.cli(&[
        "token",
        "create",
        "--agent",
        "ned",
        "--role",
        "worker",
        "--namespace",
        "a",
    ]);
    assert!(made.status.success(), "{made:?}");
    let token = String::from_utf8(made.stdout).unwrap();
    let ned = server.anonymous().bearer(token.trim());
    let bring = |content: String| ned.call("memory_import", &json!({ "content": content }));
    bring(found_in(&[Some("a"), Some("b")])).problem(403, "forbidden");
    let report = bring(found_in(&[Some("a"), None])).ok();
    assert_eq!(counts(&report), [2, 0, 0, 0]);
    assert_eq!(report["core"], "a");
}
