//! What was planned elsewhere is taken in, and what is here is given out.

use serde_json::{Value, json};

use crate::harness::{Client, Server};

const ISSUES: &str = r#"{"_type":"header"}
{"id":"bd-1","title":"Log in","status":"open","priority":1,"labels":["auth"]}
{"id":"bd-2","title":"Token table","status":"closed","close_reason":"merged","closed_at":"2026-01-02T03:04:05Z","dependencies":[{"issue_id":"bd-2","depends_on_id":"bd-1","type":"parent-child"}]}
{"id":"bd-3","title":"Token service","status":"in_progress","dependencies":[{"issue_id":"bd-3","depends_on_id":"bd-2","type":"blocks"},{"issue_id":"bd-3","depends_on_id":"bd-4","type":"blocks"}]}
{"id":"bd-4","title":"Later","status":"deferred","dependencies":[{"issue_id":"bd-4","depends_on_id":"bd-3","type":"blocks"}]}
{"id":"bd-5","title":7}
not json
"#;

fn import(client: &Client, body: &Value) -> Value {
    client.call("workflow_import", body).ok()
}

/// Status by the name that a task has where it is from.
fn statuses(client: &Client, workflow: &Value) -> Value {
    let whole = client
        .call(
            "workflow_get",
            &json!({"workflow": workflow, "fields": ["*"]}),
        )
        .ok();
    let tasks = whole["tasks"].as_array().unwrap().iter();
    tasks
        .map(|task| {
            (
                task["origin"]["key"].as_str().unwrap().to_owned(),
                task["status"].clone(),
            )
        })
        .collect::<serde_json::Map<_, _>>()
        .into()
}

