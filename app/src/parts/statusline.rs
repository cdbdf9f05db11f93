//! Status line at the foot of every page: connection status, log position, and version of Loci.
use leptos::prelude::*;

use super::group_digits;
use super::icon::{Glyph, Icon};
use crate::paths;

/// Status of the live connection as icon and label. A script keeps it up to date; screen readers announce it politely.
#[component]
pub fn LiveMark() -> impl IntoView {
    view! {
        <span class="live" role="status" data-live="still" data-keep="">
            <Glyph icon=Icon::Pending/>
            <span data-word="">"As loaded"</span>
        </span>
    }
}

/// Status line.
#[component]
pub fn Statusline(
    /// Log position up to which the page includes all facts.
    position: u64,
    /// True if the viewer is signed in: the log position is hidden from others.
    signed_in: bool,
    /// Further content.
    children: Children,
) -> impl IntoView {
    view! {
        <footer id="foot" class="statusline">
            {signed_in.then(|| view! {
                <LiveMark/>
                <a class="statusline-way" href=paths::sign_in("") rel="external" data-keep="" data-signs-in="" hidden=true>"Sign in again"</a>
                <span>{format!("event {}", group_digits(position))}</span>
            })}
            {children()}
            <span class="push">{concat!("loci ", env!("CARGO_PKG_VERSION"))}</span>
        </footer>
    }
}
