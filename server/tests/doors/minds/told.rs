//! Signals of a mind from finished work: recorded exactly once, under all circumstances.

use serde_json::{Value, json};

use crate::harness::{Client, Feed, Server};

/// Does one task as `ada` from start to end; returns the workflow.
fn work(lead: &Client, ada: &Client, name: &str) -> String {
    let new = json!({ "name": name, "goal": "g", "tasks": [{ "title": "Schema" }] });
    let created = lead.call("workflow_create", &new).ok();
    let workflow = created["workflow"].as_str().unwrap().to_owned();
    ada.call("task_claim", &json!({ "workflow": workflow }))
        .ok();
    let done = json!({ "workflow": workflow, "task": "T1", "lease": "T1:1", "summary": "done" });
    ada.call("task_complete", &done).ok();
    workflow
}

/// Returns the sources of the signals in the mind of `ada`, up to the first from that workflow.
fn until(feed: &Feed, workflow: &str) -> Vec<Value> {
    let mut sources = Vec::new();
    loop {
        let fact = feed.fact().json();
        if fact["stream"] != "mind:ada" || fact["kind"] != "mood_signalled" {
            continue;
        }
        for felt in fact["body"]["signals"].as_array().unwrap() {
            assert_eq!(felt["signal"], "achievement", "{fact}");
            sources.push(felt["source"].clone());
        }
        let last = sources.last().unwrap();
        if last["stream"] == format!("workflow:{workflow}") {
            return sources;
        }
    }
}

#[test]
fn work_is_felt_once_whenever_loci_is_killed() {
    let mut server = Server::start();
    let (lead, ada) = (
        server.token("orch", "orchestrator"),
        server.token("ada", "worker"),
    );
    let client = |server: &Server, token: &str| Client::new(&server.base).bearer(token);
    let from = client(&server, &ada).events("/api/events").next().id;
    let again = |server: &Server| {
        let ada = client(server, &ada).header("last-event-id", &from);
        ada.events("/api/events")
    };
    let rounds = 4;
    for round in 0..rounds {
        let name = format!("Round {round}");
        let workflow = work(&client(&server, &lead), &client(&server, &ada), &name);
        // Killed before and after the signal.
        if round % 2 == 1 {
            until(&again(&server), &workflow);
        }
        server.signal("KILL");
        server = Server::start_in(server.stop_dead(), &[]);
    }
    let last = work(&client(&server, &lead), &client(&server, &ada), "Last");
    let sources = until(&again(&server), &last);
    assert_eq!(sources.len(), rounds + 1, "{sources:?}");
    let mut different = sources.clone();
    different.sort_by_key(Value::to_string);
    different.dedup();
    assert_eq!(different.len(), sources.len(), "{sources:?}");
}
