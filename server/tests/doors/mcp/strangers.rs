//! Unauthenticated callers, and the messages that they get.

use serde_json::{Value, json};

use super::{NEW, OLD, Speaker};
use crate::harness::{Client, Server};

fn list() -> Value {
    json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/list" })
}

#[test]
fn only_an_agent_with_a_token_is_let_in_and_others_are_told_how() {
    let server = Server::start();
    let person = server.person("sam", "owner");
    for client in [
        server.anonymous(),
        server.anonymous().bearer("loci_no"),
        person,
    ] {
        let client = client.header("accept", "application/json, text/event-stream");
        let answer = client.post("/mcp", &list());
        answer.problem(401, "unauthenticated");
        // Metadata would make clients look for an authorization server, which does not exist.
        assert_eq!(answer.header("www-authenticate"), "Bearer realm=\"loci\"");
        let said = answer.json()["detail"].as_str().unwrap().to_owned();
        assert!(said.contains("token"), "{said}");
    }
}

#[test]
fn no_page_of_another_origin_and_no_other_name_gets_an_answer() {
    let server = Server::start();
    let ada = Speaker::new(server.agent("ada", "worker"), OLD).client;
    for (name, value, status) in [
        ("origin", "http://evil.example", 403),
        ("origin", "null", 403),
        ("origin", "http://localhost:1", 403),
        ("sec-fetch-site", "cross-site", 403),
        ("host", "evil.example", 421),
        ("host", "localhost.evil.example", 421),
    ] {
        let answer = ada.clone().header(name, value).post("/mcp", &list());
        assert_eq!(answer.status, status, "{name}: {value}");
        let preflight = ada
            .clone()
            .header(name, value)
            .raw("OPTIONS", "/mcp", None, b"");
        assert_eq!(preflight.status, status, "{name}: {value}");
        assert_eq!(preflight.header("access-control-allow-origin"), "");
    }
    let own = ada.header("origin", &server.base);
    assert_eq!(own.post("/mcp", &list()).status, 200);
}

#[test]
fn what_is_no_message_is_refused_and_faults_nobody() {
    let server = Server::start();
    let ada = Speaker::new(server.agent("ada", "worker"), OLD);
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let huge = "x".repeat(34 * 1024 * 1024);
    let huge = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"{huge}\"}}");
    assert_eq!(ada.client.text("/mcp", &huge).status, 413);
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    for (body, code) in [
        ("", -32700),
        ("{", -32700),
        (&deep, -32700),
        ("7", -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
        (&format!("[{ping},{ping}]"), -32600),
    ] {
        let answer = ada.client.text("/mcp", body);
        let begin: String = body.chars().take(60).collect();
        assert_eq!(answer.status, 400, "{begin}: {answer:?}");
        let answer = answer.json();
        assert_eq!(answer["error"]["code"], code, "{begin}: {answer}");
        assert_eq!(answer["id"], Value::Null, "{begin}: {answer}");
    }
    let result = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    let status = ada.client.text("/mcp", result).status;
    assert!((400..500).contains(&status), "{status}");
    for (method, status) in [("GET", 405), ("DELETE", 405), ("PUT", 405)] {
        let answer = ada.client.raw(method, "/mcp", None, b"");
        assert_eq!(answer.status, status, "{method}: {answer:?}");
    }
    let wrong_version = ada
        .client
        .clone()
        .header("mcp-protocol-version", "1999-01-01");
    assert_eq!(wrong_version.post("/mcp", &list()).status, 400);
    assert!(!ada.tools().is_empty());
}

#[test]
fn parameters_of_another_shape_are_no_unknown_method() {
    let server = Server::start();
    let token = server.agent("ada", "worker");
    for speaker in [Speaker::new(token.clone(), OLD), Speaker::new(token, NEW)] {
        for (method, params) in [
            (
                "tools/call",
                json!({ "name": "task_get", "arguments": "{}" }),
            ),
            ("tools/call", json!({ "name": "task_get", "arguments": [] })),
            ("tools/call", json!({ "name": 5 })),
            ("tools/call", json!({})),
            ("completion/complete", json!({ "ref": "x" })),
            ("prompts/get", json!({ "name": null })),
            ("resources/read", json!({ "uri": {} })),
        ] {
            let error = speaker.refused(method, params.clone());
            assert_eq!(error["code"], -32602, "{method} {params}: {error}");
            let said = error["message"].as_str().unwrap();
            assert!(said.contains(method), "{method} {params}: {error}");
        }
        let error = speaker.refused("tools/unknown", json!({}));
        assert_eq!(error["code"], -32601, "{error}");
    }
    // Methods of another revision are unknown, whatever the shape.
    let speaker = Speaker::agent(&server, "bo", "worker");
    for method in ["initialize", "resources/subscribe"] {
        let error = speaker.refused(method, json!({}));
        assert_eq!(error["code"], -32601, "{method}: {error}");
    }
}

