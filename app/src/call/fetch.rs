//! Resources of a page: loaded on the server with the page, and reloaded in the browser whenever their source
//! changes. They use the project's own JSON codec.

use std::future::Future;

use leptos::server::Resource;
use leptos::server::codee::{Decoder, Encoder};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A resource that is serialized into the page as JSON.
pub type Fetch<T> = Resource<T, Json>;

/// Codec that carries a resource from the server's page into the browser.
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

/// Creates a resource that is loaded from `source`, and reloaded whenever `source` changes.
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
