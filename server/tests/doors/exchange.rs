//! Import of plans from other tools, and export.

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

/// Returns the task with that key in its source.
fn task_of(client: &Client, workflow: &Value, key: &str) -> Value {
    let asked = json!({"workflow": workflow, "fields": ["*"]});
    let whole = client.call("workflow_get", &asked).ok();
    let tasks = whole["workflow"]["tasks"].as_array().unwrap();
    let found = tasks.iter().find(|task| task["origin"]["key"] == key);
    found.unwrap()["id"].clone()
}

/// Returns task statuses by their key in the source.
fn statuses(client: &Client, workflow: &Value) -> Value {
    let whole = client
        .call(
            "workflow_get",
            &json!({"workflow": workflow, "fields": ["*"]}),
        )
        .ok();
    let tasks = whole["workflow"]["tasks"].as_array().unwrap().iter();
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
#[expect(clippy::too_many_lines, reason = "one story")]
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
        .call(
            "task_get",
            &json!({"workflow": workflow, "task": "T1", "fields": ["*"]}),
        )
        .ok();
    assert_eq!(done["task"]["origin"]["key"], "bd-2");
    assert_eq!(done["task"]["attempts"], json!([]));
    assert_eq!(done["task"]["completed_at"], "2026-01-02T03:04:05.000Z");
    assert_eq!(done["task"]["result"]["summary"], "merged");

    // Rejected lines are stored whole in an artifact.
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
        told.contains("imported 4 new tasks from Beads (“issues.jsonl”), 3 of it set aside in A1"),
        "{told}"
    );

    // A repeated import changes nothing.
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

    // Changes of the source are applied, and local changes stay.
    let log_in = task_of(&client, workflow, "bd-1");
    let edit = json!({"workflow": workflow, "task": log_in, "title": "Ours"});
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
        .call(
            "task_get",
            &json!({"workflow": workflow, "task": log_in, "fields": ["*"]}),
        )
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
    // Rejected lines that exceed a fact go to a blob.
    let odd = (0..5_000).map(|at| format!("{{\"id\":\"x{at}\",\"title\":[]}}"));
    let odd = odd.collect::<Vec<_>>().join("\n");
    let good = "{\"id\":\"good\",\"title\":\"good\",\"status\":\"closed\"}\n";
    let taken = import(&client, &json!({"content": format!("{good}{odd}")}));
    assert_eq!(taken["report"]["quarantined"], 5_000);
    let kept = json!({"workflow": taken["workflow"], "path": "imports/beads-quarantine.jsonl"});
    let kept = client.call("artifact_get", &kept).ok();
    assert_eq!(kept["artifact"]["place"], "blob");
    assert_eq!(kept["content"].as_str().unwrap().lines().count(), 5_000);

    // A claimed task is not changed.
    let ada = server.agent("ada", "worker");
    ada.call("task_claim", &json!({"workflow": workflow, "task": "T1"}))
        .ok();
    let done = content.replacen("\"pending\"", "\"done\"", 1);
    let again = import(&client, &json!({"content": done, "workflow": workflow}));
    let notes = again["report"]["notes"].to_string();
    assert!(notes.contains("T1 is held by ada"), "{notes}");
    assert_eq!(again["report"]["unchanged"], 9_999);
    let task = client
        .call(
            "task_get",
            &json!({"workflow": workflow, "task": "T1", "fields": ["*"]}),
        )
        .ok();
    assert_eq!(task["task"]["status"], "in_progress");
}

fn export(client: &Client, workflow: &Value, format: &str) -> String {
    let body = json!({"workflow": workflow, "format": format});
    let given = client.call("workflow_export", &body).ok();
    given["content"].as_str().unwrap().to_owned()
}

