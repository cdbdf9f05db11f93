//! Deserializes the arguments of an operation, with a JSON pointer to each invalid field.

mod refused;

use std::collections::BTreeMap;

use kernel::registry::{AnyOperation, Entry};
use kernel::shape::Lenience;
use kernel::{Error, Result};
use serde::Deserializer;
use serde_json::{Map, Value};
use serde_path_to_error::{Path, Track};

use self::refused::Refused;
use super::bulk;
use super::check::{self, EmbeddedJson, MAX_FIELDS, escape, rounding_error, too_long};
use super::intake::{Json, Kind};
use super::words::{plain, plain_word};
use crate::base_path;
use crate::encoding;
use crate::encoding::lines_of;

/// Maximum nesting depth of form fields: `tasks[0][acceptance][2]` is 3.
const FORM_DEPTH: usize = 5;

/// Deserializes an operation from its arguments.
///
/// # Errors
/// `invalid` with the invalid fields: all of them if the arguments are short, else the first.
pub async fn read(entry: &'static Entry, body: Kind) -> Result<Box<dyn AnyOperation>> {
    let bytes = body.bytes();
    bulk::run(bytes, move || read_now(entry, body)).await?
}

fn read_now(entry: &Entry, body: Kind) -> Result<Box<dyn AnyOperation>> {
    match body {
        Kind::Json(json) => {
            let Json {
                fields,
                text,
                permit,
            } = json;
            let read = match parse_fields(entry, fields, &text) {
                Ok(read) => read,
                Err(error) => return Err(Refused::new(entry, &text).explain(error)),
            };
            drop(permit);
            match too_long(&text) {
                Some(number) => Err(rounding_error(number)),
                None => Ok(read),
            }
        }
        Kind::Query(fields) => {
            must_say(entry, &fields)?;
            read_now(entry, Kind::Fields(fields))
        }
        Kind::Fields(fields) => from_fields(entry, &fields).or_else(|error| {
            match number_lists(fields, &entry.lists()) {
                Some(fields) => from_fields(entry, &fields),
                None => Err(error),
            }
        }),
    }
}

/// Rejects an argument without a value, unless the argument accepts an empty string.
fn must_say(entry: &Entry, fields: &[(String, String)]) -> Result<()> {
    let shape = (entry.shape)();
    let mut empty = fields.iter().filter(|(_, value)| value.is_empty());
    match empty.find(|(name, _)| !shape.takes_empty(name)) {
        None => Ok(()),
        Some((name, _)) => Err(Error::field(
            format!("/{}", escape(name)),
            "has no value: give it one, or leave it out",
        )),
    }
}

fn from_fields(entry: &Entry, fields: &[(String, String)]) -> Result<Box<dyn AnyOperation>> {
    let text = encode(fields);
    let config = serde_qs::Config::new(FORM_DEPTH, false);
    let deserializer = serde_qs::Deserializer::with_config(&config, text.as_bytes())
        .map_err(|error| Error::invalid(format!("The fields cannot be read: {error}.")))?;
    read_tracked(entry, deserializer).map_err(|(path, text)| {
        misfit(&path, &text, |pointer| {
            let mut given = fields.iter();
            let value = given.find(|(name, _)| pointer == format!("/{name}"));
            plain_word(&text, value.map(|(_, value)| value.as_str()))
        })
    })
}

/// Numbers repeated `name=value` pairs of a query as `name[0]=value` and so on. Returns `None` if there are none.
fn number_lists(fields: Vec<(String, String)>, lists: &[String]) -> Option<Vec<(String, String)>> {
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let mut out = Vec::with_capacity(fields.len());
    for (name, value) in fields {
        if lists.contains(&name) {
            let nth = met.entry(name.clone()).or_default();
            out.push((format!("{name}[{nth}]"), value));
            *nth += 1;
        } else {
            out.push((name, value));
        }
    }
    (!met.is_empty()).then_some(out)
}

/// Deserializes the fields of this text. Clients send strings for other types, and strict function calling sends `null`
/// for an absent field.
fn parse_fields(
    entry: &Entry,
    fields: Map<String, Value>,
    text: &[u8],
) -> Result<Box<dyn AnyOperation>> {
    let mut fields = Value::Object(fields);
    let embedded = EmbeddedJson::within(text);
    let lenience = Lenience {
        read: &|text| embedded.read(text),
        null_is_absent: true,
    };
    let fits = (entry.shape)().fit(&mut fields, lenience);
    embedded.check()?;
    fits?;
    read_tracked(entry, fields).map_err(|(path, text)| misfit(&path, &text, |_| plain(&text)))
}

/// Deserializes the arguments. An error has the path to the invalid field and the deserializer's message.
fn read_tracked<'de>(
    entry: &Entry,
    arguments: impl Deserializer<'de>,
) -> Result<Box<dyn AnyOperation>, (Path, String)> {
    let mut track = Track::new();
    let tracking = serde_path_to_error::Deserializer::new(arguments, &mut track);
    let read = (entry.read)(&mut <dyn erased_serde::Deserializer>::erase(tracking));
    read.map_err(|error| (track.path(), error.to_string()))
}

