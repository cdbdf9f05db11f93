//! Costs of the worst bodies at every door: memory in proportion to their size, and no more time when they are rejected
//! than when they are accepted.

use std::fs;

use serde_json::json;

use crate::harness::{Client, Server};

const MIB: usize = 1024 * 1024;
/// Maximum size of a body that is parsed although all of it is outside of strings, in bytes.
const TREE: usize = MIB;
const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

/// Returns a value of `/proc/PID/status`, in bytes.
fn memory(server: &Server, name: &str) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kib = line.unwrap().trim_start_matches(':').trim();
    kib.trim_end_matches(" kB").parse::<usize>().unwrap() * 1024
}

/// Returns the CPU time of a process so far, in ticks of 10 ms, including ended threads.
fn ticks(server: &Server) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", server.pid())).unwrap();
    let (_, rest) = stat.rsplit_once(')').unwrap();
    let fields: Vec<&str> = rest.split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

/// Returns the increase of the server's peak memory during `work`.
fn peak(server: &Server, work: impl FnOnce()) -> usize {
    // Resets the peak.
    fs::write(format!("/proc/{}/clear_refs", server.pid()), "5").unwrap();
    let before = memory(server, "VmRSS");
    work();
    memory(server, "VmHWM").saturating_sub(before)
}

/// Returns a text of about `bytes` bytes: `begin`, repeated `part`, `end`.
fn full(begin: &str, part: &str, end: &str, bytes: usize) -> String {
    let times = (bytes - begin.len() - end.len()) / part.len();
    format!("{begin}{}{end}", part.repeat(times))
}

/// A door, and its worst body.
struct Door {
    name: &'static str,
    path: &'static str,
    kind: &'static str,
    body: fn(usize) -> String,
}

fn message(method: &str, begin: &str, part: &str, end: &str, bytes: usize) -> String {
    let begin = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{begin}"#);
    full(&begin, part, &format!("{end}}}"), bytes)
}

