//! A workflow's memory cores: what they say is in the context of its tasks.

use serde_json::json;

use crate::harness::Server;

#[test]
fn a_claim_brings_what_the_workflow_s_cores_say() {
    let server = Server::start();
    let lead = server.agent("lead", "orchestrator");
    let worker = server.agent("ann", "worker");
    lead.call("core_create", &json!({ "name": "auth" })).ok();
    let memories = json!({ "core": "auth", "memories": [
        { "text": "Tokens are signed with jose." },
        { "text": "The office has green walls." },
    ]});
    lead.call("memory_create", &memories).ok();
    let elsewhere = json!({ "memories": [{ "text": "Tokens are never logged." }] });
    lead.call("memory_create", &elsewhere).ok();
    let made = lead.call(
        "workflow_create",
        &json!({
            "name": "Auth", "goal": "Tokens", "memory_core_refs": ["auth"],
            "tasks": [{ "title": "Issue tokens" }],
        }),
    );
    let workflow = made.ok()["workflow"].clone();
    let claimed = worker
        .call("task_claim", &json!({ "workflow": workflow }))
        .ok();
    let asked = json!({ "workflow": workflow, "task": "T1" });
    let read = worker.call("task_context", &asked).ok();
    for text in [&claimed["context"]["text"], &read["text"]] {
        let text = text.as_str().unwrap();
        assert!(
            text.contains("auth: Tokens are signed with jose."),
            "{text}"
        );
        assert!(!text.contains("never logged"), "{text}");
    }
    // What says something of the task comes first.
    let first = read["text"]
        .as_str()
        .unwrap()
        .split_once("<memory>\n")
        .unwrap()
        .1;
    assert!(first.starts_with("auth: Tokens are signed"), "{first}");
}
