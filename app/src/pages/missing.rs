//! Page for an unknown address.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::paths;

/// Page with status 404.
#[component]
pub fn Missing() -> impl IntoView {
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(http::StatusCode::NOT_FOUND);
    }
    view! {
        <Title text="Not found" />
        <main class="page lost" id="main">
            <p class="lost-code">"404"</p>
            <h1>"There is nothing at this address"</h1>
            <p class="lede">"It may have been erased, or the address has a typing error."</p>
            <p class="btns btns--start">
                <a class="btn btn--primary" href=paths::overview()>"Overview"</a>
                <a class="btn" href=paths::workflows()>"Workflows"</a>
            </p>
        </main>
    }
}
