//! Sessions of the revisions up to 2025-11-25: notifications, requests to the client, and ownership.

use std::io::Write as _;
use std::net::TcpStream;
use std::sync::mpsc;
use std::thread;

use serde_json::{Value, json};

use super::{NEW, OLD, Speaker};
use crate::harness::{Client, Feed, Server};

/// Opens a session of an agent, which may have several.
fn session(server: &Server, token: &str, capabilities: &Value) -> Speaker {
    Speaker::session(Client::new(&server.base).bearer(token), capabilities)
}

/// Returns the next message of a feed.
fn message(feed: &Feed) -> Value {
    loop {
        let event = feed.next();
        if !event.data.is_empty() {
            return event.json();
        }
    }
}

fn workflow(orch: &Speaker) -> String {
    let made = orch.call("workflow_create", &json!({ "name": "n", "goal": "g" }));
    made["workflow"].as_str().unwrap().to_owned()
}

#[test]
fn who_subscribed_is_told_what_changed_and_nothing_of_others() {
    let server = Server::start();
    let orch = Speaker::agent(&server, "orch", "orchestrator");
    let (one, other) = (workflow(&orch), workflow(&orch));
    let ada = session(&server, &server.token("ada", "worker"), &json!({}));
    let uri = |workflow: &str| format!("loci://workflow/{workflow}");
    ada.ask("resources/subscribe", json!({ "uri": uri(&one) }));
    ada.ask("resources/subscribe", json!({ "uri": uri(&other) }));
    ada.ask("resources/unsubscribe", json!({ "uri": uri(&other) }));
    // Only the agent itself may read a mind.
    ada.ask("resources/subscribe", json!({ "uri": "loci://mind/orch" }));
    for uri in ["test://x", "loci://workflow/x", ""] {
        let refused = ada.refused("resources/subscribe", json!({ "uri": uri }));
        assert_eq!(refused["code"], -32002, "{uri}: {refused}");
    }
    // Changes before the client listens are delivered when it does.
    orch.call("note_write", &json!({ "note": "mine" }));
    orch.call("task_add", &json!({ "workflow": other, "title": "A" }));
    orch.call("task_add", &json!({ "workflow": one, "title": "A" }));
    let feed = ada.listen();
    for _ in 0..2 {
        let told = message(&feed);
        assert_eq!(told["method"], "notifications/resources/updated", "{told}");
        assert_eq!(told["params"]["uri"], uri(&one), "{told}");
        orch.call("task_add", &json!({ "workflow": one, "title": "B" }));
    }
    // A client that listed resources is notified of new ones.
    ada.ask("resources/list", json!({}));
    message(&feed);
    workflow(&orch);
    let told = message(&feed);
    assert_eq!(
        told["method"], "notifications/resources/list_changed",
        "{told}"
    );
}

#[test]
fn the_guidance_of_a_context_is_read_once_in_a_session() {
    let server = Server::start();
    let orch = Speaker::agent(&server, "orch", "orchestrator");
    let workflow = workflow(&orch);
    let token = server.token("ada", "worker");
    let read = |speaker: &Speaker, more: Value| {
        let mut arguments = json!({ "workflow": workflow });
        arguments
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        speaker.call("context_read", &arguments)
    };
    let has = |context: &Value| {
        let text = context["text"].as_str().unwrap();
        assert!(text.contains("<goal-"), "{text}");
        text.contains("<guidance-")
    };
    let ada = session(&server, &token, &json!({}));
    let first = read(&ada, json!({}));
    assert!(has(&first), "{first}");
    let second = read(&ada, json!({}));
    assert!(!has(&second), "{second}");
    assert_eq!(second["etag"], first["etag"]);
    assert!(second["tokens"].as_u64().unwrap() + 150 < first["tokens"].as_u64().unwrap());
    assert!(has(&read(&ada, json!({ "guidance": true }))));
    let blocks = read(&ada, json!({ "format": "blocks" }))["blocks"].clone();
    let names = blocks.as_array().unwrap().iter();
    let names: Vec<&str> = names.map(|block| block["name"].as_str().unwrap()).collect();
    assert!(
        names.contains(&"goal") && !names.contains(&"guidance"),
        "{names:?}"
    );
    let unchanged = read(&ada, json!({ "since": first["etag"] }));
    assert_eq!(unchanged["unchanged"], true, "{unchanged}");
    // Another session, and a client without sessions, read it again.
    assert!(has(&read(&session(&server, &token, &json!({})), json!({}))));
    let alone = Speaker::agent(&server, "bob", "worker");
    assert!(has(&read(&alone, json!({}))));
    assert!(has(&read(&alone, json!({}))));
    assert!(!has(&read(&alone, json!({ "guidance": false }))));
}

