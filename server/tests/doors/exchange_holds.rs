//! Tasks that another tool holds are on hold here in every API, and answers about large plans are short.

use serde_json::{Value, json};

use crate::exchange_beads::{import, task};
use crate::harness::{Client, Server};

fn issue(id: &str, more: &Value) -> String {
    let mut issue =
        json!({"id": id, "title": id, "status": "open", "priority": 2, "issue_type": "task"});
    let members = issue.as_object_mut().unwrap();
    members.extend(more.as_object().unwrap().clone());
    format!("{issue}\n")
}

fn blocks(on: &str) -> Value {
    json!([{"depends_on_id": on, "type": "blocks"}])
}

/// Returns the source keys of the tasks that are ready for the caller.
fn ready(client: &Client, workflow: &Value) -> Vec<String> {
    let asked = json!({"workflow": workflow, "fields": ["items.id"]});
    let ready = client.call("task_ready", &asked).ok();
    let whole = json!({"workflow": workflow, "fields": ["tasks.id", "tasks.origin"]});
    let tasks = client.call("workflow_get", &whole).ok()["workflow"]["tasks"].clone();
    let key = |id: &Value| {
        let mut tasks = tasks.as_array().unwrap().iter();
        let task = tasks.find(|task| task["id"] == *id).unwrap();
        task["origin"]["key"].as_str().unwrap().to_owned()
    };
    let items = ready["items"].as_array().unwrap().iter();
    let mut keys: Vec<String> = items.map(|item| key(&item["id"])).collect();
    keys.sort();
    keys
}

#[test]
fn nobody_is_given_what_its_tool_holds() {
    let server = Server::start();
    let orch = server.agent("orch", "orchestrator");
    let ada = server.agent("ada", "worker");
    let text = [
        issue("free", &json!({})),
        issue("z-1", &json!({"status": "blocked"})),
        issue("z-2", &json!({"status": "awaiting_review"})),
        issue("z-3", &json!({"dependencies": blocks("z-2")})),
        issue("z-4", &json!({"issue_type": "gate"})),
        issue("z-5", &json!({"defer_until": "2999-01-01T00:00:00Z"})),
        issue(
            "z-6",
            &json!({"status": "deferred", "defer_until": "2020-01-01T00:00:00Z"}),
        ),
        "{\"id\":\"lost\",\"title\":7}\n".to_owned(),
        issue("z-7", &json!({"dependencies": blocks("lost")})),
    ]
    .concat();
    let workflow = import(&orch, &text, &Value::Null)["workflow"].clone();
    assert_eq!(ready(&ada, &workflow), ["free", "z-6"]);
    for key in ["z-1", "z-2", "z-3", "z-4", "z-5", "z-7"] {
        let id = &task(&ada, &workflow, key)["id"];
        let claim = json!({"workflow": workflow, "task": id});
        let refused = ada.call("task_claim", &claim).problem(409, "conflict");
        assert_eq!(refused["reason"], "not_ready", "{key}: {refused}");
    }
    assert_eq!(
        task(&ada, &workflow, "z-2")["blocked_reason"],
        "status `awaiting_review` in Beads"
    );
    let held = task(&ada, &workflow, "z-7");
    assert_eq!(
        held["blocked_reason"],
        "waits for `lost`, which is quarantined"
    );
    // Without local changes, the export equals the import.
    let body = json!({"workflow": workflow, "format": "beads"});
    let back = orch.call("workflow_export", &body).ok();
    for line in back["content"].as_str().unwrap().lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let (id, status) = (line["id"].as_str().unwrap(), &line["status"]);
        let expected = match id {
            "z-1" => "blocked",
            "z-2" => "awaiting_review",
            "z-6" => "deferred",
            _ => "open",
        };
        assert_eq!(status, expected, "{line}");
    }
    // A person releases it, and a second import does not hold it again.
    let release = json!({"workflow": workflow, "task": held["id"]});
    orch.call("task_release", &release).ok();
    import(&orch, &text, &workflow);
    assert_eq!(ready(&ada, &workflow), ["free", "z-6", "z-7"]);

    let plan = json!({"master": {"tasks": [
        {"id": 1, "title": "a", "status": "deferred"},
        {"id": 2, "title": "b", "status": "done", "subtasks": [{"id": 1, "title": "c"}]},
        {"id": 3, "title": "d", "status": "pending", "dependencies": [4], "subtasks": [{"id": 1, "title": "e"}]},
        {"id": 4, "title": "f", "status": "in_progress"}]}});
    let workflow = import(&orch, &plan.to_string(), &Value::Null)["workflow"].clone();
    assert_eq!(ready(&ada, &workflow), ["4"]);
}

