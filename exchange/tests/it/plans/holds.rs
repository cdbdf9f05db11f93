//! Tests that tasks which the source tool would not hand out are on hold here, and are exported unchanged.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use exchange::plan::{Plan, PlannedTask, State};
use exchange::report::Read;
use exchange::{beads, task_master};
use serde_json::{Value, json};

use crate::plans::{odd, tasks};

fn task<'a>(read: &'a Read<Plan>, id: &str) -> &'a PlannedTask {
    let mut tasks = read.found.tasks.iter();
    tasks.find(|task| task.id == id).expect("a task")
}

fn lines(issues: &[Value]) -> String {
    let lines: Vec<String> = issues.iter().map(Value::to_string).collect();
    lines.join("\n")
}

fn issue(id: &str, more: Value) -> Value {
    let mut issue =
        json!({"id": id, "title": id, "status": "open", "priority": 2, "issue_type": "task"});
    let Value::Object(more) = more else {
        panic!("members of an issue")
    };
    issue.as_object_mut().unwrap().extend(more);
    issue
}

fn on(kind: &str, of: &str) -> Value {
    json!({"depends_on_id": of, "type": kind})
}

fn held(why: &str) -> State {
    State::Held(why.into())
}

/// Asserts that the export has the same issues, in any order.
fn comes_back(issues: &[Value]) -> Read<Plan> {
    let read = beads::read(&lines(issues));
    let written = beads::write(&read.found.tasks);
    let mut written: Vec<Value> = written
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut issues = issues.to_vec();
    written.sort_by_key(|issue| issue["id"].to_string());
    issues.sort_by_key(|issue| issue["id"].to_string());
    assert_eq!(written, issues);
    read
}

#[test]
fn statuses_of_a_workspace_put_an_issue_on_hold() {
    for (status, expected) in [
        (
            json!("awaiting_review"),
            held("status `awaiting_review` in Beads"),
        ),
        (json!("resolved"), held("status `resolved` in Beads")),
        (json!(7), held("status `7` in Beads")),
        (json!("In-Progress"), State::Begun),
        (json!(" OPEN "), State::Open),
        (json!(""), State::Open),
        (json!(null), State::Open),
        (json!("blocked"), held("blocked in Beads")),
    ] {
        let issues = [
            issue("x-1", json!({"status": status})),
            issue("x-2", json!({"dependencies": [on("blocks", "x-1")]})),
        ];
        let read = comes_back(&issues);
        assert_eq!(task(&read, "x-1").state, expected, "{status}");
        assert_eq!(task(&read, "x-2").needs, ["x-1"], "{status}");
        assert!(read.odd.is_empty(), "{status}: {:?}", read.odd);
    }
    let read = beads::read(&lines(&[issue(
        "x-1",
        json!({"status": "awaiting_review"}),
    )]));
    let note = "1 issue is on hold until released: status `awaiting_review` in Beads";
    assert_eq!(read.notes, [note]);
}

#[test]
fn records_that_are_no_work_are_on_hold() {
    let kinds = [
        "agent",
        "convoy",
        "event",
        "gate",
        "merge-request",
        "message",
        "milestone",
        "molecule",
        "rig",
        "role",
    ];
    for kind in kinds {
        let read = comes_back(&[issue("y", json!({"issue_type": kind}))]);
        let why = format!("a `{kind}` in Beads, no work");
        assert_eq!(task(&read, "y").state, State::Held(why));
    }
    for (more, expected) in [
        (
            json!({"is_template": true}),
            held("a template in Beads, no work"),
        ),
        (
            json!({"pinned": true}),
            held("pinned in Beads: it stays open"),
        ),
        (
            json!({"ephemeral": true, "wisp_type": "heartbeat"}),
            held("ephemeral in Beads, no work"),
        ),
        (json!({"issue_type": "epic"}), held("an epic without parts")),
        (json!({"is_template": false, "pinned": null}), State::Open),
        (json!({"issue_type": "decision"}), State::Open),
        (json!({"issue_type": "bug"}), State::Open),
    ] {
        let read = comes_back(&[issue("y", more.clone())]);
        assert_eq!(task(&read, "y").state, expected, "{more}");
    }
    let done =
        json!({"issue_type": "gate", "status": "closed", "closed_at": "2026-06-01T10:00:00Z"});
    let read = comes_back(&[issue("y", done)]);
    assert_eq!(task(&read, "y").state, State::Done);
}

