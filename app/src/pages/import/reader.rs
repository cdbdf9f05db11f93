//! Reading files in the browser, with the code that reads them everywhere. It is loaded with the first file that
//! somebody gives: who only looks at the page pays nothing for it.
#![expect(
    clippy::unnecessary_wraps,
    reason = "what is loaded later may not come, and its own code does not say so"
)]

use engine::imported::cut::{Cut, Kind, Wish};
use kernel::{Error, Result};

use crate::split::Fetched;

/// A file that was read.
pub enum Ready {
    /// As a whole.
    Whole(String),
    /// In parts.
    Parts(Cut),
}

#[leptos::wasm_split::wasm_split(
    import_reader,
    wasm_split_path = leptos::wasm_split,
    preload(fetch_kind),
    fallible
)]
fn find_kind(bytes: Vec<u8>, file: String) -> Fetched<Result<Option<Kind>>> {
    Ok(engine::imported::text(bytes).map(|text| Kind::of(&text, Some(&file))))
}

#[leptos::wasm_split::wasm_split(
    import_reader,
    wasm_split_path = leptos::wasm_split,
    preload(fetch_ready),
    fallible
)]
fn make_ready(bytes: Vec<u8>, file: String, wish: Option<Wish>) -> Fetched<Result<Ready>> {
    let read = engine::imported::text(bytes).and_then(|text| match wish {
        None if text.trim().is_empty() => Err(Error::invalid("is empty")),
        None => Ok(Ready::Whole(text)),
        Some(wish) => Cut::of(&text, Some(&file), &wish).map(Ready::Parts),
    });
    Ok(read)
}

/// What a file holds, where that is certain.
///
/// # Errors
/// When it is no text, or the reader did not come.
pub async fn kind(bytes: Vec<u8>, file: String) -> Result<Option<Kind>> {
    find_kind(bytes, file).await.map_err(|_| absent())?
}

/// Reads a file: in parts as somebody wishes, else as a whole.
///
/// # Errors
/// What is wrong with it, or that the reader did not come.
pub async fn ready(bytes: Vec<u8>, file: String, wish: Option<Wish>) -> Result<Ready> {
    make_ready(bytes, file, wish).await.map_err(|_| absent())?
}

fn absent() -> Error {
    Error::unavailable(
        "What reads files did not come from the server. Reload the page and try again.",
    )
}
