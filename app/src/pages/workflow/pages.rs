//! Pagination of a long list: the page number is part of the address, and the browser holds only the rows of one
//! page.

use leptos::prelude::*;

use super::scene::scene;
use crate::parts::alive;
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
pub fn page_of(all: Memo<usize>, per: usize) -> Memo<usize> {
    let scene = scene();
    Memo::new(move |_| {
        let wanted = scene.address.with(|address| address.page);
        wanted.min(all.get().div_ceil(per)).max(1)
    })
}

/// Links to the other pages; empty if there are none.
#[component]
pub fn Pages(
    /// Total number of elements.
    all: Memo<usize>,
    /// Page size.
    per: usize,
    /// Plural noun for the elements.
    what: &'static str,
) -> impl IntoView {
    let scene = scene();
    let page = page_of(all, per);
    let pages = Memo::new(move |_| all.get().div_ceil(per));
    let label = format!("Pages of {what}");
    let has_before = Memo::new(move |_| page.get() > 1);
    let has_after = Memo::new(move |_| page.get() < pages.get());
    let to = move |page: usize| {
        scene
            .address
            .get()
            .with(|address| address.page = page)
            .href()
    };
    let said = move || {
        let (page, pages) = (page.get(), pages.get());
        format!(
            "Page {page} of {pages}, {} {what}",
            group_digits(all.get() as u64)
        )
    };
    let is_needed = Memo::new(move |_| pages.get() > 1);
    move || {
        is_needed.get().then(|| {
            view! {
                <nav class="btns btns--start pages" aria-label=label.clone()>
                    {alive(move || has_before.get().then(|| view! {
                        <a class="btn" href=move || to(page.get() - 1) rel="prev">"Before"</a>
                    }))}
                    <span>{said}</span>
                    {alive(move || has_after.get().then(|| view! {
                        <a class="btn" href=move || to(page.get() + 1) rel="next">"After"</a>
                    }))}
                </nav>
            }
        })
    }
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
