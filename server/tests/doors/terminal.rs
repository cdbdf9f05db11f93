//! Commands for operations against a running server: a team that uses them, their output, and exit codes.

mod ends;
mod feed;
mod first_minutes;
mod hook;
mod init;
mod mirror;
mod opencode;
mod unsent;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::harness::{Server, loci};

/// A terminal user.
pub struct Seat {
    url: String,
    token: String,
}

impl Seat {
    pub fn at(server: &Server, agent: &str, role: &str) -> Self {
        Self {
            url: server.base.clone(),
            token: server.token(agent, role),
        }
    }

    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = loci();
        command
            .env("LOCI_URL", &self.url)
            .env("LOCI_TOKEN", &self.token)
            .args(words);
        command
    }

    pub fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    pub fn run_with(&self, words: &[&str], input: &[u8]) -> Output {
        with_input(&mut self.command(words), input)
    }

    /// Returns the output of a successful command.
    #[track_caller]
    pub fn says(&self, words: &[&str]) -> String {
        said(&self.run(words))
    }

    /// Returns the output as JSON.
    #[track_caller]
    pub fn json(&self, words: &[&str]) -> Value {
        let mut words = words.to_vec();
        words.push("--json");
        serde_json::from_str(&self.says(&words)).unwrap()
    }
}

pub fn with_input(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads no further may have ended already.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

#[track_caller]
pub fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Creates a workflow with two tasks, the second depending on the first.
pub fn planned(orch: &Seat) -> String {
    let tasks = r#"[{"key": "a", "title": "Design the schema", "priority": 1},
        {"title": "Build the service", "depends_on": ["a"]}]"#;
    let words = [
        "workflow", "create", "Auth", "--goal", "Add JWT", "--tasks", "-", "--json",
    ];
    let made = orch.run_with(&words, tasks.as_bytes());
    let made: Value = serde_json::from_str(&said(&made)).unwrap();
    made["workflow"].as_str().unwrap().to_owned()
}

#[test]
fn a_team_works_by_commands() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let ada = Seat::at(&server, "ada", "worker");
    let workflow = planned(&orch);
    let in_it = ["--workflow", &workflow];

    let ready = ada.says(&["ready", "-w", &workflow]);
    assert!(ready.starts_with("ID "), "{ready}");
    assert!(ready.contains("T1  ") && !ready.contains("T2  "), "{ready}");

    let claimed = ada.json(&["claim", "-w", &workflow]);
    assert_eq!(claimed["lease"]["id"], "T1:1");
    let again = said(
        &ada.command(&["claim", "T1", "--resume"])
            .env("LOCI_WORKFLOW", &workflow)
            .output()
            .unwrap(),
    );
    assert!(again.contains("id: T1:2"), "{again}");
    let digest = ada
        .command(&["workflow", "digest"])
        .env("LOCI_WORKFLOW", &workflow)
        .output()
        .unwrap();
    assert!(digest.status.success(), "{digest:?}");

    ada.says(&[
        "note",
        "Migrations run before the service starts",
        "--kind",
        "decision",
    ]);
    let found = ada.says(&["search", "when do migrations run"]);
    assert!(found.contains("Migrations run before"), "{found}");

    let asked = [
        &["ask", "Which table?", "--task", "T1", "--lease", "T1:2"][..],
        &in_it,
    ]
    .concat();
    let asked = ada.says(&asked);
    assert!(asked.contains("id: Q1"), "{asked}");
    let mara = Seat {
        url: server.base.clone(),
        token: String::new(),
    };
    assert_eq!(
        mara.run(&["question", "answer", "Q1", "A new one"])
            .status
            .code(),
        Some(3)
    );

    let context = ada.says(&[&["context", "--task", "T1"][..], &in_it].concat());
    assert!(context.contains("Add JWT"), "{context}");
    assert!(context.contains("Which table?"), "{context}");

    // Messages from others are included.
    let nudge = [
        "nudge",
        "send",
        "--target",
        "ada",
        "--message",
        "Leave the user table",
    ];
    orch.says(&[&nudge[..], &in_it].concat());
    let told = ada.says(&["workflow", "get", &workflow, "--fields", "name"]);
    assert!(told.contains("name: Auth"), "{told}");
    assert!(told.contains("Leave the user table"), "{told}");

    let listed = orch.says(&["task", "list", "-w", &workflow]);
    assert!(listed.contains("Design the schema"), "{listed}");
    assert!(listed.contains("\ntotal: 2\n"), "{listed}");
}

#[test]
fn json_is_what_the_server_answered() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let workflow = planned(&orch);
    let printed = orch.says(&["workflow", "get", &workflow, "--json"]);
    let client = server.anonymous().bearer(&orch.token);
    let answer = client.call("workflow_get", &json!({ "workflow": workflow }));
    assert_eq!(printed.trim_end(), answer.body);
    // By the name of the operation too, and with a trailing slash in the address.
    let called = orch
        .command(&["call", "workflow_get", &workflow, "--json"])
        .env("LOCI_URL", format!("{}/", server.base))
        .output();
    assert_eq!(said(&called.unwrap()), printed);
}