fn misfit(
    path: &serde_path_to_error::Path,
    text: &str,
    said: impl FnOnce(&str) -> String,
) -> Error {
    use serde_path_to_error::Segment;
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => pointer.extend(["/", &index.to_string()]),
            Segment::Map { key } => pointer.extend(["/", &escape(key)]),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    // Serde names these fields only in its message; the path ends at the object that should hold them.
    for (start, detail) in [
        ("missing field `", "is missing"),
        ("unknown field `", "is not an argument here"),
    ] {
        if let Some(name) = text
            .strip_prefix(start)
            .and_then(|rest| rest.split('`').next())
        {
            let leaf = format!("/{}", escape(name));
            if !pointer.ends_with(&leaf) {
                pointer.push_str(&leaf);
            }
            let expected = text
                .split_once("`, ")
                .map(|(_, expected)| format!("; {expected}"))
                .unwrap_or_default();
            return Error::field(pointer, format!("{detail}{expected}"));
        }
    }
    let said = said(&pointer);
    Error::field(pointer, said)
}

/// Decodes the pairs of a query or a url-encoded body.
#[must_use]
pub fn query_pairs(text: &str) -> Vec<(String, String)> {
    text.split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(name), decode(value))
        })
        .collect()
}

/// Expands the text areas of a form. An area holds a list as its lines: the field `constraints[lines]` becomes
/// `constraints[0]`, `constraints[1]` and so on; blank lines are skipped. With `left = right` on each line it holds a
/// table: `rules[match=type]` becomes `rules[0][match]`, `rules[0][type]` and so on, and `windows[=]` becomes one field
/// `windows[left]` for each.
///
/// # Errors
/// `too_large` if there are more lines than a form can have fields, or a name is too long to be repeated.
pub fn spread_lines(fields: Vec<(String, String)>) -> Result<Vec<(String, String)>> {
    let mut out = Vec::with_capacity(fields.len());
    for (name, value) in fields {
        check::name(&name)?;
        let Some((list, sides)) = lines_of(&name) else {
            out.push((name, value));
            continue;
        };
        let lines = value.lines().map(str::trim).filter(|line| !line.is_empty());
        for (nth, line) in lines.enumerate() {
            if out.len() >= MAX_FIELDS {
                return Err(check::too_many_fields());
            }
            let Some((left, right)) = sides.split_once('=') else {
                out.push((format!("{list}[{nth}]"), line.to_owned()));
                continue;
            };
            let (key, value) = line.split_once('=').unwrap_or((line, ""));
            let (key, value) = (key.trim(), value.trim().to_owned());
            if left.is_empty() {
                out.push((format!("{list}[{key}]"), value));
            } else {
                out.push((format!("{list}[{nth}][{left}]"), key.to_owned()));
                out.push((format!("{list}[{nth}][{right}]"), value));
            }
        }
    }
    Ok(out)
}

fn encode(fields: &[(String, String)]) -> String {
    let mut out = String::new();
    for (name, value) in fields {
        if !out.is_empty() {
            out.push('&');
        }
        encoding::encode(name, &mut out);
        out.push('=');
        encoding::encode(value, &mut out);
    }
    out
}

/// Returns true if the decoded path of an address is UTF-8.
#[must_use]
pub fn is_text(path: &str) -> bool {
    str::from_utf8(&bytes(path)).is_ok()
}

/// Decodes percent-encoding; a plus is a space.
#[must_use]
pub fn decode(text: &str) -> String {
    String::from_utf8_lossy(&bytes(text)).into_owned()
}

fn bytes(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let hex = |at: usize| bytes.get(at).copied().and_then(digit);
        match (bytes[i], hex(i + 1), hex(i + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push(high * 16 + low);
                i += 2;
            }
            (b'+', ..) => out.push(b' '),
            (byte, ..) => out.push(byte),
        }
        i += 1;
    }
    out
}

const fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

/// Validates a redirect target: a path below the base path that begins with exactly one slash, so that no link leads to
/// another site. Returns `None` for anything else.
#[must_use]
pub fn local_address(text: &str) -> Option<&str> {
    let path = text.strip_prefix('/')?;
    let elsewhere = path.starts_with(['/', '\\']);
    let odd = text
        .chars()
        .any(|c| c.is_control() || c == '\\' || !c.is_ascii());
    let is_ours = base_path::within(text).is_some();
    (is_ours && !elsewhere && !odd && text.len() <= 2048).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_this_site_are_followed() {
        for good in ["/", "/workflows/01J?task=T1#x", "/a//b"] {
            assert_eq!(local_address(good), Some(good));
        }
        for bad in [
            "",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a\n",
            "a",
        ] {
            assert_eq!(local_address(bad), None, "{bad}");
        }
    }

    #[test]
    fn lines_of_an_area_become_a_list() {
        let fields = vec![
            ("name".to_owned(), "a\nb".to_owned()),
            (
                "constraints[lines]".to_owned(),
                " one\r\n\n two ".to_owned(),
            ),
            ("none[lines]".to_owned(), " \n".to_owned()),
            ("w[=]".to_owned(), "gpt-4.1 = 7\n\nx".to_owned()),
            ("r[match=type]".to_owned(), "Page = page\r\nPost".to_owned()),
        ];
        let found = spread_lines(fields).unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|(k, v)| (k.as_str(), v.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                ("name", "a\nb"),
                ("constraints[0]", "one"),
                ("constraints[1]", "two"),
                ("w[gpt-4.1]", "7"),
                ("w[x]", ""),
                ("r[0][match]", "Page"),
                ("r[0][type]", "page"),
                ("r[1][match]", "Post"),
                ("r[1][type]", ""),
            ]
        );
    }

    #[test]
    fn pairs_are_decoded() {
        assert_eq!(
            query_pairs("a=x+y%26&b%5B0%5D=%C3%A4&&c"),
            [("a", "x y&"), ("b[0]", "ä"), ("c", "")].map(|(k, v)| (k.to_owned(), v.to_owned()))
        );
        assert_eq!(query_pairs("a=100%"), [("a".to_owned(), "100%".to_owned())]);
    }
}
