//! Images, audio, files and opaque data in messages, and the placeholders that replace them in texts.

mod find;
mod kind;

use std::borrow::Cow;

use serde_json::Value;

use self::find::form;
pub use self::find::{in_part, in_text};
pub use self::kind::{Found, MediaKind};

/// Replaces each piece of data in a text by a placeholder.
#[must_use]
pub fn without_data(text: &str) -> Cow<'_, str> {
    let found = in_text(text, "");
    if found.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    let mut at = 0;
    for one in found {
        shown.push_str(&text[at..one.range.start]);
        shown.push_str(&one.placeholder());
        at = one.range.end;
    }
    shown.push_str(&text[at..]);
    Cow::Owned(shown)
}

/// Returns the text of a part: its own text, a placeholder for an image or a file, otherwise its JSON.
#[must_use]
pub fn part_text(part: &Value) -> String {
    if let Some(text) = part.as_str().or_else(|| part.get("text")?.as_str()) {
        return without_data(text).into_owned();
    }
    if let Some((kind, named)) = form(part) {
        let found = in_part(part);
        let mut data = found.iter().filter(|one| one.is_data());
        return match data.next() {
            Some(data) => data.placeholder(),
            // The data is a blob: its placeholder is already here.
            None if named.text.starts_with('[') => named.text.into(),
            None => format!("[{}, {}]", kind.name(), without_data(named.text)),
        };
    }
    with_placeholders(part).to_string()
}

/// Replaces each piece of data in a value by a placeholder.
#[must_use]
pub fn with_placeholders(value: &Value) -> Cow<'_, Value> {
    let found = in_part(value);
    if !found.iter().any(Found::is_data) {
        return Cow::Borrowed(value);
    }
    let mut shown = value.clone();
    for one in found.iter().rev().filter(|one| one.is_data()) {
        if let Some(Value::String(text)) = shown.pointer_mut(&one.pointer) {
            text.replace_range(one.range.clone(), &one.placeholder());
        }
    }
    Cow::Owned(shown)
}
