//! Document around every page, written by the server only: doctype, head, scripts.

pub mod assets;

use doors::base_path;
use leptos::prelude::*;
use leptos_meta::MetaTags;

use crate::App;
use crate::context::{meta, theme};
use crate::shell::assets::{AssetNames, site_assets};

/// Fonts of every page.
pub const FONTS: [&str; 2] = [
    "/fonts/inter-latin.woff2",
    "/fonts/jetbrains-mono-latin.woff2",
];

/// Favicon.
pub const FAVICON: &str = "/favicon.svg";

/// Document around the application.
pub fn shell() -> impl IntoView {
    // Nothing is rendered again in the browser: the document carries no data for it.
    if let Some(shared) = Owner::current_shared_context() {
        shared.set_is_hydrating(false);
    }
    let names = use_context::<AssetNames>().unwrap_or_default();
    // The browser reads it before it builds an address.
    let base = Some(base_path::base()).filter(|base| !base.is_empty());
    let fonts = FONTS.map(|font| font_preload(names.public(font)));
    view! {
        <!DOCTYPE html>
        <html lang="en" data-theme=theme().attribute() data-base=base>
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <link rel="icon" href=names.public(FAVICON) type="image/svg+xml" />
                // Requested before the styles are parsed, so that the first text is set in these fonts.
                {fonts.into_iter().collect_view()}
                {site_assets()}
                // Rendering waits for the whole page: its parts share the window, so a late one would move the
                // others.
                <link rel="expect" href="#foot" blocking="render" />
                {meta()}
                <MetaTags />
            </head>
            <body>
                <App />
            </body>
        </html>
    }
}

fn font_preload(href: String) -> impl IntoView {
    view! { <link rel="preload" href=href r#as="font" r#type="font/woff2" crossorigin="anonymous" /> }
}
