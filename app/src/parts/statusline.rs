//! The line at the foot of every page: whether what is shown is live, up to which position of the log, by which
//! version of Loci.
use crate::parts::alive;
use leptos::prelude::*;

use super::grouped;
use super::icon::{Glyph, Icon};

/// The connection to the live feed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Live {
    /// The page is as it was when it was sent: no JavaScript, or not yet.
    #[default]
    Still,
    /// New facts arrive.
    On,
    /// Missed facts are being fetched.
    CatchingUp,
    /// The server does not answer; it is asked again by itself.
    Lost,
    /// The reader paused it, or looks at an earlier moment.
    Paused,
    /// Nobody is signed in any more.
    SignedOut,
}

impl Live {
    /// What the line says.
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

    /// The value of `data-live`.
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

/// The connection as a shape and a word; announced politely when it changes.
#[component]
pub fn LiveMark(
    /// The connection.
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

/// The line.
#[component]
pub fn Statusline(
    /// The connection.
    #[prop(into)]
    live: Signal<Live>,
    /// The log's position up to which the page has folded.
    #[prop(into)]
    seq: Signal<u64>,
    /// What the page adds: `<span>`s such as "6 agents".
    #[prop(optional, into)]
    facts: ViewFn,
    /// Whether somebody is signed in: strangers are not told how much there is.
    signed_in: bool,
    /// Where one signs in again, and comes back.
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
                <span>{alive(move || format!("event {}", grouped(seq.get())))}</span>
            })}
            {alive(move || facts.run())}
            <span class="push">{concat!("loci ", env!("CARGO_PKG_VERSION"))}</span>
        </footer>
    }
}
