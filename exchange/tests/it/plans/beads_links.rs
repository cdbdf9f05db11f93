//! Tests that an issue of Beads that waits becomes a task that waits.

use exchange::beads::{read, write};
use exchange::plan::{Plan, PlannedTask};
use exchange::report::Read;
use serde_json::{Value, json};

use crate::plans::{odd, tasks};

fn issue(id: &str, dependencies: &[(&str, &str)]) -> Value {
    let dependencies = dependencies.iter();
    let dependencies =
        dependencies.map(|(kind, on)| json!({"issue_id": id, "depends_on_id": on, "type": kind}));
    json!({"id": id, "title": id, "status": "open", "priority": 2, "issue_type": "task",
        "dependencies": dependencies.collect::<Vec<_>>()})
}

fn text(issues: &[Value]) -> String {
    let lines: Vec<String> = issues.iter().map(Value::to_string).collect();
    lines.join("\n")
}

fn task<'a>(read: &'a Read<Plan>, id: &str) -> &'a PlannedTask {
    let mut tasks = read.found.tasks.iter();
    tasks.find(|task| task.id == id).expect("a task")
}

/// Asserts that the export has the same issues, in any order.
fn comes_back(issues: &[Value], read: &Read<Plan>) {
    let written = write(&read.found.tasks);
    let mut written: Vec<Value> = written
        .lines()
        .map(|line| serde_json::from_str(line).expect("an issue"))
        .collect();
    written.sort_by_key(|issue| issue["id"].to_string());
    assert_eq!(written, issues);
}

#[test]
fn an_issue_waits_for_another_to_fail() {
    let issues = [
        issue("a", &[]),
        issue("b", &[("conditional-blocks", "a")]),
        issue("c", &[("blocks", "a"), ("conditional-blocks", "b")]),
    ];
    let read = read(&text(&issues));
    assert_eq!(tasks(&read), ["a a []", "b b [a]", "c c [a b]"]);
    assert_eq!(task(&read, "b").after_failure, ["a"]);
    assert_eq!(task(&read, "c").after_failure, ["b"]);
    assert_eq!(read.odd.len() + read.notes.len(), 0, "{read:?}");
    comes_back(&issues, &read);
    // An edge that was removed here is removed in the export.
    let mut now = read.found.tasks.clone();
    let at = now.iter().position(|task| task.id == "b").unwrap();
    (now[at].needs, now[at].after_failure) = (Vec::new(), Vec::new());
    let written = write(&now);
    assert!(
        !written.lines().nth(at).unwrap().contains("conditional"),
        "{written}"
    );
}

#[test]
fn a_failure_that_has_come_makes_nobody_wait() {
    let mut failed = issue("a", &[]);
    failed["status"] = "closed".into();
    failed["closed_at"] = "2026-01-02T03:04:05Z".into();
    let waits = issue("b", &[("conditional-blocks", "a")]);
    for (reason, needs) in [("merged", "b b [a]"), ("Wontfix: too late", "b b []")] {
        failed["close_reason"] = reason.into();
        let issues = [failed.clone(), waits.clone()];
        let read = read(&text(&issues));
        assert_eq!(tasks(&read)[1], needs, "{reason}");
        assert_eq!(read.notes.len(), usize::from(needs == "b b []"), "{read:?}");
        comes_back(&issues, &read);
    }
}

#[test]
fn an_issue_waits_for_the_parts_of_another() {
    let mut gate = issue("z", &[("waits-for", "p")]);
    gate["dependencies"][0]["metadata"] = r#"{"gate":"any-children"}"#.into();
    let issues = [
        issue("p", &[]),
        issue("p1", &[("parent-child", "p")]),
        issue("p2", &[("parent-child", "p")]),
        issue("p3", &[("parent-child", "p"), ("waits-for", "p")]),
        issue("y", &[("waits-for", "p1")]),
        gate,
    ];
    let read = read(&text(&issues));
    assert_eq!(task(&read, "z").needs, ["p1", "p2", "p3"]);
    assert_eq!(task(&read, "p3").needs, ["p1", "p2"]);
    assert_eq!(task(&read, "y").needs, [""; 0]);
    let notes = read.notes.join("\n");
    assert!(
        notes.contains("1 dependency of type \"waits-for\" on an issue without parts"),
        "{notes}"
    );
    assert!(
        notes.contains("1 dependency of type \"waits-for\" ask for the first part alone"),
        "{notes}"
    );
    comes_back(&issues, &read);
    let mut now = read.found.tasks.clone();
    let z = now.iter_mut().find(|task| task.id == "z").unwrap();
    z.needs = Vec::new();
    let written = write(&now);
    let z = written
        .lines()
        .find(|line| line.contains("\"id\":\"z\""))
        .unwrap();
    assert!(z.contains("\"dependencies\":[]"), "{z}");
}

#[test]
fn what_is_said_twice_or_of_nobody_is_odd() {
    let issues = [
        issue("a", &[]),
        issue(
            "b",
            &[
                ("blocks", "a"),
                ("conditional-blocks", "a"),
                ("waits-for", "x"),
                ("conditional-blocks", "y"),
            ],
        ),
    ];
    let read = read(&text(&issues));
    assert_eq!(tasks(&read), ["a a []", "b b [a]"]);
    let mut odd = odd(&read);
    odd.sort();
    assert_eq!(
        odd,
        [
            "line 2/dependencies/1: it waits for the same task in another way already",
            "line 2/dependencies/2: there is no task `x`",
            "line 2/dependencies/3: there is no task `y`",
        ]
    );
}

#[test]
fn parts_of_one_that_waits_are_told() {
    let issues = [
        issue("a", &[]),
        issue("p", &[("blocks", "a")]),
        issue("p1", &[("parent-child", "p")]),
    ];
    let read = read(&text(&issues));
    assert!(
        read.notes[0].starts_with("1 task is part of one that waits"),
        "{:?}",
        read.notes
    );
}

#[test]
fn gates_without_number_are_bounded() {
    let part = |at: usize| {
        issue(
            &format!("p{at}"),
            &[("parent-child", "p"), ("waits-for", "p")],
        )
    };
    let mut issues: Vec<Value> = (0..2_000).map(part).collect();
    issues.push(issue("p", &[]));
    let read = read(&text(&issues));
    assert_eq!(read.found.tasks.len(), 2_001);
    assert!(
        read.odd
            .iter()
            .any(|odd| odd.why.contains("more than there is room for"))
    );
}
