//! Tests the format of Beads, line by line.

use exchange::beads::{read, write};
use exchange::plan::State;
use serde_json::Value;

use crate::plans::{odd, tasks};

const PLAN: &str = r#"{"_type":"header","version":3}
{"id":"bd-1","title":"Log in","description":"With a token","status":"open","priority":1,"issue_type":"epic","labels":["auth"]}
{"id":"bd-2","title":"Token table","design":"One column","acceptance_criteria":"- [ ] it migrates\n- [ ] it rolls back","status":"closed","close_reason":"merged","closed_at":"2026-01-02T03:04:05Z","priority":0,"dependencies":[{"issue_id":"bd-2","depends_on_id":"bd-1","type":"parent-child","created_by":"ann"}]}
{"id":"bd-3","title":"Token service","status":"in_progress","assignee":"ada","dependencies":[{"issue_id":"bd-3","depends_on_id":"bd-2","type":"blocks"},{"issue_id":"bd-3","depends_on_id":"bd-1","type":"parent-child"},{"issue_id":"bd-3","depends_on_id":"bd-9","type":"related"}],"comments":[{"id":1,"author":"ann","text":"Mind the clock","created_at":"2026-01-01T00:00:00Z"}]}
{"id":"bd-4","title":"Later","status":"deferred","defer_until":"2026-05-01"}
{"id":"bd-5","title":"Gone","status":"tombstone"}
"#;

#[test]
fn a_plan_is_read_whole() {
    let read = read(PLAN);
    assert!(read.odd.is_empty(), "{:?}", read.odd);
    assert_eq!(
        tasks(&read),
        [
            "bd-2 Token table []",
            "bd-3 Token service [bd-2]",
            "bd-1 Log in [bd-2 bd-3]",
            "bd-4 Later []"
        ]
    );
    let task = |id: &str| {
        let mut tasks = read.found.tasks.iter();
        tasks.find(|task| task.id == id).unwrap()
    };
    let table = task("bd-2");
    assert_eq!(table.description, "## Design\n\nOne column");
    assert_eq!(table.acceptance, ["it migrates", "it rolls back"]);
    assert_eq!(table.state, State::Done);
    assert_eq!(table.outcome.as_deref(), Some("merged"));
    assert_eq!(table.ended.as_deref(), Some("2026-01-02T03:04:05Z"));
    assert_eq!(table.group.as_deref(), Some("Log in"));
    assert_eq!(task("bd-1").group.as_deref(), Some("Log in"));
    assert_eq!(task("bd-1").priority, Some(1));
    assert_eq!(task("bd-1").record["labels"][0], "auth");
    assert_eq!(task("bd-3").state, State::Begun);
    let comments = "## Comments\n\nann, 2026-01-01T00:00:00Z: Mind the clock";
    assert_eq!(task("bd-3").description, comments);
    assert_eq!(task("bd-4").state, State::Open);
    let until = task("bd-4").not_before.as_deref();
    assert_eq!(until, Some("2026-05-01T00:00:00Z"));
    let notes = read.notes.join("\n");
    for said in [
        "1 issue was deleted",
        "1 line is no issue",
        "1 task was in progress",
        "1 issue has an assignee",
        "of type \"related\"",
    ] {
        assert!(notes.contains(said), "{said} is not in {notes}");
    }
}

