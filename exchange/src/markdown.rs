//! An outline as Markdown. Lines are escaped, and longer texts stand in fences: what others wrote stays what it is,
//! and draws or loads nothing. Knows no task's rules.

use std::fmt::Write as _;

use crate::lines::lines;

/// An outline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// What it is of.
    pub title: String,
    /// What is known of it: name and words.
    pub about: Vec<(String, String)>,
    /// Its parts.
    pub sections: Vec<Section>,
}

/// A part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// How deep it lies, from 2.
    pub level: u8,
    /// What it lists.
    pub entries: Vec<Entry>,
}

/// One thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Whether it is done, where that is a question.
    pub done: Option<Done>,
    /// Its name.
    pub id: String,
    /// What it is, in a line.
    pub title: String,
    /// What else is to be said of it, each in a line.
    pub lines: Vec<String>,
    /// A longer text.
    pub text: String,
}

/// Whether something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It is.
    Yes,
    /// It is not.
    NotYet,
}

/// Writes it.
#[must_use]
pub fn write(outline: &Outline) -> String {
    let mut text = format!("# {}\n", line(&outline.title));
    if !outline.about.is_empty() {
        text.push('\n');
    }
    for (name, words) in &outline.about {
        let _ = writeln!(text, "- **{}**: {}", line(name), line(words));
    }
    for section in outline
        .sections
        .iter()
        .filter(|section| !section.entries.is_empty())
    {
        let marks = "#".repeat(section.level.clamp(2, 6).into());
        let _ = writeln!(text, "\n{marks} {}\n", line(&section.heading));
        for entry in &section.entries {
            text.push_str(&written(entry));
        }
    }
    text
}

fn written(entry: &Entry) -> String {
    let mark = match entry.done {
        None => "",
        Some(Done::Yes) => "[x] ",
        Some(Done::NotYet) => "[ ] ",
    };
    let id = match entry.id.as_str() {
        "" => String::new(),
        id => format!("**{}** ", line(id)),
    };
    let mut text = format!("- {mark}{id}{}\n", line(&entry.title));
    let more = entry.lines.iter().map(|more| line(more));
    // A point without words would make a heading of the line above it.
    for more in more.filter(|more| !more.is_empty()) {
        let _ = writeln!(text, "  - {more}");
    }
    if !entry.text.trim().is_empty() {
        let fence = fence(&entry.text);
        let _ = writeln!(text, "\n  {fence}text");
        for line in lines(&entry.text) {
            let _ = writeln!(text, "  {line}");
        }
        let _ = writeln!(text, "  {fence}\n");
    }
    text
}

/// A fence that nothing in the text closes.
fn fence(text: &str) -> String {
    let runs = text.split(|c| c != '`').map(str::len);
    "`".repeat(runs.max().unwrap_or(0).max(2) + 1)
}

/// A text in one line, in which nothing means anything.
fn line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    for c in text
        .trim_matches(|c: char| c.is_whitespace() || is_break(c))
        .chars()
    {
        match c {
            c if is_break(c) => line.push(' '),
            c if c.is_ascii_punctuation()
                && !matches!(c, ',' | '.' | ':' | ';' | '\'' | '?' | '/' | '-') =>
            {
                line.extend(['\\', c]);
            }
            c => line.push(c),
        }
    }
    // What makes a list or a heading of a line does so at its beginning alone.
    match line.strip_prefix('-') {
        Some(rest) => format!("\\-{rest}"),
        None => numbered(line),
    }
}

/// `1.` at the beginning of a line would be a list.
fn numbered(line: String) -> String {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits > 0 && line[digits..].starts_with('.') {
        return format!("{}\\{}", &line[..digits], &line[digits..]);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_a_line() {
        for (text, expected) in [
            ("plain words, and more: yes", "plain words, and more: yes"),
            ("# no heading", "\\# no heading"),
            ("- no point", "\\- no point"),
            ("1. no number", "1\\. no number"),
            ("two\nlines", "two lines"),
            ("<img src=x>", "\\<img src\\=x\\>"),
            ("[x](javascript:y)", "\\[x\\]\\(javascript:y\\)"),
            (
                "`code` *b* _i_ ~s~ |",
                "\\`code\\` \\*b\\* \\_i\\_ \\~s\\~ \\|",
            ),
            ("&amp;", "\\&amp;"),
        ] {
            assert_eq!(line(text), expected);
        }
    }

    #[test]
    fn a_text_does_not_leave_its_fence() {
        let entry = Entry {
            id: "T1".into(),
            title: "t".into(),
            text: "a\n```\n# out\n````\nb".into(),
            ..Entry::default()
        };
        let text = written(&entry);
        assert!(text.contains("  `````text\n"), "{text}");
        assert!(text.ends_with("  `````\n\n"), "{text}");
    }
}
