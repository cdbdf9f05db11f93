//! JSON for people: indented, short objects and lists on one line, keys and plain values highlighted, long
//! documents truncated.
use leptos::prelude::*;
use serde_json::{Map, Value};

/// Maximum number of lines shown.
const LINES: usize = 1_000;
/// Maximum length of an object or list on one line, in characters.
const SHORT: usize = 48;

/// A run of text with the same style.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    look: Option<&'static str>,
    text: String,
}

/// JSON in a box with its own scroll bar, which can be focused by keyboard. A value that is a string is shown as
/// plain text.
#[component]
pub fn Json(
    /// Accessible name: "Scratchpad main".
    #[prop(into)]
    label: String,
    /// Value to show.
    value: Value,
) -> impl IntoView {
    let mut out = JsonWriter::default();
    match &value {
        Value::String(text) => out.plain(text),
        Value::Object(fields) => out.fields(fields, 0),
        other => out.value(other, 0),
    }
    let pieces = out
        .pieces
        .into_iter()
        .map(|piece| match piece.look {
            Some(look) => view! { <span class=look>{piece.text}</span> }.into_any(),
            None => piece.text.into_any(),
        })
        .collect_view();
    // A string follows its own text direction; in a document only its strings do.
    let dir = value.is_string().then_some("auto");
    view! {
        <pre class="json" tabindex="0" role="region" aria-label=label dir=dir><code>{pieces}</code></pre>
    }
}

/// Formats the value for an editor.
#[must_use]
pub fn pretty(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => serde_json::to_string_pretty(other).unwrap_or_default(),
    }
}

#[derive(Default)]
struct JsonWriter {
    pieces: Vec<Piece>,
    lines: usize,
}

impl JsonWriter {
    fn put(&mut self, look: Option<&'static str>, text: &str) {
        if self.lines >= LINES {
            return;
        }
        match self.pieces.last_mut() {
            Some(last) if last.look == look => last.text.push_str(text),
            _ => self.pieces.push(Piece {
                look,
                text: text.to_owned(),
            }),
        }
    }

    fn plain(&mut self, text: &str) {
        self.put(None, text);
    }

    fn line(&mut self, depth: usize) {
        self.plain("\n");
        self.lines += 1;
        if self.lines == LINES {
            self.lines -= 1;
            self.plain("…");
            self.lines += 1;
        }
        self.plain(&"  ".repeat(depth));
    }

    fn fields(&mut self, fields: &Map<String, Value>, depth: usize) {
        for (nth, (key, value)) in fields.iter().enumerate() {
            if nth > 0 {
                self.plain(",");
                self.line(depth);
            }
            self.field(key, value, depth);
        }
    }

    fn field(&mut self, key: &str, value: &Value, depth: usize) {
        self.put(Some("k"), &quote(key));
        self.plain(": ");
        self.value(value, depth);
    }

    fn value(&mut self, value: &Value, depth: usize) {
        match value {
            Value::String(text) => self.put(Some("s"), &quote(text)),
            Value::Object(fields) if fields.is_empty() => self.plain("{}"),
            Value::Array(items) if items.is_empty() => self.plain("[]"),
            Value::Object(fields) if is_short(value) => {
                self.plain("{ ");
                for (nth, (key, value)) in fields.iter().enumerate() {
                    if nth > 0 {
                        self.plain(", ");
                    }
                    self.field(key, value, depth);
                }
                self.plain(" }");
            }
            Value::Object(fields) => {
                self.plain("{");
                self.line(depth + 1);
                self.fields(fields, depth + 1);
                self.line(depth);
                self.plain("}");
            }
            Value::Array(items) => self.list(items, is_short(value), depth),
            plain => self.put(Some("n"), &plain.to_string()),
        }
    }

    fn list(&mut self, items: &[Value], short: bool, depth: usize) {
        self.plain("[");
        for (nth, item) in items.iter().enumerate() {
            if nth > 0 {
                self.plain(if short { ", " } else { "," });
            }
            if !short {
                self.line(depth + 1);
            }
            self.value(item, depth + 1);
        }
        if !short {
            self.line(depth);
        }
        self.plain("]");
    }
}

fn quote(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

/// Returns true if the value fits on one line: short, and without nesting.
fn is_short(value: &Value) -> bool {
    let flat = |value: &Value| !matches!(value, Value::Array(_) | Value::Object(_));
    let is_flat = match value {
        Value::Array(items) => items.iter().all(flat),
        Value::Object(fields) => fields.values().all(flat),
        _ => true,
    };
    is_flat && value.to_string().chars().count() <= SHORT
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(value: &Value) -> String {
        let mut out = JsonWriter::default();
        match value {
            Value::Object(fields) => out.fields(fields, 0),
            other => out.value(other, 0),
        }
        out.pieces.into_iter().map(|piece| piece.text).collect()
    }

    #[test]
    fn short_things_stand_in_a_line() {
        let value = json!({
            "goal": "Publish",
            "publish": { "approved": false, "by": null },
            "steps": ["page created", "hero added", "image darkened", "text cut"],
            "none": [],
        });
        assert_eq!(
            text(&value),
            "\"goal\": \"Publish\",\n\"none\": [],\n\"publish\": { \"approved\": false, \"by\": null },\n\
             \"steps\": [\n  \"page created\",\n  \"hero added\",\n  \"image darkened\",\n  \"text cut\"\n]"
        );
    }

    #[test]
    fn nobody_reads_a_million_lines() {
        let value = json!((0..100_000).collect::<Vec<_>>());
        let text = text(&value);
        assert!(
            text.lines().count() <= LINES + 1,
            "{}",
            text.lines().count()
        );
        assert!(text.contains('…'));
    }
}
