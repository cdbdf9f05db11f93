//! `loci mcp` while servers start and stop: another one holds the folder, or none.

use std::collections::BTreeSet;
use std::io::Write;
use std::net::TcpListener;
use std::path::Path;
use std::sync::mpsc;

use serde_json::{Value, json};
use store::folder::holder;

use super::piped::{Piped, meta};
use crate::harness::{PATIENCE, Server, cli_in, request};

const PONG: &str = "{}";

/// Returns a folder without a server, and the token of a worker.
fn abandoned() -> (tempfile::TempDir, String) {
    let server = Server::start();
    let ada = server.token("ada", "worker");
    (server.stop(), ada)
}

#[track_caller]
fn pong(piped: &mut Piped) {
    let said = piped.ask("ping", &json!({}));
    assert_eq!(said["result"].to_string(), PONG, "{said}");
}

/// Returns the index of the process that holds the folder.
fn owner(data: &Path, all: &[Piped]) -> usize {
    let pid = holder(data).unwrap().unwrap().pid;
    all.iter().position(|piped| piped.pid() == pid).unwrap()
}

fn note(text: &str) -> Value {
    json!({ "name": "note_write", "arguments": { "note": text } })
}

#[test]
fn some_that_start_at_once_share_a_folder_until_the_last_of_them_ends() {
    let (folder, ada) = abandoned();
    let data = folder.path().join("data");
    let mut all: Vec<Piped> = (0..4).map(|_| Piped::start(&data, &ada, &[])).collect();
    all.iter_mut().for_each(pong);
    while !all.is_empty() {
        all.remove(owner(&data, &all)).end();
        for (nth, piped) in all.iter_mut().enumerate() {
            let noted = piped.ask("tools/call", &note(&format!("{nth}")));
            assert_eq!(noted["result"]["isError"], false, "{noted}");
        }
    }
    assert_eq!(holder(&data).unwrap(), None);
}

#[test]
fn what_waits_is_answered_when_the_one_that_has_the_folder_is_killed() {
    let (folder, ada) = abandoned();
    let data = folder.path().join("data");
    let mut all: Vec<Piped> = (0..3).map(|_| Piped::start(&data, &ada, &[])).collect();
    all.iter_mut().for_each(pong);
    let killed = all.remove(owner(&data, &all));
    for (nth, piped) in all.iter_mut().enumerate() {
        for id in 0..10 {
            let waits = json!({ "name": "changes_wait", "arguments": { "timeout_seconds": 1 } });
            piped.send(&json!(id), "tools/call", &waits);
        }
        piped.send(&json!("note"), "tools/call", &note(&format!("kept {nth}")));
    }
    killed.signal("KILL");
    for piped in &all {
        let mut answered = BTreeSet::new();
        for _ in 0..11 {
            let said = piped.next();
            assert_eq!(said["result"]["isError"], false, "{said}");
            answered.insert(said["id"].to_string());
        }
        assert_eq!(answered.len(), 11);
    }
    let read = all[0].ask(
        "resources/read",
        &json!({ "_meta": meta(), "uri": "loci://mind/ada" }),
    );
    for text in ["kept 0", "kept 1"] {
        assert_eq!(read.to_string().matches(text).count(), 1, "{read}");
    }
    all.into_iter().for_each(Piped::end);
}