/// Returns a tool call with a list of `part` as one of its arguments.
fn tool_call(tool: &str, argument: &str, part: &str, bytes: usize) -> String {
    let begin = format!(r#"{{"name":"{tool}","arguments":{{"{argument}":["#);
    message("tools/call", &begin, part, "1]}}", bytes)
}

const DOORS: &[Door] = &[
    Door {
        name: "a method that takes little",
        path: "/mcp",
        kind: JSON,
        body: |bytes| message("ping", r#"{"z":["#, r#"{"":1},"#, "1]}", bytes),
    },
    Door {
        name: "a tool that takes little",
        path: "/mcp",
        kind: JSON,
        body: |bytes| tool_call("note_write", "note", r#"{"":1},"#, bytes),
    },
    Door {
        name: "a tool that takes files",
        path: "/mcp",
        kind: JSON,
        body: |bytes| tool_call("session_import", "content", "1,", bytes),
    },
    Door {
        name: "a tool that is none",
        path: "/mcp",
        kind: JSON,
        body: |bytes| tool_call("nothing", "content", r#"{"":1},"#, bytes),
    },
    Door {
        name: "several messages",
        path: "/mcp",
        kind: JSON,
        body: |bytes| full("[", r#"{"":1},"#, "1]", bytes),
    },
    Door {
        name: "an operation",
        path: "/api/note_write",
        kind: JSON,
        body: |bytes| full(r#"{"note":["#, r#"{"":1},"#, "1]}", bytes.min(MIB)),
    },
    Door {
        name: "an operation that takes files",
        path: "/api/session_import",
        kind: JSON,
        body: |bytes| full(r#"{"content":["#, r#"{"":1},"#, "1]}", bytes),
    },
    Door {
        name: "messages with pictures",
        path: "/api/session_append",
        kind: JSON,
        body: |bytes| full(r#"{"session":"s","messages":["#, r#"{"":1},"#, "1]}", bytes),
    },
    Door {
        name: "a form",
        path: "/api/note_write",
        kind: FORM,
        body: |bytes| full("note=x", "&a", "", bytes.min(MIB)),
    },
    Door {
        name: "a form with an area and a long name",
        path: "/api/note_write",
        kind: FORM,
        body: |bytes| {
            let name = "n".repeat(bytes.min(MIB) / 2);
            full(&format!("{name}[lines]="), "a%0A", "", bytes.min(MIB))
        },
    },
    Door {
        name: "a form that names members of the answer",
        path: "/api/note_write",
        kind: FORM,
        body: |bytes| full("note=x", "&fields=id", "", bytes.min(MIB)),
    },
    Door {
        name: "a form that takes files",
        path: "/api/session_import",
        kind: FORM,
        body: |bytes| full("content=x", "&a", "", bytes),
    },
    Door {
        name: "another protocol",
        path: "/v1/long-term-memory/",
        kind: JSON,
        body: |bytes| full(r#"{"memories":["#, r#"{"":1},"#, "1]}", bytes),
    },
    Door {
        name: "another protocol, with as many objects as it takes",
        path: "/v1/long-term-memory/",
        kind: JSON,
        body: |bytes| full(r#"{"memories":["#, r#"{"":1,"b":[0]   },"#, "{}]}", bytes),
    },
    Door {
        name: "another protocol, with empty objects",
        path: "/v1/long-term-memory/",
        kind: JSON,
        body: |bytes| full(r#"{"memories":["#, "{},", "{}]}", bytes),
    },
    Door {
        name: "signing in",
        path: "/sign-in",
        kind: JSON,
        body: |bytes| full(r#"{"name":["#, r#"{"":1},"#, "1]}", bytes),
    },
];

fn agent(server: &Server) -> Client {
    let ada = server.agent("ada", "orchestrator");
    ada.header("accept", "application/json, text/event-stream")
}

#[test]
fn the_worst_body_of_every_door_takes_memory_in_proportion() {
    let server = Server::start();
    let ada = agent(&server);
    for door in DOORS {
        for bytes in [MIB, 8 * MIB - 1024] {
            let body = (door.body)(bytes);
            let took = peak(&server, || {
                let answer = ada.raw("POST", door.path, Some(door.kind), body.as_bytes());
                let is_message = door.path == "/mcp" && answer.status == 200;
                let is_refused = [400, 413, 422].contains(&answer.status) || is_message;
                assert!(is_refused, "{}: {answer:?}", door.name);
            });
            // Each byte outside of strings takes at most 100 in a parse tree.
            let tree = match body.len() {
                0..=TREE => 100 * body.len(),
                _ => 0,
            };
            let most = 24 * MIB + 4 * body.len() + tree;
            let (name, bytes) = (door.name, body.len());
            assert!(took <= most, "{name}: {took} bytes of memory for {bytes}");
        }
    }
    ada.call("note_write", &json!({ "note": "still here" }))
        .ok();
}

#[test]
fn json_within_a_content_takes_memory_in_proportion_too() {
    let server = Server::start();
    let ada = agent(&server);
    for operation in ["session_import", "memory_import", "workflow_import"] {
        let content = full("[", r#"{"":1},"#, "{}]", 8 * MIB);
        let body = json!({ "content": content, "dry_run": true }).to_string();
        let path = format!("/api/{operation}");
        let took = peak(&server, || {
            let answer = ada.raw("POST", &path, Some(JSON), body.as_bytes());
            answer.wrong(413, "too_large", "/content");
        });
        assert!(
            took <= 24 * MIB + 6 * body.len(),
            "{operation}: {took} bytes"
        );
    }
}

#[test]
fn a_refusal_costs_no_more_than_an_acceptance() {
    let server = Server::start();
    let ada = agent(&server);
    let workflow = crate::bad_input::workflow(&ada);
    for bytes in [MIB, 4 * MIB] {
        let content = "x ".repeat(bytes / 2);
        let good = json!({
            "workflow": workflow, "type": "document", "path": format!("p{bytes}"), "content": content,
        });
        let mut bad = good.clone();
        for n in 0..60 {
            bad[format!("unknown{n}")] = json!(n);
        }
        bad["type"] = json!([]);
        let (good, bad) = (good.to_string(), bad.to_string());
        let call = |name: &str, arguments: &str| {
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{name}","arguments":{arguments}}}}}"#
            )
        };
        let spent = |path: &str, body: &str, is_fine: bool| {
            let before = ticks(&server);
            let answer = ada.text(path, body);
            let has_failed = answer.status != 200 || answer.body.contains(r#""isError":true"#);
            assert_eq!(has_failed, !is_fine, "{path}: {answer:?}");
            ticks(&server) - before
        };
        let accepted = spent("/api/artifact_record", &good, true);
        let mcp = call("artifact_record", &bad);
        for (path, body) in [("/api/artifact_record", &bad), ("/mcp", &mcp)] {
            let refused = spent(path, body, false);
            // Allows for two parses and the resolution of the clock: ticks of 10 ms.
            assert!(
                refused <= accepted * 2 + 3,
                "{path}: {refused} ticks instead of {accepted} for {bytes} bytes"
            );
        }
    }
}
