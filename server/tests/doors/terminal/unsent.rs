//! Outbox: messages that cannot be sent wait on this machine until they are stored.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};

use super::hook::{context, hook};
use super::{Seat, planned, said, with_input};
use crate::harness::{PATIENCE, Server};

/// Returns the texts of a session.
fn texts(seat: &Seat, session: &str) -> Vec<String> {
    let kept = seat.json(&["session", "get", session]);
    let messages = kept["messages"].as_array().unwrap().iter();
    messages
        .map(|said| said["content"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn what_is_said_while_no_server_answers_is_kept_once_one_does() {
    let server = Server::start_lasting(&[]);
    let ada = Seat::at(&server, "ada", "worker");
    let say = |seat: &Seat, moment: &str, said: Value| {
        let event = json!({ "session_id": "s-1", "hook_event_name": "UserPromptSubmit" });
        let mut event = event.as_object().cloned().unwrap();
        event.extend(said.as_object().cloned().unwrap());
        hook(seat, moment, &event.into())
    };
    say(&ada, "prompt", json!({ "prompt": "First" }));
    let folder = server.stop();
    for (moment, said) in [
        ("answer", json!({ "last_assistant_message": "Second" })),
        ("prompt", json!({ "prompt": "Third", "turn_id": "t-3" })),
        ("prompt", json!({ "prompt": "Third", "turn_id": "t-3" })),
    ] {
        let told = say(&ada, moment, said);
        if moment == "prompt" {
            let told = context(&told);
            assert!(told.contains("does not answer now"), "{told}");
            assert!(told.contains("on this machine"), "{told}");
        }
    }
    // Another user's messages wait separately and are not sent under this user's name.
    let ben = Seat {
        url: ada.url.clone(),
        token: "loci_of_ben".into(),
    };
    say(&ben, "prompt", json!({ "prompt": "Not ada's" }));
    let _server = Server::start_at(&ada.url, folder, &[]);
    assert_eq!(say(&ada, "answer", json!({ "text": "Fourth" })), json!({}));
    is_kept(&ada, "s-1", &["First", "Second", "Third", "Fourth"], || {
        hook(&ada, "answer", &json!({}));
    });
}

#[test]
fn what_was_said_to_a_wrong_address_reaches_the_server_once_it_is_known() {
    let server = Server::start();
    let ada = Seat::at(&server, "ada", "worker");
    let state = tempfile::tempdir().unwrap();
    let astray = Seat {
        url: "http://127.0.0.1:1".into(),
        token: ada.token.clone(),
    };
    let at = |seat| Apart {
        seat,
        state: state.path(),
    };
    let told = at(&astray).hook("prompt", &prompt("s-1", "Before anybody knew"));
    assert!(context(&told).contains("does not answer now"), "{told}");
    at(&ada).hook("said", &json!({}));
    at(&ada).hook("prompt", &prompt("s-1", "And now"));
    is_kept(&ada, "s-1", &["Before anybody knew", "And now"], || {
        at(&ada).hook("said", &json!({}));
    });
}

#[test]
fn a_server_that_hangs_costs_less_each_time() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let seat = Seat {
        url: format!("http://{}", listener.local_addr().unwrap()),
        token: "loci_any".into(),
    };
    let said = json!({ "session_id": "s", "prompt": "x", "hook_event_name": "UserPromptSubmit" });
    for many in 1..=2 {
        let answer = hook(&seat, "prompt", &said);
        let told = context(&answer);
        assert!(told.contains("it takes too long"), "{told}");
        assert!(told.contains(&format!("{many} message")), "{told}");
    }
}

/// Runs hooks until all expected messages are stored: on a busy machine one run may be too slow.
#[track_caller]
fn is_kept(seat: &Seat, session: &str, expected: &[&str], sends: impl Fn()) {
    let began = Instant::now();
    loop {
        let found = texts(seat, session);
        if found == expected {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "{found:?}");
        sends();
    }
}

/// A user whose outbox is in a folder of the test.
struct Apart<'a> {
    seat: &'a Seat,
    state: &'a Path,
}

impl Apart<'_> {
    #[track_caller]
    fn hook(&self, moment: &str, said_by_agent: &Value) -> Value {
        let mut command = self.seat.command(&["hook", moment]);
        command.env("XDG_STATE_HOME", self.state);
        let output = with_input(&mut command, said_by_agent.to_string().as_bytes());
        serde_json::from_str(&said(&output)).unwrap()
    }

    /// Returns its only folder.
    fn folder(&self) -> PathBuf {
        let mut folders = fs::read_dir(self.state.join("loci/unsent")).unwrap();
        folders.next().unwrap().unwrap().path()
    }

    fn waits(&self) -> usize {
        let files = fs::read_dir(self.folder()).unwrap();
        let paths = files.map(|file| file.unwrap().path());
        paths
            .filter(|path| path.extension().is_some_and(|end| end == "json"))
            .count()
    }

    /// Runs hooks until the outbox is empty.
    #[track_caller]
    fn catches_up(&self) {
        let began = Instant::now();
        while self.waits() > 0 {
            assert!(began.elapsed() < PATIENCE, "{} wait", self.waits());
            self.hook("answer", &json!({}));
        }
    }

    /// Adds a waiting message of an earlier hook.
    fn left(&self, session: &str, nth: usize, created_at: &str) {
        let message = json!({ "id": format!("m-{session}-{nth}"), "role": "user",
            "content": format!("Thing {nth}"), "created_at": created_at });
        let message = json!({ "session": session, "messages": [message] });
        let file = self.folder().join(format!("{nth:020}-1.json"));
        fs::write(file, message.to_string()).unwrap();
    }
}

