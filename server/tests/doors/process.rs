//! The process and its folder: stopping, a second server, unusable folders, a full disk.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::harness::{PATIENCE, Server, loci};

#[test]
fn a_signal_stops_the_server_within_five_seconds_whatever_is_open() {
    for signal in ["TERM", "INT"] {
        let mut server = Server::start();
        let client = server.agent("ada", "orchestrator");
        let feed = client.events("/api/events");
        feed.next();
        server.signal(signal);
        let (status, took) = server.wait();
        assert!(status.success(), "{signal}: {status}");
        assert!(took < Duration::from_secs(5), "{signal}: {took:?}");
        assert!(feed.ended());
        assert!(!server.data().join("control.sock").exists());
    }
}

#[test]
fn a_probe_reports_the_server_and_opens_no_folder() {
    let server = Server::start();
    let ready = server.cli(&["check-health"]);
    assert!(ready.status.success(), "{ready:?}");
    assert_eq!(ready.stdout, b"ready\n");
    let folder = server.stop();
    let data = folder.path().join("data");
    let files = || fs::read_dir(&data).unwrap().count();
    let before = files();
    for data in [&data, &folder.path().join("nothing")] {
        let stopped = loci()
            .args(["check-health", "--data"])
            .arg(data)
            .output()
            .unwrap();
        assert_eq!(stopped.status.code(), Some(10), "{stopped:?}");
        let reason = String::from_utf8(stopped.stderr).unwrap();
        assert!(reason.contains("no server runs on"), "{reason}");
    }
    assert_eq!(files(), before);
    assert!(!folder.path().join("nothing").exists());
}

#[test]
fn who_waits_for_changes_is_answered_when_the_server_stops() {
    let mut server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let waiter = server.agent("walt", "worker");
    let waiting =
        std::thread::spawn(move || waiter.call("changes_wait", &json!({ "timeout_seconds": 60 })));
    // The agent's last-seen time shows that the call is in progress.
    let began = Instant::now();
    loop {
        let seen = client.call("agent_get", &json!({ "agent": "walt" })).ok();
        if seen["agent"]["seen_at"].is_string() {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "it does not call");
    }
    server.signal("TERM");
    let answer = waiting.join().unwrap().ok();
    assert_eq!(answer["items"], json!([]));
    let (status, _) = server.wait();
    assert!(status.success(), "{status}");
}

#[test]
fn a_second_server_is_refused_and_told_who_has_the_folder() {
    let server = Server::start();
    let output = loci()
        .args(["serve", "--addr", "127.0.0.1:0", "--data"])
        .arg(server.data())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(10));
    assert!(output.stdout.is_empty());
    let said = String::from_utf8(output.stderr).unwrap();
    let address = server.base.strip_prefix("http://").unwrap();
    assert!(
        said.contains("in use by process") && said.contains(address),
        "{said}"
    );
    // The first one is not disturbed, nor is its control socket.
    server.token("ada", "worker");
}

#[test]
fn a_server_that_was_killed_leaves_nothing_in_the_way() {
    let server = Server::start();
    let token = server.token("ada", "orchestrator");
    let client = server.anonymous().bearer(&token);
    client
        .call("workflow_create", &json!({ "name": "n", "goal": "g" }))
        .ok();
    server.signal("KILL");
    let mut server = server;
    server.wait();
    assert!(
        server.data().join("control.sock").exists(),
        "its socket is still there"
    );
    let folder = server.stop_dead();
    let server = Server::start_in(folder, &[]);
    let client = server.anonymous().bearer(&token);
    assert_eq!(client.workflows(), 1);
    server.token("bob", "worker");
}

#[test]
fn a_port_that_is_taken_is_said() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let address = server.base.strip_prefix("http://").unwrap();
    let new = folder.path().join("new");
    for data in [folder.path(), &new] {
        let output = loci()
            .args(["serve", "--addr", address, "--data"])
            .arg(data)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(10));
        assert!(String::from_utf8(output.stderr).unwrap().contains("--addr"));
    }
    assert!(!new.exists(), "a folder was made in vain");
}

#[test]
fn a_setting_that_does_not_exist_is_refused_before_anything_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new");
    let refused = |variable: &str, value: &str| {
        let output = loci()
            .args(["serve", "--addr", "127.0.0.1:0", "--data"])
            .arg(&new)
            .env(variable, value)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{variable}={value}");
        assert!(output.stdout.is_empty());
        assert!(!new.exists(), "a folder was made");
        String::from_utf8(output.stderr).unwrap()
    };
    for (value, expected) in [
        (
            "redis://:hunter2@cache",
            "--log redis://…: expected `folder`",
        ),
        ("sqlite", "--log \"sqlite\": expected `folder`"),
        ("FOLDER", "--log \"FOLDER\": expected `folder`"),
    ] {
        let said = refused("LOCI_LOG", value);
        assert!(said.contains(expected), "{said}");
        assert!(said.contains("leave out --log (LOCI_LOG"), "{said}");
        assert!(!said.contains("hunter2"), "{said}");
    }
    for wrong in ["verbose", "info,loud", "server=loud"] {
        let said = refused("LOCI_TRACE", wrong);
        let expected = format!("--trace {wrong:?}: expected off, error, warn");
        assert!(said.contains(&expected), "{said}");
    }
    let file = folder.path().join("loci.toml");
    fs::write(&file, "log = 'mysql://db/loci'").unwrap();
    let said = refused("LOCI_CONFIG", file.to_str().unwrap());
    assert!(said.contains("--log mysql://…"), "{said}");
    // Those that exist start.
    let server = Server::start_with(&["--log", "folder", "--trace", "WARN,server=debug"]);
    server.token("ada", "worker");
}

