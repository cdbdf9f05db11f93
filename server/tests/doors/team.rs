//! The example team, from its first call to the end of its workflow, and the result for a visitor.

use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Stdio};
use std::time::Instant;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{Client, PASSWORD, PATIENCE, cli_in, loci};

/// Printed lines of a demo.
type Printed = std::iter::MapWhile<
    Lines<BufReader<ChildStdout>>,
    fn(std::io::Result<String>) -> Option<String>,
>;

/// A demo whose team has finished.
struct Demo {
    child: Child,
    base: String,
    open: String,
    folder: TempDir,
    /// Kept open, so that further output does not fail.
    _lines: Printed,
}

impl Demo {
    /// Runs the team at full speed.
    fn play() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let errors = File::create(folder.path().join("errors")).unwrap();
        let mut child = loci()
            .args([
                "demo",
                "--addr",
                "127.0.0.1:0",
                "--step",
                "0",
                "--patience",
                "1",
            ])
            .arg("--data")
            .arg(folder.path().join("data"))
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .unwrap();
        let said: fn(std::io::Result<String>) -> Option<String> = Result::ok;
        let mut lines = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .map_while(said);
        let first = lines.next().unwrap();
        let base = first.strip_prefix("listening on ").unwrap().to_owned();
        let open = lines.find(|line| line.starts_with("open ")).unwrap();
        let done = lines.find(|line| line.contains("team is done"));
        assert!(done.is_some(), "the team did not end");
        Self {
            child,
            base,
            open,
            folder,
            _lines: lines,
        }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn agent(&self, role: &str) -> Client {
        let words = ["token", "create", "--agent", "eye", "--role", role];
        let token = cli_in(&self.data(), &words, "");
        Client::new(&self.base).bearer(String::from_utf8(token.stdout).unwrap().trim())
    }

    fn person(&self) -> Client {
        let words = [
            "user",
            "create",
            "mara",
            "--role",
            "owner",
            "--password-stdin",
        ];
        let made = cli_in(&self.data(), &words, &format!("{PASSWORD}\n"));
        assert!(made.status.success(), "{made:?}");
        let name = json!({ "name": "mara", "password": PASSWORD });
        let answer = Client::new(&self.base).post("/sign-in", &name);
        Client::new(&self.base).cookie(&answer.cookie())
    }

    /// Stops it; returns the team's warnings.
    fn end(mut self) -> Vec<String> {
        let id = self.child.id().to_string();
        let stop = std::process::Command::new("kill").arg(id).status().unwrap();
        assert!(stop.success() && self.child.wait().unwrap().success());
        let said = std::fs::read_to_string(self.folder.path().join("errors")).unwrap();
        let complaints = said.lines().filter(|line| line.contains("was refused"));
        complaints.map(str::to_owned).collect()
    }
}

#[test]
fn the_example_team_builds_its_program_and_ends() {
    let demo = Demo::play();
    assert!(
        !demo.open.contains("/enter/"),
        "no secret goes where it is kept: {}",
        demo.open
    );
    let eye = demo.agent("observer");
    let listed = eye
        .call("workflow_list", &json!({ "status": "completed" }))
        .ok();
    let workflow = &listed["items"][0]["id"];
    let state = eye
        .call(
            "workflow_get",
            &json!({ "workflow": workflow, "fields": ["*"] }),
        )
        .ok()["workflow"]
        .clone();
    let each = |name: &str| state[name].as_array().cloned().unwrap_or_default();
    let outcomes: Vec<Value> = each("tasks")
        .iter()
        .flat_map(|task| task["attempts"].as_array().cloned().unwrap_or_default())
        .map(|attempt| attempt["outcome"].clone())
        .collect();
    assert!(
        each("tasks")
            .iter()
            .all(|task| task["status"] == "completed"),
        "{state}"
    );
    for outcome in ["failed", "needs_rework", "completed"] {
        assert!(
            outcomes.contains(&json!(outcome)),
            "no attempt was {outcome}"
        );
    }
    assert!(!each("discoveries").is_empty() && !each("nudges").is_empty());
    assert_eq!(each("questions")[0]["answer"], "Refuse it with an error");
    assert!(each("artifacts").iter().any(|made| made["path"] == "roman"));
    assert_eq!(demo.end(), Vec::<String>::new());
}

/// Returns the rows of a list; panics if there are none.
#[track_caller]
fn rows(person: &Client, operation: &str, arguments: &Value) -> Vec<Value> {
    let answer = person.call(operation, arguments).ok();
    let rows = answer["items"].as_array().unwrap().clone();
    assert!(!rows.is_empty(), "{operation} {arguments} lists nothing");
    rows
}

