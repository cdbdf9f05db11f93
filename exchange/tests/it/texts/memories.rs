//! Tests of Markdown notes with rules and underlined headings.

use exchange::memories::{Format, read};
use proptest::prelude::*;

/// Returns the memories of a text, each with its heading.
fn found(text: &str) -> Vec<(String, String)> {
    let read = read(text, Format::Markdown);
    assert_eq!(read.odd.len(), 0, "{read:?}");
    let found = read.found.found.into_iter();
    found
        .map(|memory| (memory.topics.join(", "), memory.text))
        .collect()
}

#[test]
fn a_rule_takes_nothing_with_it() {
    for (text, expected) in [
        ("Line one\nLine two\n---", vec![("", "Line one\nLine two")]),
        ("- never on fridays\n---", vec![("", "never on fridays")]),
        ("- a\n  b\n---\n- c", vec![("", "a\n  b"), ("", "c")]),
        ("- a\n\n---\nb", vec![("", "a"), ("", "b")]),
        ("- a\n===\n- b", vec![("", "a\n==="), ("", "b")]),
        (
            "Two\nlines\n===\nbelow",
            vec![("", "Two\nlines"), ("", "below")],
        ),
        ("Rules\n---\nNo haste", vec![("Rules", "No haste")]),
        ("Rules\n===\nNo haste", vec![("Rules", "No haste")]),
        // With nothing below it, a heading looks like a sentence with a rule after it.
        ("No haste\n---", vec![("", "No haste")]),
        (
            "# A\nNo haste\n---\n\n# B\nb",
            vec![("A", "No haste"), ("B", "b")],
        ),
        ("No haste\n---\n---\nb", vec![("No haste", "b")]),
        ("A\n---\nB\n---", vec![("", "A"), ("", "B")]),
        ("A\n===\nB\n---\nb", vec![("A > B", "b")]),
        (
            "a\n* * *\nb\n- - -\nc\n_ _ _",
            vec![("", "a"), ("", "b"), ("", "c")],
        ),
        ("a\rb\r\rc\r\nd", vec![("", "a\nb"), ("", "c\nd")]),
        (
            "---\rx: 1\r---\rb",
            vec![("front matter", "x: 1"), ("", "b")],
        ),
    ] {
        let found = found(text);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn children_stay_with_their_parent_however_they_are_indented() {
    for (text, expected) in [
        ("- a\n\t- b\n- c", vec!["a\n\t- b", "c"]),
        ("- a\n - b\n- c", vec!["a\n - b", "c"]),
        ("- a\n  - b\n- c", vec!["a\n  - b", "c"]),
        ("* a\n\t* b\n\t\t* c\n* d", vec!["a\n\t* b\n\t\t* c", "d"]),
        ("1. a\n\n\tmore of a\n2. b", vec!["a\n\n\tmore of a", "b"]),
        (
            "- a\n\t```\n\tx\n\t```\n- b",
            vec!["a\n\t```\n\tx\n\t```", "b"],
        ),
        // Items of a list that is indented as a whole are not nested.
        ("  - a\n  - b\n\t- c\n  - d", vec!["a", "b\n\t- c", "d"]),
        ("\t- a\n    - b\n- c", vec!["a", "b", "c"]),
        (" - a\n\n b", vec!["a", " b"]),
    ] {
        let found = found(text);
        let texts: Vec<&str> = found.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, expected, "{text:?}");
    }
}

#[test]
fn headings_that_are_too_long_for_a_topic_are_kept_whole() {
    let (long, half) = ("é".repeat(500), "h".repeat(150));
    let found = found(&format!("# {long}\n\ntext\n\n# {half}\n## {half}\nmore"));
    assert_eq!(found[0], (String::new(), long.clone()));
    assert_eq!(found[1], ("é".repeat(100), "text".into()));
    assert_eq!(found[2], (format!("{half}, {half}"), "more".into()));
    assert_eq!(found.len(), 3);
}

proptest! {
    #[test]
    fn no_word_is_lost(
        lines in prop::collection::vec(
            "(#{1,3} |- |  - |\\* |[0-9]\\. |```|~~~|    |\t|> |---|===|\\*\\*\\*|- - -)?([a-z]{1,6} ?){0,3}", 0..40),
        breaks in prop::collection::vec(prop::sample::select(vec!["\n", "\r\n", "\r", "\n\n"]), 40),
    ) {
        let text: String = lines.iter().zip(&breaks).flat_map(|(line, end)| [line.as_str(), end]).collect();
        let read = read(&text, Format::Markdown);
        for line in &lines {
            let word = line.trim_start_matches(|c: char| !c.is_ascii_lowercase()).trim();
            let is_there = read.found.found.iter().any(|memory| {
                memory.text.contains(word) || memory.topics.iter().any(|topic| topic.contains(word))
            });
            // A heading without text below it is omitted, as is one that another heading follows.
            let is_heading = line.starts_with('#');
            prop_assert!(word.is_empty() || is_there || is_heading, "{:?} of {:?}", word, text);
        }
    }
}
