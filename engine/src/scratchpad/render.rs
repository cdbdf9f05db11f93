//! Renders a scratchpad as a block of a prompt within a token budget.
//!
//! An object is written one key per line, in the order of its keys. It is cut at whole keys: first those that could
//! never fit, then the least recently updated ones. A text is cut at whole lines from its end, or at words if lines
//! would leave much room. The block says what was cut.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::Value;

use crate::fence::{escape, replace_tags};
use crate::scratchpad::state::{Pad, is_empty};

const OPEN: &str = "<working_memory>\n";
const CLOSE: &str = "</working_memory>";
/// Name of both tags, which the content must not imitate.
const TAG: &str = "working_memory";
/// Maximum bytes of names in a note, from roomy to tight.
const NAMED: [usize; 3] = [160, 40, 0];

/// A rendered scratchpad.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The block; empty if there is no content, or no room for it.
    pub text: String,
    /// Token count of the block.
    pub tokens: u32,
    /// Keys that were cut, or the number of lines of a text.
    pub cut: Vec<String>,
}

/// Renders the scratchpad as a block of at most `budget` tokens, as counted by `count`.
#[must_use]
pub fn render(pad: &Pad, budget: u32, count: &dyn Fn(&str) -> u32) -> Rendered {
    if is_empty(&pad.value) {
        return Rendered::default();
    }
    match &pad.value {
        Value::Object(fields) => {
            let mut lines: Vec<Line> = fields
                .iter()
                .map(|(key, value)| Line {
                    key,
                    text: line(key, value),
                    age: pad.keys.get(key).copied().unwrap_or(0),
                })
                .collect();
            lines.sort_by(|one, other| one.key.cmp(other.key));
            object(&lines, budget, count)
        }
        Value::String(text) => text_of(text, budget, count),
        other => text_of(&other.to_string(), budget, count),
    }
}

struct Line<'a> {
    key: &'a str,
    text: String,
    age: u64,
}

/// Writes `"key": value` in one line, as JSON, so that no content can end the block.
fn line(key: &str, value: &Value) -> String {
    let mut text = format!("  {}: ", Value::String(key.to_owned()));
    write_sorted(value, &mut text);
    escape_own_tags(&text, escape_char).into_owned()
}

/// Writes JSON with the keys of every object in order, so that equal states give equal texts.
fn write_sorted(value: &Value, out: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut sorted: Vec<(&String, &Value)> = fields.iter().collect();
            sorted.sort_by_key(|(key, _)| *key);
            out.push('{');
            for (nth, (key, value)) in sorted.into_iter().enumerate() {
                if nth > 0 {
                    out.push_str(", ");
                }
                let _ = write!(out, "{}: ", Value::String(key.clone()));
                write_sorted(value, out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (nth, item) in items.iter().enumerate() {
                if nth > 0 {
                    out.push_str(", ");
                }
                write_sorted(item, out);
            }
            out.push(']');
        }
        other => {
            let _ = write!(out, "{other}");
        }
    }
}

/// Replaces the beginning of everything that looks like one of the block's tags, using `instead`.
fn escape_own_tags(text: &str, instead: fn(char) -> String) -> Cow<'_, str> {
    replace_tags(text, &[TAG], instead)
}

/// Returns a character as a JSON escape.
fn escape_char(c: char) -> String {
    let mut escape = String::new();
    for unit in c.encode_utf16(&mut [0; 2]) {
        // Writing to a string cannot fail.
        let _ = write!(escape, "\\u{unit:04x}");
    }
    escape
}

fn object(lines: &[Line], budget: u32, count: &dyn Fn(&str) -> u32) -> Rendered {
    let whole = object_block(lines, &vec![true; lines.len()], 0);
    let tokens = count(&whole);
    if tokens <= budget {
        return Rendered {
            text: whole,
            tokens,
            cut: Vec::new(),
        };
    }
    // Counting each line once is accurate enough to choose; the block itself is counted at the end.
    let sizes: Vec<u32> = lines.iter().map(|line| count(&line.text)).collect();
    let mut kept: Vec<bool> = sizes.iter().map(|size| *size <= budget).collect();
    let mut oldest: Vec<usize> = (0..lines.len()).filter(|at| kept[*at]).collect();
    oldest.sort_by(|one, other| {
        (lines[*other].age, lines[*one].key).cmp(&(lines[*one].age, lines[*other].key))
    });
    let mut size: u64 = oldest.iter().map(|at| u64::from(sizes[*at])).sum();
    loop {
        while size > u64::from(budget)
            && let Some(at) = oldest.pop()
        {
            kept[at] = false;
            size -= u64::from(sizes[at]);
        }
        let cut = || keys_left_out(lines, &kept).map(ToOwned::to_owned).collect();
        for named in NAMED {
            let text = object_block(lines, &kept, named);
            let tokens = count(&text);
            if tokens <= budget {
                let cut = cut();
                return Rendered { text, tokens, cut };
            }
        }
        let Some(at) = oldest.pop() else {
            return Rendered {
                cut: cut(),
                ..Rendered::default()
            };
        };
        kept[at] = false;
        size -= u64::from(sizes[at]);
    }
}

