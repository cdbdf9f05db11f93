//! `loci watch`: the live feed as lines.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::Instant;

use serde_json::Value;

use super::{Seat, planned};
use crate::harness::{PATIENCE, Server};

/// A running `loci watch`, or another long-running command.
pub struct Watch {
    child: Child,
    lines: mpsc::Receiver<String>,
    pub told: mpsc::Receiver<String>,
}

fn lines(reader: impl Read + Send + 'static) -> mpsc::Receiver<String> {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(reader).lines().map_while(Result::ok) {
            if tell.send(line).is_err() {
                break;
            }
        }
    });
    told
}

impl Watch {
    pub fn start(mut command: Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            lines: lines(child.stdout.take().unwrap()),
            told: lines(child.stderr.take().unwrap()),
            child,
        }
    }

    #[track_caller]
    pub fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line")
    }

    pub fn interrupt(mut self) -> ExitStatus {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status();
        assert!(sent.unwrap().success());
        self.wait()
    }

    pub fn wait(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(began.elapsed() < PATIENCE, "the watch does not end");
            std::thread::yield_now();
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn what_happens_is_a_line_each() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    let before = orch.json(&["workflow", "list"])["position"].to_string();
    let workflow = planned(&orch);
    let watch = ["watch", "--after", &before, "-w", &workflow];
    let readable = Watch::start(orch.command(&watch));
    let created = readable.line();
    let stream = format!("workflow:{workflow}");
    assert!(
        created.contains(&stream) && created.contains("  orch  "),
        "{created}"
    );
    let exact = Watch::start(orch.command(&[&watch[..], &["--json"]].concat()));
    let fact: Value = serde_json::from_str(&exact.line()).unwrap();
    assert_eq!(fact["stream"], stream.as_str());
    assert_eq!(fact["kind"], "workflow_created");
    // Later facts as well.
    let hostile = "\u{1b}[31m\u{202e}";
    let found = ["discovery", "record", "-w", &workflow, "--type", "risk"];
    orch.says(&[&found[..], &["--content", hostile]].concat());
    let added = std::iter::from_fn(|| Some(readable.line())).find(|line| line.contains("x1b"));
    assert!(!added.unwrap().contains(['\u{1b}', '\u{202e}']));
    assert!(readable.interrupt().success());
    assert!(exact.interrupt().success());
}

#[test]
fn a_watch_goes_on_with_the_next_server() {
    let server = Server::start_lasting(&[]);
    let orch = Seat::at(&server, "orch", "orchestrator");
    let workflow = planned(&orch);
    let watch = Watch::start(orch.command(&["watch", "--after", "0", "-w", &workflow, "--json"]));
    let position = |line: &str| {
        let fact: Value = serde_json::from_str(line).unwrap();
        fact["position"].as_u64().unwrap()
    };
    let mut last = position(&watch.line());
    let end = orch.json(&["workflow", "get", &workflow, "--fields", "name"]);
    while last < end["position"].as_u64().unwrap() {
        last = position(&watch.line());
    }
    let base = server.base.clone();
    let folder = server.stop();
    let broke = watch.told.recv_timeout(PATIENCE).unwrap();
    assert!(broke.contains("trying again"), "{broke}");
    let _server = Server::start_at(&base, folder, &[]);
    orch.says(&["task", "add", "-w", &workflow, "--title", "Later"]);
    let line = watch.line();
    assert!(line.contains("Later") && position(&line) > last, "{line}");
}

#[test]
fn a_watch_that_may_not_ends() {
    let server = Server::start();
    let orch = Seat::at(&server, "orch", "orchestrator");
    for (words, token, code) in [
        (&["watch"][..], "loci_wrong", 3),
        (&["watch", "--stream", "word"], &orch.token, 2),
        (&["watch", "--after", "word"], &orch.token, 2),
        (
            &["watch", "-w", "01KG8Z5X3N7Q2R4T6V8W0Y1A3C"],
            &orch.token,
            5,
        ),
    ] {
        let mut command = orch.command(words);
        let output = command.env("LOCI_TOKEN", token).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{words:?}: {output:?}");
    }
    // Revoking the token ends the watch that uses it.
    let mut watch = Watch::start(orch.command(&["watch", "--after", "0"]));
    watch.line();
    let id = String::from_utf8(server.cli(&["token", "list"]).stdout).unwrap();
    let id = id.split_whitespace().next().unwrap();
    assert!(server.cli(&["token", "revoke", id]).status.success());
    assert_eq!(watch.wait().code(), Some(3));
}