#[test]
fn commands_on_the_data_folder_stay_what_they_are() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    // `token list` uses the data folder, the operation uses a token.
    let listed = said(&server.cli(&["token", "list"]));
    assert!(listed.contains("orch orchestrator holds"), "{listed}");
    let refused = orch.run(&["call", "token_list"]);
    assert_eq!(refused.status.code(), Some(4), "{refused:?}");
    let help = said(&loci().arg("--help").output().unwrap());
    for command in [
        "serve",
        "token",
        "claim",
        "watch",
        "completions",
        "workflow",
        "call",
    ] {
        let is_there = help
            .lines()
            .any(|line| line.trim_start().starts_with(command));
        assert!(is_there, "{command}: {help}");
    }
    let version = said(&loci().arg("--version").output().unwrap());
    assert!(version.starts_with("loci "), "{version}");
}

#[test]
fn what_others_wrote_moves_no_terminal() {
    let hostile = "\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{7f}red";
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let body = json!({ "name": "Auth", "goal": hostile, "tasks": [
        { "title": "Design", "description": hostile }] });
    let body = body.to_string();
    said(&orch.run_with(&["workflow", "create", "--body", "-"], body.as_bytes()));
    let listed = orch.json(&["workflow", "list"]);
    let workflow = listed["items"][0]["id"].as_str().unwrap();
    let in_it = ["-w", workflow];
    let found = [
        "discovery",
        "record",
        "--type",
        "risk",
        "--content",
        hostile,
    ];
    orch.says(&[&found[..], &in_it].concat());
    let acts = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
    let (shown, replaced) = ("\\x1b[2J", "\u{fffd}[2J");
    for (words, escape) in [
        (&["workflow", "get", workflow, "--fields", "*"][..], shown),
        // A prompt contains no control characters at all.
        (&["context", "--task", "T1", "-w", workflow], replaced),
        (&["activity", "list", "-w", workflow], shown),
        (
            &["call", "task_get", "T1", "-w", workflow, "--fields", "*"],
            shown,
        ),
    ] {
        let text = orch.says(words);
        assert!(!text.contains(acts), "{words:?}: {text:?}");
        assert!(text.contains(escape), "{words:?}: {text:?}");
    }
    for words in [
        &["task", "get", hostile][..],
        &["task", "review", "T1", "--status", hostile],
        &["task", hostile],
        &[hostile],
    ] {
        let refused = orch.run(&[words, &in_it].concat());
        let told = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{told:?}");
        assert!(!told.contains(acts), "{told:?}");
        assert!(told.contains("red"), "{told:?}");
    }
}

#[test]
fn shells_are_told_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = said(&loci().args(["completions", shell]).output().unwrap());
        for word in ["accept-failed", "task_claim", "if-version", "needs_rework"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        let acts = |c: char| c.is_control() && !"\n\t".contains(c);
        assert!(!script.contains(acts), "{shell}");
    }
    let bash = said(&loci().args(["completions", "bash"]).output().unwrap());
    assert!(bash.len() < 200_000, "{}", bash.len());
    let complete = |words: &str, at: usize, last: &str, before: &str| {
        let script = format!(
            "{bash}\nCOMP_WORDS=({words}); COMP_CWORD={at}; _loci loci '{last}' '{before}'; echo \"${{COMPREPLY[@]}}\""
        );
        said(&with_input(
            Command::new("bash").arg("-s"),
            script.as_bytes(),
        ))
    };
    assert_eq!(complete("loci task rel", 2, "rel", "task"), "release\n");
    let values = complete("loci task add --join ''", 4, "", "--join");
    assert_eq!(values, "all any none_failed\n");
    let flags = complete("loci task add --acc", 3, "--acc", "add");
    assert_eq!(flags, "--acceptance\n");
    let wrong = loci().args(["completions", "cmd"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn an_empty_standard_input_records_nothing() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let workflow = planned(&orch);
    let words = [
        "artifact",
        "record",
        "--type",
        "document",
        "--path",
        "log.txt",
        "--content",
        "-",
        "-w",
        &workflow,
    ];
    let empty = orch.run_with(&words, b"");
    assert_eq!(empty.status.code(), Some(2), "{empty:?}");
    let told = String::from_utf8_lossy(&empty.stderr);
    assert!(
        told.contains("--content: standard input is empty; the command before it may have failed"),
        "{told}"
    );
    let list = ["artifact", "list", "-w", &workflow];
    assert_eq!(orch.json(&list)["items"], json!([]));
    said(&orch.run_with(&words, b"one line\n"));
    assert_eq!(orch.json(&list)["items"][0]["path"], "log.txt");
}
