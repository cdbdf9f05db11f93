//! `/help`: the concepts. The repository has the same text as `docs/concepts.md`.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::parts::prose;
use crate::paths;

const TEXT: &str = include_str!("../../../docs/concepts.md");

/// Level of the headings of sections.
const SECTION: u8 = 2;

/// Page of the concepts.
#[component]
pub fn Help() -> impl IntoView {
    let (lede, sections) = parts(TEXT);
    let links = sections
        .iter()
        .map(|(title, _)| view! { <li><a href=format!("#{}", id(title))>{*title}</a></li> });
    let links = links.collect::<Vec<_>>();
    let sections = sections.iter().map(|(title, body)| {
        view! { <section><h2 id=id(title)>{*title}</h2>{prose(body, SECTION)}</section> }
    });
    view! {
        <Title text="Concepts" />
        <main class="page docs" id="main">
            <header class="folio">
                <div>
                    <h1>"Concepts"</h1>
                    <p class="lede">{lede}</p>
                </div>
            </header>
            <div class="docs-columns">
                <nav class="docs-rail" aria-label="On this page">
                    <ul>{links}</ul>
                    <p><a href=paths::api_docs()>"API reference"</a></p>
                </nav>
                <div class="docs-text">{sections.collect::<Vec<_>>()}</div>
            </div>
        </main>
    }
}

/// Splits the text into its first paragraph and its sections: titles with their bodies.
fn parts(text: &str) -> (&str, Vec<(&str, &str)>) {
    let mut parts = text.split("\n## ");
    let first = parts.next().unwrap_or_default();
    let lede = first.split_once("\n\n").map_or("", |(_, lede)| lede.trim());
    let sections = parts.filter_map(|part| part.split_once("\n\n"));
    (lede, sections.collect())
}

/// Returns the anchor of a section, as GitHub names it.
fn id(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::{TEXT, id, parts};

    #[test]
    fn the_text_has_a_lede_and_sections_with_anchors() {
        let (lede, sections) = parts(TEXT);
        assert!(
            lede.starts_with("An agent forgets") && !lede.contains('#'),
            "{lede}"
        );
        let titles: Vec<_> = sections.iter().map(|(title, _)| *title).collect();
        assert_eq!(titles.first(), Some(&"Facts"));
        assert_eq!(titles.last(), Some(&"Guarantees"));
        assert_eq!(id("People and agents"), "people-and-agents");
        assert_eq!(TEXT.matches("\n## ").count(), sections.len());
    }
}
