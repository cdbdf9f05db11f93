//! Extracts new passages of a file that can become notes: a paragraph, an item of a list, a line of the buffer.

use std::collections::HashMap;

use engine::mind::note::NOTE_BYTES;
use kernel::unseen::one_line;

use super::kind::Kind;
use super::plan::{item, lines, setless};

/// Maximum number of passages that are accepted at once; an edit with more is not split into notes.
pub const MAX_PASSAGES: usize = 200;

/// Passage of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// Text of the passage.
    pub text: String,
    /// Importance, if the passage has one like the lines of the buffer.
    pub importance: Option<f64>,
    /// Index among passages with the same text, from 0.
    pub nth: usize,
}

/// Returns the passages of `found` that are not in `base`. A line that was moved or reformatted is not new.
#[must_use]
pub fn new(kind: Kind, base: &str, found: &str) -> Vec<Passage> {
    let mut known: HashMap<String, usize> = HashMap::new();
    for line in lines(base) {
        *known.entry(setless(line)).or_default() += 1;
    }
    let mut texts: Vec<String> = Vec::new();
    let mut open: Option<String> = None;
    let mut fence = None;
    for line in lines(found) {
        let count = known.get_mut(&setless(line)).filter(|count| **count > 0);
        let is_known = count.map(|count| *count -= 1).is_some();
        let is_inside = fence.is_some();
        fence = fence_after(fence, line);
        if is_known && !line.is_empty() {
            texts.extend(open.take());
            continue;
        }
        let text = open.as_deref().unwrap_or_default();
        if line.is_empty() && !is_inside {
            // A heading belongs to the text below it.
            if !text.lines().all(is_heading) {
                texts.extend(open.take());
            }
            continue;
        }
        if !is_inside && begins(kind, line, text) {
            texts.extend(open.take());
        }
        let text = open.get_or_insert_default();
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    texts.extend(open);
    collect_passages(texts.iter().flat_map(|text| pieces(text)))
}

/// Returns the passages of `found` that are not in the notes on the server, `waiting`, yet: an editor may still have an
/// older version open, and save it. Repeating the text of a note adds a line.
#[must_use]
pub fn new_passages(
    kind: Kind,
    passages: Vec<Passage>,
    found: &str,
    waiting: &str,
) -> Vec<Passage> {
    let known = |text: &str| setless(&one_line(text));
    let mut notes: HashMap<String, usize> = HashMap::new();
    for line in lines(waiting) {
        *notes.entry(known(parse_importance(line).0)).or_default() += 1;
    }
    if kind == Kind::Scratch {
        // Lines of the buffer that are still in the file are the notes themselves.
        let mut own: HashMap<String, usize> = HashMap::new();
        for line in lines(found) {
            *own.entry(known(parse_importance(line).0)).or_default() += 1;
        }
        for passage in &passages {
            own.entry(known(&passage.text))
                .and_modify(|count| *count = count.saturating_sub(1));
        }
        for (text, count) in own {
            notes
                .entry(text)
                .and_modify(|notes| *notes = notes.saturating_sub(count));
        }
    }
    let is_new = |passage: &Passage| match notes.get_mut(&known(&passage.text)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let mut passages = passages;
    passages.retain(is_new);
    passages
}

/// Returns the fence of the code block that contains the line after this one.
fn fence_after<'a>(fence: Option<&'a str>, line: &'a str) -> Option<&'a str> {
    let line = line.trim_start();
    match fence {
        Some(fence) => (!line.starts_with(fence)).then_some(fence),
        None => ["```", "~~~"]
            .into_iter()
            .find(|mark| line.starts_with(mark)),
    }
}

fn is_heading(line: &str) -> bool {
    line.starts_with('#')
}

/// Returns true if a line begins a new passage after `text`.
fn begins(kind: Kind, line: &str, text: &str) -> bool {
    if line.starts_with([' ', '\t']) || text.lines().all(is_heading) {
        return false;
    }
    kind == Kind::Scratch || is_heading(line) || item(line).is_some()
}

/// Splits a text into pieces of the maximum size of a note, at line breaks, else at spaces, else anywhere.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while rest.len() > NOTE_BYTES {
        let most = rest.floor_char_boundary(NOTE_BYTES);
        let at = ['\n', ' '].iter().find_map(|end| rest[..most].rfind(*end));
        let (piece, after) = rest.split_at(at.filter(|at| *at > 0).unwrap_or(most));
        pieces.push(piece);
        rest = after.trim_start();
    }
    pieces.push(rest);
    pieces
}

