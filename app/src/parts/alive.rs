//! What changes while a page is looked at. Each closure that stood in a view by itself would have the browser load
//! all of the machinery of changing once more; in a box they share it.

use leptos::prelude::*;

/// A view that is made anew whenever what it reads changes.
pub fn alive<V: IntoView>(mut view: impl FnMut() -> V + Send + 'static) -> AnyView {
    let view: Box<dyn FnMut() -> AnyView + Send> = Box::new(move || view().into_any());
    view.into_any()
}

/// What a memo says of something that is loaded. On the server the view is made as soon as that has come, and the memo may
/// hear of it a moment later: then what has come is read itself, or the page would be empty.
pub fn heard<T: Clone + Send + Sync + 'static>(
    memo: Memo<Option<T>>,
    read: impl FnOnce() -> Option<T>,
) -> Option<T> {
    memo.get().or_else(|| untrack(read))
}
