//! Backups contain no logins, a restore does not restore revoked access, and `loci check` finds damage and changes nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

use crate::erase::files_with;
use crate::harness::{PASSWORD, Server, cli_in};

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns every file below a folder with its bytes, except those that SQLite and the lock use during a read.
fn all(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for item in fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            found.extend(all(&path));
        } else if !name.ends_with("-shm") && name != "control.sock" {
            found.insert(path.clone(), fs::read(path).unwrap());
        }
    }
    found
}

#[test]
fn a_backup_signs_nobody_in_and_a_restore_revives_nothing() {
    let server = Server::start();
    let mara = server.person("mara", "owner");
    let id = mara.session().split_once('=').unwrap().1.to_owned();
    assert!(id.len() >= 20, "{id}");
    let (ada, ben) = (server.token("ada", "worker"), server.token("ben", "worker"));
    let backup = server.folder().join("backup");
    out(&server.cli(&["backup", backup.to_str().unwrap()]));
    for folder in [&server.data(), &backup] {
        assert_eq!(files_with(folder, &id), Vec::<String>::new());
    }
    assert_eq!(mara.get("/api/audit_list").status, 200);

    let listed = out(&server.cli(&["token", "list", "--agent", "ada"]));
    let revoked = listed.split(' ').next().unwrap().to_owned();
    out(&server.cli(&["token", "revoke", &revoked]));
    let password = ["user", "password", "mara", "--password-stdin"];
    out(&server.cli_with(&password, "battery staple\n"));
    let folder = server.stop();
    let data = folder.path().join("data");
    let restored = cli_in(&data, &["restore", backup.to_str().unwrap()], "");
    out(&restored);
    let said = told(&restored);
    for words in [
        "everybody is signed out".to_owned(),
        format!("tokens that stay revoked: {revoked}"),
        "people who keep the password they changed: mara".into(),
    ] {
        assert!(said.contains(&words), "{said}");
    }
    let server = Server::start_in(folder, &[]);
    let sign_in = |password: &str| {
        let body = json!({ "name": "mara", "password": password });
        server.anonymous().post("/sign-in", &body)
    };
    let cookie = format!("loci_session={id}");
    assert_eq!(
        server
            .anonymous()
            .cookie(&cookie)
            .get("/api/audit_list")
            .status,
        401
    );
    assert_eq!(
        server
            .anonymous()
            .bearer(&ada)
            .get("/api/agent_list")
            .status,
        401
    );
    assert_eq!(
        server
            .anonymous()
            .bearer(&ben)
            .get("/api/agent_list")
            .status,
        200
    );
    assert_eq!(sign_in(PASSWORD).status, 401);
    let mara = server
        .anonymous()
        .cookie(&sign_in("battery staple").cookie());
    let audit = mara
        .call("audit_list", &json!({ "kind": "backup_restored" }))
        .ok();
    let fact = &audit["items"][0];
    assert_eq!(fact["body"]["tokens_revoked"], 1, "{fact}");
    assert_eq!(fact["body"]["passwords_kept"], 1, "{fact}");
    let summary = fact["summary"].as_str().unwrap();
    assert!(
        summary.ends_with(": all sessions ended, a token that was revoked since stays revoked"),
        "{summary}"
    );
}

#[test]
fn a_restore_with_nothing_to_compare_says_what_holds_again() {
    let server = Server::start();
    server.token("ada", "worker");
    let backup = server.folder().join("backup");
    out(&server.cli(&["backup", backup.to_str().unwrap()]));
    let new = server.folder().join("new");
    let restored = cli_in(&new, &["restore", backup.to_str().unwrap()], "");
    out(&restored);
    let said = told(&restored);
    assert!(
        said.contains("are valid again as they were then: see `loci token list`"),
        "{said}"
    );
    let line = out(&cli_in(&new, &["audit", "--kind", "backup_restored"], ""));
    let fact: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(fact["body"]["tokens_revoked"], Value::Null);
    assert!(fact["body"]["made_at"].is_string(), "{fact}");
}