#[test]
fn what_cannot_be_taken_in_says_where_it_is_and_why() {
    for (text, expected) in [
        (
            "nonsense",
            "line 1: not JSON: expected ident at line 1 column 2",
        ),
        ("[1]", "line 1: expected an issue, as a JSON object"),
        (
            r#"{"id":7,"title":"a"}"#,
            "line 1: an issue needs an `id`, as a text",
        ),
        (
            r#"{"id":" ","title":"a"}"#,
            "line 1: an issue needs an `id`, as a text",
        ),
        (
            r#"{"id":"a"}"#,
            "line 1: an issue needs a `title`, as a text",
        ),
        (
            r#"{"body":"lost?"}"#,
            "line 1: an issue needs an `id`, as a text",
        ),
        (
            r#"{"_type":"memory","key":"k","value":"v"}"#,
            "line 1: this is a memory, not an issue",
        ),
        (
            r#"{"type":"header","id":"a"}"#,
            "line 1: an issue needs a `title`, as a text",
        ),
        (
            r#"{"status":"tombstone"}"#,
            "line 1: an issue needs an `id`, as a text",
        ),
        (
            r#"{"id":"a","title":["b"]}"#,
            "line 1: an issue needs a `title`, as a text",
        ),
        (
            r#"{"id":"a","title":" "}"#,
            "line 1: an issue needs a `title`, as a text",
        ),
        (
            r#"{"_type":"memory","id":"a","title":"b"}"#,
            "line 1: this is a memory, not an issue",
        ),
        (
            "\n{\"id\":\"a\",\"title\":\"b\"}\n{\"id\":\"a\",\"title\":\"c\"}",
            "line 3: the id `a` is used before",
        ),
        (
            r#"{"id":"a","title":"b","description":{}}"#,
            "line 1/description: expected a text",
        ),
        (
            r#"{"id":"a","title":"b","priority":5}"#,
            "line 1/priority: expected 0 (most urgent) to 4",
        ),
        (
            r#"{"id":"a","title":"b","priority":"soon"}"#,
            "line 1/priority: expected 0 (most urgent) to 4",
        ),
        (
            r#"{"id":"a","title":"b","dependencies":{}}"#,
            "line 1/dependencies: expected a list",
        ),
        (
            r#"{"id":"a","title":"b","dependencies":["c"]}"#,
            "line 1/dependencies/0: a dependency needs a `depends_on_id`, as a text",
        ),
        (
            r#"{"id":"a","title":"b","dependencies":[{"depends_on_id":"z"}]}"#,
            "line 1/dependencies/0: there is no task `z`",
        ),
        (
            r#"{"id":"a","title":"b","dependencies":[{"depends_on_id":"a"}]}"#,
            "line 1/dependencies/0: a task cannot wait for itself",
        ),
        (
            r#"{"id":"a","title":"b","comments":[{"text":3}]}"#,
            "line 1/comments/0: a comment needs a `text`",
        ),
    ] {
        assert_eq!(odd(&read(text)), [expected], "{text}");
    }
    assert_eq!(read("").found.tasks.len() + read("").odd.len(), 0);
}

#[test]
fn an_odd_member_keeps_its_issue_and_stays_in_its_record() {
    let read = read(r#"{"id":"a","title":"b","description":{"x":1},"priority":"P1"}"#);
    assert_eq!(tasks(&read), ["a b []"]);
    assert_eq!(read.found.tasks[0].record["description"]["x"], 1);
    assert_eq!(read.found.tasks[0].record["priority"], "P1");
}

#[test]
fn carriage_returns_and_a_mark_at_the_beginning_change_nothing() {
    let plain = read(PLAN);
    let marked = read(&format!("\u{feff}{}", PLAN.replace('\n', "\r\n")));
    assert_eq!(plain, marked);
}

#[test]
fn the_edge_that_closes_a_cycle_is_set_aside() {
    let issue = |id: &str, on: &str, kind: &str| {
        format!(
            r#"{{"id":"{id}","title":"{id}","dependencies":[{{"depends_on_id":"{on}","type":"{kind}"}}]}}"#
        )
    };
    let text = [
        issue("a", "b", "blocks"),
        issue("b", "c", "blocks"),
        issue("c", "a", "blocks"),
        // A child that waits for its parent: an explicit dependency is kept.
        r#"{"id":"e","title":"e","dependencies":[{"depends_on_id":"p","type":"parent-child"},{"depends_on_id":"p","type":"blocks"}]}"#.into(),
        issue("p", "a", "related"),
    ]
    .join("\n");
    let read = read(&text);
    assert_eq!(
        tasks(&read),
        ["c c []", "b b [c]", "a a [b]", "p p []", "e e [p]"]
    );
    assert_eq!(
        odd(&read),
        [
            "line 3/dependencies/0: this edge would close a cycle",
            "line 4/dependencies/0: a whole waits for its parts, and this part waits for the whole"
        ]
    );
    let aside: Vec<_> = read
        .found
        .set_aside
        .iter()
        .map(|e| format!("{}>{}", e.from, e.to))
        .collect();
    assert_eq!(aside, ["a>c", "e>p"]);
    assert_eq!(sorted(&write(&read.found.tasks)), sorted(&issues(&text)));
}

#[test]
fn what_was_read_is_written_as_it_was() {
    let read = read(PLAN);
    let expected: String = PLAN
        .lines()
        .filter(|line| !line.contains("header") && !line.contains("tombstone"))
        .fold(String::new(), |all, line| all + line + "\n");
    assert_eq!(
        sorted(&write(&read.found.tasks)),
        sorted(&issues(&expected))
    );
}

/// Returns issues with the default type that Loci writes.
fn issues(text: &str) -> String {
    let issue = |line: &str| {
        let mut issue: Value = serde_json::from_str(line).expect("an issue");
        if issue.get("issue_type").is_none() {
            issue["issue_type"] = "task".into();
        }
        // Beads reads a missing priority as the most urgent.
        if issue.get("priority").is_none() {
            issue["priority"] = 2.into();
        }
        issue.to_string()
    };
    let lines: Vec<String> = text.lines().map(issue).collect();
    lines.join("\n")
}

fn sorted(text: &str) -> Vec<Value> {
    let mut issues: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("an issue"))
        .collect();
    issues.sort_by_key(|issue| issue["id"].to_string());
    issues
}

