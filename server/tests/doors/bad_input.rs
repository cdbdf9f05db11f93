//! Bad input: each kind of it, the error it gives, and that nothing was done.

use serde_json::{Value, json};

use crate::harness::{Client, Server};

#[test]
fn bodies_that_are_wrong_are_pointed_at_and_change_nothing() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let path = "/api/workflow_create";

    for text in [
        "{",
        "nul",
        "{\"name\":}",
        "{} {}",
        "{\"name\":\"\\ud800\",\"goal\":\"g\"}",
    ] {
        client.text(path, text).problem(400, "invalid");
    }
    let list = client.text(path, "[1]");
    list.wrong(400, "invalid", "");
    let detail = list.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.starts_with("expected a JSON object"), "{detail}");
    client
        .text(path, "{\"name\":1,\"goal\":\"g\"}")
        .wrong(400, "invalid", "/name");
    client
        .text(path, "{\"goal\":\"g\"}")
        .wrong(400, "invalid", "/name");
    client
        .text(path, "{\"name\":\"n\",\"goal\":\"g\",\"nmae\":1}")
        .wrong(400, "invalid", "/nmae");
    let nested = json!({"name": "n", "goal": "g", "tasks": [{"title": "a"}, {"title": 7}]});
    client
        .post(path, &nested)
        .wrong(400, "invalid", "/tasks/1/title");
    let nul = json!({"name": "n\u{0}", "goal": "g"});
    client.post(path, &nul).wrong(400, "invalid", "/name");
    let long = json!({"name": "n", "goal": "g".repeat(256 * 1024 + 1)});
    client.post(path, &long).wrong(413, "too_large", "/goal");
    let deep = (0..40).fold(json!("x"), |inner, _| json!([inner]));
    client
        .post(
            path,
            &json!({"name": "n", "goal": "g", "constraints": deep}),
        )
        .problem(400, "invalid");

    let huge = format!("{{\"name\":\"{}\"}}", "x".repeat(20 * 1024 * 1024));
    client.text(path, &huge).problem(413, "too_large");
    client
        .raw("POST", path, Some("text/plain"), b"{}")
        .problem(415, "invalid");
    client
        .raw(
            "POST",
            path,
            Some("application/json"),
            b"{\"name\":\"\xff\"}",
        )
        .problem(400, "invalid");
    let form = client.form(path, "{\"name\":\"n\",\"goal\":\"g\"}");
    form.problem(415, "invalid");

    let packed = client.clone().header("content-encoding", "gzip");
    packed
        .post(path, &json!({"name": "n", "goal": "g"}))
        .problem(415, "invalid");

    assert_eq!(client.workflows(), 0);
}

#[test]
fn what_does_not_fit_is_said_without_the_names_of_types() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let detail = |problem: &Value| problem["fields"][0]["detail"].as_str().unwrap().to_owned();
    let tasks = json!({ "name": "n", "goal": "g", "tasks": ["first"] });
    let refused = client.call("workflow_create", &tasks);
    assert_eq!(
        detail(&refused.problem(400, "invalid")),
        "expected an object, found \"first\""
    );
    let put = client.raw(
        "PUT",
        "/v1/working-memory/s",
        Some("application/json"),
        b"{\"messages\":[7]}",
    );
    assert_eq!(put.status, 422);
    assert_eq!(
        put.json()["detail"][0]["msg"],
        "expected an object, found 7"
    );
}

#[test]
fn an_address_that_is_no_text_is_refused_in_json() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    for path in [
        "/v1/working-memory/%ff",
        "/v1/long-term-memory/a%C3",
        "/v1/tasks/%FE",
        "/enter/%ff",
        "/api/%ff",
    ] {
        client.get(path).problem(400, "invalid");
    }
    assert_eq!(client.get("/v1/working-memory/%C3%A4").status, 404);
}

#[test]
fn a_patch_is_not_to_blame_for_what_was_there() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let large = json!({ "session": "s", "patch": { "a": "x".repeat(200 * 1024) } });
    client.call("session_data", &large).ok();
    let more = json!({ "session": "s", "patch": { "b": "x".repeat(100 * 1024) } });
    let problem = client.call("session_data", &more).problem(413, "too_large");
    assert!(
        problem["fields"].as_array().is_none_or(Vec::is_empty),
        "{problem}"
    );
    assert!(
        problem["detail"].as_str().unwrap().contains("bytes"),
        "{problem}"
    );
}

#[test]
fn what_is_not_there_is_not_found() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    client
        .get("/api/no_such_operation")
        .problem(404, "not_found");
    client
        .call("no/such/operation", &json!({}))
        .problem(404, "not_found");
    client.get("/api").problem(404, "not_found");
    client
        .call(
            "workflow_get",
            &json!({ "workflow": "01ARZ3NDEKTSV4RRFFQ69G5FAV" }),
        )
        .problem(404, "not_found");
    client
        .call("workflow_get", &json!({ "workflow": "x" }))
        .wrong(400, "invalid", "/workflow");
}

