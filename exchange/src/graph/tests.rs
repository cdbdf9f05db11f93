//! Tests with titles that try to escape their quotes.

use super::svg::Placed;
use super::*;

const HOSTILE: [&str; 8] = [
    "\"]; T9 --> T1; click T1 \"javascript:alert(1)\"",
    "%%{init: {\"securityLevel\": \"loose\"}}%%",
    "<script>alert(1)</script>",
    "` <b>bold</b> `",
    "\\\"]; evil [label=\"x\\N",
    "&lt;img src=x onerror=alert(1)&gt;",
    "]]></title><script/>",
    "two\nlines\u{2028}three\u{0}",
];

fn hostile(title: &str) -> Graph {
    let node = |id: &str, group: Option<&str>| Node {
        id: id.into(),
        title: title.into(),
        status: "pending".into(),
        group: group.map(str::to_owned),
    };
    Graph {
        title: title.into(),
        nodes: vec![node("T1", None), node("T2", Some(title))],
        edges: vec![Edge {
            from: "T1".into(),
            to: "T2".into(),
            label: Some(title.into()),
        }],
    }
}

#[test]
fn mermaid_keeps_titles_between_their_quotes() {
    let calm = mermaid::write(&hostile("calm")).lines().count();
    for title in HOSTILE {
        let text = mermaid::write(&hostile(title));
        assert_eq!(text.lines().count(), calm, "{text}");
        for line in text.lines() {
            assert!(matches!(line.matches('"').count(), 0 | 2), "{line}");
            assert!(
                !line.contains("%%") && !line.contains('<') && !line.contains('`'),
                "{line}"
            );
        }
    }
}

#[test]
fn graphviz_keeps_titles_between_their_quotes() {
    let calm = dot::write(&hostile("calm")).lines().count();
    for title in HOSTILE {
        let text = dot::write(&hostile(title));
        assert_eq!(text.lines().count(), calm, "{text}");
        for line in text.lines() {
            // Unescaped quotes come in pairs.
            let bare = line.replace("\\\\", "").replace("\\\"", "");
            assert_eq!(bare.matches('"').count() % 2, 0, "{line}");
            let outside: String = bare.split('"').step_by(2).collect();
            assert!(
                !outside.contains("evil") && !outside.contains("script"),
                "{line}"
            );
        }
    }
}

#[test]
fn pictures_keep_titles_in_their_texts() {
    let placed = Placed {
        width: 500.0,
        height: 100.0,
        nodes: vec![("T1".into(), 0.0, 0.0), ("T2".into(), 300.0, 0.0)],
        rooms: vec![("<x>".into(), 290.0, 0.0, 210.0, 60.0)],
        edges: vec!["M196 20H300".into()],
    };
    let tags = |text: &str| text.matches('<').count();
    let calm = tags(&svg::write(&hostile("calm"), &placed));
    for title in HOSTILE {
        let text = svg::write(&hostile(title), &placed);
        assert_eq!(tags(&text), calm, "{text}");
        assert!(!text.contains('\0'), "{text}");
    }
}
