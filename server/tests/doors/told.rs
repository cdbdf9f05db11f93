//! An agent learns of changes to itself and its work with its next call of any kind.

use std::io::Write as _;
use std::net::TcpStream;
use std::time::Instant;

use serde_json::{Value, json};

use crate::harness::{Client, PATIENCE, Server};

/// Returns the notices in the answer to a call.
fn told(client: &Client, workflow: &Value) -> Vec<(String, String)> {
    let answer = client
        .call("task_list", &json!({ "workflow": workflow }))
        .ok();
    let inbox = answer["inbox"].as_array().cloned().unwrap_or_default();
    let text = |notice: &Value, field: &str| notice[field].as_str().unwrap().to_owned();
    inbox
        .iter()
        .map(|notice| (text(notice, "kind"), text(notice, "message")))
        .collect()
}

fn begun(server: &Server) -> (Client, Client, Value) {
    let lead = server.agent("lead", "orchestrator");
    let worker = server.agent("ann", "worker");
    let create = json!({
        "name": "Auth", "goal": "Tokens",
        "tasks": [{ "title": "One" }, { "title": "Two" }, { "title": "Three" }],
    });
    let workflow = lead.call("workflow_create", &create).ok()["workflow"].clone();
    (lead, worker, workflow)
}

fn said(kind: &str, message: &str) -> Vec<(String, String)> {
    vec![(kind.into(), message.into())]
}

#[test]
fn a_paused_agent_is_told_once_and_told_when_it_may_go_on() {
    let server = Server::start();
    let (_, worker, workflow) = begun(&server);
    let person = server.person("mara", "owner");
    let pause = json!({ "agent": "ann", "reason": "Your tests are red." });
    person.call("agent_pause", &pause).ok();
    let words = "You are paused: finish what you hold, then wait. Your tests are red.";
    assert_eq!(told(&worker, &workflow), said("pause", words));
    assert_eq!(told(&worker, &workflow), []);
    person.call("agent_resume", &json!({ "agent": "ann" })).ok();
    assert_eq!(
        told(&worker, &workflow),
        said("resume", "You may claim tasks again.")
    );
    assert_eq!(told(&worker, &workflow), []);
}

#[test]
fn a_holder_is_told_that_its_task_was_taken_away_and_why() {
    let server = Server::start();
    let (lead, worker, workflow) = begun(&server);
    let calls = [
        (
            "task_cancel",
            json!({ "reason": "Not wanted." }),
            "was cancelled",
            " Not wanted.",
        ),
        (
            "task_skip",
            json!({ "reason": "Too late." }),
            "was skipped",
            " Too late.",
        ),
        ("task_release", json!({}), "was given back", ""),
    ];
    for (at, (operation, body, done, why)) in calls.into_iter().enumerate() {
        let task = format!("T{}", at + 1);
        let claim = json!({ "workflow": workflow, "task": task });
        worker.call("task_claim", &claim).ok();
        let mut body = body;
        body["workflow"] = workflow.clone();
        body["task"] = json!(task);
        lead.call(operation, &body).ok();
        let words = format!("{task} {done}: you hold it no longer.{why}");
        assert_eq!(told(&worker, &workflow), said("nudge", &words));
    }
    // Releasing one's own task is no news.
    let claim = json!({ "workflow": workflow, "task": "T3" });
    let lease = worker.call("task_claim", &claim).ok()["lease"]["id"].clone();
    let release = json!({ "workflow": workflow, "task": "T3", "lease": lease });
    worker.call("task_release", &release).ok();
    assert_eq!(told(&worker, &workflow), []);
    let assign = json!({ "workflow": workflow, "task": "T3", "agent": "ann" });
    lead.call("task_assign", &assign).ok();
    let words = "T3 is kept for you: claim it when it is ready.";
    assert_eq!(told(&worker, &workflow), said("nudge", words));
}

#[test]
fn what_an_answer_said_that_nobody_read_is_said_again() {
    let server = Server::start();
    let (lead, worker, workflow) = begun(&server);
    let token = server.token("ann", "worker");
    let address = server.base.trim_start_matches("http://");
    for (n, (operation, more)) in [
        ("task_list", json!({})),
        ("task_get", json!({ "task": "T1" })),
        ("task_get", json!({ "task": "no such task" })),
        (
            "discovery_record",
            json!({ "type": "risk", "content": "Slow" }),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let message = format!("Stop {n}");
        let nudge = json!({ "workflow": workflow, "target": "ann", "message": message });
        lead.call("nudge_send", &nudge).ok();
        let mut body = more;
        body["workflow"] = workflow.clone();
        let body = body.to_string();
        let mut lost = TcpStream::connect(address).unwrap();
        let request = format!(
            "POST /api/{operation} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        lost.write_all(request.as_bytes()).unwrap();
        drop(lost);
        let before = Instant::now();
        let heard = loop {
            let heard = told(&worker, &workflow);
            if !heard.is_empty() || before.elapsed() > PATIENCE {
                break heard;
            }
        };
        assert_eq!(heard, said("nudge", &message), "{operation}");
        assert_eq!(told(&worker, &workflow), [], "{operation}");
    }
}
