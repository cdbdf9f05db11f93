//! Servers on machines with wrong clocks. They use the clock of the database.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use kernel::Time;
use serde_json::json;
use store::conformance::PostgresServer;

use super::workflow;
use crate::harness::{Client, Server, loci};

/// Returns the library that changes the time of a program.
fn library() -> PathBuf {
    let folders = fs::read_dir("/usr/lib").unwrap();
    let mut found = folders.map(|folder| folder.unwrap().path().join("faketime/libfaketime.so.1"));
    found
        .find(|path| path.exists())
        .expect("libfaketime is not installed; its Debian package is `faketime`")
}

/// Starts a server whose machine has another time.
fn node(database: &PostgresServer, lead: &str) -> Server {
    let folder = tempfile::tempdir().unwrap();
    let mut command: Command = loci();
    command
        .args(["serve", "--addr", "127.0.0.1:0", "--log", &database.url()])
        .arg("--data")
        .arg(folder.path().join("data"))
        .env("LD_PRELOAD", library())
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        .env("FAKETIME", lead);
    Server::start_by(command, folder)
}

#[test]
fn servers_with_wrong_clocks_agree_on_the_time() {
    let database = PostgresServer::start();
    let (early, late) = (node(&database, "-30s"), node(&database, "+30s"));
    let ada = early.agent("ada", "worker");
    let ben = late.agent("ben", "worker");
    let id = workflow(&early.agent("lead", "orchestrator"), "Clocks");
    let lead = Client::new(&early.base).bearer(&late.token("second-lead", "orchestrator"));
    for title in ["First", "Second"] {
        lead.call("task_add", &json!({ "workflow": id, "title": title }))
            .ok();
    }
    let claim = |client: &Client| {
        let claimed = client
            .call(
                "task_claim",
                &json!({ "workflow": id, "lease_seconds": 60 }),
            )
            .ok();
        let end: Time = serde_json::from_value(claimed["lease"]["until"].clone()).unwrap();
        end.0
    };
    let now = || database.count("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
    let before = now();
    let ends = [claim(&ada), claim(&ben)];
    let after = now();
    for end in ends {
        let begun = end - 60_000;
        // The clocks are compared again when they differ by more than a tenth of a second.
        assert!(
            (before - 1_000..=after + 1_000).contains(&begun),
            "{before} {begun} {after}"
        );
    }
    // The lease that the early server gave has not ended for the late one.
    let state = ben.call("workflow_get", &json!({ "workflow": id })).ok();
    assert_eq!(state["workflow"]["tasks"][0]["status"], "in_progress");
}
