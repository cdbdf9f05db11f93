//! Tests that the current branch of a conversation is read and the others are counted.

use std::collections::BTreeMap;

use exchange::transcript::{Content, Format, Transcript, read};
use serde_json::{Value, json};

const LATEST: i64 = 1_800_000_000_000_000;
const OTHERS: &str = "messages of branches that are not current";

fn texts(found: &Transcript) -> Vec<Vec<String>> {
    let text = |content: &Content| match content {
        Content::Text(text) => text.clone(),
        Content::Parts(parts) => json!(parts).to_string(),
    };
    let sessions = found.sessions.iter();
    sessions
        .map(|one| one.messages.iter().map(|m| text(&m.content)).collect())
        .collect()
}

/// Records of Claude Code: kind, id, parent, second, content.
fn claude_code(records: &[(&str, &str, Option<&str>, u32, Value)]) -> Transcript {
    let lines: Vec<String> = records
        .iter()
        .map(|(kind, id, parent, second, content)| {
            json!({"type": kind, "uuid": id, "parentUuid": parent, "sessionId": "s",
                "timestamp": format!("2026-03-01T10:00:{second:02}.000Z"),
                "message": {"role": kind, "content": content, "id": content[0]["answer"]}})
            .to_string()
        })
        .collect();
    let read = read(&lines.join("\n"), Format::ClaudeCode, LATEST);
    assert!(read.odd.is_empty(), "{:?}", read.odd);
    read.found
}

#[test]
fn a_rewind_of_claude_code_begins_another_branch() {
    let said = |text: &str| json!(text);
    let found = claude_code(&[
        ("user", "u0", None, 0, said("Plan the store")),
        ("assistant", "a0", Some("u0"), 1, said("Which one?")),
        ("user", "u1", Some("a0"), 2, said("Use sqlite")),
        ("assistant", "a1", Some("u1"), 3, said("OK, sqlite.")),
        ("user", "u2", Some("a0"), 4, said("Use postgres")),
        ("assistant", "a2", Some("u2"), 5, said("OK, postgres.")),
        // The record before this one is not in the file.
        ("user", "u3", Some("gone"), 6, said("Go on")),
    ]);
    assert_eq!(
        texts(&found),
        [[
            "Plan the store",
            "Which one?",
            "Use postgres",
            "OK, postgres.",
            "Go on"
        ]]
    );
    assert_eq!(found.beside, BTreeMap::from([(OTHERS.to_owned(), 2)]));
}

#[test]
fn the_newest_record_counts_and_not_the_last_one() {
    let said = |text: &str| json!(text);
    let found = claude_code(&[
        ("user", "u0", Some("none"), 0, said("first")),
        ("user", "u2", Some("none"), 9, said("edited")),
        ("assistant", "a0", Some("u0"), 8, said("old answer")),
    ]);
    assert_eq!(texts(&found), [["edited"]]);
    assert_eq!(found.beside[OTHERS], 2);
}

#[test]
fn parallel_calls_and_their_results_are_one_branch() {
    let call = |id: &str| json!([{"type": "tool_use", "id": id, "name": "n", "input": {}, "answer": "msg"}]);
    let result = |id: &str| json!([{"type": "tool_result", "tool_use_id": id, "content": id}]);
    let found = claude_code(&[
        ("user", "u0", None, 0, json!("Do both")),
        ("assistant", "a1", Some("u0"), 1, call("t1")),
        ("assistant", "a2", Some("a1"), 2, call("t2")),
        ("user", "r1", Some("a1"), 3, result("t1")),
        ("user", "r2", Some("a2"), 4, result("t2")),
        ("assistant", "a3", Some("r1"), 5, json!("Done.")),
    ]);
    assert_eq!(texts(&found)[0].len(), 6);
    assert!(found.beside.is_empty(), "{:?}", found.beside);
}

#[test]
fn a_helper_has_a_branch_of_its_own() {
    let record = |id: &str, parent: Option<&str>, helper: bool, second: u32| {
        json!({"type": "user", "uuid": id, "parentUuid": parent, "sessionId": "s", "isSidechain": helper,
            "agentId": helper.then_some("h"), "timestamp": format!("2026-03-01T10:00:{second:02}Z"),
            "message": {"role": "user", "content": id}})
        .to_string()
    };
    let lines = [
        record("main", None, false, 0),
        record("task", Some("main"), true, 1),
        record("next", Some("main"), false, 2),
    ];
    let read = read(&lines.join("\n"), Format::ClaudeCode, LATEST);
    assert_eq!(texts(&read.found), [vec!["main", "next"], vec!["task"]]);
}

#[test]
fn records_in_a_circle_are_read() {
    let said = |text: &str| json!(text);
    let found = claude_code(&[
        ("user", "a", Some("b"), 0, said("a")),
        ("assistant", "b", Some("a"), 1, said("b")),
        ("user", "c", Some("c"), 2, said("c")),
    ]);
    assert_eq!(texts(&found), [["a", "b", "c"]]);
}

fn claude_export(messages: &Value) -> Transcript {
    let text = json!([{"uuid": "c", "name": "n", "chat_messages": messages}]).to_string();
    let read = read(&text, Format::ClaudeExport, LATEST);
    assert!(read.odd.is_empty(), "{:?}", read.odd);
    read.found
}

#[test]
fn a_retry_of_claude_begins_another_branch() {
    let message = |id: &str, parent: &str, minute: u32, sender: &str| {
        json!({"uuid": id, "parent_message_uuid": parent, "sender": sender, "text": id,
            "created_at": format!("2026-02-01T10:{minute:02}:00Z")})
    };
    let zero = "00000000-0000-4000-8000-000000000000";
    let found = claude_export(&json!([
        message("first", zero, 0, "human"),
        message("edited", zero, 1, "human"),
        message("abandoned", "edited", 2, "assistant"),
        message("retried", "edited", 3, "assistant"),
        message("thanks", "retried", 4, "human"),
    ]));
    assert_eq!(texts(&found), [["edited", "retried", "thanks"]]);
    assert_eq!(found.beside, BTreeMap::from([(OTHERS.to_owned(), 2)]));
    // Older exports do not link their messages.
    let plain = |id: &str| json!({"uuid": id, "sender": "human", "text": id});
    let found = claude_export(&json!([plain("a"), plain("b"), {"sender": "human", "text": "c"}]));
    assert_eq!(texts(&found), [["a", "b", "c"]]);
}

#[test]
fn long_chains_are_read_in_linear_time() {
    // Each is the parent of the one before it, and older.
    let records: Vec<String> = (0..50_000)
        .map(|n| {
            json!({"type": "user", "uuid": format!("u{n}"), "parentUuid": format!("u{}", n + 1), "sessionId": "s",
                "timestamp": 1_772_400_000 - n, "message": {"role": "user", "content": "x"}})
            .to_string()
        })
        .collect();
    let read = read(&records.join("\n"), Format::ClaudeCode, LATEST);
    assert_eq!(read.found.messages(), 50_000);
}
