//! Secrets are redacted at every door: no byte of them is in the folder or in an answer.

use serde_json::json;

use crate::bad_input::workflow;
use crate::erase::files_with;
use crate::harness::{Server, csrf};

/// Letters that all secrets share, to search for.
const CORE: &str = "Zq3vT9xKp2LmW8nRb5Yc";

/// Returns a secret of a well-known kind, a different one for each place. Assembled here so that no scanner mistakes
/// this file for a leak.
fn secret(place: usize) -> String {
    let (begin, more) = [
        ("ghp_", "D7fGh4JsAe6UtQ"),
        ("sk-proj-", "D7fGh4JsAe6UtQD7fGh4JsAe6U"),
        ("gsk_", "D7fGh4JsAe6UtQD7fGh4JsAe6UtQ12"),
        ("hf_", "D7fGh4JsAe6U"),
    ][place % 4];
    format!("{begin}{CORE}{more}{place:02}")
}

#[expect(clippy::too_many_lines, reason = "one story")]
#[test]
fn no_place_keeps_a_secret() {
    let server = Server::start();
    let lead = server.agent("lead", "orchestrator");
    let workflow = workflow(&lead);
    // Names, texts, paths, lists, keys of objects, nested values.
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
            "content": format!("TOKEN={}\n", secret(10)).repeat(3_000) }),
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
            "scratchpad_put",
            json!({ "scope": "global", "name": "notes", "value": { (secret(15)): secret(16) } }),
        ),
        (
            "memory_create",
            json!({ "memory": { "text": secret(17), "topics": [secret(18)] } }),
        ),
        (
            "entity_add",
            json!({ "session": "s", "type": "page", "id": "p1", "name": secret(19) }),
        ),
    ];
    for (operation, body) in &calls {
        let answer = lead.call(operation, body);
        assert_eq!(answer.status, 200, "{operation} {answer:?}");
        assert!(!answer.body.contains(CORE), "{operation} {answer:?}");
    }
    // The query of a read, which is not stored, and the headers, which are.
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
    // The compatibility API.
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

    // All reads: operations, the compatibility API, pages, feeds.
    let id = workflow.as_str().unwrap();
    let of = json!({ "workflow": workflow });
    let session = json!({ "session": "s" });
    let reads = [
        (
            "workflow_get",
            json!({ "workflow": workflow, "fields": ["*"] }),
        ),
        ("workflow_list", json!({})),
        ("workflow_digest", of.clone()),
        (
            "task_context",
            json!({ "workflow": workflow, "task": "T1" }),
        ),
        ("activity_list", json!({})),
        (
            "changes_wait",
            json!({ "cursor": "0", "timeout_seconds": 0 }),
        ),
        ("session_get", session.clone()),
        ("session_list", json!({})),
        (
            "scratchpad_read",
            json!({ "scope": "global", "name": "notes" }),
        ),
        ("entity_export", session.clone()),
        ("session_history", session.clone()),
        ("agent_list", json!({})),
        ("entity_list", session),
        (
            "memory_search",
            json!({ "query": "redacted", "fields": ["*"] }),
        ),
        ("memory_search", json!({ "query": CORE, "fields": ["*"] })),
    ];
    for (operation, body) in &reads {
        let answer = owner.call(operation, body);
        assert!(
            [200, 404].contains(&answer.status),
            "{operation} {answer:?}"
        );
        assert!(!answer.body.contains(CORE), "{operation} {answer:?}");
    }
    let pages = [
        "/".to_owned(),
        "/inbox".into(),
        "/workflows".into(),
        format!("/workflows/{id}"),
        format!("/workflows/{id}?view=discoveries"),
        format!("/workflows/{id}?view=decisions"),
        format!("/workflows/{id}?view=artifacts"),
        format!("/workflows/{id}?view=activity"),
        format!("/workflows/{id}?task=T1"),
        "/sessions".into(),
        "/scratchpads".into(),
        "/settings/agents".into(),
        "/settings/memory".into(),
        "/v1/working-memory/".into(),
        path.into(),
        "/v1/long-term-memory/m".into(),
        "/metrics".into(),
    ];
    for page in &pages {
        let answer = owner.get(page);
        assert_eq!(answer.status, 200, "{page} {answer:?}");
        assert!(!answer.body.contains(CORE), "{page}");
    }
    let last = json!({ "workflow": workflow, "type": "insight", "content": "the last of all" });
    lead.call("discovery_record", &last).ok();
    let feed = owner.events("/api/events?after=0");
    for event in std::iter::repeat_with(|| feed.fact()) {
        assert!(!event.data.contains(CORE), "{}", event.data);
        if event.data.contains("the last of all") {
            break;
        }
    }
    let backup = server.folder().join("backup");
    let made = server.cli(&["backup", backup.to_str().unwrap()]);
    assert!(made.status.success(), "{made:?}");
    // The data, the backup, and the whole log output.
    let (folder, logged) = server.stop_told();
    assert_eq!(files_with(folder.path(), CORE), Vec::<String>::new());
    assert!(!logged.contains(CORE), "{logged}");
}
