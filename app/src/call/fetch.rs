//! Data of a page, loaded before the page is rendered.

use std::future::Future;

use leptos::prelude::*;
use leptos::server::Resource;
use leptos::server::codee::{Decoder, Encoder};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Data that a page loads.
pub type Fetch<T> = Resource<T, Json>;

/// Codec that a resource requires, although nothing is sent to the browser.
pub struct Json;

impl<T: Serialize> Encoder<T> for Json {
    type Error = serde_json::Error;
    type Encoded = String;

    fn encode(value: &T) -> Result<String, serde_json::Error> {
        serde_json::to_string(value)
    }
}

impl<T: DeserializeOwned> Decoder<T> for Json {
    type Error = serde_json::Error;
    type Encoded = str;

    fn decode(text: &str) -> Result<T, serde_json::Error> {
        kernel::json::read(text)
    }
}

/// Loads data from `source`.
pub fn fetch<S, T, Fut>(
    source: impl Fn() -> S + Send + Sync + 'static,
    fetcher: impl Fn(S) -> Fut + Send + Sync + 'static,
) -> Fetch<T>
where
    S: PartialEq + Clone + Send + Sync + 'static,
    T: Serialize + DeserializeOwned + Send + Sync + 'static,
    Fut: Future<Output = T> + Send + 'static,
{
    Fetch::new_with_options(source, fetcher, false)
}

/// Renders what `show` makes of the data that `load` returns.
pub fn show_after<T, V: IntoView + 'static>(
    load: impl Future<Output = T> + Send + 'static,
    show: impl FnOnce(T) -> V + Send + 'static,
) -> AnyView {
    let view = Suspend::new(async move { show(load.await).into_any() });
    view! { <Suspense>{view}</Suspense> }.into_any()
}
