//! What a page fetches: with the page on the server, and again in the browser whenever what it asks for changes.
//! The browser reads it as it reads all JSON.

use std::future::Future;

use leptos::server::Resource;
use leptos::server::codee::{Decoder, Encoder};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Something that is fetched.
pub type Fetch<T> = Resource<T, Json>;

/// How it gets from the server's page into the browser's.
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

/// Fetches what `source` asks for, and again whenever that changes.
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
