//! Requests in the style of common clients.

use serde_json::{Value, json};

use crate::harness::{Client, Server};
use crate::mcp::{NEW, Speaker};

/// Creates a workflow with one unclaimed task.
fn workflow(client: &Client) -> String {
    let new = json!({ "name": "n", "goal": "g", "tasks": [{ "title": "A" }] });
    let made = client.call("workflow_create", &new).ok();
    made["workflow"].as_str().unwrap().to_owned()
}

type Call<'a> = &'a dyn Fn(&str, &Value) -> Value;

#[test]
fn texts_are_read_by_the_schema_at_every_door() {
    let server = Server::start();
    let ada = server.agent("ada", "orchestrator");
    let speaker = Speaker::new(ada.clone(), NEW);
    let over_http = |operation: &str, arguments: &Value| ada.call(operation, arguments).ok();
    let over_mcp = |operation: &str, arguments: &Value| speaker.call(operation, arguments);
    for call in [&over_http as Call, &over_mcp] {
        let made = call(
            "workflow_create",
            &json!({
                "name": "n", "goal": "g", "constraints": "No breaking changes",
                "tasks": "[{\"key\":\"a\",\"title\":\"A\",\"needs_review\":\"true\",\"priority\":\"1\"}]",
                "fields": "[\"workflow\"]",
            }),
        );
        let workflow = &made["workflow"];
        let task = call(
            "task_get",
            &json!({ "workflow": workflow, "task": "T1", "fields": "*" }),
        );
        let task = &task["task"];
        assert_eq!(task["needs_review"], true, "{task}");
        assert_eq!(task["priority"], 1, "{task}");
        call(
            "task_add",
            &json!({ "workflow": workflow, "title": "B", "depends_on": "[\"T1\"]" }),
        );
        call(
            "task_claim",
            &json!({ "workflow": workflow, "task": "T1", "lease_seconds": "600" }),
        );
        call(
            "decision_record",
            &json!({
                "workflow": workflow, "question": "q", "choice": "c", "rationale": "r",
                "affects_tasks": "T1",
            }),
        );
        call(
            "approval_request",
            &json!({
                "workflow": workflow, "subject": "{\"plan\":\"Delete the table\"}", "reason": "r",
            }),
        );
        let read = call(
            "workflow_get",
            &json!({ "workflow": workflow, "fields": ["*"], "if_version": null }),
        );
        assert_eq!(
            read["workflow"]["constraints"],
            json!(["No breaking changes"]),
            "{read}"
        );
    }
    // A JSON text for a text field stays a text.
    let note = ada.call("note_write", &json!({ "note": "[1, 2]" }));
    note.ok();
}

#[test]
fn null_is_left_out() {
    let server = Server::start();
    let ada = server.agent("ada", "orchestrator");
    let workflow = workflow(&ada);
    for (operation, arguments) in [
        (
            "workflow_create",
            json!({ "name": "n", "goal": "g", "constraints": null, "tasks": null, "fields": null }),
        ),
        (
            "task_claim",
            json!({ "workflow": workflow, "capabilities": null, "resume": null, "wait": null }),
        ),
        (
            "decision_record",
            json!({
                "workflow": workflow, "question": "q", "choice": "c", "rationale": "r",
                "affects_tasks": null, "alternatives": null,
            }),
        ),
        (
            "question_ask",
            json!({ "workflow": workflow, "question": "q", "options": null }),
        ),
        (
            "approval_request",
            json!({
                "workflow": workflow, "reason": "r",
                "subject": { "plan": "p", "task": null, "decision": "", "artifact": null },
            }),
        ),
    ] {
        ada.call(operation, &arguments).ok();
    }
    let absent = ada.call("workflow_create", &json!({ "name": "n", "goal": null }));
    absent.wrong(400, "invalid", "/goal");
}

#[test]
fn one_of_several_members_is_asked_for_by_name() {
    let server = Server::start();
    let ada = server.agent("ada", "orchestrator");
    let workflow = workflow(&ada);
    for subject in [json!({}), json!({ "task": "T1", "plan": "p" })] {
        let asked = json!({ "workflow": workflow, "subject": subject, "reason": "r" });
        let refused = ada.call("approval_request", &asked);
        refused.wrong(400, "invalid", "/subject");
        let said = refused.json()["detail"].as_str().unwrap().to_owned();
        assert!(
            said.contains("name exactly one of `decision`, `artifact`, `task`, `plan`"),
            "{said}"
        );
    }
    let link =
        json!({ "workflow": workflow, "from": "T1", "to": "T1", "when": { "success": true } });
    let refused = ada.call("task_link", &link);
    let said = refused.problem(400, "invalid")["detail"].to_string();
    assert!(
        said.contains("an object with exactly one of `choice`"),
        "{said}"
    );
}

#[test]
fn an_argument_without_a_value_is_refused_where_the_schema_wants_one() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    for operation in ["context_read", "mind_context"] {
        let path = format!("/api/{operation}?model=");
        ada.get(&path).wrong(400, "invalid", "/model");
        ada.call(operation, &json!({ "model": "" }))
            .wrong(400, "invalid", "/model");
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_body() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    ada.text("/api/note_write", "\u{feff}{\"note\":\"kept\"}")
        .ok();
    // Misfits are still reported with a pointer.
    ada.text("/api/note_write", "\u{feff}{\"note\":7}")
        .wrong(400, "invalid", "/note");
    let put = ada.raw(
        "PUT",
        "/v1/working-memory/s",
        Some("application/json"),
        "\u{feff}{\"messages\":[]}".as_bytes(),
    );
    assert_eq!(put.status, 200, "{put:?}");
}

