//! Status of an issue of Beads, and the types of issues that are not work.

use serde_json::{Map, Value};

use crate::moment;
use crate::plan::State;

/// Types of issues that Beads uses internally and never hands out as work.
const NO_WORK: [&str; 11] = [
    "agent",
    "convoy",
    "event",
    "gate",
    "merge_request",
    "message",
    "milestone",
    "molecule",
    "rig",
    "role",
    "slot",
];

/// Built-in statuses of Beads; a workspace may define others.
const STATUSES: [&str; 8] = [
    "",
    "open",
    "in_progress",
    "hooked",
    "blocked",
    "deferred",
    "pinned",
    "closed",
];

/// Converts the status of an issue, together with its type and its flags.
pub(super) fn state(record: &Map<String, Value>) -> State {
    let state = match status(record).as_str() {
        "" | "open" => State::Open,
        "in_progress" | "hooked" => State::Begun,
        "blocked" => State::Held("blocked in Beads".into()),
        "deferred" => deferral_state(record),
        "pinned" => State::Held(PINNED.into()),
        "closed" => State::Done,
        other => {
            let other: String = other.chars().take(40).collect();
            State::Held(format!("status `{other}` in Beads"))
        }
    };
    match (state, no_work(record)) {
        (State::Open | State::Begun, Some(why)) => State::Held(why),
        (state, _) => state,
    }
}

const PINNED: &str = "pinned in Beads: it stays open";

/// Returns true if the issue has a built-in status and is work.
pub(super) fn is_known_status(record: &Map<String, Value>) -> bool {
    STATUSES.contains(&status(record).as_str()) && no_work(record).is_none()
}

/// Returns the status in lower case; other values as JSON.
pub(super) fn status(record: &Map<String, Value>) -> String {
    match record.get("status") {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(status)) => normalize(status),
        Some(other) => other.to_string(),
    }
}

/// Normalizes a word of Beads to lower snake case.
fn normalize(word: &str) -> String {
    word.trim().to_lowercase().replace(['-', ' '], "_")
}

/// Converts a deferred issue: it waits for its date, or without one until it is released.
fn deferral_state(record: &Map<String, Value>) -> State {
    let written = record.get("defer_until").and_then(Value::as_str);
    match (until(record), written) {
        (Some(_), _) => State::Open,
        (None, Some(written)) => {
            let written: String = written.chars().take(40).collect();
            State::Held(format!("deferred in Beads until {written}"))
        }
        (None, None) => State::Held("deferred in Beads".into()),
    }
}

/// Returns the date until which an issue is deferred, as RFC 3339.
pub(super) fn until(record: &Map<String, Value>) -> Option<String> {
    let until = record.get("defer_until").filter(|until| until.is_string());
    until.and_then(moment::read).map(moment::text)
}

/// Returns the reason for which an issue is not work.
fn no_work(record: &Map<String, Value>) -> Option<String> {
    let is = |flag: &str| record.get(flag) == Some(&Value::Bool(true));
    if is("is_template") {
        return Some("a template in Beads, no work".into());
    }
    if is("pinned") {
        return Some(PINNED.into());
    }
    if is("ephemeral") {
        return Some("ephemeral in Beads, no work".into());
    }
    let kind = normalize(record.get("issue_type")?.as_str()?);
    NO_WORK
        .contains(&kind.as_str())
        .then(|| format!("a `{}` in Beads, no work", kind.replace('_', "-")))
}

/// Returns true if an issue is a container for its parts.
pub(super) fn is_epic(record: &Map<String, Value>) -> bool {
    let kind = record.get("issue_type").and_then(Value::as_str);
    kind.is_some_and(|kind| normalize(kind) == "epic")
}
