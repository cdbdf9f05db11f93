//! Servers behind `PgBouncer`.

use serde_json::json;
use store::conformance::{Pooler, PostgresServer};

use super::{node, refused, workflow};
use crate::harness::{Client, Server};

/// The setting that docs/nodes.md names.
const IGNORED: &str = "ignore_startup_parameters = extra_float_digits";

#[test]
fn servers_behind_a_pooler_in_session_mode_are_one_loci() {
    let database = PostgresServer::start();
    let Some(pooler) = Pooler::start(&database, "session", &[IGNORED]) else {
        return;
    };
    let url = database.url_through(pooler.address());
    let (a, b) = (Server::start_with(&["--log", &url]), node(&database));
    let token = a.token("ada", "orchestrator");
    let [on_a, on_b] = [&a, &b].map(|server| Client::new(&server.base).bearer(&token));
    let feed = on_a.events("/api/events");
    assert_eq!(feed.next().name, "cursor");
    let id = workflow(&on_b, "Shared");
    assert_eq!(feed.fact().json()["stream"], format!("workflow:{id}"));
    let task = json!({ "workflow": id, "title": "First" });
    assert_eq!(on_a.call("task_add", &task).ok()["ids"], json!(["T1"]));
    let state = on_b.call("workflow_get", &json!({ "workflow": id })).ok();
    assert_eq!(state["workflow"]["tasks"][0]["title"], "First");
    let check = a.cli(&["check"]);
    assert!(check.status.success(), "{check:?}");
}

#[test]
fn a_start_behind_another_pooler_blocks_no_later_one() {
    let database = PostgresServer::start();
    let folder = tempfile::tempdir().unwrap();
    for mode in ["transaction", "statement"] {
        let Some(pooler) = Pooler::start(&database, mode, &[IGNORED]) else {
            return;
        };
        let url = database.url_through(pooler.address());
        for data in ["first", "second"] {
            let said = refused(&["--log", &url], &folder.path().join(data));
            assert!(said.contains("Set pool_mode = session"), "{said}");
        }
        // The pooler keeps its sessions, and they hold nothing.
        drop(node(&database).stop());
        database.execute("DROP SCHEMA loci_main CASCADE");
    }
}
