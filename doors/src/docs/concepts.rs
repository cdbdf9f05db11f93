//! Renders `docs/concepts.md` for the page at `/help`, so that the repository and the server show the same text.

use std::fmt::Write as _;
use std::sync::LazyLock;

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use crate::base_path::at;
use crate::encoding::html;

const TEXT: &str = include_str!("../../../docs/concepts.md");

/// HTML body of the help page.
pub static CONCEPTS: LazyLock<String> = LazyLock::new(|| page(TEXT));

fn page(text: &str) -> String {
    let mut body = String::new();
    let mut contents = String::new();
    // Level, id and HTML of the current heading.
    let mut heading: Option<(HeadingLevel, String, String)> = None;
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some((level, String::new(), String::new()));
            }
            Event::End(TagEnd::Heading(_)) => {
                let Some((level, id, title)) = heading.take() else {
                    continue;
                };
                // Writing to a string cannot fail.
                let _ = if level == HeadingLevel::H1 {
                    write!(body, "<h1>{title}</h1>{CONTENTS}")
                } else {
                    let _ = write!(contents, "<li><a href=\"#{id}\">{title}</a></li>");
                    write!(body, "<h2 id=\"{id}\">{title}</h2>")
                };
            }
            Event::Text(text) => match &mut heading {
                Some((_, id, title)) => {
                    id.push_str(&text.to_lowercase().replace(' ', "-"));
                    title.push_str(&html(&text));
                }
                None => body.push_str(&html(&text)),
            },
            Event::Code(code) => {
                let _ = write!(body, "<code>{}</code>", html(&code));
            }
            Event::SoftBreak | Event::HardBreak => body.push('\n'),
            Event::Start(tag) => body.push_str(&element(tag.to_end(), "<")),
            Event::End(tag) => body.push_str(&element(tag, "</")),
            _ => {}
        }
    }
    let contents = format!("<nav aria-label=\"On this page\"><ul>{contents}</ul></nav>");
    let body = body.replacen(CONTENTS, &contents, 1);
    format!(
        "<main id=\"main\" class=\"page docs\">{body}<p>All operations are in the \
         <a href=\"{}\">API documentation</a>.</p></main>",
        at("/api/docs")
    )
}

/// Placeholder of the table of contents, which is inserted when all headings are known. No text can contain it, because
/// texts are escaped.
const CONTENTS: &str = "<contents>";

/// Returns the HTML tag of a Markdown element; empty for elements that the document does not use.
fn element(tag: TagEnd, open: &str) -> String {
    let name = match tag {
        TagEnd::Paragraph => "p",
        TagEnd::Emphasis => "em",
        TagEnd::Strong => "strong",
        TagEnd::List(_) => "ul",
        TagEnd::Item => "li",
        _ => return String::new(),
    };
    format!("{open}{name}>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_a_page_with_contents() {
        let page = page("# A\n\nOne *two* `a<b`\nthree.\n\n## Big part\n\n- x & y\n");
        assert_eq!(
            page,
            "<main id=\"main\" class=\"page docs\"><h1>A</h1><nav aria-label=\"On this page\"><ul><li>\
             <a href=\"#big-part\">Big part</a></li></ul></nav><p>One <em>two</em> <code>a&lt;b</code>\n\
             three.</p><h2 id=\"big-part\">Big part</h2><ul><li>x &amp; y</li></ul><p>All operations are in the \
             <a href=\"/api/docs\">API documentation</a>.</p></main>"
        );
    }

    #[test]
    fn the_document_uses_only_elements_that_the_page_renders() {
        let page = page(TEXT);
        assert!(page.contains("<h1>Concepts</h1>"), "{page}");
        assert!(page.contains("<li><a href=\"#guarantees\">Guarantees</a></li>"));
        for event in Parser::new(TEXT) {
            let is_rendered = match &event {
                Event::Start(Tag::Heading { level, .. }) => *level <= HeadingLevel::H2,
                Event::Start(tag) => !element(tag.to_end(), "<").is_empty(),
                Event::End(_) | Event::Text(_) | Event::Code(_) | Event::SoftBreak => true,
                _ => false,
            };
            assert!(is_rendered, "{event:?}");
        }
    }
}
