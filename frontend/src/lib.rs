//! Entry point of the browser: hydrates the page that the server rendered.
#![recursion_limit = "512"]

use wasm_bindgen::prelude::wasm_bindgen;

/// Hydrates the page. Called by the page's script once the wasm is loaded.
#[wasm_bindgen]
pub async fn hydrate() {
    // Reports a panic in the console with its location instead of a bare "unreachable".
    console_error_panic_hook::set_once();
    app::paths::adopt_base_path();
    // Hydration is one step, during which the page may not change: the code that it needs is loaded first.
    if app::chunks::fetch_first().await.is_ok() {
        leptos::mount::hydrate_body(app::App);
    }
}
