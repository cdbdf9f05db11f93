//! `loci mirror`: a mind as files that people and agents edit.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::{Value, json};

use super::feed::Watch;
use super::{Seat, planned, said};
use crate::harness::{Client, PATIENCE, Server};
use crate::minds::dream;

const SCRATCH: &str = "memory/scratch.md";

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_default()
}

fn append(folder: &Path, name: &str, lines: &str) {
    let text = text(folder, name) + lines;
    fs::write(folder.join(name), text).unwrap();
}

/// Synchronises a folder and a mind; returns the output on standard error.
#[track_caller]
fn once(seat: &Seat, folder: &Path, words: &[&str]) -> String {
    let mut all = vec!["mirror", folder.to_str().unwrap(), "--once"];
    all.extend(words);
    let output = seat.run(&all);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The same with rejected parts.
#[track_caller]
fn refused(seat: &Seat, folder: &Path) -> String {
    let output = seat.run(&["mirror", folder.to_str().unwrap(), "--once"]);
    assert_eq!(output.status.code(), Some(10), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn notes(seat: &Seat) -> Vec<String> {
    let mind = seat.json(&["mind", "get", "--fields", "notes"]);
    let notes = mind["notes"].as_array().cloned().unwrap_or_default();
    notes
        .iter()
        .map(|note| note["text"].as_str().unwrap().to_owned())
        .collect()
}

/// Returns the names of the backup files.
fn kept(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap());
    names.filter(|name| name.contains(".conflict-")).collect()
}

/// Waits for a line of a mirror.
#[track_caller]
fn says(mirror: &Watch, words: &str) -> String {
    loop {
        let line = mirror.line();
        if line.contains(words) {
            return line;
        }
    }
}

/// Mirrors a mind whose document is version 1 to a folder.
fn begun(server: &Server) -> (Seat, tempfile::TempDir) {
    let ada = Seat::at(server, "ada", "worker");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("MEMORY.md"), "# Mine\r\n\r\n- tabs\r\n").unwrap();
    once(&ada, folder.path(), &[]);
    (ada, folder)
}

#[test]
fn a_memory_that_is_there_begins_the_mind() {
    let server = Server::start();
    let (ada, folder) = begun(&server);
    let mind = ada.json(&["mind", "get", "--fields", "document"]);
    assert_eq!(mind["document"]["number"], 1);
    assert!(
        mind["document"]["text"]
            .as_str()
            .unwrap()
            .contains("- tabs")
    );
    assert_eq!(notes(&ada), Vec::<String>::new());
    assert!(text(folder.path(), SCRATCH).starts_with("# Scratch Buffer"));
    assert_eq!(kept(folder.path()), Vec::<String>::new());
    // A second run has nothing to do, and a deleted file is restored.
    let said = ada.says(&["mirror", folder.path().to_str().unwrap(), "--once"]);
    assert_eq!(said.trim(), "");
    fs::remove_file(folder.path().join("MEMORY.md")).unwrap();
    fs::remove_dir_all(folder.path().join("memory")).unwrap();
    once(&ada, folder.path(), &[]);
    assert!(text(folder.path(), "MEMORY.md").contains("- tabs"));
    assert!(folder.path().join(SCRATCH).exists());
}

#[test]
fn a_file_that_an_editor_sets_in_order_says_nothing_new() {
    let server = Server::start();
    let (ada, folder) = begun(&server);
    ada.says(&["note", "Run lib/to_roman.sh, *then* the rest"]);
    once(&ada, folder.path(), &[]);
    for name in ["MEMORY.md", SCRATCH] {
        let set = text(folder.path(), name).replace("\n- ", "\n* ");
        let set = set
            .replace("to_roman", "to\\_roman")
            .replace("*then*", "_then_");
        assert_ne!(set, text(folder.path(), name), "{name}");
        fs::write(folder.path().join(name), &set).unwrap();
        let said = ada.says(&["mirror", folder.path().to_str().unwrap(), "--once"]);
        assert_eq!(said.trim(), "", "{name}");
        // The editor's text stays, and only the added line is new.
        assert_eq!(text(folder.path(), name), set);
    }
    append(folder.path(), "MEMORY.md", "* spaces\n");
    once(&ada, folder.path(), &[]);
    let all = notes(&ada);
    assert_eq!(all.len(), 2, "{all:?}");
    assert_eq!(all[1], "spaces");
    assert_eq!(kept(folder.path()), Vec::<String>::new());
}

#[test]
fn an_open_buffer_that_is_saved_again_says_its_words_once() {
    let server = Server::start();
    let (ada, folder) = begun(&server);
    for name in ["MEMORY.md", SCRATCH] {
        let mut buffer = text(folder.path(), name);
        let words = ["one", "two", "three"].map(|nth| format!("{name} has {nth}"));
        for word in &words {
            // The mirror has removed lines from the file that the editor still shows.
            buffer.extend(["- ", word.as_str(), "\n"]);
            fs::write(folder.path().join(name), &buffer).unwrap();
            once(&ada, folder.path(), &[]);
        }
        let all = notes(&ada);
        assert_eq!(all[all.len() - 3..], words, "{all:?}");
        assert!(all.len() <= 6, "{all:?}");
    }
    // A line that is written again is intended.
    append(folder.path(), SCRATCH, "- MEMORY.md has one\n");
    once(&ada, folder.path(), &[]);
    assert_eq!(notes(&ada).len(), 7);
}

#[test]
fn what_happens_is_shown_and_what_is_written_is_taken_in() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let ada = Seat::at(&server, "ada", "worker");
    let workflow = planned(&orch);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let mirror = Watch::start(ada.command(&["mirror", path, "--task", "T1", "-w", &workflow]));
    says(&mirror, "keeping");
    assert!(text(folder.path(), "CONTEXT.md").contains("Add JWT"));
    assert!(
        !folder.path().join("MEMORY.md").exists(),
        "there is no document yet"
    );

    ada.says(&["note", "Migrations run first"]);
    says(&mirror, "scratch.md: written");
    assert!(text(folder.path(), SCRATCH).contains("Migrations run first"));

    // An editor that writes another file and renames it.
    let other = folder.path().join("memory/.scratch.swp");
    let new = text(folder.path(), SCRATCH) + "- (importance: 0.9) Never on Fridays\n";
    fs::write(&other, new).unwrap();
    fs::rename(&other, folder.path().join(SCRATCH)).unwrap();
    says(&mirror, "scratch.md: 1 new passage is a note now");
    says(&mirror, "scratch.md: written");
    assert_eq!(notes(&ada), ["Migrations run first", "Never on Fridays"]);
    let line = text(folder.path(), SCRATCH);
    assert!(
        line.contains("(importance: 0.9) Never on Fridays"),
        "{line}"
    );

    // Events of the task's workflow, and text in its context.
    let nudge = [
        "nudge",
        "send",
        "-w",
        &workflow,
        "--target",
        "ada",
        "--message",
        "Mind the user table",
    ];
    orch.says(&nudge);
    says(&mirror, "CONTEXT.md: written");
    append(folder.path(), "CONTEXT.md", "\nTokens rotate\non Mondays\n");
    says(&mirror, "CONTEXT.md: 1 new passage");
    let mind = ada.json(&["mind", "get", "--fields", "notes"]);
    let last = mind["notes"].as_array().unwrap().last().unwrap();
    assert_eq!(last["text"], "Tokens rotate\non Mondays");
    assert_eq!(last["origin"]["task"], "T1");
    // A document created while the mirror runs.
    fs::write(folder.path().join("MEMORY.md"), "# Mine\n").unwrap();
    says(&mirror, "MEMORY.md: is the first version of the document");
    assert!(mirror.interrupt().success());
    assert!(text(folder.path(), "CONTEXT.md").contains("Mind the user table"));
    assert_eq!(kept(folder.path()), Vec::<String>::new());
}

