//! Tests of a plan in pieces, whose other tasks were imported before.

use std::collections::BTreeSet;

use exchange::{beads, task_master};
use serde_json::json;

use crate::plans::{odd, tasks};

fn known(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn what_is_known_is_waited_for() {
    let link = |kind: &str, on: &str| json!({"issue_id": "b", "depends_on_id": on, "type": kind});
    let issue = json!({"id": "b", "title": "b", "dependencies": [
        link("blocks", "a"), link("conditional-blocks", "c"), link("parent-child", "p"), link("blocks", "x")]});
    let read = beads::read_beside(&issue.to_string(), &known(&["a", "c", "p"]));
    assert_eq!(tasks(&read), ["b b [a c]"]);
    assert_eq!(read.found.tasks[0].after_failure, ["c"]);
    assert_eq!(odd(&read), ["line 1/dependencies/3: there is no task `x`"]);
    let beyond: Vec<(&str, &str)> = (read.found.beyond.iter())
        .map(|edge| (edge.from.as_str(), edge.to.as_str()))
        .collect();
    assert_eq!(beyond, [("b", "p")]);

    let list = json!([{"id": 2, "title": "t", "dependencies": [1, "1.2", "3.1", 4]}]);
    let read = task_master::read_beside(&list.to_string(), &known(&["1", "1%2E2", "3.1"]));
    assert_eq!(tasks(&read), ["2 t [1 1%2E2 3.1]"]);
    assert_eq!(odd(&read), ["tasks/0/dependencies/3: there is no task `4`"]);
}

#[test]
fn what_was_deleted_is_told() {
    let read = beads::read(
        r#"{"id":"a","title":"b","status":"tombstone","deleted_at":"2026-01-01T00:00:00Z"}"#,
    );
    assert_eq!(read.found.tasks.len() + read.odd.len(), 0);
    assert_eq!(read.found.gone[0].id, "a");
    let written = beads::write(&read.found.gone);
    assert!(written.contains(r#""status":"tombstone""#), "{written}");
}
