//! Erasure leaves no byte in the folder.

use std::path::Path;

use serde_json::json;

use crate::harness::Server;

/// Returns the files under `folder` that contain `text`.
pub fn files_with(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with(&path, text));
        } else if let Ok(bytes) = std::fs::read(&path)
            && bytes
                .windows(text.len())
                .any(|window| window == text.as_bytes())
        {
            found.push(path.display().to_string());
        }
    }
    found
}

#[test]
fn a_purged_workflow_leaves_no_byte_behind() {
    const SECRET: &str = "aardvarkish-plan-to-forget";
    let server = Server::start();
    let agent = server.agent("orch", "orchestrator");
    let person = server.person("mara", "owner");
    let made = agent
        .call(
            "workflow_create",
            &json!({ "name": SECRET, "goal": SECRET }),
        )
        .ok();
    let workflow = made["workflow"].as_str().unwrap();
    let large = SECRET.repeat(4_000);
    agent
        .call(
            "artifact_record",
            &json!({
                "workflow": workflow, "type": "file", "path": "large.txt", "content": large,
            }),
        )
        .ok();
    assert!(!files_with(&server.data(), SECRET).is_empty());
    let stream = format!("workflow:{workflow}");
    let refused = agent.call("purge", &json!({ "stream": stream }));
    refused.problem(403, "forbidden");
    let looked = person
        .call("purge", &json!({ "stream": stream, "dry_run": true }))
        .ok();
    assert_eq!(
        (&looked["erased"], &looked["blobs"]),
        (&json!(false), &json!(1))
    );
    let erased = person.call("purge", &json!({ "stream": stream })).ok();
    assert_eq!(erased["erased"], true);
    assert_eq!(files_with(&server.data(), SECRET), Vec::<String>::new());
    agent
        .call("workflow_get", &json!({ "workflow": workflow }))
        .problem(410, "gone");
    agent
        .call(
            "workflow_at",
            &json!({ "workflow": workflow, "version": 1 }),
        )
        .problem(410, "gone");
}

#[test]
fn a_purged_session_leaves_no_byte_behind() {
    const SECRET: &str = "pangolin-talk-to-forget";
    let server = Server::start();
    let agent = server.agent("ada", "worker");
    let person = server.person("mara", "owner");
    let on = json!({ "settings": { "index_messages": true } });
    person.call("settings_set", &on).ok();
    let body = json!({
        "session": "talk",
        "messages": [{
            "id": "m1", "role": "assistant", "content": SECRET,
            "created_at": "2026-01-01T00:00:00Z",
            "tool_call": { "name": "updateWorkingMemory", "arguments": { "about": SECRET } },
        }],
    });
    agent.call("session_append", &body).ok();
    let look = || {
        let found = person.call("memory_search", &json!({ "query": "pangolin" }));
        let pads = person.call("scratchpad_list", &json!({ "query": "pangolin" }));
        let listed = person.call("session_list", &json!({ "query": "pangolin" }));
        [found, pads, listed].map(|answer| answer.ok()["items"].as_array().unwrap().len())
    };
    assert_eq!(look(), [1, 1, 1]);
    let purge = json!({ "stream": "session:talk" });
    assert_eq!(person.call("purge", &purge).ok()["erased"], true);
    assert_eq!(look(), [0, 0, 0]);
    assert_eq!(files_with(&server.data(), SECRET), Vec::<String>::new());
    // An agent does not learn that the session ever existed.
    for (client, status, code) in [(&agent, 404, "not_found"), (&person, 410, "gone")] {
        client
            .call("session_get", &json!({ "session": "talk" }))
            .problem(status, code);
        let again = json!({
            "session": "talk", "messages": [{ "role": "user", "content": "Once more" }],
        });
        client.call("session_append", &again).problem(410, "gone");
    }
}

#[test]
fn a_redacted_fact_leaves_no_byte_behind() {
    const SECRET: &str = "zebra-crossing-of-the-mind";
    let server = Server::start();
    let agent = server.agent("orch", "orchestrator");
    let person = server.person("mara", "owner");
    let made = agent
        .call(
            "workflow_create",
            &json!({ "name": "Redact", "goal": "Forget" }),
        )
        .ok();
    let workflow = made["workflow"].as_str().unwrap();
    let said = agent
        .call(
            "discovery_record",
            &json!({
                "workflow": workflow, "type": "risk", "content": SECRET,
            }),
        )
        .ok();
    let fact = said["version"].as_u64().unwrap();
    let stream = format!("workflow:{workflow}");
    let erased = person
        .call("redact", &json!({ "stream": stream, "fact": fact }))
        .ok();
    assert_eq!(erased["kind"], "discovery_recorded");
    assert_eq!(files_with(&server.data(), SECRET), Vec::<String>::new());
    let state = agent
        .call(
            "workflow_get",
            &json!({ "workflow": workflow, "fields": ["discoveries"] }),
        )
        .ok();
    assert_eq!(state["workflow"]["discoveries"], json!([]));
}

#[test]
fn a_deleted_workflow_is_erased_when_the_time_to_restore_it_has_passed() {
    let server = Server::start();
    let agent = server.agent("orch", "orchestrator");
    let person = server.person("mara", "owner");
    let made = |days: u32| {
        let body = json!({ "name": "Gone", "goal": "Go", "policy": { "restore_days": days } });
        agent.call("workflow_create", &body).ok()["workflow"].clone()
    };
    let (kept, gone) = (made(7), made(0));
    for workflow in [&kept, &gone] {
        person
            .call("workflow_delete", &json!({ "workflow": workflow }))
            .ok();
        agent.call("workflow_get", &json!({ "workflow": workflow }));
    }
    person.call("restore", &json!({ "workflow": kept })).ok();
    agent
        .call("workflow_get", &json!({ "workflow": kept }))
        .ok();
    let began = std::time::Instant::now();
    while agent
        .call("workflow_get", &json!({ "workflow": gone }))
        .status
        != 410
    {
        assert!(
            began.elapsed() < crate::harness::PATIENCE,
            "it is not erased"
        );
    }
}
