use unicode_width::UnicodeWidthStr as _;

use super::{Room, text};
use crate::node::Node;

fn node(json: &str) -> Node {
    serde_json::from_str(json).expect("JSON")
}

fn shown(json: &str, width: usize) -> String {
    text(&node(json), Room::of(width))
}

#[test]
fn records_are_names_and_values() {
    for (json, expected) in [
        ("{}", "done\n"),
        (r#"{"position": 7}"#, "done\n"),
        (
            r#"{"task": {"id": "T1", "done": true, "none": null, "list": []}, "version": 3, "position": 9}"#,
            "task:\n  id: T1\n  done: yes\nversion: 3\n",
        ),
        (
            r#"{"text": "a\nb\n", "words": ["x", "y"], "long": ["one, two", "three"]}"#,
            "text:\n  a\n  b\nwords: x, y\nlong:\n  - one, two\n  - three\n",
        ),
        (
            r#"{"deep": [[{"a": 1}], 2]}"#,
            "deep:\n  -\n    A\n    1\n  - 2\n",
        ),
        (r#"{"items": [], "total": 0}"#, "nothing\ntotal: 0\n"),
        (r#""word""#, "word\n"),
    ] {
        assert_eq!(shown(json, 80), expected, "{json}");
    }
}

#[test]
fn lists_are_tables() {
    let json = r#"{"items": [
        {"id": "T1", "title": "Design", "depends_on": [], "by": {"id": "ada", "role": "worker"}},
        {"id": "T12", "title": "Build\nit", "depends_on": [{"task": "T1"}], "tags": ["a", "b"]}
    ], "next_cursor": "abc", "total": 12}"#;
    assert_eq!(
        shown(json, 80),
        "ID   TITLE      DEPENDS_ON  BY   TAGS\n\
         T1   Design                 ada\n\
         T12  Build\\nit  T1               a, b\n\
         more: --cursor abc\n\
         total: 12\n"
    );
}

#[test]
fn tables_fit() {
    let long = "x".repeat(300);
    let wide = "漢".repeat(100);
    let json = format!(
        r#"{{"items": [{{"id": "T1", "a": "{long}", "b": "{wide}", "c": "{long}", "d": 4, "e": "{long}"}}]}}"#
    );
    for width in [20, 21, 40, 80, 200] {
        let table = shown(&json, width);
        for line in table.lines().filter(|line| !line.starts_with('(')) {
            assert!(line.width() <= width, "{width}: {line}");
        }
        assert!(table.starts_with("ID"), "{table}");
    }
    assert!(shown(&json, usize::MAX).contains(&long));
}

#[test]
fn what_people_look_for_stays() {
    let long = "x".repeat(60);
    let json = format!(
        r#"{{"items": [{{"id": "T1", "hash": "{long}", "at": "{long}", "kind": "{long}", "text": "{long}"}}]}}"#
    );
    let table = shown(&json, 80);
    let head = table.lines().next().unwrap_or_default();
    assert_eq!(
        head.split_whitespace().collect::<Vec<_>>(),
        ["ID", "HASH", "TEXT"]
    );
    assert!(
        table.contains("(columns left out: 2; --wide shows them)"),
        "{table}"
    );
    assert!(!shown(&json, usize::MAX).contains("left out"));
}

#[test]
fn columns_are_chosen_where_texts_stay_whole() {
    let long = "x".repeat(500);
    let json = format!(
        r#"{{"items": [{{"id": "T1", "hash": "{0}", "at": "{0}", "text": "{long}", "kind": "k"}},
            {{"id": "T2", "hash": "{0}", "at": "{0}", "text": "short", "kind": "k"}}]}}"#,
        "y".repeat(60)
    );
    let room = Room {
        columns: 100,
        cells: usize::MAX,
    };
    let table = text(&node(&json), room);
    let lines: Vec<&str> = table.lines().collect();
    let head: Vec<&str> = lines[0].split_whitespace().collect();
    assert_eq!(head, ["ID", "HASH", "TEXT"]);
    assert!(lines[1].ends_with(&long), "{table}");
    assert_eq!(lines[2].len(), "T2  ".len() + 60 + "  short".len());
    assert_eq!(lines[3], "(columns left out: 2; --wide shows them)");
    let wide = text(&node(&json), Room::ENDLESS);
    assert!(!wide.contains("left out") && wide.contains(&long));
    // A short text next to a long one is padded to 36 characters.
    let second = wide.lines().nth(2).unwrap_or_default();
    assert_eq!(second.find('k'), Some(2 + 2 + 60 + 2 + 60 + 2 + 36 + 2));
}

#[test]
fn nothing_of_others_acts() {
    let json = r#"{"\u001b[2J": "\u001b[31m", "items": [{"\u009b1m": "\u202e\u007f"}, {"b": ["\u0007"]}],
        "lines": "a\u001b]0;x\u0007\nb", "next_cursor": "\u001bc", "list": ["\u001b, \u001b"]}"#;
    for width in [20, 80, usize::MAX] {
        let text = shown(json, width);
        let acts = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!text.contains(acts), "{text:?}");
    }
}
