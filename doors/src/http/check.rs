//! Checks that apply to every body: nesting depth, lengths, NUL.

use std::cell::Cell;

use axum::body::Bytes;
use kernel::{Code, Error, Result};
use serde_json::{Map, Value};

/// Maximum nesting depth of JSON.
pub const MAX_DEPTH: usize = 32;
/// Maximum length of a string, in bytes.
pub const MAX_TEXT_BYTES: usize = 256 * 1024;
/// Maximum length of a content, in bytes, which the body's size limits already.
pub const MAX_CONTENT_BYTES: usize = 32 * 1024 * 1024;
/// Member that holds contents, including pictures and files.
const CONTENT: &str = "content";
/// UTF-8 byte order mark.
const MARK: &[u8] = b"\xef\xbb\xbf";
/// Maximum bytes of a body outside its strings.
pub const MAX_STRUCTURE: usize = 1024 * 1024;
/// Maximum number of fields of a form or a query, also after its text areas were expanded.
pub const MAX_FIELDS: usize = 10_000;
/// Maximum length of a field's name, in bytes: it is repeated for each line of a text area.
const MAX_NAME_BYTES: usize = 1024;
/// Maximum digits of an oversized number that an error repeats.
const SHOWN: usize = 64;

/// Strips the byte order mark that some clients put before JSON.
pub fn without_mark(body: Bytes) -> Bytes {
    if body.starts_with(MARK) {
        body.slice(MARK.len()..)
    } else {
        body
    }
}

/// Parses a body that has to be a JSON object; an empty body has no arguments.
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

/// Rejects JSON with more than `most` bytes outside its strings, before it is parsed. The parse tree of these bytes is
/// up to 100 times as large, while a string keeps its size.
pub fn structure(json: &[u8], most: usize) -> Result<()> {
    if json.len() <= most || outside_texts(json) <= most {
        return Ok(());
    }
    Err(too_structured(most))
}

fn too_structured(most: usize) -> Error {
    let detail = format!(
        "The body has more than {most} bytes outside of its texts, which is the most of any body: send it in parts."
    );
    Error::new(Code::TooLarge, detail)
}

/// Counts the bytes of JSON outside its strings.
fn outside_texts(json: &[u8]) -> usize {
    let (mut at, mut outside) = (0, 0);
    while let Some(byte) = json.get(at) {
        outside += 1;
        at += 1;
        if *byte == b'"' {
            at = text_end(json, at) + 1;
            outside += 1;
        }
    }
    outside
}

/// Rejects a form or a query with too many fields, before it is split.
pub fn count(encoded: &str) -> Result<()> {
    let fields = 1 + encoded.bytes().filter(|byte| *byte == b'&').count();
    if fields > MAX_FIELDS {
        return Err(too_many_fields());
    }
    Ok(())
}

/// Creates the error about a form with too many fields.
pub fn too_many_fields() -> Error {
    let detail = format!(
        "The form has more than {MAX_FIELDS} fields, lines counted one by one: send it in parts."
    );
    Error::new(Code::TooLarge, detail)
}

/// Returns the first integer in JSON that exceeds 64 bits: parsing would change its value.
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

/// Creates the error about such a number.
pub fn rounding_error(number: &str) -> Error {
    let shown = match number.get(..SHOWN) {
        Some(begin) if number.len() > SHOWN => format!("{begin}…"),
        _ => number.to_owned(),
    };
    Error::invalid(format!(
        "The whole number {shown} has more than 64 bits and would be rounded: send it as a text."
    ))
}

/// Returns the position of the closing quote of the string that begins at `at`.
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

/// Parses JSON in the strings of a body. Together they have the limits of a body.
pub struct EmbeddedJson {
    most: usize,
    /// Remaining bytes outside of strings; `None` once the limit was exceeded.
    left: Cell<Option<usize>>,
}

impl EmbeddedJson {
    /// Creates the parser for the strings of this body: bytes outside of strings count in both.
    pub fn within(body: &[u8]) -> Self {
        let used = match body.len() {
            // JSON in the strings is never longer than the body.
            0..=MAX_STRUCTURE => 0,
            _ => outside_texts(body),
        };
        Self {
            most: MAX_STRUCTURE,
            left: Cell::new(MAX_STRUCTURE.checked_sub(used)),
        }
    }

    /// Creates the parser for strings with at most this many bytes outside their own strings.
    pub const fn new(most: usize) -> Self {
        Self {
            most,
            left: Cell::new(Some(most)),
        }
    }

    /// Parses the JSON in a string. Returns `None` if it is not JSON, or exceeds the limits.
    pub fn read(&self, text: &str) -> Option<Value> {
        let bytes = text.as_bytes();
        let left = self.left.get()?.checked_sub(outside_texts(bytes));
        self.left.set(left);
        if left.is_none() || too_long(bytes).is_some() {
            return None;
        }
        let value: Value = serde_json::from_str(text).ok()?;
        walk(&value, "", 2).is_ok().then_some(value)
    }

    /// Returns an error if the strings had too much JSON.
    pub fn check(&self) -> Result<()> {
        match self.left.get() {
            Some(_) => Ok(()),
            None => Err(too_structured(self.most)),
        }
    }
}

/// Rejects a field name that is too long.
pub fn name(name: &str) -> Result<()> {
    if name.len() > MAX_NAME_BYTES {
        let detail = format!(
            "A field's name has {} bytes; the most is {MAX_NAME_BYTES}.",
            name.len()
        );
        return Err(Error::new(Code::TooLarge, detail));
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

/// Violated limit.
enum What {
    Deep,
    Long { bytes: usize, limit: usize },
    Nul,
}

impl What {
    fn error(&self, pointer: &str) -> Error {
        let (code, detail) = match self {
            Self::Deep => (
                Code::Invalid,
                format!("nested deeper than {MAX_DEPTH} levels"),
            ),
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

/// Violated limit and the path to it, last segment first. The path is only formatted for an error.
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
    if depth > MAX_DEPTH {
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
                // The parts of a content may be as long as a content that is a string.
                let name = if name == CONTENT { name } else { key };
                walk(value, name, depth + 1).map_err(|misfit| misfit.within(escape(key)))?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn text(text: &str, name: &str) -> Result<(), What> {
    let limit = if name == CONTENT {
        MAX_CONTENT_BYTES
    } else {
        MAX_TEXT_BYTES
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

/// Escapes a key as a segment of a JSON pointer (RFC 6901).
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
mod tests;
