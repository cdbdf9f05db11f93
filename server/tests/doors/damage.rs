//! Damage in the data folder is reported, and rejected calls leave their trace.

use std::fs;

use serde_json::json;

use crate::harness::{Server, cli_in};

/// Returns the only file below a folder.
fn only_file(folder: &std::path::Path) -> std::path::PathBuf {
    let mut within: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("drafts") && !path.ends_with("doomed"))
        .collect();
    let path = within.pop().unwrap();
    assert!(within.is_empty());
    if path.is_dir() {
        only_file(&path)
    } else {
        path
    }
}

#[test]
fn a_content_that_was_changed_on_the_disk_is_not_served() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let new = json!({ "name": "n", "goal": "g" });
    let workflow = client.call("workflow_create", &new).ok()["workflow"].clone();
    let file = |content: String| json!({ "workflow": workflow, "type": "code", "path": "big.rs", "content": content });
    client
        .call("artifact_record", &file("x\n".repeat(50_000)))
        .ok();
    client.call("artifact_record", &file("small".into())).ok();
    let get = json!({ "workflow": workflow, "artifact": "A1" });
    let diff = json!({ "workflow": workflow, "path": "big.rs", "from": 1, "to": 2 });
    client.call("artifact_get", &get).ok();
    client.call("artifact_diff", &diff).ok();
    let blob = only_file(&server.data().join("blobs"));
    let sound = fs::read(&blob).unwrap();
    for damaged in [Some([sound.as_slice(), b"y"].concat()), None] {
        match damaged {
            Some(bytes) => fs::write(&blob, bytes).unwrap(),
            None => fs::remove_file(&blob).unwrap(),
        }
        for (operation, body) in [("artifact_get", &get), ("artifact_diff", &diff)] {
            let problem = client.call(operation, body).problem(503, "unavailable");
            let detail = problem["detail"].as_str().unwrap();
            assert!(detail.contains("big.rs, version 1, is damaged"), "{detail}");
        }
        assert!(!server.cli(&["check"]).status.success());
    }
}

#[test]
fn a_refusal_at_the_door_is_counted() {
    let server = Server::start();
    let client = server.agent("eve", "observer");
    client
        .call("workflow_create", &json!({}))
        .problem(403, "forbidden");
    server
        .anonymous()
        .call("workflow_list", &json!({}))
        .problem(401, "unauthenticated");
    let metrics = client.get("/metrics").body;
    assert!(metrics.contains("loci_denials_total 2\n"), "{metrics}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let server = Server::start();
    let ada = server.agent("ada", "orchestrator");
    let mara = server.person("mara", "owner");
    let new = json!({ "name": "n", "goal": "g" });
    let workflow = ada.call("workflow_create", &new).ok()["workflow"].clone();
    let question = json!({ "workflow": workflow, "question": "q", "options": ["a", "b"],
        "default": "c", "deadline_seconds": 60 });
    ada.call("question_ask", &question)
        .wrong(400, "invalid", "/default");
    let artifact =
        json!({ "workflow": workflow, "type": "code", "path": "a.rs", "checksum": "12" });
    ada.call("artifact_record", &artifact)
        .wrong(400, "invalid", "/checksum");
    let agent = json!({ "name": "mara", "role": "worker" });
    mara.call("agent_register", &agent).problem(409, "conflict");
    let core = json!({ "name": "c" });
    let made = ada.call("core_create", &core).ok()["core"].clone();
    assert_eq!(made["created_at"], made["updated_at"]);
    let off = json!({ "settings": { "long_term_memory": false } });
    mara.call("settings_set", &off).ok();
    ada.call("memory_search", &json!({}))
        .problem(409, "conflict");
}

/// Replaces one letter of a text at every occurrence.
fn misquote(log: &std::path::Path) {
    let mut bytes = fs::read(log).unwrap();
    let places: Vec<usize> = (0..bytes.len() - 8)
        .filter(|at| bytes[*at..].starts_with(b"fact-123"))
        .collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at + 1] = b'b';
    }
    fs::write(log, bytes).unwrap();
}

#[test]
fn a_log_that_says_something_else_is_told_by_check_backup_and_restore() {
    let server = Server::start();
    let ada = server.agent("ada", "orchestrator");
    let new = json!({ "name": "n", "goal": "g" });
    let workflow = ada.call("workflow_create", &new).ok()["workflow"].clone();
    let found = json!({ "workflow": workflow, "type": "insight", "content": "fact-123" });
    ada.call("discovery_record", &found).ok();
    let head_of = |output: &std::process::Output| {
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8(output.stdout.clone()).unwrap();
        let head = said.lines().find_map(|line| line.strip_prefix("head "));
        head.unwrap().to_owned()
    };
    let head = head_of(&server.cli(&["check"]));
    let backup = server.folder().join("backup");
    let backup = backup.to_str().unwrap();
    assert!(server.cli(&["backup", backup]).status.success());
    ada.call("discovery_record", &found).ok();
    let later = head_of(&server.cli(&["check", "--head", &head]));
    assert_ne!(head, later);
    for (head, said) in [
        ("f".repeat(64), "none that this log ever had"),
        ("x".into(), "64 hex"),
    ] {
        let refused = server.cli(&["check", "--head", &head]);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && told.contains(said), "{told}");
    }

    let folder = server.stop();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    // The backup has the first head but not the later one; the record of the restore follows it.
    assert!(cli_in(&other, &["restore", backup], "").status.success());
    let restored = head_of(&cli_in(&other, &["check", "--head", &head], ""));
    assert!(restored != head && restored != later);
    assert!(
        !cli_in(&other, &["check", "--head", &later], "")
            .status
            .success()
    );

    misquote(&data.join("log.sqlite"));
    misquote(&std::path::Path::new(backup).join("log.sqlite"));
    let again = folder.path().join("again");
    let third = folder.path().join("third");
    for (data, arguments) in [
        (&data, vec!["check"]),
        (&data, vec!["backup", again.to_str().unwrap()]),
        (&third, vec!["restore", backup]),
    ] {
        let refused = cli_in(data, &arguments, "");
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        let says = !refused.status.success() && told.contains("another body than was written");
        assert!(says, "{arguments:?}: {refused:?}");
    }
}