#[test]
fn what_both_sides_changed_is_kept_beside() {
    let server = Server::start();
    let (ada, folder) = begun(&server);
    let mara = server.person("mara", "member");
    let edit = json!({ "agent": "ada", "number": 1, "text": "# Mine\n\n- spaces\n" });
    mara.call("mind_edit", &edit).ok();
    append(folder.path(), "MEMORY.md", "\r\nI sleep late.\r\n");
    let mine = text(folder.path(), "MEMORY.md");
    let told = once(&ada, folder.path(), &[]);
    let names = kept(folder.path());
    assert_eq!(names.len(), 1, "{told}");
    assert!(told.contains(&names[0]), "{told}");
    assert_eq!(text(folder.path(), &names[0]), mine);
    assert_eq!(text(folder.path(), "MEMORY.md"), "# Mine\n\n- spaces\n");
    assert_eq!(notes(&ada), ["I sleep late."]);

    // A deleted line is not a note: only people change documents.
    fs::write(folder.path().join("MEMORY.md"), "# Mine\n").unwrap();
    let told = once(&ada, folder.path(), &[]);
    assert!(told.contains("only people change a document"), "{told}");
    assert_eq!(kept(folder.path()).len(), 2);
    assert_eq!(text(folder.path(), "MEMORY.md"), "# Mine\n\n- spaces\n");
    assert_eq!(notes(&ada).len(), 1);

    // Without a record of the previous state, nothing is inferred.
    fs::remove_dir_all(folder.path().join(".loci-mirror")).unwrap();
    fs::write(folder.path().join("MEMORY.md"), "# Other\n").unwrap();
    once(&ada, folder.path(), &[]);
    assert_eq!(kept(folder.path()).len(), 3);
    assert_eq!(notes(&ada).len(), 1);
}

