//! A workflow's memory cores: their memories are in the context of its tasks.

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
            text.contains("\nauth: [noted 20") && text.contains("] Tokens are signed with jose."),
            "{text}"
        );
        assert!(!text.contains("never logged"), "{text}");
    }
    // The relevant memories come first.
    let mut lines = read["text"].as_str().unwrap().lines();
    let tag = lines.find(|line| line.starts_with("<memory-")).unwrap();
    let first = lines.next().unwrap();
    assert!(
        first.starts_with("auth: [noted ") && first.contains("] Tokens are signed"),
        "{first}"
    );
    // An agent has the same tags in every context, and no other agent has them.
    let claimed = claimed["context"]["text"].as_str().unwrap();
    assert!(claimed.contains(tag), "{claimed}");
    let others = lead.call("task_context", &asked).ok();
    let others = others["text"].as_str().unwrap();
    assert!(
        others.contains("<memory-") && !others.contains(tag),
        "{others}"
    );
}

#[test]
fn what_the_cores_have_beyond_the_budget_is_counted() {
    let server = Server::start();
    let lead = server.agent("lead", "orchestrator");
    for from in [0, 100, 200] {
        let texts = (from..from + 100)
            .map(|no| json!({ "text": format!("Rule {no}: {}", "so ".repeat(30)) }));
        let texts: Vec<_> = texts.collect();
        lead.call(
            "memory_create",
            &json!({ "core": "rules", "memories": texts }),
        )
        .ok();
    }
    let workflow = json!({
        "name": "Auth", "goal": "Tokens", "memory_core_refs": ["rules"],
        "tasks": [{ "title": "Follow the rules" }],
    });
    let workflow = lead.call("workflow_create", &workflow).ok()["workflow"].clone();
    let asked = json!({ "workflow": workflow, "task": "T1", "format": "blocks" });
    let read = lead.call("task_context", &asked).ok();
    let of = |list: &str, member: &str| {
        let mut list = read[list].as_array().unwrap().iter();
        list.find(|one| one[member] == "memory").unwrap().clone()
    };
    let shown = of("blocks", "name")["items"].as_array().unwrap().len() as u64;
    let omitted = of("omitted", "kind");
    assert_eq!(shown + omitted["count"].as_u64().unwrap(), 300, "{omitted}");
    assert!(omitted["tokens"].as_u64().unwrap() > 280 * 20, "{omitted}");
    assert!(omitted["get"].as_str().unwrap().contains("`memory_search`"));
}

#[test]
fn a_workflow_names_cores_that_there_are() {
    let server = Server::start();
    let lead = server.agent("lead", "orchestrator");
    let secret = json!({ "name": "secret", "readers": ["ann"] });
    lead.call("core_create", &secret).ok();
    lead.call("core_create", &json!({ "name": "auth" })).ok();
    let create = |core: &str| {
        let new = json!({ "name": "n", "goal": "g", "memory_core_refs": ["auth", core] });
        lead.call("workflow_create", &new)
    };
    let pointer = "/memory_core_refs/1";
    for core in ["atuh", "a/b", ""] {
        create(core).wrong(400, "invalid", pointer);
    }
    let workflow = create("secret").ok()["workflow"].clone();
    let edit = |cores: &[&str]| {
        let edit = json!({ "workflow": workflow, "memory_core_refs": cores });
        lead.call("workflow_edit", &edit)
    };
    edit(&["auth", "atuh"]).wrong(400, "invalid", pointer);
    edit(&["auth"]).ok();
}