fn prompt(session: &str, prompt: &str) -> Value {
    json!({ "session_id": session, "hook_event_name": "UserPromptSubmit", "prompt": prompt })
}

fn start(session: &str) -> Value {
    json!({ "session_id": session, "hook_event_name": "SessionStart", "source": "startup" })
}

fn nudge(orch: &Seat, workflow: &str, target: &str, message: &str) {
    let words = [
        "nudge",
        "send",
        "-w",
        workflow,
        "--target",
        target,
        "--message",
        message,
    ];
    orch.says(&words);
}

#[test]
fn what_others_say_is_told_by_a_moment_that_can() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let ada = Seat::at(&server, "ada", "worker");
    let workflow = planned(&orch);
    hook(&ada, "prompt", &prompt("s-1", "Go on"));
    ada.says(&["claim", "-w", &workflow]);
    let stop =
        json!({ "session_id": "s-1", "hook_event_name": "Stop", "last_assistant_message": "Done" });
    let end = json!({ "session_id": "s-1", "hook_event_name": "SessionEnd", "reason": "other" });
    for (moment, said, next) in [("stop", &stop, "prompt"), ("stop", &end, "start")] {
        nudge(&orch, &workflow, "ada", &format!("Before {next}"));
        assert_eq!(hook(&ada, moment, said), json!({}));
        let then = match next {
            "start" => start("s-2"),
            _ => prompt("s-1", "And now?"),
        };
        let told = hook(&ada, next, &then);
        assert!(context(&told).contains(&format!("Before {next}")), "{told}");
        let again = hook(&ada, "prompt", &prompt("s-1", "Again"));
        assert_eq!(again, json!({}), "told once");
    }

    // A file is printed unchanged; messages from others go to standard error.
    nudge(&orch, &workflow, "ada", "Mind the picture");
    let output = ada.run(&["workflow", "export", &workflow, "--format", "dot"]);
    assert!(said(&output).starts_with("digraph"), "{output:?}");
    let beside = String::from_utf8(output.stderr).unwrap();
    assert!(beside.contains("from orch: Mind the picture"), "{beside}");
}

#[test]
fn a_new_token_of_the_same_agent_sends_what_waits_under_the_old_one() {
    let server = Server::start_lasting(&[]);
    let ada = Seat::at(&server, "ada", "worker");
    let ben = Seat::at(&server, "ben", "worker");
    let state = tempfile::tempdir().unwrap();
    let by = |seat: &Seat, moment: &str, said: &Value| {
        let state = state.path();
        Apart { seat, state }.hook(moment, said)
    };
    for (seat, session) in [(&ada, "of-ada"), (&ben, "of-ben")] {
        by(seat, "prompt", &prompt(session, "Before"));
    }
    let folder = server.stop();
    for (seat, session) in [(&ada, "of-ada"), (&ben, "of-ben")] {
        by(seat, "prompt", &prompt(session, "Away"));
    }
    let server = Server::start_at(&ada.url, folder, &[]);
    // A rejection that another token may fix is retried.
    let revoked = server.cli(&["token", "list"]);
    let list = said(&revoked);
    let number = |agent: &str| {
        let mut lines = list.lines();
        let line = lines
            .find(|line| line.contains(&format!(" {agent} ")))
            .unwrap();
        line.split_whitespace().next().unwrap().to_owned()
    };
    said(&server.cli(&["token", "revoke", &number("ada")]));
    let told = by(&ada, "prompt", &prompt("of-ada", "Revoked"));
    assert!(
        context(&told).contains("2 messages wait on this machine"),
        "{told}"
    );

    let mut new = Seat::at(&server, "ada", "worker");
    new.url = format!("{}/", new.url.replace("http://", "HTTP://"));
    // A token that the server never knew is reported, and nothing is sent.
    let stranger = Seat {
        url: ada.url.clone(),
        token: "loci_mistyped".into(),
    };
    by(
        &stranger,
        "answer",
        &json!({ "session_id": "of-ada", "text": "Whose is this?" }),
    );
    by(&new, "prompt", &prompt("of-ada", "After"));
    is_kept(
        &new,
        "of-ada",
        &["Before", "Away", "Revoked", "After"],
        || {
            by(&new, "answer", &json!({}));
        },
    );
    let told = by(&new, "start", &start("of-ada"));
    assert!(context(&told).contains("1 message waits in "), "{told}");
    assert!(
        context(&told).contains(state.path().to_str().unwrap()),
        "{told}"
    );
    assert_eq!(texts(&ben, "of-ben"), ["Before"], "ada does not send it");
    is_kept(&ben, "of-ben", &["Before", "Away"], || {
        by(&ben, "answer", &json!({}));
    });
}

