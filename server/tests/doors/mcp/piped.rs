//! A running `loci mcp`, as a client starts it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::Instant;

use serde_json::{Value, json};

use super::NEW;
use crate::harness::{PATIENCE, loci};

/// Returns the client metadata of each message in the newest revision.
pub fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": NEW,
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// A running `loci mcp`. Dropping it kills it.
pub struct Piped {
    child: Child,
    input: Option<ChildStdin>,
    lines: mpsc::Receiver<String>,
}

impl Piped {
    /// Starts it on a data folder.
    pub fn start(data: &Path, token: &str, more: &[&str]) -> Self {
        let mut child = spawn(data, token, more);
        let out = child.stdout.take().unwrap();
        let (tell, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self {
            child,
            input,
            lines,
        }
    }

    /// Starts it on a data folder, with its output unread.
    pub fn unread(data: &Path, token: &str) -> Self {
        let mut child = spawn(data, token, &[]);
        drop(child.stdout.take());
        let input = child.stdin.take();
        let (_, lines) = mpsc::channel();
        Self {
            child,
            input,
            lines,
        }
    }

    /// Returns the process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Writes a line.
    pub fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Sends a request without waiting.
    pub fn send(&mut self, id: &Value, method: &str, params: &Value) {
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.say(&message.to_string());
    }

    /// Returns the next message.
    #[track_caller]
    pub fn next(&self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("a line");
        serde_json::from_str(&line).unwrap()
    }

    /// Sends a request; returns the next message.
    #[track_caller]
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.send(&json!(7), method, params);
        self.next()
    }

    /// Sends a signal.
    pub fn signal(&self, signal: &str) {
        let status = Command::new("kill")
            .args([format!("-{signal}"), self.pid().to_string()])
            .status()
            .unwrap();
        assert!(status.success());
    }

    /// Waits for the exit.
    #[track_caller]
    pub fn wait(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(began.elapsed() < PATIENCE, "it does not end");
            std::thread::yield_now();
        }
    }

    /// Closes standard input, and waits for the exit.
    #[track_caller]
    pub fn end(mut self) {
        drop(self.input.take());
        let status = self.wait();
        assert!(status.success(), "{status}");
    }
}

impl Drop for Piped {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(data: &Path, token: &str, more: &[&str]) -> Child {
    loci()
        .arg("mcp")
        .args(more)
        .arg("--data")
        .arg(data)
        .env("LOCI_TOKEN", token)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}
