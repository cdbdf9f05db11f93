//! Conditional writes (expected version) and idempotency keys.

use serde_json::{Value, json};

use crate::bad_input::workflow;
use crate::harness::{Client, Server};

#[test]
fn a_stale_write_is_refused_with_what_changed() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let workflow = workflow(&client);
    let task = json!({ "workflow": workflow, "task": "T1" });
    let seen = client.call("task_get", &task);
    let tag = seen.header("etag").to_owned();
    assert_eq!(tag, format!("\"v{}\"", seen.ok()["version"]));
    let edit = |title: &str| json!({ "workflow": workflow, "task": "T1", "title": title });

    let conditional = client.clone().header("if-match", &tag);
    conditional.call("task_edit", &edit("second")).ok();
    let refused = conditional.call("task_edit", &edit("third"));
    let problem = refused.problem(409, "conflict");
    assert_eq!(problem["reason"], "stale");
    assert!(problem["current"].as_u64().unwrap() > seen.ok()["version"].as_u64().unwrap());
    assert_eq!(
        refused.header("etag"),
        format!("\"v{}\"", problem["current"])
    );

    // The argument does the same as the header, in all spellings of the header.
    let mut body = edit("third");
    body["if_version"] = seen.ok()["version"].clone();
    client.call("task_edit", &body).problem(409, "conflict");
    body["if_version"] = problem["current"].clone();
    client.call("task_edit", &body).ok();
    let wrong = client.clone().header("if-match", "\"abc\"");
    wrong
        .call("task_edit", &edit("x"))
        .wrong(400, "invalid", "/if_version");
    let any = client.clone().header("if-match", "*");
    any.call("task_edit", &edit("fourth")).ok();
    // A future version is from before a backup was restored.
    body["if_version"] = json!(1_000_000);
    let refused = client.call("task_edit", &body).problem(409, "conflict");
    assert_eq!(refused["reason"], "stale");
    // Both forms at once, and a contradiction.
    body["if_version"] = json!(2);
    conditional
        .call("task_edit", &body)
        .wrong(400, "invalid", "/if_version");
    body["if_version"] = Value::Null;
    body["idempotency_key"] = json!("a");
    let keyed = client.clone().header("idempotency-key", "b");
    keyed
        .call("task_edit", &body)
        .wrong(400, "invalid", "/idempotency_key");
}

#[test]
fn what_changed_is_what_changed_of_the_thing() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let new = json!({ "name": "n", "goal": "g", "tasks": [{ "title": "a" }, { "title": "b" }] });
    let workflow = client.call("workflow_create", &new).ok()["workflow"].clone();
    let seen = client
        .call("task_get", &json!({ "workflow": workflow, "task": "T1" }))
        .ok()["version"]
        .clone();
    // More changes of another thing than a rejection lists.
    for nth in 0..25 {
        let other = json!({ "workflow": workflow, "task": "T2", "title": format!("b {nth}") });
        client.call("task_edit", &other).ok();
    }
    let decision = json!({
        "workflow": workflow, "question": "Which way?", "choice": "left", "rationale": "so",
        "reversible": true,
    });
    client.call("decision_record", &decision).ok();
    let edit = |title: &str| json!({ "workflow": workflow, "task": "T1", "title": title });
    client.call("task_edit", &edit("mine")).ok();
    client
        .call(
            "workflow_edit",
            &json!({ "workflow": workflow, "goal": "another" }),
        )
        .ok();
    let kinds = |operation: &str, mut body: Value| {
        body["if_version"] = seen.clone();
        let problem = client.call(operation, &body).problem(409, "conflict");
        let changes = problem["changes"].as_array().unwrap().iter();
        changes
            .map(|change| change["kind"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(kinds("task_edit", edit("late")), ["task_edited"]);
    let of_workflow = json!({ "workflow": workflow, "name": "m" });
    assert_eq!(kinds("workflow_edit", of_workflow), ["workflow_edited"]);
    let other = json!({ "workflow": workflow, "task": "T2", "title": "late" });
    assert_eq!(kinds("task_edit", other), ["task_edited"; 20]);
}

#[test]
fn another_part_of_the_workflow_does_not_make_an_edit_stale() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let new = json!({ "name": "n", "goal": "g", "tasks": [{ "title": "a" }, { "title": "b" }] });
    let workflow = client.call("workflow_create", &new).ok()["workflow"].clone();
    let tag = client
        .call("task_get", &json!({ "workflow": workflow, "task": "T1" }))
        .header("etag")
        .to_owned();
    let edit = |task: &str| json!({ "workflow": workflow, "task": task, "title": "x" });
    client.call("task_edit", &edit("T2")).ok();
    client
        .clone()
        .header("if-match", &tag)
        .call("task_edit", &edit("T1"))
        .ok();
}

#[test]
fn an_answer_that_is_out_of_date_is_never_taken_for_how_it_is() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let workflow = workflow(&client);
    let whole = json!({ "workflow": workflow });
    let tag = || {
        client
            .call("workflow_get", &whole)
            .header("etag")
            .to_owned()
    };
    let call = |tags: &str, operation: &str, arguments: &Value| {
        let client = client.clone().header("if-match", tags);
        client.call(operation, arguments)
    };
    let edit = json!({ "workflow": workflow, "name": "m" });
    let note = json!({ "workflow": workflow, "question": "q", "choice": "c", "rationale": "r" });

    // Any change of it makes the answer stale.
    let seen = tag();
    client
        .call(
            "task_edit",
            &json!({ "workflow": workflow, "task": "T1", "title": "x" }),
        )
        .ok();
    let now = tag();
    for (operation, arguments) in [
        ("workflow_edit", &edit),
        ("workflow_pause", &whole),
        ("decision_record", &note),
        ("task_add", &json!({ "workflow": workflow, "title": "new" })),
    ] {
        let refused = call(&seen, operation, arguments);
        let problem = refused.problem(409, "conflict");
        assert_eq!(problem["reason"], "stale", "{operation}");
        // The current version in the rejection equals the one that a reader gets.
        assert_eq!(format!("\"v{}\"", problem["current"]), now, "{operation}");
        assert_eq!(refused.header("etag"), now, "{operation}");
    }
    // The argument only concerns the edited thing.
    let mut by_field = edit.clone();
    by_field["if_version"] = json!(seen.trim_matches(['"', 'v']).parse::<u64>().unwrap());
    client.call("workflow_edit", &by_field).ok();

    // One of several tags is enough, and a change that is not visible makes nothing stale.
    let now = tag();
    let worker = server.agent("bo", "worker");
    let claim = worker
        .call("task_claim", &json!({ "workflow": workflow, "task": "T1" }))
        .ok();
    let held = tag();
    let beat = json!({ "workflow": workflow, "task": "T1", "lease": claim["lease"]["id"] });
    worker.call("task_heartbeat", &beat).ok();
    assert_ne!(held, now);
    call(&format!("{seen}, {now}"), "workflow_edit", &edit).problem(409, "conflict");
    call(&format!("{seen}, W/{held}"), "workflow_edit", &edit).ok();
}

