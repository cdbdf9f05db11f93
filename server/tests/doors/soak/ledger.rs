//! Acknowledged writes, and their verification at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Mutex;

use serde_json::{Value, json};

use super::ward::Caller;

/// Acknowledged writes.
#[derive(Default)]
pub struct Ledger {
    /// Discoveries by workflow.
    pub discoveries: Mutex<BTreeMap<String, BTreeSet<String>>>,
    /// Completed tasks by workflow.
    pub completed: Mutex<BTreeMap<String, BTreeSet<String>>>,
    /// Messages by session, in order.
    pub lines: Mutex<BTreeMap<String, Vec<String>>>,
    /// Last acknowledged number by scratchpad.
    pub counts: Mutex<BTreeMap<String, u64>>,
    /// Memories by id.
    pub memories: Mutex<BTreeMap<String, String>>,
    /// Started workflows.
    pub workflows: Mutex<Vec<String>>,
    /// Number of rate-limited requests.
    pub slowed: Mutex<usize>,
}

/// Returns all items of a list, page by page.
pub fn all(eye: &Caller, operation: &str, body: &Value, pointer: &str) -> Vec<Value> {
    let (mut found, mut body) = (Vec::new(), body.clone());
    loop {
        let page = eye.call(operation, &body).unwrap();
        found.extend(page.pointer(pointer).unwrap().as_array().unwrap().clone());
        match page.get("next_cursor").and_then(Value::as_str) {
            Some(cursor) => body["cursor"] = cursor.into(),
            None => return found,
        }
    }
}

impl Ledger {
    /// Asserts that all acknowledged writes exist exactly once.
    pub fn compare(&self, eye: &Caller) {
        for (workflow, written) in &*self.discoveries.lock().unwrap() {
            let fields = json!({ "workflow": workflow, "fields": ["discoveries.content"] });
            let state = eye.call("workflow_get", &fields).unwrap();
            let found = state["workflow"]["discoveries"].as_array().unwrap();
            let found: Vec<&str> = found
                .iter()
                .map(|one| one["content"].as_str().unwrap())
                .collect();
            once(workflow, &found, written.iter().map(String::as_str));
        }
        for (session, lines) in &*self.lines.lock().unwrap() {
            let state = eye
                .call("session_get", &json!({ "session": session }))
                .unwrap();
            let found = state["messages"].as_array().unwrap();
            let found: Vec<&str> = found
                .iter()
                .map(|one| one["content"].as_str().unwrap())
                .collect();
            once(session, &found, lines.iter().map(String::as_str));
            let order: Vec<&&str> = found
                .iter()
                .filter(|line| lines.iter().any(|l| l == **line))
                .collect();
            assert!(
                order
                    .into_iter()
                    .eq(lines.iter().map(String::as_str).collect::<Vec<_>>().iter()),
                "{session} is out of order"
            );
        }
        for (pad, count) in &*self.counts.lock().unwrap() {
            let at = json!({ "scope": "resource", "owner": pad });
            let read = eye.call("scratchpad_read", &at).unwrap();
            let found = read
                .pointer("/pad/value/count")
                .and_then(Value::as_u64)
                .unwrap();
            assert!(found >= *count, "{pad} went back from {count} to {found}");
        }
        for (id, text) in &*self.memories.lock().unwrap() {
            let read = eye
                .call("memory_get", &json!({ "id": id, "core": "soak" }))
                .unwrap();
            assert_eq!(
                read.pointer("/memory/text").and_then(Value::as_str),
                Some(&**text),
                "{read}"
            );
        }
    }
}

/// Asserts that `found` contains each of `wanted`, without duplicates.
fn once<'a>(place: &str, found: &[&str], wanted: impl Iterator<Item = &'a str>) {
    let set: BTreeSet<&str> = found.iter().copied().collect();
    assert_eq!(set.len(), found.len(), "{place} has something twice");
    let lost: Vec<&str> = wanted.filter(|one| !set.contains(one)).collect();
    assert!(lost.is_empty(), "{place} lost {lost:?}");
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sets = |all: &Mutex<BTreeMap<String, BTreeSet<String>>>| {
            all.lock()
                .unwrap()
                .values()
                .map(BTreeSet::len)
                .sum::<usize>()
        };
        let lines: usize = self.lines.lock().unwrap().values().map(Vec::len).sum();
        write!(
            f,
            "{} workflows, {} tasks completed, {} discoveries, {lines} lines, {} memories, slowed {} times",
            self.workflows.lock().unwrap().len(),
            sets(&self.completed),
            sets(&self.discoveries),
            self.memories.lock().unwrap().len(),
            self.slowed.lock().unwrap(),
        )
    }
}
