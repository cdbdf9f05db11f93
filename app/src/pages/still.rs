//! Lists that stand still while somebody points at them: what arrives or goes meanwhile waits until the pointer
//! has left, so that nothing moves under it. Knows no list.

use leptos::html::Section;
use leptos::prelude::*;

/// Whether a pointer is over a list, or over one of several that move each other.
#[derive(Clone, Copy)]
pub struct Pointer(RwSignal<bool>);

impl Pointer {
    /// Not over any.
    #[must_use]
    pub fn away() -> Self {
        Self(RwSignal::new(false))
    }

    /// It came.
    pub fn enter(self) {
        self.0.set(true);
    }

    /// It left, or whoever points did something in the list: what comes of that shows at once.
    pub fn leave(self) {
        self.0.set(false);
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.0.get()
    }

    /// Whether it is over, for those who ask once.
    #[must_use]
    pub fn is_over_untracked(self) -> bool {
        self.0.get_untracked()
    }

    /// `list` as it was when the pointer came, and as it is while there is none.
    pub fn still<T: Clone + PartialEq + Send + Sync + 'static>(
        self,
        list: impl Fn() -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        still_while(move |_| self.is_over(), list)
    }
}

/// `list` as it was when `is_still` began to be so of it, and as it is while it is not.
pub fn still_while<T: Clone + PartialEq + Send + Sync + 'static>(
    is_still: impl Fn(&T) -> bool + Send + Sync + 'static,
    list: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    Memo::new(move |before: Option<&T>| match before {
        Some(before) if is_still(before) => before.clone(),
        _ => list(),
    })
}

/// Whether the reader has gone down the page.
#[must_use]
pub fn is_scrolled() -> bool {
    window().scroll_y().is_ok_and(|y| y > 40.0)
}

/// Whether the reader is at the end of the page, where what is new appears.
#[must_use]
pub fn is_at_end() -> bool {
    // Nobody reads while the server writes.
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

/// Whether the reader has gone down the page, or down a section that scrolls by itself.
#[must_use]
pub fn is_down(section: NodeRef<Section>) -> bool {
    let within = section.get_untracked();
    is_scrolled() || within.is_some_and(|section| section.scroll_top() > 40)
}

/// How many of `list` are not among `shown`.
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
