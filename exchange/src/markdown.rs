//! Writes an outline as Markdown. Lines are escaped and longer texts are fenced, so that text of others stays text, and
//! neither renders nor loads anything.

use std::fmt::Write as _;

use crate::lines::lines;

/// Outline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Title.
    pub title: String,
    /// Properties: name and text.
    pub about: Vec<(String, String)>,
    /// Sections.
    pub sections: Vec<Section>,
}

/// Section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Heading.
    pub heading: String,
    /// Heading level, from 2.
    pub level: u8,
    /// Listed entries.
    pub entries: Vec<Entry>,
}

/// Entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Checkbox state, for an entry that can be done.
    pub done: Option<Done>,
    /// Id.
    pub id: String,
    /// Title in one line.
    pub title: String,
    /// Further properties, one per line.
    pub lines: Vec<String>,
    /// Longer text.
    pub text: String,
}

/// Checkbox state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Done.
    Yes,
    /// Not done yet.
    NotYet,
}

/// Writes the outline.
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
            text.push_str(&format_entry(entry));
        }
    }
    text
}

fn format_entry(entry: &Entry) -> String {
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
    // An empty list item would turn the line above it into a heading.
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

/// Returns a fence that no line of the text closes.
fn fence(text: &str) -> String {
    let runs = text.split(|c| c != '`').map(str::len);
    "`".repeat(runs.max().unwrap_or(0).max(2) + 1)
}

/// Formats a text as one line, with all Markdown escaped.
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
    // List and heading marks only count at the beginning of a line.
    match line.strip_prefix('-') {
        Some(rest) => format!("\\-{rest}"),
        None => escape_number(line),
    }
}

/// Escapes `1.` at the beginning of a line, which would be a list.
fn escape_number(line: String) -> String {
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
        let text = format_entry(&entry);
        assert!(text.contains("  `````text\n"), "{text}");
        assert!(text.ends_with("  `````\n\n"), "{text}");
    }
}
