//! Batches of messages, as in the revision 2025-03-26.

use serde_json::{Value, json};

use super::{NEW, OLD, Speaker};
use crate::harness::{Client, Server};

fn asks(id: u32, method: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method })
}

fn tells(method: &str) -> Value {
    json!({ "jsonrpc": "2.0", "method": method })
}

fn calls(id: u32, tool: &str, arguments: &Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
}

/// Returns the ids of the responses.
fn ids(answers: &Value) -> Value {
    let answers = answers.as_array().unwrap().iter();
    answers.map(|answer| answer["id"].clone()).collect()
}

/// Returns the number of notes in the caller's mind.
fn notes(client: &Client) -> usize {
    let mind = client.call("mind_get", &json!({})).ok();
    mind["notes"].as_array().unwrap().len()
}

/// Returns a client that names no revision.
fn client(server: &Server, name: &str) -> Client {
    server
        .agent(name, "worker")
        .header("accept", "application/json, text/event-stream")
}

#[test]
fn each_is_answered_in_order_and_what_tells_is_not() {
    let server = Server::start();
    let ada = client(&server, "ada");
    let named = ada.clone().header("mcp-protocol-version", "2025-03-26");
    for (client, text) in [(&ada, "the deploy waits"), (&named, "for the migration")] {
        let note = json!({ "note": text });
        let answers = client.post(
            "/mcp",
            &json!([
                asks(1, "ping"),
                tells("notifications/initialized"),
                calls(2, "note_write", &note),
                7,
                asks(3, "no/such"),
                calls(4, "no_such_tool", &json!({})),
                asks(5, "tools/list"),
            ]),
        );
        let answers = answers.ok();
        assert_eq!(ids(&answers), json!([1, 2, null, 3, 4, 5]), "{answers}");
        assert_eq!(answers[0]["result"], json!({}));
        assert_ne!(answers[1]["result"]["isError"], true, "{answers}");
        assert_eq!(answers[2]["error"]["code"], -32600, "{answers}");
        assert_eq!(answers[3]["error"]["code"], -32601, "{answers}");
        assert!(answers[4]["error"].is_object() || answers[4]["result"]["isError"] == true);
        assert!(answers[5]["result"]["tools"].is_array(), "{answers}");
    }
    let told = ada.post(
        "/mcp",
        &json!([tells("notifications/initialized"), tells("x")]),
    );
    assert_eq!((told.status, told.body.as_str()), (202, ""));
    assert_eq!(notes(&ada), 2);
}

#[test]
fn what_may_not_be_among_others_or_is_too_much_is_refused_and_nothing_is_done() {
    let server = Server::start();
    let ada = client(&server, "ada");
    ada.call("note_write", &json!({ "note": "the first" })).ok();
    let note = calls(1, "note_write", &json!({ "note": "not kept" }));
    let many = vec![asks(1, "ping"); 101];
    for (body, words) in [
        (json!([]), "no message"),
        (json!([note, asks(2, "initialize")]), "initialize"),
        (json!(many), "101 messages"),
    ] {
        let answer = ada.post("/mcp", &body);
        assert_eq!(answer.status, 400, "{answer:?}");
        let answer = answer.json();
        assert_eq!(answer["error"]["code"], -32600, "{answer}");
        let said = answer["error"]["message"].as_str().unwrap();
        assert!(said.contains(words), "{said}");
    }
    // A body full of messages is counted, not buffered.
    let full = format!("[{}1]", "1,".repeat(16 * 1024 * 1024));
    let answer = ada.text("/mcp", &full);
    assert_eq!(answer.status, 400);
    let cut = &note.to_string()[..40];
    assert_eq!(ada.text("/mcp", &format!("[{note},{cut}")).status, 400);
    assert_eq!(notes(&ada), 1);
}

#[test]
fn those_of_a_session_are_answered_in_it() {
    let server = Server::start();
    let begun = Speaker::session(server.agent("ada", "worker"), &json!({})).client;
    let old = begun.clone();
    let refused = old.post("/mcp", &json!([asks(1, "ping"), asks(2, "ping")]));
    assert_eq!(refused.status, 400, "{OLD} has no such bodies: {refused:?}");
    let ada = begun.header("mcp-protocol-version", "2025-03-26");
    let subscribe = json!({
        "jsonrpc": "2.0", "id": 2, "method": "resources/subscribe",
        "params": { "uri": "loci://mind/ada" },
    });
    let answers = ada.post(
        "/mcp",
        &json!([asks(1, "ping"), subscribe, asks(3, "ping")]),
    );
    let answers = answers.ok();
    assert_eq!(ids(&answers), json!([1, 2, 3]), "{answers}");
    // Responses of the client are not answered.
    let result = json!({ "jsonrpc": "2.0", "id": 77, "result": {} });
    let told = ada.post("/mcp", &json!([result, result]));
    assert_eq!((told.status, told.body.as_str()), (202, ""));
    let mixed = ada.post("/mcp", &json!([result, asks(4, "ping")])).ok();
    assert_eq!(ids(&mixed), json!([4]), "{mixed}");
    let nowhere = ada.header("mcp-session-id", "6f6e6520-7468-6174-2069-73206e6f7420");
    let ended = nowhere.raw("DELETE", "/mcp", None, b"");
    assert!(ended.status < 300, "{ended:?}");
    let unknown = nowhere.post("/mcp", &json!([asks(1, "ping"), asks(2, "ping")]));
    assert_eq!(unknown.status, 404, "{unknown:?}");
}

#[test]
fn a_number_that_would_be_rounded_is_refused_under_the_id_of_its_message() {
    let server = Server::start();
    let long = "9".repeat(1000);
    for revision in ["2025-03-26", OLD, NEW] {
        let ada = Speaker::new(server.agent("ada", "worker"), revision).client;
        for number in ["18446744073709551616", "-9223372036854775809", &long] {
            let call = calls(
                3,
                "session_put",
                &json!({ "id": "s", "data": { "n": "N" } }),
            );
            let call = call.to_string().replace("\"N\"", number);
            let answer = ada.text("/mcp", &call);
            assert_eq!(answer.status, 400, "{answer:?}");
            assert!(answer.body.len() < 500, "{answer:?}");
            let answer = answer.json();
            assert_eq!(answer["id"], 3, "{answer}");
            let said = answer["error"]["message"].as_str().unwrap();
            assert!(said.contains(&number[..20]), "{said}");
        }
    }
}
