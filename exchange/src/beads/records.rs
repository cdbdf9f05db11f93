//! Splits a text of Beads into records: lines of an export, or the list that `bd list --json` and `bd show --json`
//! print, alone or in an envelope. If an issue has several versions, the newest is used.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::moment;

/// Members of an envelope that hold the issues.
const LISTS: [&str; 2] = ["data", "issues"];

/// One record with its original text and place.
pub(super) struct Written<'a> {
    pub at: String,
    pub text: Cow<'a, str>,
    pub found: Result<Map<String, Value>, String>,
}

/// Rank of a record among those of the same issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// Used version; also one of several if none is known to be newer.
    Newest,
    /// Duplicate of an earlier record.
    Repeated,
    /// Older than the record at that place.
    Older(String),
}

/// Returns true if a JSON value lists issues of Beads.
pub(crate) fn is_list(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(is_issue),
        Value::Object(members) if members.contains_key("tasks") => false,
        Value::Object(members) => LISTS
            .iter()
            .any(|name| members.get(*name).is_some_and(Value::is_array)),
        _ => false,
    }
}

/// Returns true if a record can only be an issue of Beads: it has fields of an issue and none of a task of Task Master,
/// whose ids are numbers.
fn is_issue(record: &Value) -> bool {
    const ISSUE: [&str; 3] = ["issue_type", "dependency_type", "dependency_count"];
    const TASK: [&str; 3] = ["subtasks", "details", "testStrategy"];
    let Some(record) = record.as_object() else {
        return false;
    };
    let needs = record.get("dependencies").and_then(Value::as_array);
    let needs = || needs.into_iter().flatten();
    if ISSUE.iter().any(|name| record.contains_key(*name)) || needs().any(Value::is_object) {
        return true;
    }
    let id = record.get("id").and_then(Value::as_str);
    id.is_some_and(|id| !id.starts_with(|first: char| first.is_ascii_digit()))
        && record.contains_key("title")
        && needs().next().is_none()
        && !TASK.iter().any(|name| record.contains_key(*name))
}

/// Splits a text into records.
pub(super) fn records(text: &str) -> Vec<Written<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = serde_json::from_str::<Value>(text).ok();
    match whole.filter(|value| is_list(value) || is_pretty(text, value)) {
        Some(Value::Array(items)) => list_records("", items),
        Some(Value::Object(mut members)) => {
            let name = LISTS
                .iter()
                .find(|name| members.get(**name).is_some_and(Value::is_array));
            match name.map(|name| (name, members.remove(*name))) {
                Some((name, Some(Value::Array(items)))) => list_records(name, items),
                _ => list_records("", vec![Value::Object(members)]),
            }
        }
        _ => lines(text),
    }
}

/// Returns true if one issue is written over several lines.
fn is_pretty(text: &str, value: &Value) -> bool {
    value.is_object() && text.trim().lines().nth(1).is_some()
}

fn list_records(name: &str, items: Vec<Value>) -> Vec<Written<'static>> {
    let at = |nth: usize| match name {
        "" => format!("issue {}", nth + 1),
        name => format!("{name}/{nth}"),
    };
    let written = items.into_iter().enumerate().map(|(nth, item)| Written {
        at: at(nth),
        text: item.to_string().into(),
        found: object(item),
    });
    written.collect()
}

fn lines(text: &str) -> Vec<Written<'_>> {
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty());
    let written = lines.map(|(nth, line)| Written {
        at: format!("line {}", nth + 1),
        text: line.into(),
        found: match serde_json::from_str(line) {
            Ok(value) => object(value),
            Err(error) => Err(format!("not JSON: {error}")),
        },
    });
    written.collect()
}

fn object(value: Value) -> Result<Map<String, Value>, String> {
    match value {
        Value::Object(record) => Ok(record),
        _ => Err("expected an issue, as a JSON object".into()),
    }
}

/// Returns the rank of each record.
pub(super) fn versions(records: &[Written]) -> Vec<Version> {
    let mut versions = vec![Version::Newest; records.len()];
    let mut newest: BTreeMap<&str, usize> = BTreeMap::new();
    for (nth, record) in records.iter().enumerate() {
        let Ok(found) = &record.found else { continue };
        let id = found.get("id").and_then(Value::as_str).map(str::trim);
        let Some(id) = id.filter(|id| !id.is_empty()) else {
            continue;
        };
        let Some(before) = newest.get(id).copied() else {
            newest.insert(id, nth);
            continue;
        };
        let Ok(other) = &records[before].found else {
            continue;
        };
        if other == found {
            versions[nth] = Version::Repeated;
            continue;
        }
        let (Some(was), Some(is)) = (update_time(other), update_time(found)) else {
            continue;
        };
        if is > was {
            versions[before] = Version::Older(record.at.clone());
            newest.insert(id, nth);
        } else if is < was {
            versions[nth] = Version::Older(records[before].at.clone());
        }
    }
    versions
}

fn update_time(record: &Map<String, Value>) -> Option<i64> {
    let written = ["updated_at", "deleted_at"];
    let moments = written.iter().map(|name| moment::read(record.get(*name)?));
    moments.flatten().max()
}
