//! Views as boxed closures. Each closure in a view would compile its own copy of the rendering code; boxed closures
//! share one copy.

use leptos::prelude::*;

/// Creates a view from a closure.
pub fn alive<V: IntoView>(mut view: impl FnMut() -> V + Send + 'static) -> AnyView {
    let view: Box<dyn FnMut() -> AnyView + Send> = Box::new(move || view().into_any());
    view.into_any()
}

/// Returns the value of a memo over a resource. The view is rendered as soon as the resource has
/// loaded, and the memo may update a moment later: then the resource is read directly, or the page would be empty.
pub fn read_memo<T: Clone + Send + Sync + 'static>(
    memo: Memo<Option<T>>,
    read: impl FnOnce() -> Option<T>,
) -> Option<T> {
    memo.get().or_else(|| untrack(read))
}
