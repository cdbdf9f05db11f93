//! The browser's entry: takes over the page that the server wrote, and nothing else.
#![recursion_limit = "512"]

use wasm_bindgen::prelude::wasm_bindgen;

/// Hydrates the page. The script of the page calls it once the wasm is loaded.
#[wasm_bindgen]
pub async fn hydrate() {
    // A panic is told in the console with its place, not as a bare "unreachable".
    console_error_panic_hook::set_once();
    app::paths::adopt_base_path();
    // Hydrating is one step, in which nothing on the page may change: what it needs comes first.
    if app::chunks::fetch_first().await.is_ok() {
        leptos::mount::hydrate_body(app::App);
    }
}
