//! What every body is checked for once, whatever the operation: depth, lengths, NUL. Knows no
//! operation.

use axum::body::Bytes;
use kernel::{Code, Error, Result};
use serde_json::{Map, Value};

/// How deep JSON may be nested.
const DEPTH: usize = 32;
/// The most bytes of a text.
const TEXT_BYTES: usize = 256 * 1024;
/// The most bytes of a content, which is bounded by its body already.
const CONTENT_BYTES: usize = 32 * 1024 * 1024;
/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";
/// How much of a number that is too long is told.
const SHOWN: usize = 64;

/// A body without the byte order mark that some clients put before JSON.
pub fn without_mark(body: Bytes) -> Bytes {
    if body.starts_with(MARK) {
        body.slice(MARK.len()..)
    } else {
        body
    }
}

/// Parses a body that has to be a JSON object; an empty one has no arguments.
pub fn json(bytes: &[u8]) -> Result<Map<String, Value>> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Ok(Map::new());
    }
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| Error::invalid(format!("The body is not JSON: {error}.")))?;
    walk(&value, "", 1).map_err(|misfit| misfit.error())?;
    match value {
        Value::Object(fields) => Ok(fields),
        other => Err(Error::field(
            "",
            format!(
                "expected a JSON object with the arguments, found {}",
                kind(&other)
            ),
        )),
    }
}

