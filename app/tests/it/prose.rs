//! Checks that texts of people and agents are rendered with the allowed elements and attributes only.

use app::parts::{line, prose};
use leptos::prelude::*;
use leptos::reactive::owner::Owner;

/// Elements that rendered texts may contain.
const TAGS: &[&str] = &[
    "a",
    "bdi",
    "blockquote",
    "code",
    "del",
    "div",
    "em",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "span",
    "strong",
    "svg",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
    "use",
];
/// Attributes of these elements.
const ATTRIBUTES: &[&str] = &[
    "aria-hidden",
    "aria-label",
    "class",
    "dir",
    "focusable",
    "height",
    "href",
    "rel",
    "role",
    "start",
    "tabindex",
    "viewBox",
    "width",
];
/// Fragments of hostile texts.
const PARTS: &[&str] = &[
    "a",
    " ",
    "\n",
    "\n\n",
    "`",
    "```",
    "```\n",
    "*",
    "**",
    "_",
    "~~",
    "[",
    "]",
    "(",
    ")",
    "](",
    "<",
    ">",
    "> ",
    "- ",
    "1. ",
    "- [ ] ",
    "- [x] ",
    "# ",
    "### ",
    "|",
    "|-|-|\n",
    "|a|b|\n",
    "---\n",
    "===\n",
    "\\",
    "&lt;",
    "&",
    "\"",
    "'",
    "=",
    "    ",
    "\t",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<a href='",
    "<!--",
    "-->",
    "</p>",
    "</div>",
    "</code>",
    "<svg/onload=alert(1)>",
    "[x](javascript:alert(1))",
    "![x](https://a.org/x.png)",
    "[x](https://a.org/\"onclick=alert(1))",
    "[x]: data:text/html,x\n",
    "[x]",
    "<https://a.org>",
    "<javascript:alert(1)>",
    "[x](/a)",
    "[x](//a.org)",
    "{#main}",
    "\u{202e}",
    "\u{0}",
    "é",
    "{{x}}",
    "style",
    "onclick",
];

fn html(view: impl FnOnce() -> AnyView) -> String {
    Owner::new().with(|| view().to_html())
}

/// Name and attributes of a tag.
type Tag = (String, Vec<(String, String)>);

/// Splits HTML into its tags and the text between them.
fn taken_apart(html: &str) -> (Vec<Tag>, String) {
    let (mut tags, mut text, mut rest) = (Vec::new(), String::new(), html);
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        // Markers that Leptos inserts.
        if rest.starts_with('!') {
            rest = &rest[rest.find('>').expect("a mark ends") + 1..];
            continue;
        }
        let mut attributes = Vec::new();
        let name = rest.find([' ', '>', '/']).filter(|at| *at > 0).unwrap_or(1);
        let tag = rest[..name].to_owned();
        rest = &rest[name..];
        if tag == "/" || tag.is_empty() {
            rest = &rest[rest.find('>').expect("a tag ends") + 1..];
            continue;
        }
        loop {
            rest = rest.trim_start_matches([' ', '/']);
            if let Some(after) = rest.strip_prefix('>') {
                rest = after;
                break;
            }
            let end = rest.find(['=', ' ', '>']).expect("an attribute ends");
            let attribute = rest[..end].to_owned();
            rest = &rest[end..];
            let value = rest.strip_prefix("=\"").map(|value| {
                let end = value.find('"').expect("a value ends");
                rest = &value[end + 1..];
                value[..end].to_owned()
            });
            attributes.push((attribute, value.unwrap_or_default()));
        }
        tags.push((tag, attributes));
    }
    text.push_str(rest);
    (tags, text)
}

fn harmless(text: &str, html: &str) {
    let (tags, _) = taken_apart(html);
    for (tag, attributes) in tags {
        assert!(TAGS.contains(&tag.as_str()), "<{tag}> of {text:?}: {html}");
        for (name, value) in &attributes {
            assert!(
                ATTRIBUTES.contains(&name.as_str()),
                "{name} of {text:?}: {html}"
            );
            if name == "href" {
                let starts = ["http://", "https://", "mailto:", "/", "#i-", "#st-"];
                assert!(
                    starts.iter().any(|start| value.starts_with(start)),
                    "{value}"
                );
                assert!(!value.starts_with("//"), "{value}");
                assert!(tag != "a" || !value.starts_with('#'), "{value}");
            }
        }
        let rel = attributes
            .iter()
            .any(|(name, value)| name == "rel" && value == "nofollow noopener noreferrer");
        assert!(tag != "a" || rel, "a link of {text:?}: {html}");
    }
}

#[test]
fn a_text_becomes_no_other_element_and_no_other_attribute() {
    // Pseudorandom numbers with a fixed seed.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap_or_default()
    };
    for _ in 0..3_000 {
        let parts = next(40);
        let text: String = (0..parts).map(|_| PARTS[next(PARTS.len())]).collect();
        harmless(&text, &html(|| prose(&text, 3)));
        let one = html(|| line(&text).into_any());
        harmless(&text, &one);
        assert!(!one.contains("<a "), "a line leads nowhere: {text:?}");
    }
}

#[test]
fn words_are_there_to_read() {
    for text in [
        "<script>alert('x')</script>",
        "a <b>bold</b> claim",
        "<!-- a comment -->",
        "[words](javascript:alert)",
        "![a picture](https://example.org/x)",
        "```\nfn main\n```",
        "|a|b|\n|-|-|\n|c|d|",
        "1 < 2 and 3 > 2",
    ] {
        let html = html(|| prose(text, 3));
        let (_, said) = taken_apart(&html);
        let said = said
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&#x27;", "'")
            .replace("&amp;", "&");
        for word in text
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
        {
            // For an address on another site, only its host is shown.
            assert!(
                said.contains(word) || ["https", "x"].contains(&word),
                "{word} of {text}: {html}"
            );
        }
    }
}

#[test]
fn headings_begin_where_they_are_told_to_and_skip_none() {
    for (text, level, expected) in [
        ("# a\n### b\n# c", 3, vec!["h3", "h4", "h3"]),
        (
            "#### a\n# b\n## c\n### d\n#### e\n##### f",
            3,
            vec!["h3", "h3", "h4", "h5", "h6", "h6"],
        ),
        ("a\n===", 4, vec!["h4"]),
    ] {
        let html = html(|| prose(text, level));
        let (tags, _) = taken_apart(&html);
        let found: Vec<_> = tags.iter().map(|(tag, _)| tag.as_str()).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_link_says_where_it_leads() {
    let html = html(|| prose("[our docs](https://example.org/a)", 3));
    assert!(
        html.contains(
            r#"<a href="https://example.org/a" rel="nofollow noopener noreferrer">our docs"#
        ),
        "{html}"
    );
    assert!(html.contains(r#"<bdi class="to">example.org"#), "{html}");
}

#[test]
fn a_hostile_text_makes_a_page_of_its_own_size() {
    for (text, most) in [
        ("`a` ".repeat(100_000), 4_000_000),
        (
            "|a".repeat(40) + "|\n" + &"|-".repeat(40) + "|\n" + &"|\n".repeat(10_000),
            2_000_000,
        ),
        (
            "[a]: https://example.org/".to_owned()
                + &"b".repeat(1_900)
                + "\n\n"
                + &"[a] ".repeat(10_000),
            2_000_000,
        ),
        (">".repeat(100_000), 500_000),
    ] {
        let html = html(|| prose(&text, 3));
        assert!(html.len() < most, "{} bytes of {}", html.len(), &text[..20]);
        assert!(
            html.matches('<').count() < 60_000,
            "elements of {}",
            &text[..20]
        );
    }
}