#[test]
fn a_token_may_come_as_an_api_key() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    let client = server.anonymous().header("x-api-key", &token);
    client.call("mind_context", &json!({})).ok();
    let sessions = client.get("/v1/working-memory");
    assert_eq!(sessions.status, 200, "{sessions:?}");
    let wrong = server.anonymous().header("x-api-key", "loci_wrong");
    wrong
        .call("mind_context", &json!({}))
        .problem(401, "unauthenticated");
    // The token of the standard header takes precedence.
    let both = client.bearer("loci_wrong");
    both.call("mind_context", &json!({}))
        .problem(401, "unauthenticated");
}

#[test]
fn compatible_requests_are_as_strict_as_their_schema() {
    let server = Server::start();
    let ada = server.agent("ada", "orchestrator");
    let twice = ada.get("/v1/working-memory?limit=&limit=x");
    assert_eq!(twice.status, 422, "{twice:?}");
    let view = json!({ "source": "long_term", "group_by": ["user_id"] });
    let view = ada.post("/v1/summary-views", &view).ok();
    let run = format!("/v1/summary-views/{}/run", view["id"].as_str().unwrap());
    assert_eq!(ada.text(&run, "").status, 422);
    // As in the original, numbers and booleans are also parsed from texts.
    let put = ada.raw(
        "PUT",
        "/v1/working-memory/s",
        Some("application/json"),
        br#"{"messages":[],"ttl_seconds":"600"}"#,
    );
    assert_eq!(put.status, 200, "{put:?}");
}

#[test]
fn there_is_nothing_at_unknown_addresses() {
    let server = Server::start();
    let anonymous = server.anonymous();
    let browser = anonymous.clone().browser();
    // Before the first account exists, and after.
    for is_set_up in [false, true] {
        if is_set_up {
            server.person("mara", "owner");
        }
        for path in [
            "/robots.txt",
            "/llms.txt",
            "/sse",
            "/mcp/",
            "/nothing/here",
            "/nothing%2Fhere",
            "/n%C3%BCchts?a=%20b",
            "//nothing",
            "/help/",
            "/api/docs/",
            "/api/docs/nothing",
            "/api/docs/task/claim",
            "/api/docs/t%2Fask",
            "/api/nothing",
            "/api",
        ] {
            anonymous.get(path).problem(404, "not_found");
            if !path.starts_with("/api/docs/") {
                anonymous.text(path, "{}").problem(404, "not_found");
            }
            let head = anonymous.raw("HEAD", path, None, b"");
            assert_eq!((head.status, head.body.as_str()), (404, ""), "{path}");
            for method in ["GET", "HEAD"] {
                let page = browser.raw(method, path, None, b"");
                assert_eq!(page.status, 404, "{method} {path}");
                let kind = page.header("content-type");
                assert!(kind.starts_with("text/html"), "{method} {path}");
                let title = "Page not found";
                assert_eq!(page.body.contains(title), method == "GET", "{path}");
            }
        }
        let posted = browser.raw("PUT", "/nothing/here", None, b"");
        assert_eq!(posted.status, 404);
        assert!(posted.body.contains("class=\"nav nav--open\""));
        for path in [
            "/inbox",
            "/help",
            "/api/docs",
            "/api/docs/task",
            "/api/docs/nothing",
        ] {
            anonymous.text(path, "{}").problem(405, "invalid");
        }
        // A page redirects to the sign-in page.
        assert_eq!(browser.get("/workflows").status, 302);
    }
    let mara = server.person("ben", "owner").browser();
    let missing = mara.get("/nothing/here");
    assert_eq!(missing.status, 404);
    assert!(missing.body.contains("Page not found"));
    assert!(missing.header("content-type").starts_with("text/html"));
    let said = anonymous.text("/mcp/", "{}").json();
    assert!(
        said["detail"]
            .as_str()
            .unwrap()
            .contains("MCP is at `/mcp`"),
        "{said}"
    );
}

#[test]
fn who_looks_for_oauth_is_told_to_send_a_token() {
    let server = Server::start();
    server.person("mara", "owner");
    for client in [server.anonymous(), server.anonymous().browser()] {
        for path in [
            "/.well-known/oauth-authorization-server",
            "/.well-known/oauth-authorization-server/mcp",
            "/.well-known/oauth-protected-resource",
            "/.well-known/oauth-protected-resource/mcp",
            "/.well-known/openid-configuration",
            "/authorize",
            "/token",
            "/register",
        ] {
            for answer in [client.get(path), client.text(path, "{}")] {
                assert_eq!(answer.status, 404, "{path}");
                assert_eq!(answer.header("content-type"), "application/json", "{path}");
                let said = answer.json();
                assert_eq!(said["code"], "not_found", "{path}");
                assert_eq!(said["error"], "invalid_request", "{path}");
                let told = said["error_description"].as_str().unwrap();
                assert!(told.contains("Authorization: Bearer"), "{told}");
                assert!(told.contains("LOCI_TOKEN"), "{told}");
            }
        }
    }
}