#[test]
fn what_waits_for_something_quarantined_is_on_hold() {
    let nameless =
        json!({"id": "x-1", "status": "open", "dependencies": [on("parent-child", "e")]});
    let long = "x".repeat(201);
    let text = lines(&[
        nameless,
        issue(&long, json!({})),
        issue("x-2", json!({"dependencies": [on("blocks", "x-1")]})),
        issue(
            "x-3",
            json!({"dependencies": [on("blocks", "x-2"), on("parent-child", "x-2")]}),
        ),
        issue("x-4", json!({"dependencies": [on("blocks", &long)]})),
        issue("x-5", json!({"dependencies": [on("blocks", "never-was")]})),
        issue(
            "x-6",
            json!({"status": "closed", "closed_at": "2026-06-01T10:00:00Z", "dependencies": [on("blocks", "x-1")]}),
        ),
        issue("e", json!({"issue_type": "epic"})),
        issue("e-2", json!({"dependencies": [on("parent-child", "e")]})),
        issue("p", json!({"dependencies": [on("parent-child", "x-2")]})),
    ]);
    let read = beads::read(&text);
    let why = "waits for `x-1`, which is quarantined";
    assert_eq!(task(&read, "x-2").state, held(why));
    assert_eq!(task(&read, "x-5").state, State::Open);
    assert_eq!(task(&read, "x-6").state, State::Done);
    assert!(matches!(task(&read, "x-4").state, State::Held(_)));
    assert!(matches!(task(&read, "e").state, State::Held(_)));
    // Its sibling has nothing to do with it, and a part of what is on hold is on hold, too.
    assert_eq!(task(&read, "e-2").state, State::Open);
    assert_eq!(
        task(&read, "p").state,
        held("part of `x-2`, which is on hold")
    );
    let odd = odd(&read);
    for said in [
        "line 1: an issue needs a `title`, as a text",
        "line 1/dependencies/0: `x-1` is quarantined: what waits for it is on hold",
        "line 3/dependencies/0: `x-1` is quarantined: what waits for it is on hold",
        "line 6/dependencies/0: there is no task `never-was`",
    ] {
        assert!(
            odd.iter().any(|odd| odd == said),
            "{said} is not in {odd:?}"
        );
    }
    let notes = read.notes.join("\n");
    assert!(
        notes.contains("3 tasks wait for something that is quarantined"),
        "{notes}"
    );
}

#[test]
fn statuses_of_task_master_are_read_in_any_spelling() {
    for (status, expected) in [
        (json!("in_progress"), State::Begun),
        (json!("todo"), State::Open),
        (json!("to-do"), State::Open),
        (json!("not-started"), State::Open),
        (json!("PENDING"), State::Open),
        (json!(""), State::Open),
        (json!(null), State::Open),
        (json!("Done"), State::Done),
        (json!("complete"), State::Done),
        (json!("in-review"), State::Review),
        (json!("canceled"), State::Cancelled),
        (
            json!("waiting for legal"),
            held("status `waiting-for-legal` in Task Master"),
        ),
        (json!(3), held("status `3` in Task Master")),
    ] {
        let file = json!([{"id": 1, "title": "a", "description": "", "status": status,
            "subtasks": [{"id": 1, "title": "b", "description": "", "status": status}]}]);
        let read = task_master::read(&file.to_string());
        assert_eq!(task(&read, "1").state, expected, "{status}");
        assert_eq!(read.found.tasks.len(), 2, "{status}");
        assert!(read.odd.is_empty(), "{:?}", read.odd);
        let back: Value =
            serde_json::from_str(&task_master::write(&read.found.tasks, &read.found.rest)).unwrap();
        assert_eq!(back[0]["status"], file[0]["status"], "{status}");
    }
}

