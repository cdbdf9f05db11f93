//! What changes while a page is looked at. Each closure that stood in a view by itself would have the browser load
//! all of the machinery of changing once more; in a box they share it.

use leptos::prelude::*;

/// A view that is made anew whenever what it reads changes.
pub fn alive<V: IntoView>(mut view: impl FnMut() -> V + Send + 'static) -> AnyView {
    let view: Box<dyn FnMut() -> AnyView + Send> = Box::new(move || view().into_any());
    view.into_any()
}
