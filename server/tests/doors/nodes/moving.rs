//! Moving a workspace from a data folder into PostgreSQL and back.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::json;
use store::conformance::PostgresServer;
use tempfile::TempDir;

use super::{node, workflow};
use crate::harness::{Client, PASSWORD, Server, cli_in, loci};

fn copy(from: &str, to: &str) -> Output {
    let output = loci().args(["copy", "--from", from, "--to", to]).output();
    output.unwrap()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Checks that a server has what was written before the move.
fn has_all(server: &Server, token: &str, id: &str, cookie: &str) -> Client {
    let ada = Client::new(&server.base).bearer(token);
    let read = json!({ "workflow": id, "path": "report.md" });
    let artifact = ada.call("artifact_get", &read).ok();
    assert!(artifact.to_string().contains("large contents large"));
    let state = ada.call("workflow_get", &json!({ "workflow": id })).ok();
    assert_eq!(state["workflow"]["tasks"][0]["title"], "First");
    let question = json!({ "query": "which city does grace like" });
    let found = ada.call("memory_search", &question).ok();
    assert_eq!(found["items"][0]["text"], "Grace likes Lisbon");
    // A key that was answered before the move is not done twice.
    let again = ada.clone().header("idempotency-key", "once");
    let repeated = again.call("task_add", &json!({ "workflow": id, "title": "First" }));
    assert_eq!(repeated.ok()["ids"], json!(["T1"]));
    let visitor = Client::new(&server.base).cookie(cookie);
    assert_eq!(visitor.get("/api/audit_list").status, 401);
    let sign_in = json!({ "name": "grace", "password": PASSWORD });
    let signed_in = Client::new(&server.base).post("/sign-in", &sign_in);
    assert_eq!(signed_in.status, 200);
    ada
}

#[test]
fn a_workspace_moves_into_a_database_and_back() {
    let database = PostgresServer::start();
    let url = database.url();
    let first = Server::start();
    let grace = first.person("grace", "owner");
    let cookie = grace.session().to_owned();
    let token = first.token("ada", "orchestrator");
    let ada = Client::new(&first.base).bearer(&token);
    let id = workflow(&ada, "Moving");
    let large = "large contents ".repeat(20_000);
    let report = json!({ "workflow": id, "type": "file", "path": "report.md", "content": large });
    ada.call("artifact_record", &report).ok();
    let memories = json!({ "memories": [{ "text": "Grace likes Lisbon" }] });
    ada.call("memory_create", &memories).ok();
    let secret = json!({ "workflow": id, "type": "insight", "content": "hunter2 is the password" });
    let secret = ada.call("discovery_record", &secret).ok();
    grace
        .call(
            "redact",
            &json!({ "stream": format!("workflow:{id}"), "fact": secret["version"] }),
        )
        .ok();

    // An erasure in the stream would drop the answer.
    let once = ada.clone().header("idempotency-key", "once");
    once.call("task_add", &json!({ "workflow": id, "title": "First" }))
        .ok();

    // A server uses the folder.
    let refused = copy(path(&first.data()), &url);
    assert!(!refused.status.success());
    assert!(said(&refused).contains("is in use"), "{refused:?}");
    let folder = first.stop();
    let data = folder.path().join("data");
    let done = copy(path(&data), &url);
    assert!(done.status.success(), "{done:?}");
    let checked = cli_in(&data, &["check"], "");
    let (copied, checked) = (
        String::from_utf8(done.stdout).unwrap(),
        String::from_utf8(checked.stdout).unwrap(),
    );
    let head = |text: &str| text.split("head ").nth(1).unwrap().trim().to_owned();
    assert_eq!(head(&copied), head(&checked));

    let shared = node(&database);
    let ada = has_all(&shared, &token, &id, &cookie);
    let dump = "SELECT count(*) FROM loci_main.facts WHERE body LIKE '%hunter2%'";
    assert_eq!(database.count(dump), 0);
    let second = workflow(&ada, "In the database");

    // A backup is made while the server runs, is checked, and is a data folder.
    let backup = shared.folder().join("backup");
    let made = shared.cli(&["backup", path(&backup)]);
    assert!(made.status.success(), "{made:?}");
    let checked = cli_in(&backup, &["check"], "");
    assert!(checked.status.success(), "{checked:?}");
    let other = node(&database);
    for server in [&shared, &other] {
        let within = server.data().join("backup");
        let refused = shared.cli(&["backup", path(&within)]);
        assert!(
            said(&refused).contains("lies in the data folder"),
            "{refused:?}"
        );
        assert!(!within.exists());
    }
    drop(other);
    // The backup itself, although the command knows the database.
    let checked = cli_in(&backup, &["check", "--log", &url], "");
    let text = String::from_utf8(checked.stdout).unwrap();
    let place = format!(" of {};", backup.canonicalize().unwrap().display());
    assert!(text.contains(&place), "{text}");
    let checked = shared.cli(&["check", "--log", &url]);
    let text = String::from_utf8(checked.stdout).unwrap();
    let place = format!(" of {}/postgres (loci_main)\n", database.address());
    assert!(text.contains(&place), "{text}");
    let log = backup.join("log.sqlite");
    let whole = fs::read(&log).unwrap();
    fs::write(&log, &whole[..whole.len() / 2]).unwrap();
    let checked = cli_in(&backup, &["check", "--log", &url], "");
    assert!(!checked.status.success(), "{checked:?}");
    fs::write(&log, whole).unwrap();
    let nowhere = cli_in(&backup.join("nowhere"), &["check", "--log", &url], "");
    assert_eq!(nowhere.status.code(), Some(5), "{nowhere:?}");

    let restored = TempDir::new().unwrap();
    let done = copy(path(&backup), path(&restored.path().join("data")));
    assert!(done.status.success(), "{done:?}");
    let back = Server::start_in(restored, &[]);
    let ada = has_all(&back, &token, &id, &cookie);
    let there = ada
        .call("workflow_get", &json!({ "workflow": second }))
        .ok();
    assert_eq!(there["workflow"]["name"], "In the database");
    // Both went on by themselves: a cursor of one is none of the other.
    let cursor = |server: &Server| {
        let feed = Client::new(&server.base)
            .bearer(&token)
            .events("/api/events");
        feed.next()
            .id
            .split_once(':')
            .unwrap()
            .0
            .parse::<u64>()
            .unwrap()
    };
    assert_ne!(cursor(&shared), cursor(&back));
}

#[test]
fn a_copy_says_what_is_wrong_with_a_place() {
    let database = PostgresServer::start();
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let nothing = path(&data);
    for (from, to, words, code) in [
        (
            "redis://127.0.0.1/0",
            nothing,
            "redis:// is no place of a workspace",
            2,
        ),
        (
            nothing,
            "s3://bucket",
            "s3:// is no place of a workspace",
            2,
        ),
        (
            nothing,
            "copy",
            "There is no data folder and no backup at",
            5,
        ),
        (
            "postgres://loci:hunter2@127.0.0.1:9/loci",
            nothing,
            "127.0.0.1:9/loci cannot hold the log",
            10,
        ),
        (&database.url(), nothing, "it has no schema loci_main", 10),
        ("postgres://h:99999/loci", nothing, "'--from <PLACE>'", 2),
        (nothing, "postgres://loci:p#w@h/loci", "'--to <PLACE>'", 2),
        (
            &database.url().replace("/postgres", "/nowhere"),
            nothing,
            "there is no such database; create it, or correct its name",
            10,
        ),
    ] {
        let refused = copy(from, to);
        let message = said(&refused);
        assert!(message.contains(words), "{message}");
        assert!(!message.contains("hunter2"), "{message}");
        assert_eq!(refused.status.code(), Some(code), "{message}");
        assert!(refused.stdout.is_empty());
    }
    for flag in ["--from-workspace", "--to-workspace"] {
        for name in ["", "a b", "a\tb", &"w".repeat(65)] {
            let mut command = loci();
            command.args([
                "copy",
                flag,
                name,
                "--from",
                nothing,
                "--to",
                &database.url(),
            ]);
            let refused = command.output().unwrap();
            let message = said(&refused);
            assert!(message.contains("expected 1 to 64 bytes"), "{message}");
            assert_eq!(refused.status.code(), Some(2), "{message}");
        }
    }
    assert!(!data.exists());
    // A server began the workspace meanwhile.
    let filled = Server::start();
    filled.agent("ada", "worker");
    let filled = filled.stop();
    drop(node(&database).stop());
    let refused = copy(path(&filled.path().join("data")), &database.url());
    assert!(
        said(&refused).contains("its schema loci_main exists"),
        "{refused:?}"
    );
    let named = loci()
        .args([
            "copy",
            "--to-workspace",
            "moved",
            "--to",
            &database.url(),
            "--from",
        ])
        .arg(filled.path().join("data"))
        .output()
        .unwrap();
    assert!(named.status.success(), "{named:?}");
    assert_eq!(database.count("SELECT count(*) FROM loci_moved.tokens"), 1);
}