#[test]
fn what_was_taken_in_goes_back_as_it_was() {
    let server = Server::start();
    let client = server.agent("orch", "orchestrator");
    let workflow = import(&client, &json!({"content": ISSUES}))["workflow"].clone();
    let back = export(&client, &workflow, "beads");
    let issues: Vec<Value> = back
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let issue = |id: &str| issues.iter().find(|issue| issue["id"] == id).unwrap();
    assert_eq!(issue("bd-1")["labels"], json!(["auth"]));
    assert_eq!(issue("bd-2")["close_reason"], "merged");
    assert_eq!(issue("bd-3")["status"], "in_progress");
    // The edge that was dropped here is still exported.
    assert_eq!(issue("bd-4")["dependencies"][0]["depends_on_id"], "bd-3");
    let again = import(&client, &json!({"content": back, "workflow": workflow}));
    assert_eq!(
        [&again["report"]["created"], &again["report"]["quarantined"]],
        [0, 0]
    );

    let tasks = json!({"master": {"tasks": [{"id": 1, "title": "a", "description": "", "status": "done", "x": 7}],
        "metadata": {"created": "now"}}});
    let taken = import(&client, &json!({"content": tasks.to_string()}));
    let back = export(&client, &taken["workflow"], "task_master");
    assert_eq!(serde_json::from_str::<Value>(&back).unwrap(), tasks);
}

