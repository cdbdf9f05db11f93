//! Detects the format of a workflow's text from its beginning.

use serde_json::Value;

use crate::beads;

/// Import format of workflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Issues of Beads, one per line.
    Beads,
    /// `tasks.json` of Task Master.
    TaskMaster,
    /// Loci's own format, complete.
    Loci,
}

/// Detects the format of a text; `None` if it is ambiguous.
#[must_use]
pub fn detect(text: &str) -> Option<Format> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (first, is_alone) = (lines.next()?, lines.next().is_none());
    match serde_json::from_str(first) {
        Ok(Value::Object(line)) if line.contains_key("loci") => Some(Format::Loci),
        Ok(value) if is_alone => whole(&value),
        Ok(Value::Object(_)) => Some(Format::Beads),
        Err(_) if first.starts_with(['{', '[']) => match serde_json::from_str(text) {
            Ok(value) => whole(&value),
            // The first of several lines may be damaged.
            Err(_) => Some(Format::Beads),
        },
        Ok(_) | Err(_) => None,
    }
}

/// Detects the format of a text that is one JSON value.
fn whole(value: &Value) -> Option<Format> {
    match value {
        list if beads::is_list(list) => Some(Format::Beads),
        Value::Object(root) if root.contains_key("id") || !holds_tasks(root) => Some(Format::Beads),
        Value::Object(_) | Value::Array(_) => Some(Format::TaskMaster),
        _ => None,
    }
}

/// Detects the format of a text; `None` unless it can be nothing else.
#[must_use]
pub fn certain(text: &str) -> Option<Format> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_issue = |line: &Value| line["id"].is_string() && line["title"].is_string();
    match detect(text)? {
        Format::Loci => Some(Format::Loci),
        Format::Beads => {
            let line = serde_json::from_str(lines.next()?).ok()?;
            is_issue(&line).then_some(Format::Beads)
        }
        Format::TaskMaster => match serde_json::from_str(text).ok()? {
            Value::Object(root) if holds_tasks(&root) => Some(Format::TaskMaster),
            _ => None,
        },
    }
}

fn holds_tasks(root: &serde_json::Map<String, Value>) -> bool {
    let lists = |value: &Value| value.get("tasks").is_some();
    root.contains_key("tasks") || root.values().any(lists)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_told_by_its_beginning() {
        for (text, format) in [
            ("", None),
            ("hello", None),
            ("7", None),
            ("{\"loci\":{\"version\":1}}\n{}", Some(Format::Loci)),
            ("{\"id\":\"bd-1\",\"title\":\"a\"}", Some(Format::Beads)),
            (
                "\u{feff}\n{\"_type\":\"header\"}\r\n{\"id\":\"a\"}",
                Some(Format::Beads),
            ),
            ("{broken\n{\"id\":\"a\"}", Some(Format::Beads)),
            ("{\"tasks\":[]}", Some(Format::TaskMaster)),
            ("{\"master\":{\"tasks\":[]}}", Some(Format::TaskMaster)),
            (
                "{\n  \"master\": {\"tasks\": []}\n}",
                Some(Format::TaskMaster),
            ),
            ("[]", Some(Format::TaskMaster)),
            (
                "[\n {\"id\": 1, \"title\": \"a\", \"dependencies\": [2]}\n]",
                Some(Format::TaskMaster),
            ),
            (
                "[{\"id\":\"HAM-1\",\"title\":\"a\",\"dependencies\":[\"HAM-2\"],\"subtasks\":[]}]",
                Some(Format::TaskMaster),
            ),
            (
                "[\n {\"id\": \"j-1\", \"title\": \"a\", \"issue_type\": \"task\"}\n]",
                Some(Format::Beads),
            ),
            (
                "[{\"id\":\"j-1\",\"title\":\"a\",\"status\":\"open\"}]",
                Some(Format::Beads),
            ),
            (
                "{\"schema_version\":1,\"data\":[{\"id\":\"j-1\"}]}",
                Some(Format::Beads),
            ),
            (
                "{\n \"schema_version\": 1,\n \"data\": []\n}",
                Some(Format::Beads),
            ),
            (
                "{\n \"id\": \"j-1\",\n \"title\": \"a\"\n}",
                Some(Format::Beads),
            ),
        ] {
            assert_eq!(detect(text), format, "{text}");
        }
    }
}