#[test]
fn a_blocker_that_was_deleted_blocks_nobody() {
    let server = Server::start();
    let orch = server.agent("orch", "orchestrator");
    let waits = issue("k-2", &json!({"dependencies": blocks("k-1")}));
    let gone = json!({"id": "k-1", "title": "k-1", "status": "tombstone"}).to_string() + "\n";
    let fresh = import(&orch, &(gone.clone() + &waits), &Value::Null)["workflow"].clone();
    assert_eq!(ready(&orch, &fresh), ["k-2"]);
    for second in [gone.clone() + &waits, gone.clone()] {
        let first = issue("k-1", &json!({})) + &waits;
        let workflow = import(&orch, &first, &Value::Null)["workflow"].clone();
        assert_eq!(ready(&orch, &workflow), ["k-1"]);
        import(&orch, &second, &workflow);
        assert_eq!(ready(&orch, &workflow), ["k-2"], "{second}");
        assert_eq!(task(&orch, &workflow, "k-2")["status"], "pending");
    }
}

#[test]
fn an_older_snapshot_takes_nothing_back() {
    let server = Server::start();
    let orch = server.agent("orch", "orchestrator");
    let old = issue(
        "d-1",
        &json!({"title": "Old", "updated_at": "2026-06-01T00:00:00Z"}),
    );
    let new = issue(
        "d-1",
        &json!({"title": "New", "status": "closed", "closed_at": "2026-06-05T00:00:00Z",
            "updated_at": "2026-06-05T00:00:00Z"}),
    );
    let workflow = import(&orch, &new, &Value::Null)["workflow"].clone();
    let report = import(&orch, &old, &workflow)["report"].clone();
    assert_eq!([&report["changed"], &report["unchanged"]], [0, 1]);
    assert!(
        report["notes"]
            .to_string()
            .contains("1 task is older in this file"),
        "{report}"
    );
    let here = task(&orch, &workflow, "d-1");
    assert_eq!([&here["title"], &here["status"]], ["New", "completed"]);
    // In the other order the newer one is applied, and both in one file are merged.
    let workflow = import(&orch, &old, &Value::Null)["workflow"].clone();
    import(&orch, &new, &workflow);
    assert_eq!(task(&orch, &workflow, "d-1")["status"], "completed");
    let both = import(&orch, &(old + &new), &Value::Null)["workflow"].clone();
    assert_eq!(task(&orch, &both, "d-1")["status"], "completed");
}

#[test]
fn a_large_workflow_is_told_in_short() {
    let server = Server::start();
    let orch = server.agent("orch", "orchestrator");
    let ada = server.agent("ada", "worker");
    let plan: Vec<Value> = (1..=1_089)
        .map(|id| {
            let status = if id <= 200 { "done" } else { "pending" };
            let needs = if id > 600 { json!([id - 300]) } else { json!([]) };
            json!({"id": id, "title": format!("Task {id} of a long plan"), "status": status, "dependencies": needs})
        })
        .collect();
    let content = json!({"tasks": plan}).to_string();
    let workflow = import(&orch, &content, &Value::Null)["workflow"].clone();
    let asked = json!({"workflow": workflow});
    let answer = ada.call("workflow_get", &asked);
    let short = answer.ok();
    assert!(answer.body.len() < 20_000, "{}", answer.body.len());
    assert_eq!(
        short["views"]["counts"],
        json!({"completed": 200, "pending": 889})
    );
    let tasks = short["workflow"]["tasks"].as_array().unwrap();
    assert_eq!(tasks.len(), 50);
    assert!(
        tasks.iter().all(|task| task["status"] == "pending"),
        "{short}"
    );
    let more = short["more"].as_str().unwrap();
    assert!(
        more.contains("50 of 1089 tasks") && more.contains("`task_list`"),
        "{more}"
    );
    // A caller that names fields gets all of them.
    let named = json!({"workflow": workflow, "fields": ["tasks.id", "views.ready"]});
    let named = ada.call("workflow_get", &named).ok();
    assert_eq!(named["workflow"]["tasks"].as_array().unwrap().len(), 1_089);
    assert_eq!(named["views"]["ready"].as_array().unwrap().len(), 400);
    let explain = json!({"workflow": workflow, "explain": true});
    let answer = ada.call("task_ready", &explain);
    let explained = answer.ok();
    assert!(answer.body.len() < 32_000, "{}", answer.body.len());
    assert_eq!(explained["waiting_total"], 489);
    assert_eq!(explained["waiting"].as_array().unwrap().len(), 50);
    // Activity is read page by page without a gap.
    let mut cursor = Value::Null;
    let mut seen = Vec::new();
    while seen.len() < 120 {
        let mut page = json!({"workflow": workflow, "limit": 60});
        if !cursor.is_null() {
            page["cursor"] = cursor;
        }
        let answer = ada.call("activity_list", &page);
        assert!(answer.body.len() < 64_000, "{}", answer.body.len());
        let page = answer.ok();
        let items = page["items"].as_array().unwrap().iter();
        seen.extend(items.map(|item| item["version"].as_u64().unwrap()));
        cursor = page["next_cursor"].clone();
    }
    let newest = seen[0];
    let expected: Vec<u64> = (0..seen.len() as u64).map(|nth| newest - nth).collect();
    assert_eq!(seen, expected);
}