#[test]
fn what_was_changed_here_is_written() {
    let mut tasks = read(PLAN).found.tasks;
    let table = tasks.iter_mut().find(|task| task.id == "bd-3").unwrap();
    table.title = "Token store".into();
    table.description = table
        .description
        .replacen("## Comments", "Read this.\n\n## Comments", 1);
    table.state = State::Done;
    table.priority = Some(0);
    table.needs.clear();
    let written = write(&tasks);
    let line = written
        .lines()
        .find(|line| line.contains("bd-3\""))
        .unwrap();
    let issue = sorted(line).remove(0);
    assert_eq!(issue["title"], "Token store");
    assert_eq!(issue["status"], "closed");
    assert_eq!(issue["priority"], 0);
    assert_eq!(issue["assignee"], "ada");
    let types: Vec<&str> = issue["dependencies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| d["type"].as_str().unwrap())
        .collect();
    assert_eq!(types, ["parent-child", "related"]);
}

#[test]
fn a_title_is_cut_here_and_whole_on_the_way_back() {
    let long = "long ".repeat(100);
    let text = format!(r#"{{"id":"a","title":"{long}\n"}}"#);
    let read = read(&text);
    assert_eq!(read.found.tasks[0].title.chars().count(), 300);
    assert!(
        read.notes[0].contains("1 title is not one line"),
        "{:?}",
        read.notes
    );
    let written = sorted(&write(&read.found.tasks)).remove(0);
    assert_eq!(written["title"], format!("{long}\n"));
}

#[test]
fn ten_thousand_issues_in_a_row_are_read() {
    let line = |at: usize| {
        let on = at + 1;
        format!(r#"{{"id":"t{at}","title":"t","dependencies":[{{"depends_on_id":"t{on}"}}]}}"#)
    };
    let text: String = (0..10_002).map(|at| line(at) + "\n").collect();
    let read = read(&text);
    assert_eq!(read.found.tasks.len(), 10_000);
    assert_eq!(read.found.tasks[0].id, "t9999");
    // Two tasks too many, and the edge that leads to the first of them.
    assert_eq!(read.odd.len(), 3, "{:?}", odd(&read));
}

#[test]
fn odd_things_without_number_are_kept_in_few() {
    let read = read(&"1\n".repeat(20_000));
    assert_eq!(read.odd.len(), 10_001);
    assert_eq!(read.odd[10_000].text.lines().count(), 10_000);
}