#[test]
fn a_check_alters_nothing_not_even_after_a_kill() {
    let server = Server::start();
    let ada = server.agent("ada", "orchestrator");
    ada.call("workflow_create", &json!({ "name": "n", "goal": "g" }))
        .ok();
    server.signal("KILL");
    let folder = server.stop_dead();
    let data = folder.path().join("data");
    let before = all(&data);
    assert!(before.keys().any(|path| path.ends_with("log.sqlite-wal")));
    let check = out(&cli_in(&data, &["check"], ""));
    assert!(check.contains("\nchecked: log, blobs and index"), "{check}");
    assert!(all(&data) == before, "{:?}", all(&data).keys());
}

#[test]
fn an_interrupted_backup_is_told_and_stays_as_it_is() {
    let server = Server::start();
    server.token("ada", "worker");
    let backup = server.folder().join("backup");
    out(&server.cli(&["backup", backup.to_str().unwrap()]));
    let torn = server.folder().join("torn");
    fs::create_dir_all(torn.join("incomplete")).unwrap();
    fs::rename(
        backup.join("log.sqlite"),
        torn.join("incomplete/log.sqlite"),
    )
    .unwrap();
    let before = all(&torn);
    for arguments in [&["check"][..], &["token", "list"], &["rebuild-index"]] {
        let refused = cli_in(&torn, arguments, "");
        assert!(!refused.status.success(), "{refused:?}");
        assert!(told(&refused).contains("interrupted backup"), "{refused:?}");
    }
    assert!(all(&torn) == before, "{:?}", all(&torn).keys());
}

/// Replaces all occurrences of a word in a file by another word of the same length. Returns their number.
fn replace(file: &Path, word: &str, other: &str) -> usize {
    assert_eq!(word.len(), other.len());
    let mut bytes = fs::read(file).unwrap();
    let places: Vec<_> = (0..bytes.len())
        .filter(|at| bytes[*at..].starts_with(word.as_bytes()))
        .collect();
    for at in &places {
        bytes[*at..*at + word.len()].copy_from_slice(other.as_bytes());
    }
    fs::write(file, bytes).unwrap();
    places.len()
}

#[test]
fn a_check_finds_damage_in_the_index() {
    let server = Server::start();
    let ada = server.agent("ada", "librarian");
    let memory = json!({ "memory": { "text": "the needle is blue", "id": "m1" } });
    ada.call("memory_create", &memory).ok();
    let lead = server.agent("lead", "orchestrator");
    lead.call(
        "workflow_create",
        &json!({ "name": "haystack", "goal": "g" }),
    )
    .ok();
    let sound = out(&server.cli(&["check"]));
    assert!(sound.contains("\nchecked: log, blobs and index"), "{sound}");
    let folder = server.stop();
    let data = folder.path().join("data");
    let index = data.join("index.sqlite");
    let kept = fs::read(&index).unwrap();
    for (word, other) in [("needle", "needla"), ("haystack", "haystick")] {
        assert!(replace(&index, word, other) > 0, "{word}");
        let damaged = cli_in(&data, &["check"], "");
        assert_eq!(damaged.status.code(), Some(1), "{word}: {damaged:?}");
        let said = told(&damaged);
        assert!(said.contains("the index is damaged"), "{word}: {said}");
        assert!(said.contains("`loci rebuild-index`"), "{word}: {said}");
        fs::write(&index, &kept).unwrap();
    }
    assert!(out(&cli_in(&data, &["check"], "")).starts_with("sound: "));
    replace(&index, "needle", "needla");
    // A running server finds it as well, and repairs it.
    let server = Server::start_in(folder, &[]);
    assert!(told(&server.cli(&["check"])).contains("the index is damaged"));
    out(&server.cli(&["rebuild-index"]));
    assert!(out(&server.cli(&["check"])).starts_with("sound: "));
}

#[test]
fn blobs_that_nothing_refers_to_are_told_and_removed() {
    let server = Server::start();
    let blobs = server.data().join("blobs");
    // The SHA-256 of the empty input.
    let shard = blobs.join("e3");
    fs::create_dir_all(&shard).unwrap();
    let left = shard.join("b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    fs::write(&left, "").unwrap();
    let check = server.cli(&["check"]);
    assert!(out(&check).starts_with("sound: "));
    assert!(
        told(&check).contains("nothing refers to 1 of the blobs"),
        "{check:?}"
    );
    assert!(left.exists(), "a check removes nothing");
    let built = server.cli(&["rebuild-index"]);
    assert!(told(&built).contains("removed 1 blobs"), "{built:?}");
    assert!(!left.exists());
    assert!(told(&server.cli(&["check"])).is_empty());
}
