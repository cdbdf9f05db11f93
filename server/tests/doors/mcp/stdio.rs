//! `loci mcp`: the protocol on standard input and output, with and without a server.

use serde_json::{Value, json};

use super::piped::{Piped, meta};
use super::{OLD, Speaker};
use crate::harness::{Server, cli_in};

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
    let meta = meta();
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
    let meta = meta();
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

#[test]
fn calls_that_wait_keep_nothing_else_from_being_answered() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let mut piped = Piped::start(&server.data(), &token, &[]);
    for id in 100..170 {
        let waits = json!({ "name": "changes_wait", "arguments": { "timeout_seconds": 60 } });
        piped.send(&json!(id), "tools/call", &waits);
    }
    assert_eq!(piped.ask("ping", &json!({}))["result"], json!({}));
    for id in 100..170 {
        let taken_back = json!({ "requestId": id });
        let method = "notifications/cancelled";
        piped.say(&json!({ "jsonrpc": "2.0", "method": method, "params": taken_back }).to_string());
    }
    assert_eq!(piped.ask("ping", &json!({}))["result"], json!({}));
    piped.end();
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_is_answered() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let mut piped = Piped::start(&server.data(), &token, &[]);
    let long = "x".repeat(36 * 1024 * 1024);
    // The members of a JSON object are sorted by name here: the id comes first.
    let arguments = json!({ "name": "note_write", "arguments": { "note": long } });
    let refused = piped.ask("tools/call", &arguments);
    assert_eq!(refused["error"]["code"], -32600, "{refused}");
    assert_eq!(refused["id"], 7);
    piped.say(&format!("{{\"method\":\"{long}\",\"id\":8}}"));
    assert_eq!(piped.next()["id"], Value::Null);
    assert_eq!(piped.ask("ping", &json!({}))["result"], json!({}));
    piped.end();
}

#[test]
fn a_request_that_cannot_be_read_is_answered_under_its_id() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let mut piped = Piped::start(&server.data(), &token, &[]);
    let call = json!({ "name": "task_get", "arguments": "{}" });
    for (method, params, code) in [("tools/call", call, -32602), ("ping", json!([]), -32600)] {
        piped.send(&json!("mine"), method, &params);
        let refused = piped.next();
        assert_eq!(refused["error"]["code"], code, "{refused}");
        assert_eq!(refused["id"], "mine", "{refused}");
    }
    piped.end();
}

#[test]
fn lines_that_clients_send_are_answered_under_their_ids() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let mut piped = Piped::start(&server.data(), &token, &[]);
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    piped.say(&format!("\u{feff}{ping}"));
    assert_eq!(piped.next()["result"], json!({}));
    for (line, id) in [
        (
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"\ud83d"}}"#,
            json!(2),
        ),
        (r#"{"jsonrpc":"2.0","id":"c","method":"ping""#, json!("c")),
        ("no message", json!(null)),
    ] {
        piped.say(line);
        let refused = piped.next();
        assert_eq!(refused["error"]["code"], -32700, "{line}: {refused}");
        assert_eq!(refused["id"], id, "{line}: {refused}");
    }
    // Without an agreed revision, batches are allowed, as over HTTP.
    piped.say(&format!("[{ping},{}]", ping.replace(":1", ":2")));
    let answers = piped.next();
    assert_eq!(answers[0]["id"], 1, "{answers}");
    assert_eq!(answers[1]["id"], 2, "{answers}");
    piped.say(&format!("[{}]", vec![ping; 101].join(",")));
    let refused = piped.next();
    assert_eq!(
        (&refused["id"], &refused["error"]["code"]),
        (&json!(1), &json!(-32600))
    );
    piped.end();
}

#[test]
fn an_initialize_without_its_parameters_begins() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let mut piped = Piped::start(&server.data(), &token, &[]);
    let begun = piped.ask("initialize", &json!({}));
    assert_eq!(begun["result"]["protocolVersion"], OLD, "{begun}");
    piped.end();
}

#[test]
fn that_nobody_reads_any_more_is_no_failure() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let mut piped = Piped::unread(&server.data(), &token);
    piped.send(&json!(1), "ping", &json!({}));
    let status = piped.wait();
    assert!(status.success(), "{status}");
}

#[test]
fn names_of_any_letters_reach_the_server() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let mut piped = Piped::start(&server.data(), &token, &[]);
    for uri in ["loci://session/t\u{e9}\u{20ac}", "loci://session/a\u{1}b"] {
        let read = piped.ask("resources/read", &json!({ "_meta": meta(), "uri": uri }));
        let said = read["error"]["message"].as_str().unwrap();
        assert!(!said.contains("header"), "{read}");
        assert_ne!(read["error"]["code"], -32020, "{read}");
    }
    let asked = json!({ "_meta": meta(), "name": "t\u{e9}\u{20ac}", "arguments": {} });
    let called = piped.ask("tools/call", &asked);
    assert!(called.to_string().contains("There is no tool"), "{called}");
    piped.end();
}

#[test]
fn a_token_that_is_revoked_ends_what_waits_and_is_told() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let mut piped = Piped::start(&server.data(), &token, &[]);
    let filter = json!({ "_meta": meta(), "notifications": { "resourceSubscriptions": ["loci://mind/ada"] } });
    piped.ask("subscriptions/listen", &filter);
    let listed = server.cli(&["token", "list", "--agent", "ada"]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    let id = listed.split_whitespace().next().unwrap();
    assert!(server.cli(&["token", "revoke", id]).status.success());
    let ended = piped.next();
    assert_eq!((&ended["id"], &ended["error"]), (&json!(7), &Value::Null));
    let refused = piped.ask("tools/list", &json!({}));
    assert!(
        refused["error"]["message"]
            .as_str()
            .unwrap()
            .contains("token")
    );
    piped.end();
}

#[test]
fn a_signal_ends_it_while_standard_input_stays_open() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let folder = server.stop();
    let mut piped = Piped::start(&folder.path().join("data"), &token, &[]);
    assert_eq!(piped.ask("ping", &json!({}))["result"], json!({}));
    piped.signal("TERM");
    let status = piped.wait();
    assert!(status.success(), "{status}");
}

#[test]
fn a_folder_that_cannot_be_written_is_told_at_once() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let folder = server.stop();
    let data = folder.path().join("data");
    std::fs::remove_file(data.join("loci.lock")).unwrap();
    std::fs::create_dir(data.join("loci.lock")).unwrap();
    let mut piped = Piped::start(&data, &token, &[]);
    assert_eq!(piped.wait().code(), Some(10));
}
