//! Issues of Beads, imported and exported: blocked issues stay blocked.

use serde_json::{Value, json};

use crate::harness::{Client, Server};

fn issue(id: &str, status: &str, dependencies: &[(&str, &str)]) -> String {
    let dependencies = dependencies.iter();
    let dependencies =
        dependencies.map(|(kind, on)| json!({"issue_id": id, "depends_on_id": on, "type": kind}));
    let mut issue = json!({"id": id, "title": id, "status": status, "priority": 2, "issue_type": "task",
        "dependencies": dependencies.collect::<Vec<_>>()});
    if status == "closed" {
        issue["closed_at"] = "2026-01-02T03:04:05Z".into();
    }
    format!("{issue}\n")
}

pub fn import(client: &Client, content: &str, workflow: &Value) -> Value {
    let mut body = json!({"content": content});
    if !workflow.is_null() {
        body["workflow"] = workflow.clone();
    }
    client.call("workflow_import", &body).ok()
}

/// Returns the task with that key in its tool.
pub fn task(client: &Client, workflow: &Value, key: &str) -> Value {
    let asked = json!({"workflow": workflow, "fields": ["tasks"]});
    let whole = client.call("workflow_get", &asked).ok();
    let mut tasks = whole["workflow"]["tasks"].as_array().unwrap().iter();
    tasks
        .find(|task| task["origin"]["key"] == key)
        .unwrap()
        .clone()
}

/// Returns the issues in the form for Beads, by id.
fn back(client: &Client, workflow: &Value) -> Value {
    let body = json!({"workflow": workflow, "format": "beads"});
    let given = client.call("workflow_export", &body).ok();
    let lines = given["content"].as_str().unwrap().lines();
    let issues = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
    let by_id = issues.map(|issue| (issue["id"].as_str().unwrap().to_owned(), issue));
    by_id.collect::<serde_json::Map<_, _>>().into()
}

#[test]
fn a_plan_of_failures_and_gates_waits() {
    let server = Server::start();
    let orch = server.agent("orch", "orchestrator");
    let text = [
        issue("a", "open", &[]),
        issue("mend", "open", &[("conditional-blocks", "a")]),
        issue("p", "open", &[]),
        issue("p1", "open", &[("parent-child", "p")]),
        issue("gate", "open", &[("waits-for", "p")]),
        issue("done", "closed", &[]),
        issue("never", "open", &[("conditional-blocks", "done")]),
        issue("early", "closed", &[("blocks", "a")]),
    ]
    .concat();
    let taken = import(&orch, &text, &Value::Null);
    let workflow = &taken["workflow"];
    let named = |key: &str| task(&orch, workflow, key)["id"].clone();
    let mend = task(&orch, workflow, "mend");
    assert_eq!(
        mend["depends_on"],
        json!([{"task": named("a"), "when": "failure"}])
    );
    let gate = task(&orch, workflow, "gate");
    assert_eq!(gate["depends_on"], json!([named("p1")]));
    assert_eq!(task(&orch, workflow, "never")["status"], "skipped");
    // A task completed before its dependencies is history and needs no attention.
    let whole = json!({"workflow": workflow, "fields": ["*"]});
    let warnings = orch.call("workflow_get", &whole).ok()["workflow"]["warnings"].clone();
    assert!(
        matches!(warnings.as_array().map(Vec::len), None | Some(0)),
        "{warnings}"
    );
    let notes = taken["report"]["notes"].to_string();
    assert!(notes.contains("1 task was done before"), "{notes}");
    let back = back(&orch, workflow);
    assert_eq!(
        back["mend"]["dependencies"][0]["type"],
        "conditional-blocks"
    );
    assert_eq!(
        back["gate"]["dependencies"].as_array().map(Vec::len),
        Some(1)
    );
    assert_eq!(back["never"]["status"], "closed");
    assert!(back["never"]["closed_at"].is_string(), "{back}");
}

#[test]
fn what_was_planned_here_is_as_beads_takes_it() {
    let server = Server::start();
    let orch = server.agent("orch", "orchestrator");
    let new = json!({"name": "n", "goal": "g", "tasks": [
        {"key": "a", "title": "会".repeat(300)}, {"title": "b", "depends_on": [{"task": "a", "when": "failure"}]},
        {"title": "c", "priority": 0}]});
    let workflow = orch.call("workflow_create", &new).ok()["workflow"].clone();
    let cancel = json!({"workflow": workflow, "task": "T3", "reason": "no"});
    orch.call("task_cancel", &cancel).ok();
    let back = back(&orch, &workflow);
    assert_eq!(back["T1"]["priority"], 2);
    assert!(back["T1"]["title"].as_str().unwrap().len() <= 500);
    assert_eq!(back["T2"]["dependencies"][0]["type"], "conditional-blocks");
    assert_eq!(back["T3"]["status"], "closed");
    assert_eq!(back["T3"]["priority"], 0);
    assert!(back["T3"]["closed_at"].is_string(), "{back}");
    assert_eq!(back["T3"]["close_reason"], "no");
}

