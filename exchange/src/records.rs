//! Splits a text into records: one JSON value, or one per line. Invalid lines are quarantined.

use serde_json::Value;

use crate::report::Odd;

/// Maximum nesting depth of a record.
pub const DEPTH: usize = 32;

/// Number of lines that are examined to detect a text's structure.
const LOOKED_AT: usize = 40;

/// One value with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Place: `line 12`, or empty for the whole text.
    pub at: String,
    /// The value.
    pub value: Value,
}

/// Content of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Records {
    /// Parsed values.
    pub found: Vec<Record>,
    /// True if the text is one value.
    pub whole: bool,
    /// Invalid records, and records that are nested too deep.
    pub odd: Vec<Odd>,
    /// Number of records in which NUL was replaced.
    pub nul: u32,
}

impl Records {
    /// Parses the first records of a text with one per line; all of any other text.
    #[must_use]
    pub fn beginning(text: &str) -> Self {
        let lines = text.trim_start_matches('\u{feff}').lines();
        let mut lines = lines.filter(|line| !line.trim().is_empty());
        let first = lines.next().map(serde_json::from_str::<Value>);
        if !matches!(first, Some(Ok(Value::Object(_)))) || lines.next().is_none() {
            return Self::read(text);
        }
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let begin: Vec<&str> = lines.take(LOOKED_AT).collect();
        Self::read(&begin.join("\n"))
    }

    /// Parses a text.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim().is_empty() {
            return Self::default();
        }
        let failed = match serde_json::from_str::<Value>(text) {
            Ok(value) => {
                let mut records = Self {
                    whole: true,
                    ..Self::default()
                };
                records.take(String::new(), value, || text.trim().to_owned());
                return records;
            }
            Err(error) => error,
        };
        let mut records = Self::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let at = format!("line {}", number + 1);
            match serde_json::from_str(line) {
                Ok(value) => records.take(at, value, || line.to_owned()),
                Err(error) => records.odd.push(Odd {
                    at,
                    why: describe_syntax_error(&error),
                    text: line.to_owned(),
                }),
            }
        }
        let is_record = |record: &&Record| record.value.is_object();
        let good = records.found.iter().filter(is_record).count();
        if good * 2 < records.found.len() + records.odd.len() {
            // A damaged document, not many lines.
            return Self {
                odd: vec![Odd {
                    at: format!("line {}", failed.line()),
                    why: describe_syntax_error(&failed),
                    text: text.trim().to_owned(),
                }],
                ..Self::default()
            };
        }
        records
    }

    fn take(&mut self, at: String, mut value: Value, written: impl FnOnce() -> String) {
        let mut has_nul = false;
        // The whole text holds records, which are checked one by one.
        let most = if at.is_empty() { DEPTH * 2 } else { DEPTH };
        if clean(&mut value, most, &mut has_nul) {
            self.nul += u32::from(has_nul);
            self.found.push(Record { at, value });
        } else {
            let at = if at.is_empty() { "line 1".into() } else { at };
            self.odd.push(Odd {
                at,
                why: deep(),
                text: written(),
            });
        }
    }
}

/// Returns the reason for quarantining a record that is nested too deep.
#[must_use]
pub fn deep() -> String {
    format!("is nested deeper than {DEPTH} levels")
}

/// Returns true if a value is nested at most `depth` levels.
#[must_use]
pub fn fits(value: &Value, depth: usize) -> bool {
    match value {
        Value::Array(items) => depth > 0 && items.iter().all(|item| fits(item, depth - 1)),
        Value::Object(fields) => depth > 0 && fields.values().all(|item| fits(item, depth - 1)),
        _ => true,
    }
}

/// Replaces NUL, which Loci does not accept in strings. Returns true if the value is nested at most `depth` levels.
fn clean(value: &mut Value, depth: usize, has_nul: &mut bool) -> bool {
    match value {
        Value::String(text) => {
            if text.contains('\0') {
                *has_nul = true;
                *text = text.replace('\0', "\u{fffd}");
            }
            true
        }
        Value::Array(items) => {
            depth > 0 && items.iter_mut().all(|item| clean(item, depth - 1, has_nul))
        }
        Value::Object(fields) => {
            if depth == 0 {
                return false;
            }
            if fields.keys().any(|key| key.contains('\0')) {
                *has_nul = true;
                let old = std::mem::take(fields);
                let named = |(key, value): (String, Value)| (key.replace('\0', "\u{fffd}"), value);
                *fields = old.into_iter().map(named).collect();
            }
            fields
                .values_mut()
                .all(|item| clean(item, depth - 1, has_nul))
        }
        _ => true,
    }
}

fn describe_syntax_error(error: &serde_json::Error) -> String {
    if error.is_eof() {
        format!("breaks off: {error}")
    } else {
        format!("is not JSON: {error}")
    }
}

/// Names a value's JSON type for error texts.
#[must_use]
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::Records;

    #[test]
    fn texts_are_one_value_or_lines() {
        let line = r#"{"a":1}"#;
        for (text, found, odd, whole) in [
            (String::new(), 0, 0, false),
            ("\u{feff} \r\n".into(), 0, 0, false),
            (format!("\u{feff}{line}"), 1, 0, true),
            (format!("{line}\r\n\r\n{line}\r\n"), 2, 0, false),
            (format!("{line}\n{line}\n{{\"a\":"), 2, 1, false),
            (format!("nonsense\n{line}\n{line}"), 2, 1, false),
            ("[\n1,\n{}\n,".into(), 0, 1, false),
            ("no JSON\nat all".into(), 0, 1, false),
            ("[".repeat(100_000), 0, 1, false),
            (
                format!("{line}\n{}1{}", "[".repeat(40), "]".repeat(40)),
                1,
                1,
                false,
            ),
        ] {
            let records = Records::read(&text);
            let start: String = text.chars().take(40).collect();
            assert_eq!(records.found.len(), found, "{start}");
            assert_eq!(records.odd.len(), odd, "{start}");
            assert_eq!(records.whole, whole, "{start}");
        }
        let cut = Records::read(&format!("{line}\n{line}\n{{\"a\":\"b"));
        assert_eq!(cut.odd[0].at, "line 3");
        assert!(cut.odd[0].why.contains("breaks off"), "{cut:?}");
        assert_eq!(cut.odd[0].text, "{\"a\":\"b");
    }

    #[test]
    fn the_beginning_of_many_lines_is_a_part_of_them() {
        let line = r#"{"a":1}"#;
        for (text, found) in [
            (
                format!("\u{feff}{}", format!("{line}\n\n").repeat(1_000)),
                40,
            ),
            (format!("[{line},\n{line}]"), 1),
            (line.to_owned(), 1),
            ("{\n\"a\":1}\n".into(), 1),
            (String::new(), 0),
        ] {
            assert_eq!(Records::beginning(&text).found.len(), found, "{text}");
        }
    }

    #[test]
    fn nul_is_replaced_and_counted() {
        let records = Records::read("{\"a\\u0000\":[\"b\\u0000c\"]}");
        assert_eq!(records.nul, 1);
        assert_eq!(
            records.found[0].value.to_string(),
            "{\"a\u{fffd}\":[\"b\u{fffd}c\"]}"
        );
    }
}
