//! Which of the formats a text is in. Reads no more of it than that takes.

use serde_json::Value;

/// A format of workflows that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Issues of Beads, one a line.
    Beads,
    /// `tasks.json` of Task Master.
    TaskMaster,
    /// Loci's own, complete.
    Loci,
}

/// Tells the format of a text; none when it could be anything.
#[must_use]
pub fn detect(text: &str) -> Option<Format> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (first, is_alone) = (lines.next()?, lines.next().is_none());
    match serde_json::from_str(first) {
        Ok(Value::Object(line)) if line.contains_key("loci") => Some(Format::Loci),
        Ok(Value::Object(line)) if is_alone && !line.contains_key("id") && holds_tasks(&line) => {
            Some(Format::TaskMaster)
        }
        Ok(Value::Object(_)) => Some(Format::Beads),
        Ok(Value::Array(_)) if is_alone => Some(Format::TaskMaster),
        Err(_) if first.starts_with(['{', '[']) => {
            let is_whole = serde_json::from_str::<Value>(text).is_ok();
            // The first of several lines may be the odd one.
            Some(if is_whole {
                Format::TaskMaster
            } else {
                Format::Beads
            })
        }
        Ok(_) | Err(_) => None,
    }
}

/// Tells the format of a text, where it can be nothing else.
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
        ] {
            assert_eq!(detect(text), format, "{text}");
        }
    }
}