/// The first whole number in JSON that has more than 64 bits: read, it would be another one.
pub fn too_long(json: &[u8]) -> Option<&str> {
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"-+.eE".contains(byte);
    let mut at = 0;
    while let Some(byte) = json.get(at) {
        match byte {
            b'"' => at = text_end(json, at + 1),
            b'-' | b'0'..=b'9' => {
                let rest = &json[at..];
                let end = rest.iter().position(|byte| !is_part(byte));
                let number = str::from_utf8(&rest[..end.unwrap_or(rest.len())]).ok()?;
                let is_whole = !number.contains(['.', 'e', 'E']);
                if is_whole && number.parse::<i64>().is_err() && number.parse::<u64>().is_err() {
                    return Some(number);
                }
                at += number.len();
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Refuses such a number.
pub fn rounded(number: &str) -> Error {
    let shown = match number.get(..SHOWN) {
        Some(begin) if number.len() > SHOWN => format!("{begin}…"),
        _ => number.to_owned(),
    };
    Error::invalid(format!(
        "The whole number {shown} has more than 64 bits and would be rounded: send it as a text."
    ))
}

/// Where the text that begins there has its closing quote.
fn text_end(json: &[u8], mut at: usize) -> usize {
    while let Some(byte) = json.get(at) {
        match byte {
            b'"' => break,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

/// Reads JSON that a text holds, within the bounds of a body. Returns `None` when it is none, or exceeds them.
pub fn embedded(text: &str) -> Option<Value> {
    if too_long(text.as_bytes()).is_some() {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    walk(&value, "", 2).is_ok().then_some(value)
}

/// Checks arguments that are JSON already.
pub fn object(arguments: &Map<String, Value>) -> Result<()> {
    for (key, value) in arguments {
        text(key, "").map_err(|what| what.error("/"))?;
        walk(value, key, 2).map_err(|misfit| misfit.within(escape(key)).error())?;
    }
    Ok(())
}

/// Checks the fields of a form or a query.
pub fn fields(fields: &[(String, String)]) -> Result<()> {
    for (name, value) in fields {
        let last = name
            .rsplit('[')
            .next()
            .unwrap_or(name)
            .trim_end_matches(']');
        text(value, last).map_err(|what| what.error(&format!("/{name}")))?;
        text(name, "").map_err(|what| what.error("/"))?;
    }
    Ok(())
}

/// What does not fit.
enum What {
    Deep,
    Long { bytes: usize, limit: usize },
    Nul,
}

impl What {
    fn error(&self, pointer: &str) -> Error {
        let (code, detail) = match self {
            Self::Deep => (Code::Invalid, format!("nested deeper than {DEPTH} levels")),
            Self::Long { bytes, limit } => (
                Code::TooLarge,
                format!("has {bytes} bytes; the most is {limit}"),
            ),
            Self::Nul => (Code::Invalid, "contains the character NUL".into()),
        };
        let mut error = Error::field(pointer, detail);
        error.code = code;
        error
    }
}

/// What does not fit, and the way there, last step first: it is written down only when there is need.
struct Misfit {
    what: What,
    way: Vec<String>,
}

impl From<What> for Misfit {
    fn from(what: What) -> Self {
        Self {
            what,
            way: Vec::new(),
        }
    }
}

impl Misfit {
    fn within(mut self, step: String) -> Self {
        self.way.push(step);
        self
    }

    fn error(&self) -> Error {
        let steps = self.way.iter().rev();
        let pointer: String = steps.flat_map(|step| ["/", step]).collect();
        self.what.error(&pointer)
    }
}

fn walk(value: &Value, name: &str, depth: usize) -> Result<(), Misfit> {
    if depth > DEPTH {
        return Err(What::Deep.into());
    }
    match value {
        Value::String(value) => Ok(text(value, name)?),
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                walk(item, name, depth + 1).map_err(|misfit| misfit.within(i.to_string()))?;
            }
            Ok(())
        }
        Value::Object(fields) => {
            for (key, value) in fields {
                text(key, "")?;
                walk(value, key, depth + 1).map_err(|misfit| misfit.within(escape(key)))?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn text(text: &str, name: &str) -> Result<(), What> {
    let limit = if name == "content" {
        CONTENT_BYTES
    } else {
        TEXT_BYTES
    };
    let bytes = text.len();
    if bytes > limit {
        return Err(What::Long { bytes, limit });
    }
    if text.as_bytes().contains(&0) {
        return Err(What::Nul);
    }
    Ok(())
}

/// A key as a part of a JSON pointer (RFC 6901).
pub fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(body: &str) -> Error {
        json(body.as_bytes()).unwrap_err()
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        let deep = format!("{}1{}", "[".repeat(40), "]".repeat(40));
        assert_eq!(fault(&format!("{{\"a\":{deep}}}")).code, Code::Invalid);
        let nul = fault("{\"a\":{\"b/c\":[\"x\",\"y\\u0000\"]}}");
        assert_eq!(nul.extra.fields[0].pointer, "/a/b~1c/1");
        let long = fault(&format!("{{\"t\":\"{}\"}}", "x".repeat(TEXT_BYTES + 1)));
        assert_eq!(long.code, Code::TooLarge);
        assert_eq!(fault("[1]").extra.fields[0].pointer, "");
    }

    #[test]
    fn what_is_not_json_is_refused() {
        for body in [
            "{",
            "{\"a\":}",
            "\"\\ud800\"",
            "{\"a\":1e999}",
            "nul",
            "{} {}",
        ] {
            assert_eq!(fault(body).code, Code::Invalid, "{body}");
        }
        assert!(json("{\"a\":\"\\ud800\"}".as_bytes()).is_err());
        assert!(json(b"{\"a\":\"\xff\"}").is_err());
    }

    #[test]
    fn whole_numbers_are_read_as_they_are_written() {
        for (body, found) in [
            (
                "{\"a\":[18446744073709551616]}",
                Some("18446744073709551616"),
            ),
            ("{\"a\":-9223372036854775809}", Some("-9223372036854775809")),
            (
                "{\"a\":18446744073709551615,\"b\":-9223372036854775808}",
                None,
            ),
            ("{\"a\":1e22,\"b\":18446744073709551616.5}", None),
            (
                "{\"99999999999999999999\":\"\\\"99999999999999999999\"}",
                None,
            ),
        ] {
            assert_eq!(too_long(body.as_bytes()), found, "{body}");
        }
    }

    #[test]
    fn json_in_a_text_has_the_bounds_of_a_body() {
        let deep = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
        for (text, is_read) in [
            ("[1,{\"a\":\"b\"}]", true),
            (&deep(30), true),
            (&deep(31), false),
            ("[18446744073709551616]", false),
            ("[\"\\u0000\"]", false),
            ("[1", false),
            ("", false),
        ] {
            assert_eq!(embedded(text).is_some(), is_read, "{text}");
        }
    }

    #[test]
    fn contents_may_be_long_and_nothing_may_be_empty() {
        let body = format!("{{\"content\":\"{}\"}}", "x".repeat(TEXT_BYTES + 1));
        assert!(json(body.as_bytes()).is_ok());
        assert!(json(b" ").unwrap().is_empty());
    }
}