#[test]
fn a_retry_gets_the_first_answer_also_after_a_restart() {
    let server = Server::start();
    let token = server.token("ada", "orchestrator");
    let new = json!({ "name": "n", "goal": "g" });
    let retry = |base: &str, body: &Value| {
        Client::new(base)
            .bearer(&token)
            .header("idempotency-key", "one")
            .call("workflow_create", body)
    };
    let first = retry(&server.base, &new).ok();
    assert_eq!(
        retry(&server.base, &new).ok()["workflow"],
        first["workflow"]
    );
    let server = Server::start_in(server.stop(), &[]);
    assert_eq!(
        retry(&server.base, &new).ok()["workflow"],
        first["workflow"]
    );
    let other = json!({ "name": "n", "goal": "another" });
    let reused = retry(&server.base, &other).problem(422, "invalid");
    assert_eq!(reused["reason"], "idempotency_key_reused");
    let client = server.anonymous().bearer(&token);
    assert_eq!(client.workflows(), 1);
    let empty = client.header("idempotency-key", "");
    empty
        .call("workflow_create", &new)
        .wrong(400, "invalid", "/idempotency_key");
}

#[test]
fn a_write_that_leaves_no_fact_is_done_once_too() {
    let server = Server::start();
    let agent = server.agent("ada", "orchestrator");
    let owner = server.person("mara", "owner");
    let stream = format!("workflow:{}", workflow(&agent).as_str().unwrap());
    let once = owner.clone().header("idempotency-key", "one");
    let token = json!({ "agent": "ada", "expires_seconds": 3600 });
    let first = once.call("token_create", &token).ok();
    assert!(first["token"].as_str().unwrap().starts_with("loci_"));
    let purge = json!({ "stream": stream });
    let purged = once.call("purge", &purge).ok();
    let twice = |server: &Server| {
        let once = Client::new(&server.base)
            .cookie(owner.session())
            .header("idempotency-key", "one");
        let again = once.call("token_create", &token).ok();
        assert_eq!(again["info"], first["info"]);
        assert!(again["token"].is_null(), "{again}");
        assert!(again["note"].as_str().unwrap().contains("shown once"));
        let again = once.call("purge", &purge).ok();
        assert_eq!(
            (&again["erased"], &again["facts"]),
            (&purged["erased"], &purged["facts"])
        );
        let other = json!({ "agent": "ada", "expires_seconds": 60 });
        let reused = once.call("token_create", &other).problem(422, "invalid");
        assert_eq!(reused["reason"], "idempotency_key_reused");
        let made = once.call("token_list", &json!({ "agent": "ada" })).ok();
        assert_eq!(made["total"], 2, "one to call with, and one that was made");
    };
    twice(&server);
    let server = Server::start_in(server.stop(), &[]);
    twice(&server);
}