#[test]
fn parts_of_what_is_done_cancelled_or_on_hold_are_on_hold() {
    for (status, why) in [
        ("done", Some("part of `1`, which is done")),
        ("cancelled", Some("part of `1`, which was cancelled")),
        ("deferred", Some("part of `1`, which is on hold")),
        ("blocked", Some("part of `1`, which is on hold")),
        ("in-progress", None),
        ("pending", None),
    ] {
        let file = json!({"master": {"tasks": [{"id": 1, "title": "a", "description": "", "status": status,
            "subtasks": [
                {"id": 1, "title": "b", "description": ""},
                {"id": 2, "title": "c", "description": "", "status": "in-progress"},
                {"id": 3, "title": "d", "description": "", "status": "done"}]}]}});
        let read = task_master::read(&file.to_string());
        let expected = why.map_or(State::Open, held);
        assert_eq!(task(&read, "1.1").state, expected, "{status}");
        assert_eq!(
            task(&read, "1.2").state,
            why.map_or(State::Begun, held),
            "{status}"
        );
        assert_eq!(task(&read, "1.3").state, State::Done, "{status}");
        let note =
            "2 tasks are part of one that is done, cancelled or on hold: on hold until released";
        assert_eq!(read.notes.iter().any(|it| it == note), why.is_some());
        if why.is_some() {
            let back = task_master::write(&read.found.tasks, &read.found.rest);
            assert_eq!(
                serde_json::from_str::<Value>(&back).unwrap(),
                file,
                "{status}"
            );
        }
    }
    let closed =
        json!({"status": "closed", "closed_at": "2026-06-01T10:00:00Z", "issue_type": "epic"});
    let read = comes_back(&[
        issue("e", closed),
        issue("e.1", json!({"dependencies": [on("parent-child", "e")]})),
        issue(
            "e.1.1",
            json!({"dependencies": [on("parent-child", "e.1")]}),
        ),
    ]);
    assert_eq!(task(&read, "e.1").state, held("part of `e`, which is done"));
    assert_eq!(
        task(&read, "e.1.1").state,
        held("part of `e.1`, which is on hold")
    );
}

#[test]
fn parts_wait_with_their_whole() {
    let read = comes_back(&[
        issue("a", json!({})),
        issue(
            "b",
            json!({"status": "closed", "closed_at": "2026-06-01T10:00:00Z"}),
        ),
        issue(
            "p",
            json!({"dependencies": [on("blocks", "a"), on("blocks", "b"), on("blocks", "p.1")]}),
        ),
        issue("p.1", json!({"dependencies": [on("parent-child", "p")]})),
        issue("p.2", json!({"dependencies": [on("parent-child", "p")]})),
        issue(
            "p.2.1",
            json!({"dependencies": [on("parent-child", "p.2")]}),
        ),
        // A dependency of the container must not depend on itself.
        issue("q", json!({"dependencies": [on("blocks", "r")]})),
        issue("q.1", json!({"dependencies": [on("parent-child", "q")]})),
        issue("r", json!({"dependencies": [on("blocks", "q.1")]})),
    ]);
    assert_eq!(task(&read, "p.1").needs, ["a"]);
    assert_eq!(task(&read, "p.2").needs, ["p.2.1", "a"]);
    assert_eq!(task(&read, "p.2.1").needs, ["a"]);
    assert_eq!(task(&read, "q.1").needs, [""; 0]);
    assert!(read.odd.is_empty(), "{:?}", odd(&read));
    let note = "3 tasks are part of one that waits: here parts wait with their whole";
    assert!(read.notes.iter().any(|it| it == note), "{:?}", read.notes);

    let file = json!({"master": {"tasks": [
        {"id": 1, "title": "a", "description": "", "status": "pending", "dependencies": []},
        {"id": 2, "title": "b", "description": "", "status": "pending", "dependencies": [1],
            "subtasks": [{"id": 1, "title": "c", "description": "", "status": "pending"},
                {"id": 2, "title": "d", "description": "", "status": "pending", "dependencies": [1]}]}]}});
    let read = task_master::read(&file.to_string());
    assert_eq!(
        tasks(&read),
        ["1 a []", "2.1 c [1]", "2.2 d [2.1 1]", "2 b [1 2.1 2.2]"]
    );
    let back = task_master::write(&read.found.tasks, &read.found.rest);
    assert_eq!(serde_json::from_str::<Value>(&back).unwrap(), file);
}

