//! Pagination of a long list: the page number is part of the address, and a document has only the rows of one page.

use leptos::prelude::*;

use super::scene::Scene;
use crate::parts::group_digits;

/// Returns the elements on a page, counted from 1.
pub fn on_page<T>(
    all: impl Iterator<Item = T>,
    page: usize,
    per: usize,
) -> impl Iterator<Item = T> {
    all.skip(page.saturating_sub(1).saturating_mul(per))
        .take(per)
}

/// Returns the page that the address names, at most the last one.
pub fn page_of(scene: &Scene, all: usize, per: usize) -> usize {
    scene.address.page.min(all.div_ceil(per)).max(1)
}

/// Renders links to the other pages, if there are some; `what` is the plural noun for the elements.
pub fn page_links(scene: &Scene, all: usize, per: usize, what: &str) -> Option<AnyView> {
    let (page, pages) = (page_of(scene, all, per), all.div_ceil(per));
    if pages < 2 {
        return None;
    }
    let to = |page: usize| scene.href(|address| address.page = page);
    let before =
        (page > 1).then(|| view! { <a class="btn" href=to(page - 1) rel="prev">"Before"</a> });
    let after =
        (page < pages).then(|| view! { <a class="btn" href=to(page + 1) rel="next">"After"</a> });
    let position = format!(
        "Page {page} of {pages}, {} {what}",
        group_digits(all as u64)
    );
    let links = view! {
        <nav class="btns btns--start pages" aria-label=format!("Pages of {what}")>
            {before} <span>{position}</span> {after}
        </nav>
    };
    Some(links.into_any())
}

/// Renders the total number of things in a section that shows only some of them.
pub fn in_all(all: usize) -> AnyView {
    let text = format!("{} in all", group_digits(all as u64));
    view! { <p class="push">{text}</p> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::on_page;

    #[test]
    fn a_page_is_a_part_of_the_list() {
        for (page, found) in [
            (0, vec![0, 1, 2]),
            (1, vec![0, 1, 2]),
            (2, vec![3, 4, 5]),
            (3, vec![6]),
            (4, vec![]),
            (usize::MAX, vec![]),
        ] {
            assert_eq!(on_page(0..7, page, 3).collect::<Vec<_>>(), found);
        }
    }
}