#[test]
fn drawings_and_outlines_keep_hostile_titles_inside() {
    let server = Server::start();
    let client = server.agent("orch", "orchestrator");
    let title = "</text><script>alert(1)</script> \"]; T9[\"x";
    let new = json!({"name": title, "goal": "g", "tasks": [
        {"key": "a", "title": title, "group": title, "description": "```\n<img src=x>"},
        {"title": "b\u{202e}c", "depends_on": ["a"]}]});
    let workflow = client.call("workflow_create", &new).ok()["workflow"].clone();
    for format in ["markdown", "mermaid", "dot", "svg"] {
        let text = export(&client, &workflow, format);
        // Within quotes, DOT has no markup.
        let is_inside = match format {
            "dot" => text.contains(r#"script> \"]; T9[\"x"#),
            _ => !text.replace("\\<", "").contains("<script"),
        };
        assert!(is_inside, "{format}: {text}");
        // No character changes the reading direction.
        assert!(text.contains("T2"), "{format}: {text}");
        assert!(
            text.contains("202E") && !text.contains('\u{202e}'),
            "{format}: {text}"
        );
    }
    let plan = export(&client, &workflow, "beads");
    let last: Value = serde_json::from_str(plan.lines().next_back().unwrap()).unwrap();
    assert_eq!(last["title"], "b\u{202e}c");
    let worker = server.agent("ada", "worker");
    assert!(export(&worker, &workflow, "markdown").contains("**T1**"));
    let unknown = json!({"workflow": workflow, "format": "pdf"});
    client
        .call("workflow_export", &unknown)
        .wrong(400, "invalid", "/format");
    let file = worker.get(&format!(
        "/api/workflow_export.file?workflow={}&format=svg",
        workflow.as_str().unwrap()
    ));
    assert_eq!(file.header("content-type"), "image/svg+xml");
    let disposition = file.header("content-disposition");
    assert_eq!(
        disposition,
        "attachment; filename=\"text-script-alert-1-script-t9-x.svg\""
    );
}

/// Creates a workflow with every feature: attempts, reviews, contents in blobs, a redacted secret, and a redacted fact.
fn eventful(server: &Server) -> Value {
    let orch = server.agent("orch", "orchestrator");
    let ada = server.agent("ada", "worker");
    let noor = server.agent("noor", "reviewer");
    let new = json!({"name": "n", "goal": "The password=hunter2hunter2 stays out", "tasks": [
        {"key": "a", "title": "a", "needs_review": true,
            "description": "\u{feff}write \\u0000 as text, \\\\u0000 too\rand \u{2028} so"}, {"title": "b", "depends_on": ["a"]}]});
    let workflow = orch.call("workflow_create", &new).ok()["workflow"].clone();
    let lease = json!({"workflow": workflow, "task": "T1"});
    let lease = ada.call("task_claim", &lease).ok()["lease"]["id"].clone();
    for content in ["small".to_owned(), "large \u{1F600}\n".repeat(9_000)] {
        let made =
            json!({"workflow": workflow, "type": "code", "path": "a.txt", "content": content});
        ada.call("artifact_record", &made).ok();
    }
    let nudge = json!({"workflow": workflow, "target": "all", "message": "token: ghp_abcdefghijklmnopqrstuvwxyz0123456789"});
    orch.call("nudge_send", &nudge).ok();
    let done = json!({"workflow": workflow, "task": "T1", "lease": lease, "summary": "done"});
    ada.call("task_complete", &done).ok();
    let review = json!({"workflow": workflow, "task": "T1", "status": "approved"});
    noor.call("task_review", &review).ok();
    let person = server.person("ann", "owner");
    let found = json!({"workflow": workflow, "type": "risk", "content": "not for the record"});
    let version = person.call("discovery_record", &found).ok()["version"].clone();
    let stream = format!("workflow:{}", workflow.as_str().unwrap());
    let redact = json!({"stream": stream, "fact": version, "cascade": true});
    let redacted = person.call("redact", &redact);
    assert!(redacted.json()["type"].is_null(), "{}", redacted.json());
    workflow
}

#[test]
fn a_whole_workflow_moves_byte_for_byte() {
    let server = Server::start();
    let workflow = eventful(&server);
    let person = server.signed_in("ann");
    let file = export(&person, &workflow, "loci");
    assert!(
        file.contains("\"blob\"") && file.contains("redacted"),
        "{}",
        &file[..500]
    );

    let other = Server::start();
    let agent = other.agent("orch", "orchestrator");
    let body = json!({"content": file});
    agent
        .call("workflow_import", &body)
        .problem(403, "forbidden");
    let person = other.person("bea", "member");
    let look = import(&person, &json!({"content": file, "dry_run": true}));
    assert_eq!(look["report"]["created"], 1);
    assert_eq!(person.workflows(), 0);
    let marked = json!({"content": format!("\u{feff}{file}\n")});
    let taken = import(&person, &marked);
    assert_eq!(taken["workflow"], workflow);
    assert_eq!(export(&person, &workflow, "loci"), file);
    let again = import(&person, &body);
    assert_eq!(
        [&again["report"]["created"], &again["report"]["unchanged"]],
        [0, 1]
    );
    assert_eq!(export(&person, &workflow, "loci"), file);
    // The file claims its actors; this claim and the importing person are recorded.
    let seen = person
        .call("workflow_get", &json!({"workflow": workflow}))
        .ok();
    assert_eq!(seen["taken_in"]["by"]["id"], "bea", "{seen}");
    let lines = file
        .matches("{\"fact\"")
        .count()
        .max(file.matches("\"fact\":").count());
    assert_eq!(seen["taken_in"]["facts"], lines, "{seen}");
    let owner = other.person("ann", "owner");
    let noted = owner
        .call("audit_list", &json!({"kind": "workflow_taken_in"}))
        .ok();
    assert_eq!(noted["items"].as_array().map(Vec::len), Some(1), "{noted}");
    let made = json!({"workflow": workflow, "path": "a.txt"});
    let content = person.call("artifact_get", &made).ok();
    assert!(content["content"].as_str().unwrap().starts_with("large"));
    let told = person
        .call("activity_list", &json!({"workflow": workflow}))
        .ok()
        .to_string();
    assert!(
        told.contains("\"ada\"") && told.contains("\"noor\""),
        "{told}"
    );

    // It changes here, and a repeated import does not overwrite the changes.
    person
        .call("workflow_edit", &json!({"workflow": workflow, "name": "m"}))
        .ok();
    person
        .call("workflow_import", &body)
        .problem(409, "conflict");
    // The chain of hashes is valid here too.
    let checked = other.cli(&["check"]);
    assert!(
        checked.status.success(),
        "{}",
        String::from_utf8_lossy(&checked.stderr)
    );
}

#[test]
fn a_file_that_was_tampered_with_is_refused_with_the_line() {
    let server = Server::start();
    let workflow = eventful(&server);
    let person = server.signed_in("ann");
    let file = export(&person, &workflow, "loci");
    let lines: Vec<&str> = file.lines().collect();
    let other = Server::start();
    let person = other.person("bea", "member");
    let refused = |text: String, line: usize| {
        let problem = person.call(
            "workflow_import",
            &json!({"content": text, "format": "loci"}),
        );
        let problem = problem.problem(400, "invalid").to_string();
        assert!(
            problem.contains(&format!("line {line}:")),
            "{line}: {problem}"
        );
    };
    refused(file.replacen("\"orch\"", "\"evil\"", 1), 2);
    refused(lines[..lines.len() - 1].join("\n"), lines.len());
    let mut moved = lines.clone();
    moved.swap(3, 4);
    refused(moved.join("\n"), 4);
    refused(lines[1..].join("\n"), 1);
    assert_eq!(person.workflows(), 0);
}
