//! Bad input: the error for each kind, and that nothing was done.

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

/// Creates a workflow with one task.
pub fn workflow(client: &Client) -> Value {
    let new = json!({ "name": "n", "goal": "g", "tasks": [{ "title": "first" }] });
    client.call("workflow_create", &new).ok()["workflow"].clone()
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
fn a_whole_number_is_kept_as_it_is_or_refused() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let body = |number: &str| format!("{{\"owner\":\"s\",\"patch\":{{\"n\":{number}}}}}");
    let kind = Some("application/json");
    let update = |number: &str| {
        ada.raw(
            "POST",
            "/api/scratchpad_update",
            kind,
            body(number).as_bytes(),
        )
    };
    let refused = update("18446744073709551616").problem(400, "invalid");
    assert!(
        refused["detail"]
            .as_str()
            .unwrap()
            .contains("18446744073709551616")
    );
    update("18446744073709551615").ok();
    let read = ada.call("scratchpad_read", &json!({ "owner": "s" })).ok();
    assert_eq!(read["pad"]["value"]["n"], json!(u64::MAX), "{read}");
    let data = "{\"messages\":[],\"data\":{\"n\":18446744073709551616}}";
    let put = ada.raw("PUT", "/v1/working-memory/s", kind, data.as_bytes());
    assert_eq!(put.status, 422, "{put:?}");
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