#[test]
fn issues_become_a_workflow_once() {
    let server = Server::start();
    let client = server.agent("orch", "orchestrator");
    let look = json!({"content": ISSUES, "source": "issues.jsonl", "dry_run": true});
    let before = client.workflows();
    let looked = import(&client, &look);
    assert_eq!(client.workflows(), before);
    assert_eq!(looked["workflow"], Value::Null);

    let taken = import(
        &client,
        &json!({"content": ISSUES, "source": "issues.jsonl"}),
    );
    let report = &taken["report"];
    let mut same = looked["report"].clone();
    same["dry_run"] = json!(false);
    assert_eq!(&same, report);
    assert_eq!(report["format"], "beads");
    assert_eq!(
        [
            &report["created"],
            &report["set_aside"],
            &report["quarantined"]
        ],
        [4, 1, 2]
    );
    let odd: Vec<String> = (report["odd"].as_array().unwrap().iter())
        .map(|odd| {
            format!(
                "{}: {}",
                odd["at"].as_str().unwrap(),
                odd["why"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(odd[0], "line 6: an issue needs a `title`, as a text");
    assert!(odd[1].starts_with("line 7: not JSON"), "{odd:?}");
    assert_eq!(
        odd[2],
        "line 5/dependencies/0: this edge would close a cycle"
    );

    let workflow = &taken["workflow"];
    let expected =
        json!({"bd-1": "pending", "bd-2": "completed", "bd-3": "blocked", "bd-4": "blocked"});
    let now = statuses(&client, workflow);
    assert_eq!(now["bd-2"], expected["bd-2"]);
    assert_eq!(now["bd-4"], expected["bd-4"]);
    let done = client
        .call("task_get", &json!({"workflow": workflow, "task": "T1"}))
        .ok();
    assert_eq!(done["task"]["origin"]["key"], "bd-2");
    assert_eq!(done["task"]["attempts"], json!([]));
    assert_eq!(done["task"]["completed_at"], "2026-01-02T03:04:05.000Z");
    assert_eq!(done["task"]["result"]["summary"], "merged");

    // What was odd is kept whole, where people look.
    let kept = json!({"workflow": workflow, "path": "imports/beads-quarantine.jsonl"});
    let kept = client.call("artifact_get", &kept).ok();
    assert!(
        kept["content"].as_str().unwrap().contains("not json"),
        "{kept}"
    );
    let told = client
        .call("activity_list", &json!({"workflow": workflow}))
        .ok()
        .to_string();
    assert!(
        told.contains("took in 4 new tasks from Beads (“issues.jsonl”), 3 of it set aside in A1"),
        "{told}"
    );

    // The same once more changes nothing.
    let version = client
        .call("workflow_get", &json!({"workflow": workflow}))
        .ok()["version"]
        .clone();
    let again = import(&client, &json!({"content": ISSUES, "workflow": workflow}));
    assert_eq!(
        [
            &again["report"]["created"],
            &again["report"]["changed"],
            &again["report"]["unchanged"]
        ],
        [0, 0, 4]
    );
    assert_eq!(
        client
            .call("workflow_get", &json!({"workflow": workflow}))
            .ok()["version"],
        version
    );

    // What changed there changes here, and what was changed here alone stays.
    let edit = json!({"workflow": workflow, "task": "T1", "title": "Ours"});
    client.call("task_edit", &edit).ok();
    let later = ISSUES
        .replace("\"deferred\"", "\"open\"")
        .replace("Token service", "Token store");
    let changed = import(&client, &json!({"content": later, "workflow": workflow}));
    assert_eq!(
        [
            &changed["report"]["created"],
            &changed["report"]["changed"],
            &changed["report"]["unchanged"]
        ],
        [0, 2, 2]
    );
    assert_eq!(statuses(&client, workflow)["bd-4"], "pending");
    let ours = client
        .call("task_get", &json!({"workflow": workflow, "task": "T1"}))
        .ok();
    assert_eq!(ours["task"]["title"], "Ours");
}

#[test]
fn a_text_that_is_none_writes_nothing() {
    let server = Server::start();
    let client = server.agent("orch", "orchestrator");
    for (body, pointer) in [
        (json!({"content": ""}), "/format"),
        (json!({"content": "hello"}), "/format"),
        (json!({"content": "hello", "format": "beads"}), "/content"),
        (json!({"content": "{\"tasks\": 7}"}), "/content"),
        (json!({"content": "[]", "name": " "}), "/name"),
        (json!({"content": "[]", "source": "a\nb"}), "/source"),
    ] {
        client
            .call("workflow_import", &body)
            .wrong(400, "invalid", pointer);
    }
    let looked = import(
        &client,
        &json!({"content": "hello", "format": "beads", "dry_run": true}),
    );
    assert_eq!(
        [
            &looked["report"]["created"],
            &looked["report"]["quarantined"]
        ],
        [0, 1]
    );
    assert_eq!(client.workflows(), 0);
    let worker = server.agent("ada", "worker");
    worker
        .call("workflow_import", &json!({"content": "[]"}))
        .problem(403, "forbidden");
}

#[test]
fn ten_thousand_tasks_are_taken_in_and_a_hold_is_kept() {
    let server = Server::start();
    let client = server.agent("orch", "orchestrator");
    let task = |at: u32| {
        json!({"id": at, "title": format!("Task {at}"), "status": "pending",
        "dependencies": if at % 100 == 1 { json!([]) } else { json!([at - 1]) }})
    };
    let tasks: Vec<Value> = (1..=10_000).map(task).collect();
    let content = json!({"tasks": tasks}).to_string();
    let taken = import(&client, &json!({"content": content, "name": "Large"}));
    assert_eq!(taken["report"]["created"], 10_000);
    let workflow = &taken["workflow"];
    // More odd than a fact holds goes to a blob.
    let odd = (0..5_000)
        .map(|at| format!("{{\"id\":\"x{at}\",\"title\":[]}}\n"))
        .collect::<String>();
    let good = "{\"id\":\"good\",\"title\":\"good\",\"status\":\"closed\"}\n";
    let taken = import(&client, &json!({"content": format!("{good}{odd}")}));
    assert_eq!(taken["report"]["quarantined"], 5_000);
    let kept = json!({"workflow": taken["workflow"], "path": "imports/beads-quarantine.jsonl"});
    let kept = client.call("artifact_get", &kept).ok();
    assert_eq!(kept["artifact"]["place"], "blob");
    assert_eq!(kept["content"].as_str().unwrap().lines().count(), 5_000);

    // A task that somebody holds is not moved under their hands.
    let ada = server.agent("ada", "worker");
    ada.call("task_claim", &json!({"workflow": workflow, "task": "T1"}))
        .ok();
    let done = content.replacen("\"pending\"", "\"done\"", 1);
    let again = import(&client, &json!({"content": done, "workflow": workflow}));
    let notes = again["report"]["notes"].to_string();
    assert!(notes.contains("T1 is held by ada"), "{notes}");
    assert_eq!(again["report"]["unchanged"], 9_999);
    let task = client
        .call("task_get", &json!({"workflow": workflow, "task": "T1"}))
        .ok();
    assert_eq!(task["task"]["status"], "in_progress");
}