#[test]
fn a_piece_of_a_plan_and_what_was_deleted_of_it() {
    let server = Server::start();
    let orch = server.agent("orch", "orchestrator");
    let whole = issue("a", "open", &[])
        + &issue("b", "open", &[("blocks", "a")])
        + &issue("c", "open", &[]);
    let workflow = import(&orch, &whole, &Value::Null)["workflow"].clone();
    let piece = issue(
        "b",
        "in_progress",
        &[("blocks", "a"), ("conditional-blocks", "c")],
    ) + &issue("c1", "open", &[("parent-child", "c")]);
    let counts = |text: &str| {
        let report = import(&orch, text, &workflow)["report"].clone();
        ["created", "changed", "unchanged", "quarantined"]
            .map(|name| report[name].as_u64().unwrap())
    };
    assert_eq!(counts(&piece), [1, 1, 0, 0]);
    let named = |key: &str| task(&orch, &workflow, key)["id"].clone();
    let b = task(&orch, &workflow, "b");
    assert_eq!(
        b["depends_on"],
        json!([named("a"), {"task": named("c"), "when": "failure"}])
    );
    let c = task(&orch, &workflow, "c");
    assert_eq!(c["depends_on"], json!([named("c1")]));
    assert_eq!(counts(&piece), [0, 0, 2, 0]);

    let gone = r#"{"id":"a","title":"a","status":"tombstone","deleted_at":"2026-01-01T00:00:00Z"}"#;
    assert_eq!(counts(gone), [0, 1, 0, 0]);
    assert_eq!(task(&orch, &workflow, "a")["status"], "cancelled");
    assert_eq!(back(&orch, &workflow)["a"]["status"], "tombstone");
    assert_eq!(counts(gone), [0, 0, 1, 0]);
    let alone = json!({"content": gone});
    orch.call("workflow_import", &alone)
        .wrong(400, "invalid", "/content");
}

#[test]
fn nobody_approves_their_own_work_by_an_import() {
    let server = Server::start();
    let (orch, noor) = (
        server.agent("orch", "orchestrator"),
        server.agent("noor", "reviewer"),
    );
    let workflow = import(&orch, &issue("a", "open", &[]), &Value::Null)["workflow"].clone();
    let edit = json!({"workflow": workflow, "task": "T1", "needs_review": true});
    orch.call("task_edit", &edit).ok();
    let close = || {
        let report = import(&orch, &issue("a", "closed", &[]), &workflow)["report"].clone();
        let here = task(&orch, &workflow, "a");
        assert!(
            here["review_status"] != "approved" && here["status"] != "completed",
            "{here}"
        );
        report["notes"].to_string()
    };
    assert!(close().contains("T1 needs a review"));
    let hand_in = || {
        let lease = json!({"workflow": workflow, "task": "T1"});
        let lease = orch.call("task_claim", &lease).ok()["lease"]["id"].clone();
        let done = json!({"workflow": workflow, "task": "T1", "lease": lease, "summary": "done"});
        orch.call("task_complete", &done).ok();
    };
    hand_in();
    assert!(close().contains("T1 waits for a review"));
    let gone = json!({"id": "a", "title": "a", "status": "tombstone"}).to_string();
    import(&orch, &gone, &workflow);
    assert_eq!(task(&orch, &workflow, "a")["status"], "review");
    let review = |status: &str| {
        let comments = if status == "approved" {
            json!([])
        } else {
            json!([{"text": "no"}])
        };
        let review =
            json!({"workflow": workflow, "task": "T1", "status": status, "comments": comments});
        noor.call("task_review", &review).ok();
    };
    review("needs_rework");
    assert!(close().contains("T1 was not approved"));
    hand_in();
    review("approved");
    let closed = import(&orch, &issue("a", "closed", &[]), &workflow);
    assert_eq!(
        task(&orch, &workflow, "a")["status"],
        "completed",
        "{closed}"
    );
}

#[test]
fn a_plan_that_comes_back_to_where_it_was_made_is_there_once() {
    let server = Server::start();
    let orch = server.agent("orch", "orchestrator");
    let new = json!({"name": "n", "goal": "g", "tasks": [{"key": "a", "title": "a"}, {"title": "b", "depends_on": ["a"]}]});
    let workflow = orch.call("workflow_create", &new).ok()["workflow"].clone();
    for format in ["beads", "task_master"] {
        let wish = json!({"workflow": workflow, "format": format});
        let given = orch.call("workflow_export", &wish).ok();
        let report = import(&orch, given["content"].as_str().unwrap(), &workflow)["report"].clone();
        assert_eq!(
            [&report["created"], &report["unchanged"]],
            [0, 2],
            "{report}"
        );
        assert!(
            report["notes"].to_string().contains("were planned here"),
            "{report}"
        );
    }
}