#[test]
fn a_server_that_moved_is_found_again_with_what_was_agreed_on() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let data = server.data();
    let mut piped = Piped::start(&data, &token, &[]);
    let hello = json!({
        "protocolVersion": super::OLD, "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    });
    piped.ask("initialize", &hello);
    let server = Server::start_in(server.stop(), &[]);
    let listed = piped.ask("tools/list", &json!({}));
    assert!(listed["result"]["tools"].is_array(), "{listed}");
    // Again, with the other one killed.
    server.signal("KILL");
    let server = Server::start_in(server.stop_dead(), &[]);
    let noted = piped.ask("tools/call", &note("kept"));
    assert_eq!(noted["result"]["isError"], false, "{noted}");
    piped.end();
    drop(server);
}

#[test]
fn a_server_that_starts_gets_the_folder_of_the_one_that_serves_it_for_want_of_another() {
    let (folder, ada) = abandoned();
    let data = folder.path().join("data");
    let mut all: Vec<Piped> = (0..2).map(|_| Piped::start(&data, &ada, &[])).collect();
    all.iter_mut().for_each(pong);
    for piped in &mut all {
        let waits = json!({ "name": "changes_wait", "arguments": { "timeout_seconds": 1 } });
        piped.send(&json!(1), "tools/call", &waits);
    }
    let server = Server::start_in(folder, &[]);
    for (nth, piped) in all.iter_mut().enumerate() {
        let waited = piped.next();
        assert_eq!(waited["result"]["isError"], false, "{waited}");
        let noted = piped.ask("tools/call", &note(&format!("kept {nth}")));
        assert_eq!(noted["result"]["isError"], false, "{noted}");
    }
    let at = holder(&data).unwrap().unwrap().address.unwrap();
    assert_eq!(server.base, format!("http://{at}"));
    // A server that was started explicitly keeps it.
    let second = cli_in(&data, &["serve", "--addr", "127.0.0.1:0"], "");
    assert_eq!(second.status.code(), Some(10), "{second:?}");
    for piped in &mut all {
        piped.signal("TERM");
        assert!(piped.wait().success());
    }
}

#[test]
fn who_listens_is_told_that_anything_may_have_changed_when_the_server_broke_off() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let mut piped = Piped::start(&server.data(), &token, &[]);
    let uri = "loci://mind/ada";
    let filter = json!({ "_meta": meta(), "notifications": { "resourceSubscriptions": [uri] } });
    let begun = piped.ask("subscriptions/listen", &filter);
    server.signal("KILL");
    let folder = server.stop_dead();
    let told = piped.next();
    assert_eq!(told["method"], "notifications/resources/updated", "{told}");
    assert_eq!(told["params"]["uri"], uri);
    assert_eq!(told["params"]["_meta"], begun["params"]["_meta"]);
    piped.send(&json!("note"), "tools/call", &note("news"));
    let both = [piped.next(), piped.next()];
    assert!(both.contains(&told), "{both:?}");
    // A server that stops gracefully ends subscriptions with a message.
    let server = Server::start_in(folder, &[]);
    let ended = piped.next();
    assert_eq!(
        (&ended["id"], &ended["error"]),
        (&json!(7), &Value::Null),
        "{ended}"
    );
    piped.end();
    drop(server);
}

/// Starts a server that reads `requests` requests without answering, and then closes.
fn deaf(requests: usize) -> (String, mpsc::Receiver<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        for _ in 0..requests {
            let (mut stream, _) = listener.accept().unwrap();
            let body = request::body(&stream);
            tell.send(serde_json::from_slice(&body).unwrap()).unwrap();
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n");
        }
    });
    (url, told)
}

#[test]
fn what_changes_something_is_sent_again_with_the_same_key_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    // The number of attempts.
    for (asked, sent, is_keyed) in [
        (note("a"), 4, true),
        (json!({ "name": "note_write" }), 1, false),
        (json!({ "name": "agent_list", "arguments": {} }), 4, false),
    ] {
        let (url, told) = deaf(sent);
        let mut piped = Piped::start(folder.path(), "loci_x", &["--url", &url]);
        let refused = piped.ask("tools/call", &asked);
        let all: Vec<Value> = (0..sent)
            .map(|_| told.recv_timeout(PATIENCE).unwrap())
            .collect();
        assert!(all.iter().all(|one| *one == all[0]), "{all:?}");
        let key = &all[0]["params"]["arguments"]["idempotency_key"];
        assert_eq!(key.is_string(), is_keyed, "{all:?}");
        let error = &refused["error"];
        assert_eq!(&error["data"]["idempotency_key"], key, "{refused}");
        let said = error["message"].as_str().unwrap();
        let is_in_doubt = said.contains("unknown whether");
        assert_eq!(is_in_doubt, asked["name"] != "agent_list", "{refused}");
        piped.end();
    }
}
