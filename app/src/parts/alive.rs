//! Live views. Each closure in a view would compile its own copy of the reactive rendering code; boxed closures
//! share one copy, which keeps the wasm small.

use leptos::prelude::*;

/// Creates a view that is rendered again whenever a value that it reads changes.
pub fn alive<V: IntoView>(mut view: impl FnMut() -> V + Send + 'static) -> AnyView {
    let view: Box<dyn FnMut() -> AnyView + Send> = Box::new(move || view().into_any());
    view.into_any()
}

/// Returns the value of a memo over a resource. On the server the view is rendered as soon as the resource has
/// loaded, and the memo may update a moment later: then the resource is read directly, or the page would be empty.
pub fn read_memo<T: Clone + Send + Sync + 'static>(
    memo: Memo<Option<T>>,
    read: impl FnOnce() -> Option<T>,
) -> Option<T> {
    memo.get().or_else(|| untrack(read))
}
