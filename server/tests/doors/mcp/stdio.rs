//! `loci mcp`: the protocol on standard input and output, with a server and without one.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc;

use serde_json::{Value, json};

use super::{NEW, OLD, Speaker};
use crate::harness::{PATIENCE, Server, cli_in, loci};

struct Piped {
    child: Child,
    input: Option<ChildStdin>,
    lines: mpsc::Receiver<String>,
}

impl Piped {
    fn start(data: &std::path::Path, token: &str, more: &[&str]) -> Self {
        let mut child = loci()
            .arg("mcp")
            .args(more)
            .arg("--data")
            .arg(data)
            .env("LOCI_TOKEN", token)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
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

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn next(&self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("a line");
        serde_json::from_str(&line).unwrap()
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let message = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        self.say(&message.to_string());
        self.next()
    }

    fn end(mut self) {
        drop(self.input.take());
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}");
    }
}

impl Drop for Piped {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn hello() -> Value {
    json!({
        "protocolVersion": OLD, "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    })
}

#[test]
fn messages_go_to_the_server_that_has_the_folder_or_to_one_of_its_own() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let mut piped = Piped::start(&server.data(), &token, &["--tools", "task_get"]);
    let begun = piped.ask("initialize", &hello());
    assert_eq!(begun["result"]["protocolVersion"], OLD, "{begun}");
    piped.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
    let listed = piped.ask("tools/list", &json!({}));
    assert_eq!(listed["result"]["tools"][0]["name"], "task_get", "{listed}");
    let noted = piped.ask(
        "tools/call",
        &json!({ "name": "note_write", "arguments": { "note": "kept" } }),
    );
    assert_eq!(noted["result"]["isError"], false, "{noted}");
    piped.say("no message");
    assert_eq!(piped.next()["error"]["code"], -32700);
    piped.end();

    let folder = server.stop();
    let data = folder.path().join("data");
    let mut piped = Piped::start(&data, &token, &[]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": NEW,
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let read = piped.ask(
        "resources/read",
        &json!({ "_meta": meta, "uri": "loci://mind/ada" }),
    );
    assert!(read.to_string().contains("kept"), "{read}");
    piped.end();
}

#[test]
fn changes_are_told_and_what_is_taken_back_ends() {
    let server = Server::start();
    let orch = Speaker::agent(&server, "orch", "orchestrator");
    let made = orch.call("workflow_create", &json!({ "name": "n", "goal": "g" }));
    let workflow = made["workflow"].as_str().unwrap();
    let token = server.token("ada", "worker");
    let mut piped = Piped::start(&server.data(), &token, &[]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": NEW,
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let uri = format!("loci://workflow/{workflow}");
    let filter = json!({ "_meta": meta, "notifications": { "resourceSubscriptions": [uri] } });
    let begun = piped.ask("subscriptions/listen", &filter);
    assert_eq!(
        begun["method"], "notifications/subscriptions/acknowledged",
        "{begun}"
    );
    orch.call("task_add", &json!({ "workflow": workflow, "title": "A" }));
    assert_eq!(piped.next()["params"]["uri"], uri);
    piped.end();
}

#[test]
fn without_a_folder_or_a_valid_token_it_is_said_what_to_do() {
    let server = Server::start();
    let mut piped = Piped::start(&server.data(), "loci_wrong", &[]);
    let refused = piped.ask("tools/list", &json!({}));
    let said = refused["error"]["message"].as_str().unwrap();
    assert!(said.contains("token"), "{refused}");
    piped.end();
    let nowhere = server.folder().join("nowhere");
    let output = cli_in(&nowhere, &["mcp", "--token", "x"], "");
    assert_eq!(output.status.code(), Some(5), "{output:?}");
}