#[test]
fn a_client_that_can_send_its_person_to_a_page_is_asked_while_its_call_waits() {
    let server = Server::start();
    let sam = server.person("sam", "owner");
    let orch = Speaker::agent(&server, "orch", "orchestrator");
    let workflow = workflow(&orch);
    let token = server.token("ada", "worker");
    let ada = session(&server, &token, &json!({ "elicitation": { "url": {} } }));
    let question = json!({ "workflow": workflow, "question": "Which one?", "options": ["a", "b"] });
    let calling = ada.stream("question_ask", &question);
    let asked = message(&calling);
    assert_eq!(asked["method"], "elicitation/create", "{asked}");
    assert_eq!(asked["params"]["mode"], "url", "{asked}");
    assert!(
        asked["params"]["url"].as_str().unwrap().contains("/inbox"),
        "{asked}"
    );
    sam.call(
        "question_answer",
        &json!({ "workflow": workflow, "question": "Q1", "answer": "b" }),
    )
    .ok();

    // No other agent can answer it, even with the id of the session.
    let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": { "action": "accept" } });
    let bo = Speaker::new(server.agent("bo", "worker"), OLD).client;
    let name = ada.client.named("mcp-session-id");
    assert_eq!(
        bo.clone()
            .header("mcp-session-id", name)
            .post("/mcp", &answer)
            .status,
        404
    );
    assert_eq!(bo.post("/mcp", &answer).status, 400);
    assert_eq!(ada.client.post("/mcp", &answer).status, 202);
    let result = message(&calling)["result"].clone();
    let answer = &result["structuredContent"]["question"]["answer"];
    assert!(answer.to_string().contains("\"b\""), "{result}");

    // A client that declines gets the plain answer, and the question stays open.
    let calling = ada.stream("question_ask", &question);
    let asked = message(&calling);
    let error = json!({ "code": -32600, "message": "no" });
    let refusal = json!({ "jsonrpc": "2.0", "id": asked["id"], "error": error });
    assert_eq!(ada.client.post("/mcp", &refusal).status, 202);
    let result = message(&calling)["result"].clone();
    assert_eq!(
        result["structuredContent"]["question"]["id"], "Q2",
        "{result}"
    );
}

#[test]
fn a_session_is_its_agents_and_ends_when_it_says_so() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let ada = session(&server, &token, &json!({}));
    assert!(!ada.tools().is_empty());
    let feed = ada.listen();
    let name = ada.client.named("mcp-session-id").to_owned();
    let bo = server
        .agent("bo", "worker")
        .header("accept", "application/json, text/event-stream");
    let bo = bo.header("mcp-session-id", &name);
    for method in ["GET", "DELETE", "POST"] {
        assert_eq!(bo.raw(method, "/mcp", None, b"").status, 404, "{method}");
    }
    // Stateless messages need no session.
    let modern = Speaker::new(ada.client.clone(), NEW);
    assert!(!modern.tools().is_empty());
    for odd in ["", "x", "../../etc/passwd", &"a".repeat(5000)] {
        let odd = ada.client.clone().header("mcp-session-id", odd);
        let answer = odd.post("/mcp", &ada.message("tools/list", json!({})));
        assert_eq!(answer.status, 404, "{answer:?}");
    }
    assert_eq!(ada.client.raw("DELETE", "/mcp", None, b"").status, 204);
    assert!(feed.ended());
    let answer = ada.send("tools/list", json!({}));
    answer.problem(404, "not_found");
}