#[test]
fn whatever_many_parts_of_what_waits_for_much_are_bounded() {
    let mut issues: Vec<Value> = (0..200)
        .map(|at| issue(&format!("n{at}"), json!({})))
        .collect();
    let needs: Vec<Value> = (0..200).map(|at| on("blocks", &format!("n{at}"))).collect();
    issues.push(issue("p", json!({"dependencies": needs})));
    let part = |at: usize| {
        issue(
            &format!("p{at:03}"),
            json!({"dependencies": [on("parent-child", "p")]}),
        )
    };
    issues.extend((0..300).map(part));
    let read = beads::read(&lines(&issues));
    assert_eq!(task(&read, "p000").needs.len(), 200);
    // 20,000 edges are room for a hundred parts; the others are on hold instead of free.
    assert!(matches!(task(&read, "p299").state, State::Held(_)));
    let free = read.found.tasks.iter().filter(|task| {
        task.id.starts_with('p') && task.needs.is_empty() && task.state == State::Open
    });
    assert_eq!(free.count(), 0);
}

#[test]
fn a_date_defers_an_issue_until_then() {
    for (more, state, until) in [
        (
            json!({"defer_until": "2027-12-01T00:00:00Z"}),
            State::Open,
            Some("2027-12-01T00:00:00Z"),
        ),
        (
            json!({"status": "deferred", "defer_until": "2027-12-01T00:00:00-08:00"}),
            State::Open,
            Some("2027-12-01T08:00:00Z"),
        ),
        (
            json!({"status": "deferred", "defer_until": "2027-12-01"}),
            State::Open,
            Some("2027-12-01T00:00:00Z"),
        ),
        (
            json!({"status": "deferred"}),
            held("deferred in Beads"),
            None,
        ),
        (
            json!({"status": "deferred", "defer_until": "next week"}),
            held("deferred in Beads until next week"),
            None,
        ),
        (json!({"defer_until": null}), State::Open, None),
    ] {
        let read = comes_back(&[issue("z", more.clone())]);
        assert_eq!(task(&read, "z").state, state, "{more}");
        assert_eq!(task(&read, "z").not_before.as_deref(), until, "{more}");
    }
    // Parts are deferred with their whole, and for as long as they say themselves.
    let read = comes_back(&[
        issue("e", json!({"defer_until": "2027-12-01T00:00:00Z"})),
        issue("e.1", json!({"dependencies": [on("parent-child", "e")]})),
        issue(
            "e.2",
            json!({"defer_until": "2028-01-01T00:00:00Z", "dependencies": [on("parent-child", "e")]}),
        ),
    ]);
    let until = |id| task(&read, id).not_before.as_deref();
    assert_eq!(until("e.1"), Some("2027-12-01T00:00:00Z"));
    assert_eq!(until("e.2"), Some("2028-01-01T00:00:00Z"));
}

#[test]
fn a_deleted_issue_holds_nobody_up() {
    let text = lines(&[
        json!({"id": "k-1", "title": "k-1", "status": "tombstone"}),
        issue("k-2", json!({"dependencies": [on("blocks", "k-1")]})),
    ]);
    for known in [vec![], vec!["k-1".to_owned()]] {
        let read = beads::read_beside(&text, &known.into_iter().collect());
        assert_eq!(tasks(&read), ["k-2 k-2 []"]);
        assert!(read.odd.is_empty(), "{:?}", read.odd);
        let note = "1 dependency on a deleted task makes nobody wait: kept for the way back";
        assert!(read.notes.iter().any(|it| it == note), "{:?}", read.notes);
    }
}

