//! A scratchpad as a block of a prompt, within a budget. Knows a tokenizer only as a function.
//!
//! An object is written one key to a line, in the order of its keys; what does not fit is cut at whole
//! keys: first those that could never fit, then the ones that were updated longest ago. A text is cut
//! at whole lines from its end, or at words where lines would leave much room. What was cut is said in
//! the block.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::Value;

use crate::fence::{escape, untagged};
use crate::scratchpad::state::{Pad, is_empty};

const OPEN: &str = "<working_memory>\n";
const CLOSE: &str = "</working_memory>";
/// The word of both tags, which no text inside may make a tag of.
const TAG: &str = "working_memory";
/// How many bytes of names a note spells out: fewer where there is no room.
const NAMED: [usize; 3] = [160, 40, 0];

/// A scratchpad as a prompt has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The block; empty when there is nothing to say, or no room to say it.
    pub text: String,
    /// How many tokens it has.
    pub tokens: u32,
    /// The keys that were cut, or how many lines of a text.
    pub cut: Vec<String>,
}

/// The pad as a block of at most `budget` tokens, as `count` counts them.
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

/// `"key": value`, in one line; as JSON, so that nothing in it can end the block.
fn line(key: &str, value: &Value) -> String {
    let mut text = format!("  {}: ", Value::String(key.to_owned()));
    write_sorted(value, &mut text);
    unfaked(&text, escaped).into_owned()
}

/// JSON with the keys of every object in order, so that the same state is always the same text.
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

/// The text in which everything that would begin one of the block's tags is written as `instead`.
fn unfaked(text: &str, instead: fn(char) -> String) -> Cow<'_, str> {
    untagged(text, &[TAG], instead)
}

/// A character as an escape of JSON.
fn escaped(c: char) -> String {
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
    // Counting each line once is near enough to choose; the block itself is counted at the end.
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
        let cut = || cut_keys(lines, &kept).map(ToOwned::to_owned).collect();
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

fn cut_keys<'a>(lines: &'a [Line], kept: &'a [bool]) -> impl Iterator<Item = &'a str> {
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
    for key in cut_keys(lines, kept) {
        let name = unfaked(&Value::String(key.to_owned()).to_string(), escaped).into_owned();
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
    let text = unfaked(text.trim_end(), escape);
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
    // Lines are long where much room is left after them: then words are better.
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

/// As many units from the text's beginning as fit, and how many these are. `cut` says what is cut when
/// so many are kept.
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
    // The most that fits: more units never have fewer tokens, but for a few where they meet.
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