#[test]
fn contents_may_be_larger_than_texts() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let workflow = workflow(&client);
    let content = "line\n".repeat(400_000);
    let artifact = json!({
        "workflow": workflow, "type": "file", "path": "a.txt", "content": content,
    });
    client.call("artifact_record", &artifact).ok();
    let read = client
        .call(
            "artifact_get",
            &json!({ "workflow": workflow, "path": "a.txt" }),
        )
        .ok();
    assert!(
        read.to_string().contains("line\\nline"),
        "the content comes back"
    );
}

/// A workflow with one task.
pub fn workflow(client: &Client) -> Value {
    let new = json!({ "name": "n", "goal": "g", "tasks": [{ "title": "first" }] });
    client.call("workflow_create", &new).ok()["workflow"].clone()
}

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

    // The field does the same, and every spelling of the header.
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
    // A version that has not been was seen before a backup was restored.
    body["if_version"] = json!(1_000_000);
    let refused = client.call("task_edit", &body).problem(409, "conflict");
    assert_eq!(refused["reason"], "stale");
    // Two ways to say it, and two things said.
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
    // More changes of something else than a refusal lists.
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
fn what_belongs_elsewhere_is_not_taken() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let (mine, other) = (workflow(&client), workflow(&client));
    let elsewhere = format!("{}.T1", other.as_str().unwrap());
    client
        .call(
            "nudge_send",
            &json!({ "workflow": mine, "target": "all", "message": "m", "task": elsewhere }),
        )
        .problem(400, "invalid");
    client
        .call(
            "task_edit",
            &json!({ "workflow": mine, "task": elsewhere, "title": "x" }),
        )
        .problem(400, "invalid");
    let owner = server.person("mara", "owner");
    for stream in ["workspace:other", "workspace:main", "other:main"] {
        owner
            .call("purge", &json!({ "stream": stream }))
            .problem(404, "not_found");
    }
}

#[test]
fn a_cycle_among_new_tasks_is_told_in_the_callers_words() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let tasks = json!([
        { "key": "draw", "title": "Draw", "depends_on": ["build"] },
        { "key": "plan", "title": "Plan", "depends_on": ["draw"] },
        { "key": "build", "title": "Build", "depends_on": ["plan"] },
    ]);
    let told = "plan → build → draw → plan";
    let new = json!({ "name": "n", "goal": "g", "tasks": tasks });
    let problem = client
        .call("workflow_create", &new)
        .problem(409, "conflict");
    assert!(
        problem["detail"].as_str().unwrap().contains(told),
        "{problem}"
    );
    let workflow = workflow(&client);
    let more = json!({ "workflow": workflow, "tasks": tasks });
    let problem = client.call("task_add", &more).problem(409, "conflict");
    assert!(
        problem["detail"].as_str().unwrap().contains(told),
        "{problem}"
    );
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
    let client = server.nobody().bearer(&token);
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

#[test]
fn a_remark_past_the_end_of_a_file_is_not_taken() {
    let server = Server::start();
    let lead = server.agent("ada", "orchestrator");
    let worker = server.agent("bob", "worker");
    let reviewer = server.agent("rita", "reviewer");
    let new = json!({
        "name": "n", "goal": "g", "tasks": [{ "title": "first", "needs_review": true }],
    });
    let workflow = lead.call("workflow_create", &new).ok()["workflow"].clone();
    let claimed = worker
        .call("task_claim", &json!({ "workflow": workflow }))
        .ok();
    let large = "line\n".repeat(20_000);
    let files = json!([
        { "type": "code", "path": "a.rs", "content": "one\ntwo" },
        { "type": "code", "path": "b.rs", "content": large },
        { "type": "code", "path": "elsewhere.rs" },
    ]);
    let done = json!({
        "workflow": workflow, "task": "T1", "lease": claimed["lease"]["id"], "summary": "done",
        "artifacts": files,
    });
    worker.call("task_complete", &done).ok();
    let review = |comment: Value| {
        let review = json!({
            "workflow": workflow, "task": "T1", "status": "needs_rework", "comments": [comment],
        });
        reviewer.call("task_review", &review)
    };
    let at = |artifact: &str, line: u32, to: u32| json!({ "text": "why?", "artifact": artifact, "line": line, "to_line": to });
    review(at("A1", 3, 3)).wrong(400, "invalid", "/comments/0/line");
    review(at("A1", 2, 3)).wrong(400, "invalid", "/comments/0/to_line");
    review(at("A2", 20_001, 20_001)).wrong(400, "invalid", "/comments/0/line");
    review(json!({ "text": "what?", "artifact": "A3", "line": 7 })).ok();
}
