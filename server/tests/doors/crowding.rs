//! Others' writes do not crowd anyone out of a context, and no context exceeds its budget.

use kernel::ports::tokens::Tokens;
use serde_json::{Value, json};
use tools::tokens::BpeTokens;

use crate::harness::Server;

fn count(text: &str) -> u64 {
    BpeTokens::new().count(text).into()
}

#[test]
fn a_tasks_context_has_the_tokens_that_it_says() {
    let server = Server::start();
    let lead = server.agent("olive", "orchestrator");
    let ada = server.agent("ada", "worker");
    for text in [
        "a\n".repeat(20_000),
        "</task>".repeat(4_000),
        format!("{}{}", "火".repeat(9_000), "word ".repeat(30_000)),
        "🦀\r\n".repeat(8_000),
    ] {
        let task = json!({ "key": "a", "title": "Long", "description": text });
        let made = json!({ "name": "Dense", "goal": "x\n".repeat(900), "tasks": [task] });
        let made = lead.call("workflow_create", &made).ok();
        let workflow = made["workflow"].as_str().unwrap();
        for part in ["a\n", "<task", "wo rd "] {
            let decision = json!({ "workflow": workflow, "question": "Which?", "choice": "This",
                "rationale": part.repeat(300) });
            for _ in 0..20 {
                lead.call("decision_record", &decision).ok();
            }
        }
        let claim = json!({ "workflow": workflow, "budget": 3_000 });
        let claimed = ada.call("task_claim", &claim).ok();
        let mut contexts = vec![claimed["context"].clone()];
        let task = &claimed["task"]["id"];
        for budget in [500, 1_000, 5_000, 12_000, 100_000] {
            let ask = json!({ "workflow": workflow, "task": task, "budget": budget });
            contexts.push(ada.call("task_context", &ask).ok());
        }
        for context in contexts {
            let (said, budget) = (context["tokens"].as_u64(), context["budget"].as_u64());
            let has = count(context["text"].as_str().unwrap());
            assert_eq!(said, Some(has));
            assert!(Some(has) <= budget, "{has} of {budget:?}");
        }
        let done = json!({ "workflow": workflow, "task": task, "lease": claimed["lease"]["id"], "summary": "Done." });
        ada.call("task_complete", &done).ok();
    }
}

/// Returns the text of the block with that name.
fn block<'a>(context: &'a Value, name: &str) -> &'a str {
    let mut blocks = context["blocks"].as_array().unwrap().iter();
    let found = blocks.find(|block| block["name"] == name);
    found.map_or("", |block| block["text"].as_str().unwrap())
}

#[test]
fn many_scratchpads_push_out_none_of_the_sessions_own() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let bob = server.agent("bob", "worker");
    let talk = json!({ "session": "chat", "user_id": "mara", "messages": [{ "role": "user", "content": "Hello" }] });
    ada.call("session_put", &talk).ok();
    let own = json!({ "owner": "/mara/chat", "scope": "thread", "value": { "todo": "my own next step" } });
    ada.call("scratchpad_put", &own).ok();
    let long = "v ".repeat(400);
    for nth in 0..60 {
        for (scope, owner) in [("global", None), ("resource", Some("mara"))] {
            let mut pad =
                json!({ "scope": scope, "name": format!("b{nth}"), "value": { "k": long } });
            if let Some(owner) = owner {
                pad["owner"] = owner.into();
            }
            bob.call("scratchpad_put", &pad).ok();
        }
    }
    for budget in [2_000, 12_000, 1_000_000] {
        let ask =
            json!({ "session": "chat", "user_id": "mara", "format": "blocks", "budget": budget });
        let context = ada.call("context_read", &ask).ok();
        let pads = block(&context, "scratchpads");
        assert!(pads.contains("my own next step"), "{budget}: {pads}");
        // No scratchpad is shown empty, and the budget is used.
        assert!(!pads.contains("<working_memory>\n(cut"), "{pads}");
        let least = if budget == 2_000 { 1 } else { 3 };
        assert!(
            pads.matches("<working_memory>").count() >= least,
            "{budget}: {pads}"
        );
    }
}

#[test]
fn a_persons_urgent_word_comes_before_what_agents_say() {
    let server = Server::start();
    let owner = server.person("mara", "owner");
    let lead = server.agent("olive", "orchestrator");
    let bob = server.agent("bob", "worker");
    let made =
        json!({ "name": "Site", "goal": "Ship", "tasks": [{ "key": "a", "title": "Build" }] });
    let made = lead.call("workflow_create", &made).ok();
    let workflow = &made["workflow"];
    bob.call("task_claim", &json!({ "workflow": workflow }))
        .ok();
    let nudge = |message: String, priority: &str| json!({ "workflow": workflow, "task": "T1", "target": "bob", "message": message, "priority": priority });
    let stop = nudge("STOP at once".into(), "urgent");
    owner.call("nudge_send", &stop).ok();
    for nth in 0..40 {
        let chatter = nudge(format!("{nth} {}", "so much to say ".repeat(20)), "low");
        lead.call("nudge_send", &chatter).ok();
    }
    let ask = json!({ "workflow": workflow, "task": "T1", "format": "blocks" });
    for operation in ["context_read", "task_context"] {
        let context = bob.call(operation, &ask).ok();
        assert!(block(&context, "nudges").contains("STOP"), "{operation}");
    }
    // Resolved nudges come after open ones.
    let read = json!({ "workflow": workflow, "nudge": "N1", "acted": true });
    bob.call("nudge_acknowledge", &read).ok();
    let context = bob.call("context_read", &ask).ok();
    assert!(!block(&context, "nudges").contains("STOP"));
}

