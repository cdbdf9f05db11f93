//! The browser's entry: takes over the page that the server wrote, and nothing else.
#![recursion_limit = "512"]

use wasm_bindgen::prelude::wasm_bindgen;

/// Hydrates the page. The script of the page calls it once the wasm is loaded.
#[wasm_bindgen]
pub fn hydrate() {
    // A panic is told in the console with its place, not as a bare "unreachable".
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_body(app::App);
}
