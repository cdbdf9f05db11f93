//! Exit codes of commands, one for each kind of error, and messages with the next step.

use std::io::Write;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread;

use super::{Seat, planned, with_input};
use crate::harness::{Server, loci, request};

/// Starts a stub server that gives one answer to each request.
fn other(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            request::body(&stream);
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    url
}

#[track_caller]
fn ends(command: &mut Command, code: i32, words: &str) {
    let output = with_input(command, b"");
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{command:?}: {told}");
    assert!(
        told.contains(words),
        "{command:?}: {words:?} is not in {told}"
    );
    assert!(output.stdout.is_empty(), "{command:?}");
    assert!(!told.contains("panicked"), "{told}");
}

#[test]
fn each_kind_of_error_has_its_code() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let eve = Seat::at(&server, "eve", "observer");
    let workflow = planned(&orch);
    let nowhere = "01KG8Z5X3N7Q2R4T6V8W0Y1A3C";
    for (seat, words, code, told) in [
        (
            &orch,
            &["task", "get", "word", "-w", &workflow][..],
            2,
            "invalid",
        ),
        (&orch, &["task", "get", "T1", "-w", "word"], 2, "/workflow"),
        (&eve, &["workflow", "pause", &workflow], 4, "forbidden"),
        (
            &orch,
            &["task", "get", "T9", "-w", &workflow],
            5,
            "not_found",
        ),
        (&orch, &["workflow", "get", nowhere], 5, "not_found"),
        (
            &orch,
            &["task", "retry", "T1", "-w", &workflow],
            6,
            "conflict",
        ),
        (
            &orch,
            &[
                "workflow",
                "edit",
                &workflow,
                "--name",
                "x",
                "--if-version",
                "0",
            ],
            6,
            "It is at version",
        ),
    ] {
        ends(&mut seat.command(words), code, told);
    }
    let list = &["workflow", "list"];
    for (token, code, told) in [
        ("", 3, "LOCI_TOKEN"),
        ("loci_wrong", 3, "LOCI_TOKEN"),
        ("not a token", 2, "LOCI_TOKEN holds what is no token"),
        ("line\nbreak", 2, "LOCI_TOKEN holds what is no token"),
    ] {
        ends(orch.command(list).env("LOCI_TOKEN", token), code, told);
    }
}

#[test]
fn what_is_no_server_of_loci_is_told() {
    let folder = tempfile::tempdir().unwrap();
    // Bound but not listening, so that the port stays reserved.
    let held = tokio::net::TcpSocket::new_v4().unwrap();
    held.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let closed = format!("http://{}", held.local_addr().unwrap());
    let page = other(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\nConnection: close\r\n\r\n<p>Hi</p>",
    );
    let elsewhere = other(
        "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    );
    let broken = other(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\nConnection: close\r\n\r\n{",
    );
    let noise = other("\u{1b}[2J nothing of the kind\r\n\r\n");
    let not_json = other(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\nConnection: close\r\n\r\n\u{1b}[2",
    );
    let odd_problem = other(
        "HTTP/1.1 418 I\r\nContent-Type: application/problem+json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
    );
    for (url, code, told) in [
        (closed.as_str(), 10, "loci serve"),
        (&page, 10, "text/html"),
        (&elsewhere, 10, "302"),
        (&broken, 10, "lost the connection"),
        (&noise, 10, "LOCI_URL"),
        (&not_json, 10, "no JSON"),
        (&odd_problem, 10, "418"),
        ("127.0.0.1:7077", 2, "http://127.0.0.1:7077"),
        ("http://127.0.0.1:7077/workflows", 2, "has a path"),
        ("gopher://127.0.0.1", 2, "neither http nor https"),
    ] {
        let mut command = loci();
        let command = command
            .args(["workflow", "list"])
            .current_dir(folder.path());
        ends(command.env("LOCI_URL", url), code, told);
    }
}

#[test]
fn bodies_are_bounded_and_text() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let large = format!(r#"{{"note": "{}"}}"#, "x".repeat(3 << 20));
    let larger = vec![b' '; 33 << 20];
    for (input, code, told) in [
        (large.as_bytes(), 8, "too_large"),
        (&larger, 8, "more than 32 MiB"),
        (b"\xff\xfe", 2, "not UTF-8"),
        (b"{\"note\": [", 2, "not JSON"),
        (b"[]", 2, "expected a JSON object"),
        (b"{\"note\": [[[{}]]]}", 2, "/note"),
        (b"{\"nothing\": 1}", 2, "nothing"),
    ] {
        let output = orch.run_with(&["note", "--body", "-"], input);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(told), "{told:?} is not in {said}");
    }
}

#[test]
fn who_reads_no_further_is_no_failure() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let data = server.data();
    let folder = data.to_str().unwrap();
    for words in [
        &["workflow", "list"][..],
        &["completions", "bash"],
        &["settings", "get", "--json"],
        &["audit", "--data", folder],
        &["token", "list", "--data", folder],
        &["check", "--data", folder],
    ] {
        let mut child = orch
            .command(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{words:?}: {output:?}");
    }
}

/// Runs a command with its standard error closed.
fn unheard(command: &mut Command) -> Option<i32> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    drop(child.stdout.take());
    child.wait().unwrap().code()
}

#[test]
fn who_hears_no_message_stops_no_work() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let wrong = ["task", "get", "word", "-w", "word"];
    assert_eq!(unheard(&mut orch.command(&wrong)), Some(2));
    assert_eq!(unheard(loci().args(["restore", "/nowhere"])), Some(10));
    assert_eq!(unheard(loci().arg("no-such-command")), Some(2));
    // An import prints its progress.
    let file = server.folder().join("many.md");
    let lines: Vec<String> = (0..2_001)
        .map(|n| format!("- The fact number {n}"))
        .collect();
    std::fs::write(&file, format!("# Facts\n\n{}\n", lines.join("\n"))).unwrap();
    let words = ["import", "--yes", file.to_str().unwrap()];
    assert_eq!(unheard(&mut orch.command(&words)), Some(0));
    let again = orch.says(&[&words[..], &["--json"]].concat());
    assert!(again.contains("\"created\":0"), "{again}");

    let backup = server.folder().join("backup");
    let backup = backup.to_str().unwrap();
    assert!(server.cli(&["backup", backup]).status.success());
    let folder = server.stop();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    let restore = ["restore", backup, "--data", data];
    assert_eq!(unheard(loci().args(restore)), Some(0));
    let audit = ["audit", "--kind", "backup_restored", "--data", data];
    let audit = loci().args(audit).output().unwrap();
    assert_eq!(String::from_utf8(audit.stdout).unwrap().lines().count(), 1);
}

#[test]
fn what_was_given_is_shown_never_obeyed() {
    let server = Server::start();
    let data = server.data();
    let data = data.to_str().unwrap();
    let odd = "x\u{1b}[2Jy";
    for words in [
        &["token", "revoke", odd, "--data", data][..],
        &["restore", odd, "--data", odd],
        &["check", "--data", odd],
        &["check", "--config", odd],
        &["check", "--head", odd, "--data", data],
    ] {
        let output = loci().args(words).output().unwrap();
        assert!(!output.status.success(), "{output:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!told.contains('\u{1b}'), "{words:?}: {told:?}");
    }
}