#[test]
fn what_an_editor_writes_into_the_file_before_is_kept_beside() {
    let server = Server::start();
    let (ada, folder) = begun(&server);
    let path = folder.path().to_str().unwrap();
    let mirror = Watch::start(ada.command(&["mirror", path]));
    says(&mirror, "keeping");
    let scratch = folder.path().join(SCRATCH);
    let mut open = fs::File::options().append(true).open(scratch).unwrap();
    ada.says(&["note", "Migrations run first"]);
    says(&mirror, "scratch.md: written");
    open.write_all(b"- written too late\n").unwrap();
    let told = mirror.told.recv_timeout(PATIENCE).unwrap();
    let (_, name) = told.split_once("brought up to date; ").unwrap();
    let name = name.strip_suffix(" has that text").unwrap();
    assert!(
        text(folder.path(), name).contains("- written too late"),
        "{told}"
    );
    assert!(mirror.interrupt().success());
}

#[test]
fn a_line_is_taken_in_once_also_after_a_crash() {
    let server = Server::start();
    let (ada, folder) = begun(&server);
    let own = folder.path().join(".loci-mirror/scratch.md");
    let before = fs::read_to_string(&own).unwrap();
    let since = fs::metadata(&own).unwrap().modified().unwrap();
    append(folder.path(), SCRATCH, "- a\n- a\nlast, without an end");
    let written = text(folder.path(), SCRATCH);
    once(&ada, folder.path(), &[]);
    assert_eq!(notes(&ada), ["a", "a", "last, without an end"]);
    // As if it had been stopped after the notes but before saving its state, with edits since.
    fs::write(&own, before).unwrap();
    let known = fs::File::options().append(true).open(&own).unwrap();
    known.set_modified(since).unwrap();
    fs::write(folder.path().join(SCRATCH), written + "\n- b\n").unwrap();
    once(&ada, folder.path(), &[]);
    assert_eq!(notes(&ada), ["a", "a", "last, without an end", "b"]);
}

#[test]
fn what_cannot_be_taken_in_is_lost_to_nobody() {
    let server = Server::start();
    let (ada, folder) = begun(&server);
    let path = folder.path().to_str().unwrap().to_owned();
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret.md");
    fs::write(&secret, "secret").unwrap();
    let memory = folder.path().join("MEMORY.md");

    // Links are not followed, and files that are not text stay unchanged.
    for odd in ["link", "bytes", "large", "folder"] {
        let _ = fs::remove_file(&memory);
        match odd {
            "link" => symlink(&secret, &memory).unwrap(),
            "bytes" => fs::write(&memory, [0xff, 0xfe]).unwrap(),
            "large" => fs::write(&memory, "x".repeat(5 * 1024 * 1024)).unwrap(),
            _ => fs::create_dir(&memory).unwrap(),
        }
        let output = ada.run(&["mirror", &path, "--once"]);
        assert_eq!(output.status.code(), Some(10), "{odd}: {output:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("left alone"), "{odd}: {told}");
    }
    fs::remove_dir(&memory).unwrap();
    fs::remove_dir_all(folder.path().join("memory")).unwrap();
    symlink(outside.path(), folder.path().join("memory")).unwrap();
    let output = ada.run(&["mirror", &path, "--once"]);
    assert_eq!(output.status.code(), Some(10), "{output:?}");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(&secret).unwrap(), "secret");
    fs::remove_file(folder.path().join("memory")).unwrap();

    // Too many notes at once, and a secret in one.
    once(&ada, folder.path(), &[]);
    append(folder.path(), SCRATCH, &"- many\n".repeat(201));
    let told = refused(&ada, folder.path());
    assert!(told.contains("201 new passages"), "{told}");
    assert_eq!(notes(&ada), Vec::<String>::new());
    let beside: Vec<_> = fs::read_dir(folder.path().join("memory"))
        .unwrap()
        .collect();
    assert_eq!(beside.len(), 2, "{beside:?}");

    // An agent without permission to write notes keeps its files.
    let eve = Seat::at(&server, "eve", "observer");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("MEMORY.md"), "# Eve\n").unwrap();
    for _ in 0..2 {
        let told = refused(&eve, folder.path());
        assert!(
            told.contains("was not taken in") && told.contains("forbidden"),
            "{told}"
        );
        assert_eq!(text(folder.path(), "MEMORY.md"), "# Eve\n");
    }
}

