//! Memories that their source deleted are forgotten, and can be restored.

use serde_json::{Value, json};

use super::counts;
use crate::harness::{Client, Server};

fn bring(client: &Client, events: &Value) -> Value {
    let body = json!({ "content": events.to_string(), "namespace": "zoo" });
    client.call("memory_import", &body).ok()
}

/// Returns the sorted texts of the memories in the core.
fn found(client: &Client) -> Vec<String> {
    let search = json!({ "filters": { "core": { "eq": "zoo" } } });
    let found = client.call("memory_search", &search).ok();
    let found = found["items"].as_array().unwrap().iter();
    let mut found: Vec<String> = found
        .map(|one| one["text"].as_str().unwrap().into())
        .collect();
    found.sort();
    found
}

fn event(id: &str, event: &str, text: Option<&str>, user: Option<&str>) -> Value {
    json!({ "id": format!("h-{id}"), "memory_id": id, "old_memory": null, "new_memory": text, "event": event,
        "user_id": user })
}

#[test]
fn memories_that_their_source_deleted_are_forgotten() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let mara = server.person("mara", "member");
    let add = |id: &str, text: &str| event(id, "ADD", Some(text), Some("bo"));
    let all = json!([
        add("a", "heron"),
        add("b", "stork"),
        add("c", "crane"),
        add("d", "ibis")
    ]);
    assert_eq!(counts(&bring(&ada, &all)), [4, 0, 0, 0]);
    let edit = json!({ "id": "mem0:c", "core": "zoo", "text": "crane, grey" });
    mara.call("memory_edit", &edit).ok();
    let delete = |id: &str, user: Option<&str>| event(id, "DELETE", None, user);
    let deleted = json!([
        delete("a", None),
        delete("b", Some("eli")),
        delete("c", Some("bo")),
        delete("d", Some("bo")),
        delete("e", Some("bo")),
    ]);
    // A preview forgets nothing.
    let body = json!({ "content": deleted.to_string(), "namespace": "zoo", "dry_run": true });
    let preview = ada.call("memory_import", &body).ok();
    assert_eq!(found(&ada), ["crane, grey", "heron", "ibis", "stork"]);
    let report = bring(&ada, &deleted);
    assert_eq!(report["notes"], preview["notes"]);
    let notes = report["notes"].to_string();
    assert!(notes.contains("2 memories are forgotten"), "{notes}");
    assert!(
        notes.contains("1 memories that their source deleted stay"),
        "{notes}"
    );
    assert_eq!(found(&ada), ["crane, grey", "stork"]);
    let restore = json!({ "id": "mem0:a", "core": "zoo" });
    mara.call("memory_restore", &restore).ok();
    assert_eq!(found(&ada), ["crane, grey", "heron", "stork"]);
}