#[test]
fn a_clock_that_is_ahead_costs_no_words() {
    let server = Server::start();
    let ada = Seat::at(&server, "ada", "worker");
    let state = tempfile::tempdir().unwrap();
    let (seat, state) = (&ada, state.path());
    let apart = Apart { seat, state };
    apart.hook("answer", &json!({}));
    for (nth, at) in [(1, "2026-01-01T00:00:00Z"), (2, "2999-01-01T00:00:00Z")] {
        apart.left("s-1", nth, at);
    }
    let told = apart.hook("prompt", &prompt("s-1", "Now"));
    assert!(!context(&told).contains("is not kept"), "{told}");
    apart.catches_up();
    let kept = ada.json(&["session", "get", "s-1"]);
    let times = kept["messages"].as_array().unwrap().iter();
    let times: Vec<_> = times
        .map(|said| said["created_at"].as_str().unwrap())
        .collect();
    assert_eq!(times.len(), 3, "{kept}");
    assert!(
        times[0].starts_with("2026-01-01") && times[2] < "2999",
        "{times:?}"
    );
}

#[test]
fn many_words_that_wait_hide_neither_the_memory_nor_what_others_say() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let ada = Seat::at(&server, "ada", "worker");
    let workflow = planned(&orch);
    ada.says(&["note", "Tabs, never spaces"]);
    let state = tempfile::tempdir().unwrap();
    let (seat, state) = (&ada, state.path());
    let apart = Apart { seat, state };
    apart.hook("answer", &json!({}));
    for nth in 0..300 {
        apart.left(&format!("s-{}", nth % 2), nth, "2026-01-01T00:00:00Z");
    }
    nudge(&orch, &workflow, "ada", "Stop here");
    let told = apart.hook("start", &start("s-2"));
    let told = context(&told);
    assert!(
        told.contains("Tabs, never spaces") && told.contains("Stop here"),
        "{told}"
    );
    assert!(!told.contains("does not answer"), "{told}");

    // Concurrent runs store each message once.
    std::thread::scope(|scope| {
        for nth in 0..8 {
            let apart = &apart;
            let said = prompt("s-9", &format!("At once {nth}"));
            scope.spawn(move || {
                let told = apart.hook("prompt", &said);
                assert!(!context(&told).contains("does not answer"), "{told}");
            });
        }
    });
    apart.catches_up();
    for (session, many) in [("s-0", 150), ("s-1", 150), ("s-9", 8)] {
        let kept = ada.json(&["session", "get", session, "--fields", "messages_total"]);
        assert_eq!(kept["messages_total"], many, "{session}: {kept}");
    }
}

#[test]
fn a_session_begins_with_no_more_than_a_hook_can_say() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let ada = Seat::at(&server, "ada", "worker");
    let workflow = planned(&orch);
    for nth in 0..40 {
        let note = format!("Note {nth}: \"{}\"", "words of some length, ".repeat(12));
        ada.says(&["note", &note]);
    }
    hook(
        &ada,
        "prompt",
        &prompt("s-1", &"A long question\n".repeat(800)),
    );
    nudge(&orch, &workflow, "ada", &"Stop here. ".repeat(100));
    let mut command = ada.command(&["hook", "start"]);
    let output = with_input(&mut command, start("s-2").to_string().as_bytes());
    let printed = said(&output);
    assert!(printed.encode_utf16().count() < 10_000, "{}", printed.len());
    assert!(printed.len() > 3_000, "{printed}");
    let answer: Value = serde_json::from_str(&printed).unwrap();
    let told = context(&answer);
    assert!(told.starts_with("What others say"), "{told}");
    assert!(
        told.contains("Note ") && told.contains("A long question"),
        "{told}"
    );
}