#[test]
fn what_was_refused_can_be_mended() {
    let server = Server::start();
    let ada = Seat::at(&server, "ada", "worker");
    let folder = tempfile::tempdir().unwrap();
    let memory = folder.path().join("MEMORY.md");
    let long = "# Mine\n".to_owned() + &"- tabs\n".repeat(40_000);
    fs::write(&memory, &long).unwrap();
    for _ in 0..2 {
        let told = refused(&ada, folder.path());
        assert!(told.contains("was not taken in"), "{told}");
    }
    assert_eq!(text(folder.path(), "MEMORY.md"), long);
    fs::write(&memory, "# Mine\n\n- tabs\n").unwrap();
    once(&ada, folder.path(), &[]);
    let mind = ada.json(&["mind", "get", "--fields", "document"]);
    assert_eq!(mind["document"]["number"], 1);
    // A rejected passage does not block later ones.
    append(folder.path(), SCRATCH, "- first\n- a\0b\n- last\n");
    let told = refused(&ada, folder.path());
    assert!(told.contains("1 passage was not taken in"), "{told}");
    assert_eq!(notes(&ada), ["first", "last"]);
}

#[test]
fn the_same_line_is_a_note_again_after_a_dream() {
    let server = Server::start();
    let (ada, folder) = begun(&server);
    let client = Client::new(&server.base).bearer(&ada.token);
    let feed = client.events("/api/events");
    for number in 1..3 {
        append(
            folder.path(),
            SCRATCH,
            "- (importance: 0.9) Never on Fridays\n",
        );
        once(&ada, folder.path(), &[]);
        assert_eq!(notes(&ada), ["Never on Fridays"], "time {number}");
        dream(&client, &feed, "ada");
        once(&ada, folder.path(), &[]);
        assert!(!text(folder.path(), SCRATCH).contains("Fridays"));
    }
}

#[test]
fn a_folder_has_one_mirror_of_one_mind() {
    let server = Server::start();
    let (ada, folder) = begun(&server);
    let ben = Seat::at(&server, "ben", "worker");
    let path = folder.path().to_str().unwrap();
    let link = tempfile::tempdir().unwrap();
    let link = link.path().join("link");
    symlink(folder.path(), &link).unwrap();
    let mirror = Watch::start(ada.command(&["mirror", link.to_str().unwrap()]));
    says(&mirror, "keeping");
    for (seat, words, code, told) in [
        (&ada, &[path][..], 6, "another `loci mirror`"),
        (&ada, &["/proc/self"], 10, "cannot be written"),
        (&ada, &["nowhere"], 5, "no folder"),
        (&ada, &[path, "--agent", "ben"], 5, "no mind of ben"),
        (
            &ada,
            &[path, "--task", "T1", "-w", "01KG8Z5X3N7Q2R4T6V8W0Y1A3C"],
            5,
            "",
        ),
        (&ben, &[path, "--task", "word"], 2, ""),
    ] {
        let output = seat.run(&[&["mirror"], words, &["--once"]].concat());
        assert_eq!(output.status.code(), Some(code), "{words:?}: {output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(told), "{words:?}: {said}");
    }
    assert!(mirror.interrupt().success());
    let output = ben.run(&["mirror", path, "--once"]);
    assert_eq!(output.status.code(), Some(6), "{output:?}");
    once(&ada, &link, &[]);
    assert!(link.is_symlink());
}

#[test]
fn a_mirror_goes_on_with_the_next_server() {
    let server = Server::start_lasting(&[]);
    let (ada, folder) = begun(&server);
    let path = folder.path().to_str().unwrap();
    let mirror = Watch::start(ada.command(&["mirror", path]));
    says(&mirror, "keeping");
    let base = server.base.clone();
    let data = server.stop();
    let broke = mirror.told.recv_timeout(PATIENCE).unwrap();
    assert!(broke.contains("trying again"), "{broke}");
    append(folder.path(), SCRATCH, "- written while nobody listened\n");
    let _server = Server::start_at(&base, data, &[]);
    says(&mirror, "1 new passage is a note now");
    says(&mirror, "scratch.md: written");
    assert_eq!(notes(&ada), ["written while nobody listened"]);
    assert!(mirror.interrupt().success());
}

#[test]
fn who_leads_mirrors_the_mind_of_another() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let (ada, folder) = begun(&server);
    append(folder.path(), SCRATCH, "Ask orch first\n");
    once(&orch, folder.path(), &["--agent", "ada"]);
    let mind: Value = orch.json(&["mind", "get", "--agent", "ada", "--fields", "notes"]);
    assert_eq!(mind["notes"][0]["by"]["id"], "orch");
    assert_eq!(notes(&ada), ["Ask orch first"]);
    let listed = said(&ada.run(&["mirror", "--help"]));
    assert!(listed.contains("MEMORY.md"), "{listed}");
}
