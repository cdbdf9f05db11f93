//! The example team, from its first call to the end of its workflow.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::harness::{Client, cli_in, loci};

#[test]
fn the_example_team_builds_its_program_and_ends() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut demo = loci()
        .args([
            "demo",
            "--addr",
            "127.0.0.1:0",
            "--step",
            "0",
            "--patience",
            "1",
            "--data",
        ])
        .arg(&data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(demo.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    let base = lines
        .next()
        .unwrap()
        .strip_prefix("listening on ")
        .unwrap()
        .to_owned();
    let open = lines.find(|line| line.starts_with("open ")).unwrap();
    assert!(
        !open.contains("/enter/"),
        "no secret goes where it is kept: {open}"
    );
    let token = cli_in(
        &data,
        &["token", "create", "--agent", "eye", "--role", "observer"],
        "",
    );
    let eye = Client::new(&base).bearer(String::from_utf8(token.stdout).unwrap().trim());
    let done = lines.find(|line| line.contains("team is done"));
    assert!(done.is_some(), "the team did not end");
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
    let stop = std::process::Command::new("kill")
        .arg(demo.id().to_string())
        .status()
        .unwrap();
    assert!(stop.success() && demo.wait().unwrap().success());
}
