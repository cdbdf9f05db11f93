//! Tests outlines with an independent Markdown parser.

use exchange::markdown::{Done, Entry, Outline, Section, write};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::texts::hostile;

/// Elements that the parser found in an outline.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    headings: usize,
    items: usize,
    /// Texts within fences.
    fenced: Vec<String>,
    /// Other elements, which would render or load something.
    others: Vec<String>,
}

fn seen(text: &str) -> Seen {
    // CommonMark ends lines at them, this parser does not.
    assert!(!text.contains('\r'), "{text:?}");
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut seen = Seen::default();
    let mut fenced = None;
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(Tag::Heading { .. }) => seen.headings += 1,
            Event::Start(Tag::Item) => seen.items += 1,
            Event::Start(Tag::CodeBlock(_)) => fenced = Some(String::new()),
            Event::End(TagEnd::CodeBlock) => seen.fenced.extend(fenced.take()),
            Event::Text(text) => {
                if let Some(fenced) = &mut fenced {
                    fenced.push_str(&text);
                }
            }
            Event::Start(Tag::List(_) | Tag::Paragraph | Tag::Strong)
            | Event::End(_)
            | Event::TaskListMarker(_) => {}
            other => seen.others.push(format!("{other:?}")),
        }
    }
    seen
}

fn outline(line: &str, text: &str) -> String {
    let entry = |done| Entry {
        done,
        id: "T1".into(),
        title: line.into(),
        lines: vec![line.into()],
        text: text.into(),
    };
    write(&Outline {
        title: line.into(),
        about: vec![("Goal".into(), line.into())],
        sections: vec![Section {
            heading: line.into(),
            level: 2,
            entries: vec![entry(None), entry(Some(Done::NotYet))],
        }],
    })
}

/// Normalizes the line endings of a text as Markdown does.
fn plain(text: &str) -> String {
    let mut text = text.replace("\r\n", "\n").replace('\r', "\n");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

#[test]
fn a_line_that_ends_with_a_carriage_return_stays_in_its_fence() {
    let text = "a\r# Out\r<script>alert(1)</script>\r```\rb";
    let seen = seen(&outline("calm", text));
    assert_eq!(seen.headings, 2);
    assert_eq!(seen.others, [""; 0]);
    assert_eq!(seen.fenced, [plain(text), plain(text)]);
}

proptest! {
    #[test]
    fn what_others_wrote_stays_what_it_is(line in hostile(), text in hostile()) {
        let whole = outline(&line, &text);
        let seen = seen(&whole);
        let is_break = |c: char| c.is_whitespace() || c.is_control();
        let items = if line.chars().all(is_break) { 3 } else { 5 };
        prop_assert_eq!((seen.headings, seen.items), (2, items), "{}", whole);
        prop_assert_eq!(&seen.others, &Vec::<String>::new(), "{}", whole);
        let fenced: Vec<String> = seen.fenced.iter().map(|text| plain(text)).collect();
        let is_said = !text.trim().is_empty();
        let expected = if is_said { vec![plain(&text), plain(&text)] } else { Vec::new() };
        prop_assert_eq!(fenced, expected, "{}", whole);
    }
}