/// Returns the summary of a session that exceeds its agent's window; Loci writes it in the background.
fn summary(person: &Client, session: &str) -> String {
    let began = Instant::now();
    loop {
        let got = person
            .call("session_get", &json!({ "session": session }))
            .ok();
        if let Some(context) = got["context"].as_str() {
            return context.to_owned();
        }
        assert!(began.elapsed() < PATIENCE, "no summary was written: {got}");
    }
}

#[test]
fn whoever_opens_the_demo_finds_no_page_empty() {
    let demo = Demo::play();
    let person = demo.person();
    let workflows = rows(&person, "workflow_list", &json!({}));
    assert_eq!(workflows.len(), 2, "what is done now, and what was before");
    conversations(&person);
    memories(&person);
    minds(&person);
    for workflow in &workflows {
        let of = json!({ "workflow": workflow["id"], "status": "open" });
        rows(&person, "learning_list", &of);
    }
    for view in rows(&person, "summary_view_list", &json!({})) {
        let of = json!({ "view": view["id"] });
        person.call("summary_view_get", &of).ok();
        rows(&person, "summary_partition_list", &of);
    }
    // Completed work has no open jobs, and unfinished work has its status.
    person.call("job_list", &json!({})).ok();
    assert_eq!(demo.end(), Vec::<String>::new());
}

/// Each member has a conversation with its history, entities, and a scratchpad.
fn conversations(person: &Client) {
    for agent in ["orch", "dev-ada", "dev-tam", "docs-wren", "qa-noor"] {
        let sessions = rows(person, "session_list", &json!({ "query": agent }));
        let mine = |row: &&Value| row["agents"].to_string().contains(agent);
        assert_eq!(
            sessions.iter().filter(mine).count(),
            2,
            "{agent}: {sessions:?}"
        );
    }
    for row in rows(person, "session_list", &json!({ "namespace": "team" })) {
        let key = &row["session"];
        assert!(row["messages"].as_u64().unwrap() > 2, "{row}");
        rows(person, "entity_list", &json!({ "session": key }));
        let pads = json!({ "scope": "thread", "owner": key });
        let pads = rows(person, "scratchpad_list", &pads);
        assert!(pads[0].to_string().contains("main"), "{pads:?}");
    }
    for scope in ["global", "resource"] {
        rows(person, "scratchpad_list", &json!({ "scope": scope }));
    }
    let folded = summary(person, "team/mara/slug-orch");
    assert!(folded.contains("file name"), "{folded}");
}

/// Every core has memories, and there is one of each kind that a page distinguishes.
fn memories(person: &Client) {
    for core in ["team", "shell"] {
        let of = json!({ "filters": { "core": core } });
        rows(person, "memory_search", &of);
    }
    let waiting = rows(person, "memory_waiting", &json!({}));
    assert_eq!(waiting.len(), 1, "{waiting:?}");
    let cores = rows(person, "core_list", &json!({}));
    let wait = |core: &Value| core["name"] == waiting[0]["core"] && core["waiting"] == 1;
    assert!(cores.iter().any(wait), "{cores:?}");
    let team = json!({ "filters": { "core": "team", "superseded": true }, "limit": 100,
        "fields": ["*"] });
    let all = rows(person, "memory_search", &team);
    for sign in ["pinned", "superseded_by", "session_id", "provenance"] {
        assert!(
            all.iter().any(|memory| memory[sign] != Value::Null),
            "none is {sign}: {all:?}"
        );
    }
    let promoted = rows(person, "learning_list", &json!({ "status": "promoted" }));
    let kept = &promoted[0]["memory"];
    assert!(
        all.iter().any(|memory| memory["id"] == *kept),
        "{promoted:?}"
    );
}

/// Every member has a mind written by dreams, with notes for the next one.
fn minds(person: &Client) {
    rows(person, "mind_list", &json!({}));
    for agent in ["orch", "dev-ada", "dev-tam", "docs-wren", "qa-noor"] {
        let mind = person.call("mind_get", &json!({ "agent": agent })).ok();
        assert!(!mind["notes"].as_array().unwrap().is_empty(), "{mind}");
        assert!(mind["version_count"].as_u64() >= Some(2), "{mind}");
        let text = mind["document"]["text"].as_str().unwrap();
        assert!(text.contains("## Active Context"), "{text}");
    }
}