#[test]
fn the_folder_is_for_its_owner_alone() {
    let server = Server::start();
    let mode = |name: &str| {
        let path = server.data().join(name);
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    };
    assert_eq!(mode(""), 0o700);
    assert_eq!(mode("control.sock"), 0o600);
    assert_eq!(mode("accounts.sqlite"), 0o600);
}

#[test]
fn its_files_are_for_their_owner_alone_in_an_open_folder_too() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    let server = Server::start_in(folder, &[]);
    server.agent("ada", "worker");
    for entry in fs::read_dir(server.data()).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{:?}: {mode:o}", entry.path());
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_said() {
    // No folder can be created there, even by root.
    let output = loci()
        .args(["serve", "--addr", "127.0.0.1:0", "--data", "/proc/loci"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(10));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("/proc/loci") && said.contains("cannot be written"),
        "{said}"
    );
}

#[test]
fn a_damaged_log_stops_the_start_and_a_damaged_index_does_not() {
    let server = Server::start();
    let token = server.token("ada", "orchestrator");
    let client = server.anonymous().bearer(&token);
    client
        .call("workflow_create", &json!({ "name": "n", "goal": "g" }))
        .ok();
    let folder = server.stop();
    let data = folder.path().join("data");

    fs::write(data.join("index.sqlite"), b"this is no database at all").unwrap();
    let server = Server::start_in(folder, &[]);
    let client = server.anonymous().bearer(&token);
    assert_eq!(client.workflows(), 1);
    let folder = server.stop();

    let log = data.join("log.sqlite");
    let sound = fs::read(&log).unwrap();
    let mut damaged = sound.clone();
    let middle = damaged.len() / 2;
    for byte in &mut damaged[100..middle] {
        *byte = 0xff;
    }
    fs::write(&log, &damaged).unwrap();
    let output = loci()
        .args(["serve", "--addr", "127.0.0.1:0", "--data"])
        .arg(&data)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(10), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("damaged") && said.contains("loci restore"),
        "{said}"
    );
    assert_eq!(
        fs::read(&log).unwrap(),
        damaged,
        "nothing was repaired silently"
    );

    fs::write(&log, sound).unwrap();
    let server = Server::start_in(folder, &[]);
    let client = server.anonymous().bearer(&token);
    assert_eq!(client.workflows(), 1);
}

/// A full disk is simulated by the maximum file size of a process, beyond which the system rejects writes in the same
/// way.
#[test]
fn a_full_disk_refuses_writes_loses_nothing_and_still_reads() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Server::start_in(folder, &[]);
    let token = server.token("ada", "orchestrator");
    let folder = server.stop();

    let mut command = std::process::Command::new("sh");
    command
        .arg("-c")
        .arg("ulimit -f 1200; exec \"$0\" serve --addr 127.0.0.1:0 --data \"$1\"")
        .arg(env!("CARGO_BIN_EXE_loci"))
        .arg(&data);
    let server = Server::start_by(command, folder);
    let client = server.anonymous().bearer(&token);
    let mut made = Vec::new();
    let refused = loop {
        let new = json!({ "name": "n", "goal": "g".repeat(20_000) });
        let answer = client.call("workflow_create", &new);
        if answer.status != 200 {
            break answer;
        }
        made.push(answer.ok()["workflow"].clone());
        assert!(made.len() < 1000, "the disk is never full");
    };
    refused.problem(503, "unavailable");
    assert!(!refused.header("retry-after").is_empty());
    // Every acknowledged workflow can be read; lists may be stale, because their index is on the same disk.
    assert!(!made.is_empty());
    for workflow in &made {
        client
            .call("workflow_get", &json!({ "workflow": workflow }))
            .ok();
    }
    assert_eq!(server.anonymous().get("/healthz").status, 200);
    let ready = server.anonymous().get("/readyz");
    assert_eq!(
        (ready.status, ready.body.as_str()),
        (503, "the log cannot be written\n")
    );
    let folder = server.stop();

    let server = Server::start_in(folder, &[]);
    assert_eq!(server.anonymous().get("/readyz").status, 200);
    let client = server.anonymous().bearer(&token);
    assert_eq!(client.workflows(), made.len());
    client
        .call("workflow_create", &json!({ "name": "n", "goal": "g" }))
        .ok();
    let check = server.cli(&["check"]);
    assert!(check.status.success(), "{check:?}");
}
