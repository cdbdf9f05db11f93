//! Status line at the foot of every page: connection status, log position, and version of Loci.
use crate::parts::alive;
use leptos::prelude::*;

use super::group_digits;
use super::icon::{Glyph, Icon};

/// Status of the live connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Live {
    /// The page is as it was loaded: no JavaScript, or not hydrated yet.
    #[default]
    Still,
    /// New facts arrive.
    On,
    /// Missed facts are being loaded.
    CatchingUp,
    /// The server does not respond; the connection is retried automatically.
    Lost,
    /// The tab is hidden.
    Paused,
    /// The session has ended.
    SignedOut,
}

impl Live {
    /// Returns the label of the status.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Still => "As loaded",
            Self::On => "Live",
            Self::CatchingUp => "Catching up",
            Self::Lost => "Reconnecting",
            Self::Paused => "Paused",
            Self::SignedOut => "Signed out",
        }
    }

    /// Returns the value of `data-live`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Still => "still",
            Self::On => "on",
            Self::CatchingUp => "catching-up",
            Self::Lost => "lost",
            Self::Paused => "paused",
            Self::SignedOut => "signed-out",
        }
    }

    const fn icon(self) -> Icon {
        match self {
            Self::Still | Self::CatchingUp => Icon::Pending,
            Self::On => Icon::Assigned,
            Self::Lost | Self::SignedOut => Icon::Warn,
            Self::Paused => Icon::Pause,
        }
    }
}

/// Connection status as icon and label, announced politely by screen readers when it changes.
#[component]
pub fn LiveMark(
    /// Status of the live connection.
    #[prop(into)]
    live: Signal<Live>,
) -> impl IntoView {
    view! {
        <span class="live" role="status" data-live=move || live.get().name()>
            <Glyph icon=Signal::derive(move || live.get().icon())/>
            {alive(move || live.get().word())}
        </span>
    }
}

/// Status line.
#[component]
pub fn Statusline(
    /// Status of the live connection.
    #[prop(into)]
    live: Signal<Live>,
    /// Log position up to which the page has folded.
    #[prop(into)]
    seq: Signal<u64>,
    /// Additions of the page: `<span>`s such as "6 agents".
    #[prop(optional, into)]
    facts: ViewFn,
    /// True if the viewer is signed in: the log position is hidden from others.
    signed_in: bool,
    /// Address of the sign-in page, which returns to this page.
    #[prop(into)]
    sign_in: Signal<String>,
) -> impl IntoView {
    let is_out = move || live.get() == Live::SignedOut;
    view! {
        <footer id="foot" class="statusline">
            {signed_in.then(|| view! {
                <LiveMark live/>
                {alive(move || is_out().then(|| view! {
                    <a class="statusline-way" href=sign_in.get() rel="external">"Sign in again"</a>
                }))}
                <span>{alive(move || format!("event {}", group_digits(seq.get())))}</span>
            })}
            {alive(move || facts.run())}
            <span class="push">{concat!("loci ", env!("CARGO_PKG_VERSION"))}</span>
        </footer>
    }
}
