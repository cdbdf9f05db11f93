//! Checks the pages of the API reference: completeness, size, links.

use leptos::prelude::*;
use leptos::reactive::owner::Owner;
use leptos_meta::provide_meta_context;

use super::reference::{NOUNS, operation};
use super::{noun_page, start};

/// Maximum size of a page, in bytes. The frame around it takes the rest of 200 KB.
const MAX_PAGE: usize = 180_000;

fn html(page: impl FnOnce() -> AnyView) -> String {
    let render = || {
        provide_meta_context();
        page().to_html()
    };
    Owner::new().with(render).replace("<!>", "")
}

#[test]
fn every_noun_has_a_page_with_its_operations_and_types() {
    for noun in &*NOUNS {
        let page = html(|| noun_page(noun));
        assert!(page.len() < MAX_PAGE, "{}: {} bytes", noun.name, page.len());
        for operation in &noun.operations {
            let name = operation.name;
            assert_eq!(
                page.matches(&format!("<article id=\"{name}\">")).count(),
                1,
                "{name}"
            );
        }
        for outside in [
            "<script",
            "<style",
            "url(",
            " href=\"http",
            " src=",
            "=\"//",
        ] {
            assert!(!page.contains(outside), "{}: {outside}", noun.name);
        }
        let links = page.split("href=\"#").skip(1);
        for link in links.filter_map(|rest| rest.split('"').next()) {
            let is_symbol = link.starts_with("i-");
            assert!(
                is_symbol || page.contains(&format!(" id=\"{link}\"")),
                "{}: {link}",
                noun.name
            );
        }
        // Examples contain such words as text.
        let tags = page.split('<').filter_map(|rest| rest.split('>').next());
        let ids = tags.filter_map(|tag| tag.split(" id=\"").nth(1)?.split('"').next());
        let ids: Vec<_> = ids.collect();
        let mut unique = ids.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(ids.len(), unique.len(), "{}", noun.name);
    }
}

#[test]
fn the_start_page_leads_to_every_noun_and_shows_each_everyday_operation_in_four_languages() {
    let page = html(start::page);
    assert!(page.len() < MAX_PAGE, "{} bytes", page.len());
    for noun in &*NOUNS {
        assert!(
            page.contains(&format!("href=\"/api/docs/{}\"", noun.name)),
            "{}",
            noun.name
        );
    }
    for (name, _) in start::EVERYDAY {
        assert!(operation(name).is_some(), "{name}");
        let article = page
            .split(&format!("id=\"everyday-{name}\""))
            .nth(1)
            .unwrap();
        let article = article.split("</article>").next().unwrap();
        for language in ["curl", "CLI", "Python", "TypeScript"] {
            assert!(
                article.contains(&format!("<summary>{language}</summary>")),
                "{name} {language}"
            );
        }
        assert_eq!(article.matches("<details").count(), 4, "{name}");
        assert_eq!(article.matches(" open").count(), 1, "{name}");
    }
}