/// Returns the passages of the texts that are not empty.
fn collect_passages<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<Passage> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut passages = Vec::new();
    for text in texts {
        let (text, importance) = parse_importance(text.trim());
        if text.chars().all(is_mark) {
            continue;
        }
        let count = seen.entry(text.to_owned()).or_default();
        passages.push(Passage {
            text: text.to_owned(),
            importance,
            nth: *count,
        });
        *count += 1;
    }
    passages
}

/// Returns true for characters without meaning of their own, of which rules and empty items consist.
fn is_mark(c: char) -> bool {
    c.is_whitespace() || "-*_=+#>|".contains(c)
}

/// Returns the text and the importance of a passage: a line of the buffer is `- [time] (importance: x) text`.
fn parse_importance(text: &str) -> (&str, Option<f64>) {
    let text = item(text).unwrap_or(text);
    let rest = match split_brackets(text, '[', ']') {
        Some((stamp, rest)) if stamp.starts_with(|c: char| c.is_ascii_digit()) => rest,
        _ => text,
    };
    let Some((said, after)) = split_brackets(rest, '(', ')') else {
        return (rest, None);
    };
    let said = said.strip_prefix("importance:").map(str::trim);
    let importance = said.and_then(|said| said.parse::<f64>().ok());
    match importance.filter(|importance| (0.0..=1.0).contains(importance)) {
        Some(importance) => (after, Some(importance)),
        None => (rest, None),
    }
}