fn keys_left_out<'a>(lines: &'a [Line], kept: &'a [bool]) -> impl Iterator<Item = &'a str> {
    let cut = lines.iter().zip(kept).filter(|(_, kept)| !**kept);
    cut.map(|(line, _)| line.key)
}

fn object_block(lines: &[Line], kept: &[bool], named: usize) -> String {
    let mut text = String::from(OPEN);
    let mut shown = lines.iter().zip(kept).filter(|(_, kept)| **kept).peekable();
    if shown.peek().is_some() {
        text.push_str("{\n");
        while let Some((line, _)) = shown.next() {
            text.push_str(&line.text);
            text.push_str(if shown.peek().is_some() { ",\n" } else { "\n" });
        }
        text.push_str("}\n");
    }
    let (mut listed, mut more) = (String::new(), 0);
    for key in keys_left_out(lines, kept) {
        let name =
            escape_own_tags(&Value::String(key.to_owned()).to_string(), escape_char).into_owned();
        if listed.len() + name.len() > named {
            more += 1;
            continue;
        }
        if !listed.is_empty() {
            listed.push_str(", ");
        }
        listed.push_str(&name);
    }
    let _ = match (listed.is_empty(), more) {
        (true, 0) => Ok(()),
        (false, 0) => writeln!(text, "(cut to fit: {listed})"),
        (true, more) => writeln!(text, "(cut to fit: {more} keys)"),
        (false, more) => writeln!(text, "(cut to fit: {listed} and {more} more)"),
    };
    text.push_str(CLOSE);
    text
}

fn text_of(text: &str, budget: u32, count: &dyn Fn(&str) -> u32) -> Rendered {
    let text = escape_own_tags(text.trim_end(), escape);
    let whole = text_block(&text, None);
    let tokens = count(&whole);
    if tokens <= budget {
        return Rendered {
            text: whole,
            tokens,
            cut: Vec::new(),
        };
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let all = lines.len();
    let of_lines = |kept| format!("{} of {all} lines", all - kept);
    let (fitting, kept) = first_units(&lines, budget, count, &of_lines);
    // Much remaining room means long lines: words fill it better.
    if kept > 0 && u64::from(fitting.tokens) * 4 >= u64::from(budget) * 3 {
        return fitting;
    }
    let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    let all = words.len();
    let of_words = |kept| format!("{} of {all} words", all - kept);
    let words = first_units(&words, budget, count, &of_words).0;
    if words.tokens > fitting.tokens {
        words
    } else {
        fitting
    }
}

/// Returns the longest prefix of units that fits, and its number of units. `cut` describes the cut for a number of kept
/// units.
fn first_units(
    units: &[&str],
    budget: u32,
    count: &dyn Fn(&str) -> u32,
    cut: &dyn Fn(usize) -> String,
) -> (Rendered, usize) {
    let block = |kept: usize| {
        let cut = cut(kept);
        let text = text_block(&units[..kept].concat(), Some(&cut));
        (count(&text), text, cut)
    };
    // Binary search: more units have more tokens, apart from a few where they join.
    let (mut fits, mut above) = (0, units.len());
    while above - fits > 1 {
        let middle = fits.midpoint(above);
        if block(middle).0 <= budget {
            fits = middle;
        } else {
            above = middle;
        }
    }
    let (tokens, text, cut) = block(fits);
    let cut = vec![cut];
    if tokens <= budget {
        (Rendered { text, tokens, cut }, fits)
    } else {
        let none = Rendered {
            cut,
            ..Rendered::default()
        };
        (none, 0)
    }
}

fn text_block(shown: &str, cut: Option<&str>) -> String {
    let mut text = String::from(OPEN);
    text.push_str(shown);
    if !shown.is_empty() && !shown.ends_with('\n') {
        text.push('\n');
    }
    if let Some(cut) = cut {
        let _ = writeln!(text, "(cut to fit: {cut})");
    }
    text.push_str(CLOSE);
    text
}
