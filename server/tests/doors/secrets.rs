//! A secret is replaced wherever it comes in: no byte of it is in the folder, and nobody is shown it.

use serde_json::json;

use crate::bad_input::workflow;
use crate::erase::files_with;
use crate::harness::{Server, csrf};

/// A token of a kind that everybody knows, another one for each place; put together here so that no scanner
/// mistakes this file for a leak.
fn secret(place: usize) -> String {
    format!(
        "{}_{}{place:02}",
        "ghp", "Zq3vT9xKp2LmW8nRb5YcD7fGh4JsAe6UtQ"
    )
}

#[test]
fn no_place_keeps_a_secret() {
    let server = Server::start();
    let lead = server.agent("lead", "orchestrator");
    let workflow = workflow(&lead);
    // Names, texts, paths, lists, keys of objects, values deep in them.
    let calls = [
        (
            "workflow_create",
            json!({ "name": secret(1), "goal": format!("use {}", secret(2)),
            "constraints": [secret(3)], "tasks": [{ "title": format!("rotate {}", secret(4)) }] }),
        ),
        (
            "discovery_record",
            json!({ "workflow": workflow, "type": "constraint", "content": secret(5) }),
        ),
        (
            "decision_record",
            json!({ "workflow": workflow, "question": secret(6), "choice": secret(7),
            "rationale": secret(8) }),
        ),
        (
            "artifact_record",
            json!({ "workflow": workflow, "type": "code", "path": format!("keys/{}.txt", secret(9)),
            "associated_task": "T1", "content": format!("TOKEN={}\n", secret(10)).repeat(3_000) }),
        ),
        (
            "session_append",
            json!({ "session": "s", "messages": [
            { "role": "user", "content": format!("a line\n{}\tand on", secret(11)) }] }),
        ),
        (
            "session_data",
            json!({ "session": "s", "patch": { (secret(12)): { "deep": [{ (secret(13)): secret(14) }] } } }),
        ),
        (
            "scratchpad_write",
            json!({ "path": "/session/s/notes", "value": { (secret(15)): secret(16) } }),
        ),
        (
            "memory_create",
            json!({ "memory": { "text": secret(17), "topics": [secret(18)] } }),
        ),
        (
            "entity_add",
            json!({ "session": "s", "entities": [{ "type": "page", "id": "p1", "name": secret(19) }] }),
        ),
    ];
    for (operation, body) in &calls {
        let answer = lead.call(operation, body);
        assert!(answer.status < 500, "{operation} {answer:?}");
        assert!(
            !answer.body.contains(&secret(0)[..30]),
            "{operation} {answer:?}"
        );
    }
    // The query of a read, which is kept nowhere, and the headers that are kept.
    lead.get(&format!("/api/memory_search?query={}", secret(20)));
    let keyed = lead
        .clone()
        .header("idempotency-key", &secret(21))
        .header("x-request-id", &secret(22));
    let noted = json!({ "workflow": workflow, "type": "constraint", "content": "once" });
    let first = keyed.call("discovery_record", &noted).ok();
    assert_eq!(
        keyed.call("discovery_record", &noted).ok()["version"],
        first["version"]
    );
    // The field's own wire.
    let memory = json!({ "messages": [{ "role": "user", "content": secret(23) }],
        "data": { (secret(24)): 1 }, "context": secret(25) });
    let path = "/v1/working-memory/w";
    let put = lead.raw(
        "PUT",
        path,
        Some("application/json"),
        memory.to_string().as_bytes(),
    );
    assert_eq!(put.status, 200, "{put:?}");
    let long = json!({ "memories": [{ "id": "m", "text": secret(26) }] });
    assert_eq!(lead.post("/v1/long-term-memory/", &long).status, 200);
    // A form, and the command line.
    let owner = server.person("mara", "owner").browser();
    let token = csrf(&owner.get("/sign-in").body);
    let form = format!("csrf={token}&name={}&goal=g&tasks[0][title]=t", secret(27));
    assert_eq!(owner.form("/api/workflow_create", &form).status, 302);
    server.cli(&[
        "token",
        "create",
        "--agent",
        &secret(28),
        "--role",
        "worker",
    ]);

    for place in 1..=28 {
        let secret = secret(place);
        assert_eq!(
            files_with(&server.data(), &secret),
            Vec::<String>::new(),
            "place {place}"
        );
    }
    let folder = server.stop();
    let all = &secret(0)[4..36];
    assert_eq!(files_with(folder.path(), all), Vec::<String>::new());
}
