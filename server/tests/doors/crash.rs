//! Durability: acknowledged writes survive a kill at any moment.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;

use crate::harness::{Client, Server, cli_in};

/// Default number of kills; `LOCI_CRASHES` overrides it.
const CRASHES: usize = 20;
/// Number of concurrent clients.
const CLIENTS: usize = 4;

/// Returns the number of writes before a kill: varied, but without randomness, so that a failure can be reproduced.
fn acknowledged_before_kill(round: usize) -> usize {
    1 + (round * 7919 + 13) % 97
}

#[test]
fn what_was_acknowledged_survives_a_kill_at_any_moment() {
    let crashes = std::env::var("LOCI_CRASHES")
        .ok()
        .and_then(|text| text.parse().ok());
    let mut server = Server::start();
    let token = server.token("writer", "orchestrator");
    let made = Client::new(&server.base).bearer(&token).call(
        "workflow_create",
        &json!({ "name": "Crash", "goal": "Lose nothing" }),
    );
    let workflow = made.ok()["workflow"].as_str().unwrap().to_owned();
    let written: Mutex<BTreeSet<String>> = Mutex::default();
    for round in 0..crashes.unwrap_or(CRASHES) {
        let acknowledged = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for client in 0..CLIENTS {
                let (caller, workflow) = (Client::new(&server.base).bearer(&token), &workflow);
                let (written, acknowledged) = (&written, &acknowledged);
                scope.spawn(move || {
                    for n in 0.. {
                        let content = format!("round {round} client {client} number {n}");
                        let body =
                            json!({ "workflow": workflow, "type": "insight", "content": content });
                        // The kill breaks the connection, which ends the client.
                        let Some(answer) = caller.try_call("discovery_record", &body) else {
                            return;
                        };
                        assert_eq!(answer.status, 200, "{answer:?}");
                        written.lock().unwrap().insert(content);
                        acknowledged.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
            while acknowledged.load(Ordering::SeqCst) < acknowledged_before_kill(round) {
                std::thread::yield_now();
            }
            server.signal("KILL");
        });
        let folder = server.stop_dead();
        let check = cli_in(&folder.path().join("data"), &["check"], "");
        assert!(check.status.success(), "round {round}: {check:?}");
        server = Server::start_in(folder, &[]);
        let caller = Client::new(&server.base).bearer(&token);
        let state = caller
            .call(
                "workflow_get",
                &json!({ "workflow": workflow, "fields": ["discoveries.content"] }),
            )
            .ok();
        let found: BTreeSet<String> = state["workflow"]["discoveries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|found| found["content"].as_str().unwrap().to_owned())
            .collect();
        let written = written.lock().unwrap();
        let lost: Vec<_> = written.difference(&found).collect();
        assert!(lost.is_empty(), "round {round} lost {lost:?}");
        let listed = caller
            .call(
                "workflow_list",
                &json!({ "query": "Crash", "fields": ["items.version"] }),
            )
            .ok();
        assert_eq!(
            listed["items"][0]["version"], state["version"],
            "the index follows the log"
        );
    }
}
