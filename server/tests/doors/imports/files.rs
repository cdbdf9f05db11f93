//! `loci import` with files.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::transcript;
use crate::harness::Server;
use crate::terminal::{Seat, said, with_input};

#[test]
fn files_are_known_by_their_beginning_and_come_once() {
    let server = Server::start();
    let ada = Seat::at(&server, "ada", "worker");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let talk = path(
        "talk.jsonl",
        &(transcript(2_500) + "{\"type\":\"user\",\"mess"),
    );
    let chat = path(
        "chat.json",
        "[{\"role\":\"user\",\"content\":\"Feed the ocelot\"}]",
    );
    let notes = path("MEMORY.md", "# Zoo\n\n- The ocelot eats at nine\n");
    let kept = path(
        "mem0.json",
        "{\"results\":[{\"id\":\"a\",\"memory\":\"Bo likes tea\"},5]}",
    );
    let all = [talk.as_str(), &chat, &notes, &kept];
    let words = |flags: &[&'static str]| -> Vec<String> {
        let words = ["import"]
            .into_iter()
            .chain(all)
            .chain(flags.iter().copied());
        words.map(str::to_owned).collect()
    };
    let run = |flags: &[&'static str]| {
        let words = words(flags);
        ada.run(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let report =
        |flags: &[&'static str]| -> Value { serde_json::from_str(&said(&run(flags))).unwrap() };

    let looked = report(&["--dry-run", "--json"]);
    assert_eq!(looked["dry_run"], true);
    assert_eq!([&looked["created"], &looked["quarantined"]], [2_503, 2]);
    assert_eq!(ada.json(&["session", "list"])["total"], 0);

    // Without a terminal there is no confirmation.
    let words = words(&[]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let refused = with_input(&mut ada.command(&words), b"y\n");
    assert!(!refused.status.success());
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("--yes") && told.contains("created"), "{told}");
    assert_eq!(ada.json(&["session", "list"])["total"], 0);

    let output = run(&["--yes", "--json"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("parts"), "{told}");
    let done: Value = serde_json::from_str(&said(&output)).unwrap();
    assert_eq!(done["created"], looked["created"]);
    let ids: Vec<&str> = done["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["id"].as_str().unwrap())
        .collect();
    assert!(
        ids.contains(&"shop-1") && ids.contains(&"chat") && ids.contains(&"mem0:a"),
        "{ids:?}"
    );
    let again = report(&["--yes", "--json"]);
    assert_eq!([&again["created"], &again["changed"]], [0, 0]);
    assert_eq!(again["unchanged"], 2_503);
    let found = ada.says(&["search", "what does the ocelot eat"]);
    assert!(found.contains("eats at nine"), "{found}");
}

#[test]
fn what_is_no_file_of_a_known_kind_is_said() {
    let server = Server::start();
    let ada = Seat::at(&server, "ada", "worker");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let chat = b"[{\"role\":\"user\",\"content\":\"hi\"}]";
    for (words, expected) in [
        (vec![path("a.txt", b"hello")], "--format"),
        (vec![path("b.json", b"a\xff\xfe")], "UTF-8"),
        (vec![path("c.json", b"")], "is empty"),
        (
            vec![folder.path().join("none").to_str().unwrap().to_owned()],
            "No such file",
        ),
        (
            vec![path("d.json", chat), "--format".into(), "parrot".into()],
            "--format",
        ),
        (vec![path("e.md", b"\n\n")], "is empty"),
    ] {
        let mut all = vec!["import", "--yes"];
        all.extend(words.iter().map(String::as_str));
        let output = ada.run(&all);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && told.contains(expected),
            "{words:?}: {told}"
        );
    }
    let output = ada.run_with(&["import", "-", "--yes", "--session", "s"], chat);
    assert!(said(&output).contains("created: 1"), "{output:?}");
}

#[test]
fn a_session_of_another_memory_server_comes_with_its_memories_and_owner() {
    let server = Server::start();
    let ada = Seat::at(&server, "ada", "worker");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trip.json");
    let document = json!({ "session_id": "trip", "namespace": "travel", "user_id": "eli", "context": "They planned.",
        "messages": [{ "role": "user", "content": "Book the train", "created_at": "2025-03-01T10:00:00Z" }],
        "memories": [{ "id": "k-1", "text": "Eli takes trains", "memory_type": "semantic" }] });
    std::fs::write(&path, document.to_string()).unwrap();
    let words = ["import", "--yes", "--json", path.to_str().unwrap()];
    let report: Value = serde_json::from_str(&said(&ada.run(&words))).unwrap();
    assert_eq!(report["created"], 3, "{report}");
    let ids: Vec<&str> = report["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["travel/eli/trip", "agent_memory_server:k-1"]);
    let again: Value = serde_json::from_str(&said(&ada.run(&words))).unwrap();
    assert_eq!([&again["created"], &again["unchanged"]], [0, 3]);
}

#[cfg(unix)]
#[test]
fn an_import_that_is_stopped_goes_on_where_it_was() {
    let server = Server::start();
    let ada = Seat::at(&server, "ada", "worker");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.jsonl");
    let line = |n: usize| {
        format!(
            "{}\n",
            json!({ "role": "user", "content": format!("word {n}") })
        )
    };
    std::fs::write(&path, (0..20_000).map(line).collect::<String>()).unwrap();
    let words = ["import", "--yes", "--json", path.to_str().unwrap()];
    let mut child = ada
        .command(&words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("sent 1 of 20") {
        line.clear();
        assert!(told.read_line(&mut line).unwrap() > 0, "it ended before");
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let mut rest = String::new();
    told.read_to_string(&mut rest).unwrap();
    assert!(!child.wait().unwrap().success(), "{rest}");
    assert!(rest.contains("Stopped after"), "{rest}");
    let done: Value = serde_json::from_str(&ada.says(&words)).unwrap();
    let (created, unchanged) = (
        done["created"].as_u64().unwrap(),
        done["unchanged"].as_u64().unwrap(),
    );
    assert_eq!(created + unchanged, 20_000, "{done}");
    assert!(unchanged >= 1_000 && created > 0, "{done}");
}

#[test]
fn files_of_any_make_are_read_and_a_line_of_any_length_is_kept() {
    let server = Server::start();
    let ada = Seat::at(&server, "ada", "worker");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let chat = "[{\"role\":\"user\",\"content\":\"Grüß dich\"}]";
    let wide: Vec<u8> = chat.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide = path("wide.json", &[b"\xff\xfe", &wide[..]].concat());
    let report = |words: &[&str]| -> Value {
        let words: Vec<&str> = [&["import", "--yes", "--json"], words].concat();
        serde_json::from_str(&ada.says(&words)).unwrap()
    };
    assert_eq!(report(&[&wide])["created"], 1);
    let zip = path("export.zip", b"PK\x03\x04\x14\0\0\0");
    let refused = ada.run(&["import", "--yes", &zip]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("unpack it"), "{told}");
    let plan = path("tasks.json", b"{\"tasks\":[]}");
    let refused = ada.run(&["import", "--yes", &plan]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("workflow_import"), "{told}");

    // A line of several parts between two others, in the worst case with each of its characters escaped twice.
    let said = |text: &str| format!("{{\"role\":\"user\",\"content\":\"{text}\"}}\n");
    let long = said(&"\\\"".repeat(5 * 256 * 1024));
    let text = [said("one"), long, said("two")].concat();
    let long = path("long.jsonl", text.as_bytes());
    let done = report(&[&long]);
    assert_eq!(done["created"], 2, "{}", done["notes"]);
    assert!(done["quarantined"].as_u64().unwrap() > 1);
    let why = done["odd"][0]["why"].as_str().unwrap();
    assert!(why.contains("more than a message may"), "{why}");
    let again = report(&[&long]);
    assert_eq!([&again["created"], &again["unchanged"]], [0, 2]);
}
