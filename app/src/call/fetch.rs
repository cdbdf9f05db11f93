//! Data of a page, loaded before the page is rendered.

use std::future::Future;

use leptos::prelude::*;

/// Renders what `show` makes of the data that `load` returns.
pub fn show_after<T, V: IntoView + 'static>(
    load: impl Future<Output = T> + Send + 'static,
    show: impl FnOnce(T) -> V + Send + 'static,
) -> AnyView {
    let view = Suspend::new(async move { show(load.await).into_any() });
    view! { <Suspense>{view}</Suspense> }.into_any()
}