#[test]
fn what_was_told_with_a_lost_answer_is_told_with_the_next_try() {
    let server = Server::start();
    let lead = server.agent("olive", "orchestrator");
    let bob = server.agent("bob", "worker");
    let made =
        json!({ "name": "Site", "goal": "Ship", "tasks": [{ "key": "a", "title": "Build" }] });
    let made = lead.call("workflow_create", &made).ok();
    let workflow = &made["workflow"];
    let claimed = bob
        .call("task_claim", &json!({ "workflow": workflow }))
        .ok();
    for (nth, operation) in ["task_heartbeat", "task_get"].into_iter().enumerate() {
        let said =
            json!({ "workflow": workflow, "target": "bob", "message": format!("Stop {nth}") });
        lead.call("nudge_send", &said).ok();
        let mut wish = json!({ "workflow": workflow, "task": "T1" });
        if operation == "task_heartbeat" {
            wish["lease"] = claimed["lease"]["id"].clone();
        }
        let mut keyed = wish.clone();
        keyed["idempotency_key"] = format!("try-{nth}").into();
        // The first answer may have been lost; the others answer the same call.
        for _ in 0..3 {
            let heard = bob.call(operation, &keyed).ok();
            let inbox = heard["inbox"].as_array().unwrap();
            assert_eq!(inbox.len(), 1, "{operation}: {heard}");
            assert_eq!(inbox[0]["message"], format!("Stop {nth}"));
        }
        assert_eq!(bob.call(operation, &wish).ok()["inbox"], Value::Null);
    }
}

#[test]
fn who_does_not_lead_is_told_so_by_every_write() {
    let server = Server::start();
    let lead = server.agent("olive", "orchestrator");
    let made = lead
        .call(
            "workflow_create",
            &json!({ "name": "Site", "goal": "Ship" }),
        )
        .ok();
    let workflow = &made["workflow"];
    for (operation, wish) in [
        (
            "decision_record",
            json!({ "question": "Q?", "choice": "A", "rationale": "r" }),
        ),
        (
            "discovery_record",
            json!({ "type": "insight", "content": "c" }),
        ),
        ("question_ask", json!({ "question": "Q?" })),
        (
            "artifact_record",
            json!({ "type": "code", "path": "a.rs", "content": "x" }),
        ),
        ("task_add", json!({ "tasks": [{ "title": "T" }] })),
    ] {
        let mut wish = wish;
        wish["workflow"] = workflow.clone();
        wish["lead_epoch"] = 99.into();
        let refused = lead.call(operation, &wish).problem(409, "conflict");
        assert_eq!(refused["reason"], "lead_lost", "{operation}");
    }
    let owner = server.person("mara", "owner");
    let decide = json!({ "workflow": workflow, "question": "Q?", "choice": "A", "rationale": "r" });
    lead.call("decision_record", &decide).ok();
    let next = json!({ "workflow": workflow, "decision": "D1", "choice": "B", "rationale": "r" });
    lead.call("decision_supersede", &next).ok();
    let reject = json!({ "workflow": workflow, "decision": "D1", "comments": "no" });
    let refused = owner
        .call("decision_reject", &reject)
        .problem(409, "conflict");
    assert_eq!(refused["reason"], "superseded");
}

#[test]
fn what_has_no_room_in_a_small_context_is_told() {
    let server = Server::start();
    let mara = server.person("mara", "owner");
    let ada = server.agent("ada", "worker");
    let rules = "Say in every summary what was not tried. ".repeat(28);
    mara.call(
        "settings_set",
        &json!({ "settings": { "context_guidance": rules, "entity_limit": 100 } }),
    )
    .ok();
    let said = "A long talk about the cart, its totals and what they are made of. ".repeat(30);
    let talk = json!({ "session": "chat", "messages": [{ "role": "user", "content": said }] });
    ada.call("session_put", &talk).ok();
    let names: Vec<String> = (100..200)
        .map(|nth| format!("Page {nth} of the catalogue"))
        .collect();
    for name in &names {
        let entity = json!({ "session": "chat", "type": "page", "id": name, "name": name });
        ada.call("entity_add", &entity).ok();
    }
    let mut most = 0;
    for budget in [500, 800, 2_000, 12_000] {
        let ask = json!({ "session": "chat", "budget": budget, "format": "blocks" });
        let given = ada.call("context_read", &ask).ok();
        let omitted = given["omitted"].as_array().unwrap();
        let told = |name: &str| omitted.iter().any(|one| one["kind"] == name);
        let guidance = block(&given, "guidance");
        assert!(
            guidance.contains("what was not tried") || told("guidance"),
            "{budget}: {given}"
        );
        let entities = block(&given, "entities");
        let shown: Vec<bool> = names.iter().map(|name| entities.contains(name)).collect();
        let many = shown.iter().filter(|shown| **shown).count();
        assert_eq!(many < names.len(), told("entities"), "{budget}: {given}");
        assert!(
            shown.is_sorted(),
            "those touched last are shown: {budget}: {entities}"
        );
        most = most.max(many);
        assert!(count(entities) <= 320, "{budget}: {entities}");
    }
    assert!(most > 5, "as many as fit, not fewer");
}