#[test]
fn both_ways_to_begin_work_at_one_address() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let client = || Client::new(&server.base).bearer(&token);
    let old = Speaker::new(client(), OLD);
    let hello = json!({
        "protocolVersion": OLD, "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    });
    let begun = old.ask("initialize", hello);
    assert_eq!(begun["protocolVersion"], OLD);
    assert_eq!(begun["serverInfo"]["name"], "loci");
    let heard = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(old.client.post("/mcp", &heard).status, 202);
    assert_eq!(old.ask("ping", json!({})), json!({}));

    let new = Speaker::new(client(), NEW);
    let found = new.ask("server/discover", json!({}));
    let versions = found["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!(OLD)) && versions.contains(&json!(NEW)));
    assert_eq!(
        found["capabilities"]["resources"]["subscribe"], true,
        "{found}"
    );
    let listed = new.ask("tools/list", json!({}));
    assert_eq!(listed["cacheScope"], "private");
    assert!(listed["ttlMs"].as_u64().unwrap() > 0, "{listed}");

    // A header that contradicts the message is rejected.
    let message = new.message(
        "tools/call",
        json!({ "name": "task_ready", "arguments": {} }),
    );
    let lying = new.sender(&message).header("mcp-name", "task_claim");
    let refused = lying.post("/mcp", &message);
    assert_eq!(refused.status, 400, "{refused:?}");
    assert_eq!(refused.json()["error"]["code"], -32020);
    // Neither handshake needs a session.
    assert_eq!(old.tools(), new.tools());
}

#[test]
fn messages_are_answered_however_they_are_accepted() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let client = || Client::new(&server.base).bearer(&token);
    let accepting = |kinds: &str| client().header("accept", kinds);
    let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {} });
    for client in [
        accepting("*/*"),
        accepting("application/*"),
        accepting("application/json"),
        accepting("text/html, */*;q=0.1"),
        client(),
    ] {
        let listed = client.post("/mcp", &list()).ok();
        assert!(listed["result"]["tools"].is_array(), "{listed}");
        let begun = client.post("/mcp", &hello);
        assert_eq!(begun.ok()["result"]["protocolVersion"], OLD);
        let session = client.header("mcp-session-id", begun.header("mcp-session-id"));
        let listed = session.post("/mcp", &list()).ok();
        assert!(listed["result"]["tools"].is_array(), "{listed}");
    }
    let error = |answer: crate::harness::Answer, status: u16| {
        assert_eq!(answer.status, status, "{answer:?}");
        assert_eq!(answer.header("content-type"), "application/json");
        let said = answer.json();
        assert_eq!(said["error"]["code"], -32600, "{said}");
        said["error"]["message"].as_str().unwrap().to_owned()
    };
    let said = error(accepting("text/html").post("/mcp", &list()), 406);
    assert!(said.contains("Accept: application/json"), "{said}");
    let untyped = client().raw("POST", "/mcp", None, list().to_string().as_bytes());
    let said = error(untyped, 415);
    assert!(said.contains("Content-Type: application/json"), "{said}");
    let marked = format!("\u{feff}{}", list());
    assert_eq!(client().text("/mcp", &marked).status, 200);
}

#[test]
fn whoever_says_initialize_begins() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let client = || Client::new(&server.base).bearer(&token);
    let initialize = |params: Value| json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
    let about = json!({ "name": "test", "version": "1" });
    for (params, version) in [
        (json!({}), OLD),
        (json!({ "protocolVersion": "2025-06-18" }), "2025-06-18"),
        (
            json!({ "protocolVersion": 5, "capabilities": 1, "clientInfo": 2 }),
            OLD,
        ),
        (
            json!({ "protocolVersion": "2025-06-18", "clientInfo": about }),
            "2025-06-18",
        ),
        (
            json!({ "protocolVersion": "2025-12-31", "capabilities": {}, "clientInfo": about }),
            OLD,
        ),
        (
            json!({ "protocolVersion": "2030-01-01", "capabilities": {}, "clientInfo": about }),
            OLD,
        ),
    ] {
        for headers in [
            &[][..],
            &[("mcp-protocol-version", "2025-03-26")],
            &[("mcp-protocol-version", "2025-12-31")],
            &[("mcp-protocol-version", "2030-01-01")],
            &[("mcp-session-id", "6f6e6520-7468-6174-2069-73206e6f7420")],
            &[("mcp-session-id", "stale")],
        ] {
            let client = headers
                .iter()
                .fold(client(), |client, (name, value)| client.header(name, value));
            let begun = client.post("/mcp", &initialize(params.clone()));
            let said = begun.ok();
            assert_eq!(
                said["result"]["protocolVersion"], version,
                "{params} {headers:?}: {said}"
            );
            assert!(!begun.header("mcp-session-id").is_empty(), "{headers:?}");
        }
    }
}

#[test]
fn the_error_of_a_resource_names_it() {
    let server = Server::start();
    let ada = Speaker::agent(&server, "ada", "worker");
    for uri in [
        "loci://nothing/x",
        "loci://session/none",
        "file:///etc/passwd",
    ] {
        let error = ada.refused("resources/read", json!({ "uri": uri }));
        assert_eq!(error["data"]["uri"], uri, "{error}");
    }
}
