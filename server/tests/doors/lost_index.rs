//! A lost index: the server reports it, keeps working, and rebuilds the index.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};

use crate::harness::{Client, PATIENCE, Server};

fn file(server: &Server) -> PathBuf {
    server.data().join("index.sqlite")
}

/// Returns the result of a list or search, retrying while it is unavailable.
fn found(client: &Client, operation: &str, body: &Value) -> Value {
    let began = Instant::now();
    loop {
        let answer = client.call(operation, body);
        if answer.status == 200 {
            return answer.json();
        }
        answer.problem(503, "unavailable");
        assert!(!answer.header("retry-after").is_empty(), "{answer:?}");
        assert!(began.elapsed() < PATIENCE, "{answer:?}");
        std::thread::yield_now();
    }
}

fn ready_at_last(client: &Client) {
    let began = Instant::now();
    while client.get("/readyz").status != 200 {
        assert!(began.elapsed() < PATIENCE, "never ready again");
        std::thread::yield_now();
    }
}

fn fill(client: &Client) {
    let new = json!({ "name": "Needle in the hay", "goal": "g" });
    client.call("workflow_create", &new).ok();
    let memory = json!({ "memory": { "namespace": "n", "text": "the needle is blue" } });
    client.call("memory_create", &memory).ok();
}

/// Damages a file.
type Harm = fn(&Path);

#[test]
fn an_index_that_is_lost_while_running_is_built_again() {
    let server = Server::start();
    let ada = server.agent("ada", "orchestrator");
    fill(&ada);
    let harms: [(&str, Harm); 4] = [
        ("deleted", |file| fs::remove_file(file).unwrap()),
        ("emptied", |file| fs::write(file, "").unwrap()),
        ("overwritten", |file| {
            fs::write(file, "x".repeat(5000)).unwrap();
        }),
        ("moved away", |file| {
            fs::rename(file, file.with_extension("gone")).unwrap();
        }),
    ];
    for (workflows, (what, harm)) in (1..).zip(harms) {
        harm(&file(&server));
        // Writes still work, and are found later.
        let more = json!({ "name": format!("Needle {what}"), "goal": "g" });
        ada.call("workflow_create", &more).ok();
        ready_at_last(&ada);
        let listed = found(&ada, "workflow_list", &json!({ "query": "needle" }));
        let count = listed["items"].as_array().unwrap().len();
        assert_eq!(count, workflows + 1, "{what}: {listed}");
        let search = json!({ "query": "needle", "filters": { "namespace": "n" } });
        let memories = found(&ada, "memory_search", &search);
        assert!(memories.to_string().contains("blue"), "{what}: {memories}");
        assert!(server.cli(&["check"]).status.success(), "{what}");
    }
}

#[test]
fn a_server_without_an_index_is_not_ready_and_does_the_rest() {
    let server = Server::start();
    let ada = server.agent("ada", "orchestrator");
    fill(&ada);
    // A folder in its place prevents the rebuild.
    let file = file(&server);
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    fs::write(file.join("in the way"), "").unwrap();
    let unready = ada.get("/readyz");
    assert_eq!(
        (unready.status, unready.body.as_str()),
        (503, "the index is being built again\n")
    );
    assert_eq!(ada.get("/healthz").status, 200);
    let health = server.cli(&["check-health"]);
    assert_eq!(health.status.code(), Some(10), "{health:?}");
    assert_eq!(
        String::from_utf8(health.stderr).unwrap(),
        "loci: the index is being built again\n"
    );
    for (operation, body) in [
        ("workflow_list", json!({})),
        ("memory_search", json!({ "query": "needle" })),
    ] {
        let refused = ada.call(operation, &body);
        refused.problem(503, "unavailable");
        assert!(!refused.header("retry-after").is_empty(), "{refused:?}");
    }
    let new = json!({ "name": "Another", "goal": "g" });
    let workflow = ada.call("workflow_create", &new).ok()["workflow"].clone();
    ada.call("workflow_get", &json!({ "workflow": workflow }))
        .ok();
    fs::remove_dir_all(&file).unwrap();
    ready_at_last(&ada);
    let listed = found(&ada, "workflow_list", &json!({ "query": "another" }));
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
}