#[test]
fn what_a_client_is_told_ends_with_its_token() {
    let server = Server::start();
    let sam = server.person("sam", "owner");
    let token = server.token("ada", "worker");
    let ada = session(&server, &token, &json!({}));
    let feed = ada.listen();
    let tokens = sam.call("token_list", &json!({ "agent": "ada" })).ok();
    let id = &tokens["items"][0]["id"];
    sam.call("token_revoke", &json!({ "token": id })).ok();
    assert!(feed.ended());
    assert_eq!(ada.send("tools/list", json!({})).status, 401);
}

#[test]
fn a_session_goes_on_after_the_server_was_started_again() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let ada = session(&server, &token, &json!({}));
    let name = ada.client.named("mcp-session-id").to_owned();
    let folder = server.stop();
    let server = Server::start_in(folder, &[]);
    let client = Client::new(&server.base).bearer(&token);
    let again = Speaker::new(client.header("mcp-session-id", &name), OLD);
    again.call("note_write", &json!({ "note": "kept" }));
    assert!(
        again
            .ask("resources/read", json!({ "uri": "loci://mind/ada" }))
            .to_string()
            .contains("kept")
    );
}

#[test]
fn nobody_has_more_sessions_than_their_share_and_a_session_no_more_subscriptions() {
    let server = Server::start();
    let orch = Speaker::agent(&server, "orch", "orchestrator");
    let token = server.token("ada", "worker");
    let first = session(&server, &token, &json!({}));
    let feed = first.listen();
    let others: Vec<Speaker> = (0..40)
        .map(|_| session(&server, &token, &json!({})))
        .collect();
    // Sessions with a listener stay; evicted ones resume on use.
    for session in [&first, &others[0], &others[39]] {
        assert!(!session.tools().is_empty());
    }
    let uris = (0..60)
        .map(|task| json!({ "uri": format!("loci://workflow/{}/task/T{task}", workflow(&orch)) }));
    let answers: Vec<Value> = uris
        .map(|uri| first.send("resources/subscribe", uri).message())
        .collect();
    let refused = answers
        .iter()
        .filter(|answer| answer["error"]["code"] == -32602);
    assert_eq!(refused.count(), 10, "{answers:?}");
    drop(feed);
}

#[test]
fn a_waiting_call_ends_with_the_client_that_went_away() {
    let server = Server::start();
    let orch = Speaker::agent(&server, "orch", "orchestrator");
    let workflow = workflow(&orch);
    let token = server.token("ada", "worker");
    let ada = session(&server, &token, &json!({}));
    let arguments = json!({ "workflow": workflow, "wait": 60 });
    let message = ada.message(
        "tools/call",
        json!({ "name": "task_claim", "arguments": arguments }),
    );
    let body = message.to_string();
    let host = server.base.strip_prefix("http://").unwrap();
    let mut line = TcpStream::connect(host).unwrap();
    write!(
        line,
        "POST /mcp HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
         Mcp-Session-Id: {}\r\nAccept: application/json, text/event-stream\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        ada.client.named("mcp-session-id"),
        body.len()
    )
    .unwrap();
    orch.client.until("loci_waiting_claims", 1);
    drop(line);
    orch.client.until("loci_waiting_claims", 0);
    orch.call("task_add", &json!({ "workflow": workflow, "title": "A" }));
    let read = orch.call("task_get", &json!({ "workflow": workflow, "task": "T1" }));
    assert_eq!(read["task"]["status"], "pending", "{read}");
}

#[test]
fn an_answer_that_was_made_is_sent_whole_when_the_server_stops() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let (tell, told) = mpsc::channel();
    let writers: Vec<_> = (0..8)
        .map(|_| {
            let (session, tell) = (session(&server, &token, &json!({})), tell.clone());
            thread::spawn(move || {
                let params = json!({ "name": "note_write", "arguments": { "note": "Go on" } });
                let message = session.message("tools/call", params);
                while let Some(answer) = session.sender(&message).try_post("/mcp", &message) {
                    let is_whole = answer.status != 200 || answer.body.starts_with('{');
                    tell.send(is_whole).unwrap();
                    if answer.status != 200 {
                        break;
                    }
                }
            })
        })
        .collect();
    drop(tell);
    // All of them are listening.
    assert!(told.iter().take(40).all(|is_whole| is_whole));
    server.stop();
    assert!(told.iter().all(|is_whole| is_whole));
    for writer in writers {
        writer.join().unwrap();
    }
}