#[test]
fn of_several_versions_the_newest_counts() {
    let version = |title: &str, at: &str| json!({"id": "d-1", "title": title, "status": "open", "updated_at": at});
    let (old, new) = (
        version("Old", "2026-06-01T00:00:00Z"),
        version("New", "2026-06-05T00:00:00Z"),
    );
    for (versions, place) in [([&old, &new], 1), ([&new, &old], 2)] {
        let read = beads::read(&lines(&versions.map(Clone::clone)));
        assert_eq!(tasks(&read), ["d-1 New []"]);
        let older = format!(
            "line {place}: an older version of the issue at line {}, which is taken in",
            3 - place
        );
        assert_eq!(odd(&read), [older]);
    }
    let read = beads::read(&lines(&[new.clone(), old.clone(), new.clone()]));
    assert_eq!(tasks(&read), ["d-1 New []"]);
    let note = "1 issue is in the file more than once, and taken in once";
    assert!(read.notes.iter().any(|it| it == note), "{:?}", read.notes);
    // A deletion is a version, too.
    let gone = json!({"id": "d-1", "title": "New", "status": "tombstone", "deleted_at": "2026-06-06T00:00:00Z"});
    let read = beads::read(&lines(&[new.clone(), gone]));
    assert_eq!((read.found.tasks.len(), read.found.gone.len()), (0, 1));
    // If neither is known to be newer, the second one is quarantined.
    let other = json!({"id": "d-1", "title": "Other", "status": "open"});
    let read = beads::read(&lines(&[new, other]));
    assert_eq!(tasks(&read), ["d-1 New []"]);
    assert_eq!(odd(&read), ["line 2: the id `d-1` is used before"]);
}

#[test]
fn lists_that_beads_prints_are_read() {
    let first = issue("j-1", json!({}));
    let second = issue(
        "j-2",
        json!({"dependencies": [{"id": "j-1", "title": "x", "status": "open", "dependency_type": "blocks"}]}),
    );
    for text in [
        serde_json::to_string_pretty(&json!([first, second])).unwrap(),
        json!([first, second]).to_string(),
        serde_json::to_string_pretty(&json!({"schema_version": 1, "data": [first, second]}))
            .unwrap(),
        json!({"issues": [first, second]}).to_string(),
    ] {
        let read = beads::read(&text);
        assert_eq!(tasks(&read), ["j-1 j-1 []", "j-2 j-2 [j-1]"], "{text}");
        assert!(read.odd.is_empty(), "{:?}", read.odd);
    }
    let one = serde_json::to_string_pretty(&first).unwrap();
    assert_eq!(tasks(&beads::read(&one)), ["j-1 j-1 []"]);
    let read = beads::read(&json!({"data": [first, 7, {"id": "j-3"}]}).to_string());
    assert_eq!(
        odd(&read),
        [
            "data/1: expected an issue, as a JSON object",
            "data/2: an issue needs a `title`, as a text"
        ]
    );
}

#[test]
fn a_number_that_is_no_siblings_is_a_task() {
    let file = json!({"master": {"tasks": [
        {"id": 11, "title": "k", "status": "pending"},
        {"id": 2, "title": "b", "status": "pending", "subtasks": [
            {"id": 1, "title": "c", "dependencies": [11]},
            {"id": 2, "title": "d", "dependencies": ["11", 1]},
            {"id": 3, "title": "e", "dependencies": ["2"]},
            {"id": 4, "title": "f", "dependencies": [9]}]},
        {"id": 4, "title": "g", "status": "pending", "subtasks": [
            {"id": 1, "title": "h", "dependencies": ["4"]}]}]}});
    let read = task_master::read(&file.to_string());
    assert_eq!(task(&read, "2.1").needs, ["11"]);
    assert_eq!(task(&read, "2.2").needs, ["11", "2.1"]);
    assert_eq!(task(&read, "2.3").needs, ["2.2"]);
    assert_eq!(task(&read, "4").needs, ["4.1"]);
    assert_eq!(
        odd(&read),
        [
            "master/tasks/2/subtasks/0/dependencies/0: a subtask cannot wait for the task that it is a part of",
            "master/tasks/1/subtasks/3/dependencies/0: there is no task `2.9`"
        ]
    );
}

#[test]
fn subtasks_of_something_quarantined_are_quarantined_with_it() {
    let file = json!({"master": {"tasks": [
        {"id": 1, "title": "", "subtasks": [{"id": 1, "title": "lost"}]},
        {"id": 2, "title": "b", "dependencies": ["1.1"]},
        {"id": 3, "title": "c", "subtasks": [{"id": 1, "title": " "}, {"id": 2, "title": "d"}]}]}});
    let read = task_master::read(&file.to_string());
    assert_eq!(
        task(&read, "2").state,
        held("waits for `1.1`, which is quarantined")
    );
    assert_eq!(
        task(&read, "3").state,
        held("waits for `3.1`, which is quarantined")
    );
    assert_eq!(task(&read, "3.2").state, State::Open);
}
