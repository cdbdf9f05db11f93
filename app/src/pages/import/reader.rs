//! File parsing in the browser, with the same code as everywhere else. Loaded when the first file is added, so that
//! viewing the page does not cost it.
#![expect(
    clippy::unnecessary_wraps,
    reason = "what is loaded later may not come, and its own code does not say so"
)]

use engine::imported::cut::{Cut, Kind, Wish};
use kernel::{Error, Result};

use crate::split::Fetched;

/// A parsed file.
pub enum Ready {
    /// As one text.
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

/// Detects the kind of a file; `None` if it is uncertain.
///
/// # Errors
/// Returns an error if the file is not text, or if the parser cannot be loaded.
pub async fn kind(bytes: Vec<u8>, file: String) -> Result<Option<Kind>> {
    find_kind(bytes, file).await.map_err(|_| absent())?
}

/// Parses a file, in parts if `wish` is given.
///
/// # Errors
/// Returns an error if the file is invalid, or if the parser cannot be loaded.
pub async fn ready(bytes: Vec<u8>, file: String, wish: Option<Wish>) -> Result<Ready> {
    make_ready(bytes, file, wish).await.map_err(|_| absent())?
}

fn absent() -> Error {
    Error::unavailable(
        "What reads files did not come from the server. Reload the page and try again.",
    )
}
