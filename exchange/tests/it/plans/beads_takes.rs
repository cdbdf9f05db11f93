//! Tests that exports satisfy the rules of Beads for an issue.

use exchange::beads::{read, write};
use exchange::plan::{PlannedTask, State};
use proptest::prelude::*;
use serde_json::Value;

/// Returns the reason for which Beads would reject an issue, and with it the whole file.
fn refusal(issue: &Value) -> Option<&'static str> {
    let title = issue["title"].as_str().unwrap_or_default();
    let is_closed = issue["status"] == "closed";
    if title.is_empty() || title.len() > 500 {
        return Some("title");
    }
    if issue["priority"]
        .as_u64()
        .is_none_or(|priority| priority > 4)
    {
        return Some("priority");
    }
    if is_closed != issue["closed_at"].is_string() {
        return Some("closed_at");
    }
    None
}

fn state() -> impl Strategy<Value = State> {
    prop_oneof![
        Just(State::Open),
        Just(State::Begun),
        Just(State::Held("why".into())),
        Just(State::Review),
        Just(State::Done),
        Just(State::Cancelled),
    ]
}

/// Generates a task that was planned in Loci.
fn task() -> impl Strategy<Value = PlannedTask> {
    ("\\PC{1,300}", state(), prop::option::of(0_u8..5)).prop_map(|(title, state, priority)| {
        PlannedTask {
            id: "T1".into(),
            title: format!("t{title}").chars().take(300).collect(),
            description: "d".into(),
            state,
            priority,
            ended: Some("2026-01-02T03:04:05.000Z".into()),
            outcome: Some("came to this".into()),
            ..PlannedTask::default()
        }
    })
}

proptest! {
    #[test]
    fn whatever_was_planned_here(task in task()) {
        let written: Value = serde_json::from_str(&write(std::slice::from_ref(&task))).unwrap();
        prop_assert_eq!(refusal(&written), None, "{}", written);
        prop_assert_eq!(written["priority"].as_u64(), Some(task.priority.unwrap_or(2).into()));
        let is_whole = written["title"] == task.title.as_str();
        prop_assert!(is_whole || written["description"].as_str().unwrap().starts_with(&task.title));
    }

    #[test]
    fn whatever_becomes_of_an_issue_here(closed in any::<bool>(), now in task()) {
        let issue = if closed {
            r#"{"id":"T1","title":"a","status":"closed","closed_at":"2026-01-01T00:00:00Z","close_reason":"merged"}"#
        } else {
            r#"{"id":"T1","title":"a","status":"in_progress"}"#
        };
        let mut task = read(issue).found.tasks.remove(0);
        (task.state, task.ended, task.outcome) = (now.state, now.ended, now.outcome);
        let written: Value = serde_json::from_str(&write(&[task])).unwrap();
        prop_assert_eq!(refusal(&written), None, "{}", written);
        prop_assert!(written["status"] == "closed" || written["close_reason"].is_null(), "{}", written);
    }
}
