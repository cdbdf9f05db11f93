//! Browser access for imports: form fields, file contents, and repainting.

use std::time::Duration;

use kernel::{Error, Result};
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use serde_json::{Map, Value};
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FormData, HtmlFormElement, UrlSearchParams};

use super::FORM;
use crate::call::rest;

/// Fields of the form that are no arguments, or that hold pasted text.
const NOT_SENT: [&str; 6] = ["csrf", "form", "redirect", "content", "markdown", "source"];

/// Returns the data of the form.
fn data() -> Option<FormData> {
    let form = document().get_element_by_id(FORM)?;
    FormData::new_with_form(&form.dyn_into::<HtmlFormElement>().ok()?).ok()
}

/// Returns all fields of the form as text, to detect changes.
pub fn form_text() -> String {
    let fields =
        data().and_then(|data| UrlSearchParams::new_with_str_sequence_sequence(&data).ok());
    fields
        .map(|fields| String::from(fields.to_string()))
        .unwrap_or_default()
}

/// Returns the arguments in the form's fields.
pub fn fields() -> Map<String, Value> {
    let Some(data) = data() else {
        return Map::new();
    };
    let pairs = js_sys::Array::from(&data);
    let pairs = pairs.iter().filter_map(|pair| {
        let pair: js_sys::Array = pair.dyn_into().ok()?;
        let (name, value) = (pair.get(0).as_string()?, pair.get(1).as_string()?);
        let is_given = !value.is_empty() && !NOT_SENT.contains(&name.as_str());
        is_given.then_some((name, Value::String(value)))
    });
    pairs.collect()
}

/// Reads a file.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub async fn bytes(file: &File) -> Result<Vec<u8>> {
    let buffer = JsFuture::from(file.array_buffer()).await;
    let buffer = buffer.map_err(|_| Error::invalid("cannot be read: was it changed or moved?"))?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// Lets the browser repaint.
pub async fn paint() {
    rest(Duration::ZERO).await;
}
