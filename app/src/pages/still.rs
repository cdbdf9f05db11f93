//! Lists that pause while the user points at them: rows that come or go wait until the pointer has left, so that
//! nothing moves under it.

use leptos::html::Section;
use leptos::prelude::*;

/// Pointer state of a list, or of several lists that move each other.
#[derive(Clone, Copy)]
pub struct Pointer(RwSignal<bool>);

impl Pointer {
    /// Creates the state with the pointer away.
    #[must_use]
    pub fn away() -> Self {
        Self(RwSignal::new(false))
    }

    /// Records that the pointer entered the list.
    pub fn enter(self) {
        self.0.set(true);
    }

    /// Records that the pointer left, or that the user acted in the list, whose result shows at once.
    pub fn leave(self) {
        self.0.set(false);
    }

    /// Returns true while the pointer is over the list.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.0.get()
    }

    /// Like [`Pointer::is_over`], without tracking.
    #[must_use]
    pub fn is_over_untracked(self) -> bool {
        self.0.get_untracked()
    }

    /// Returns a live copy of `list` that freezes while the pointer is over it.
    pub fn still<T: Clone + PartialEq + Send + Sync + 'static>(
        self,
        list: impl Fn() -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        still_while(move |_| self.is_over(), list)
    }
}

/// Returns a live copy of `list` that freezes while `is_still` holds for the copy.
pub fn still_while<T: Clone + PartialEq + Send + Sync + 'static>(
    is_still: impl Fn(&T) -> bool + Send + Sync + 'static,
    list: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    Memo::new(move |before: Option<&T>| match before {
        Some(before) if is_still(before) => before.clone(),
        _ => list(),
    })
}

/// Returns true if the page is scrolled down.
#[must_use]
pub fn is_scrolled() -> bool {
    window().scroll_y().is_ok_and(|y| y > 40.0)
}

/// Returns true if the page is scrolled to its end, where new content appears.
#[must_use]
pub fn is_at_end() -> bool {
    // The server has no scroll position.
    if cfg!(feature = "ssr") {
        return true;
    }
    let seen = window().scroll_y().unwrap_or(0.0)
        + window()
            .inner_height()
            .ok()
            .and_then(|high| high.as_f64())
            .unwrap_or(0.0);
    let all = document()
        .document_element()
        .map_or(0, |root| root.scroll_height());
    seen + 200.0 >= f64::from(all)
}

/// Returns true if the page, or a section with its own scroll bar, is scrolled down.
#[must_use]
pub fn is_down(section: NodeRef<Section>) -> bool {
    let within = section.get_untracked();
    is_scrolled() || within.is_some_and(|section| section.scroll_top() > 40)
}

/// Returns the number of elements of `list` that are not in `shown`.
#[must_use]
pub fn unseen<T, K: PartialEq>(list: &[T], shown: &[T], key: impl Fn(&T) -> K) -> usize {
    let is_new = |one: &&T| !shown.iter().any(|other| key(other) == key(one));
    list.iter().filter(is_new).count()
}

#[cfg(test)]
mod tests {
    use super::unseen;

    #[test]
    fn what_is_not_shown_yet_is_counted() {
        assert_eq!(unseen(&[1, 2, 3], &[3, 1], |n| *n), 1);
        assert_eq!(unseen(&[1], &[1, 2], |n| *n), 0);
    }
}