/// Returns the text between two marks at the beginning, and the text after them.
fn split_brackets(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    let (inner, rest) = text.strip_prefix(open)?.split_once(close)?;
    Some((inner, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(kind: Kind, base: &str, found: &str) -> Vec<String> {
        let all = new(kind, base, found);
        all.into_iter().map(|passage| passage.text).collect()
    }

    #[test]
    fn what_is_new_is_cut_where_a_note_ends() {
        for (kind, base, found, expected) in [
            (Kind::Document, "a", "a\nb\nc\n\nd", &["b\nc", "d"][..]),
            (Kind::Scratch, "a", "a\nb\nc\n\nd", &["b", "c", "d"]),
            (
                Kind::Scratch,
                "a",
                "a\n- b\n  more\n* c",
                &["b\n  more", "c"],
            ),
            (
                Kind::Document,
                "",
                "- a\n- b\n\n1. c\n2) d",
                &["a", "b", "c", "d"],
            ),
            (
                Kind::Document,
                "# T\n",
                "# T\n\n## New\n\ntext\n\n## Other\nx",
                &["## New\n\ntext", "## Other\nx"],
            ),
            (
                Kind::Document,
                "",
                "```\na\n\n- b\n```\nc",
                &["```\na\n\n- b\n```\nc"],
            ),
            (Kind::Document, "a\nb", "b\na", &[]),
            (Kind::Document, "a\nb", "a\r\nx\r\nb\r\n", &["x"]),
            (Kind::Document, "- a\n- **b**", "* a\n* __b__\n* c", &["c"]),
            (Kind::Scratch, "- a", "- a\n- a\n- a", &["a", "a"]),
            (Kind::Scratch, "", "-\n- \n \n---\n**\n👍", &["👍"]),
            (
                Kind::Document,
                "a\nb",
                "a\nnew\nb\nnewer",
                &["new", "newer"],
            ),
            (Kind::Document, "a", "a\n## Alone", &["## Alone"]),
        ] {
            // Empty lines below a heading have no meaning and are not kept.
            let expected: Vec<String> = expected
                .iter()
                .map(|text| text.replace("New\n\n", "New\n"))
                .collect();
            assert_eq!(texts(kind, base, found), expected, "{found:?}");
        }
    }

    #[test]
    fn a_line_of_the_buffer_says_how_much_it_matters() {
        for (line, text, importance) in [
            (
                "- [2026-01-31T08:30:00Z] (importance: 0.9) a b",
                "a b",
                Some(0.9),
            ),
            ("- (importance: 1) a", "a", Some(1.0)),
            ("[2026] a", "a", None),
            ("- [x] done", "[x] done", None),
            ("- (importance: 7) a", "(importance: 7) a", None),
            ("(importance: NaN) a", "(importance: NaN) a", None),
            ("(see D1) a", "(see D1) a", None),
            ("- [2026 a", "[2026 a", None),
            ("*bold* a", "*bold* a", None),
        ] {
            assert_eq!(parse_importance(line), (text, importance), "{line}");
        }
    }

    #[test]
    fn what_a_note_says_already_is_not_new() {
        const WAITING: &str = "# Scratch Buffer\n\n- [2026-01-31T08:30:00Z] (importance: 0.5) X is _new_\n\
            - [2026-01-31T08:30:00Z] (importance: 0.5) ## Rule stay calm\n";
        for (kind, base, found, expected) in [
            (Kind::Document, "- a", "- a\n- X is *new*\n- Y", &["Y"][..]),
            (
                Kind::Document,
                "- a",
                "- a\n- X is *new*\n- X is *new*",
                &["X is *new*"],
            ),
            (
                Kind::Document,
                "",
                "## Rule\nstay calm\n## Other\nx",
                &["## Other\nx"],
            ),
            (Kind::Context, "a", "a\n\nX is *new*\n\nmore", &["more"]),
            // An old line of the buffer, and a new line in its current form.
            (
                Kind::Scratch,
                WAITING,
                "# Scratch Buffer\n\n- X is *new*\n- Y",
                &["Y"],
            ),
            (
                Kind::Scratch,
                WAITING,
                &format!("{WAITING}- X is *new*\n"),
                &["X is *new*"],
            ),
        ] {
            let passages = new_passages(kind, new(kind, base, found), found, WAITING);
            let texts: Vec<_> = passages
                .iter()
                .map(|passage| passage.text.as_str())
                .collect();
            assert_eq!(texts, expected, "{found:?}");
        }
    }

    #[test]
    fn the_same_words_are_told_apart() {
        let nths: Vec<usize> = new(Kind::Scratch, "", "a\nb\na")
            .iter()
            .map(|one| one.nth)
            .collect();
        assert_eq!(nths, [0, 0, 1]);
    }

    #[test]
    fn nothing_of_a_long_passage_is_lost() {
        for unit in ["ä", "word ", "line\n", "記憶"] {
            let text = unit.repeat(3 * NOTE_BYTES / unit.len());
            let found = texts(Kind::Document, "", &text);
            assert!(found.len() > 2 && found.iter().all(|text| text.len() <= NOTE_BYTES));
            let all: String = found.concat();
            let bare = |text: &str| text.replace(char::is_whitespace, "");
            assert_eq!(bare(&all), bare(&text));
        }
    }

    #[test]
    fn every_new_line_is_in_one_passage() {
        const LINES: [&str; 8] = ["a", "- b", "# c", "  d", "", "```", "1. e", "f f"];
        let mut seed = 7_u64;
        let mut text = || {
            let mut lines = Vec::new();
            for _ in 0..12 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                lines.push(LINES[(seed >> 61) as usize]);
            }
            lines.join("\n")
        };
        for _ in 0..2_000 {
            let (base, found) = (text(), text());
            for kind in [Kind::Document, Kind::Scratch, Kind::Context] {
                let all = texts(kind, &base, &found).join("\n");
                for letter in ['a', 'b', 'c', 'd', 'e', 'f'] {
                    let count = |text: &str| text.matches(letter).count();
                    let expected = count(&found).saturating_sub(count(&base));
                    assert_eq!(count(&all), expected, "{letter} of {base:?} to {found:?}");
                }
            }
        }
    }
}
