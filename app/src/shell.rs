//! The frame around every page that only the server writes: document, head, scripts.
//! Knows where the site's files are by name; who serves them is not its business.

pub mod assets;

use doors::base_path;
use leptos::prelude::*;
use leptos_meta::MetaTags;

use crate::App;
use crate::context::{meta, theme};
use crate::shell::assets::{AssetNames, SiteAssets};

/// The typefaces of every page.
pub const FONTS: [&str; 2] = [
    "/fonts/inter-latin.woff2",
    "/fonts/jetbrains-mono-latin.woff2",
];

/// The small drawing beside the page's name in a browser.
pub const FAVICON: &str = "/favicon.svg";

/// Where a page keeps the keys that are pressed before it is alive, as a property of its window.
pub const EARLY_KEYS: &str = "lociEarlyKeys";

/// The document around the application.
pub fn shell() -> impl IntoView {
    let names = use_context::<AssetNames>().unwrap_or_default();
    // The browser reads it before it makes an address.
    let base = Some(base_path::base()).filter(|base| !base.is_empty());
    let fonts = FONTS.map(|font| view! { <FontPreload href=names.public(font) /> });
    view! {
        <!DOCTYPE html>
        <html lang="en" data-theme=theme().attribute() data-base=base>
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <link rel="icon" href=names.public(FAVICON) type="image/svg+xml" />
                // Asked for before the styles are read, so that the first text is set in them.
                {fonts.into_iter().collect_view()}
                <SiteAssets />
                // A page is seen as a whole: its parts share the window, so one that comes later moves others.
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

#[component]
fn FontPreload(href: String) -> impl IntoView {
    view! { <link rel="preload" href=href r#as="font" r#type="font/woff2" crossorigin="anonymous" /> }
}
