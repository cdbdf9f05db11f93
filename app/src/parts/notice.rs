//! A line about an event or a state that never blocks the user.
use leptos::prelude::*;

use super::icon::{Glyph, Icon};

/// Tone of a notice. Only `NeedsYou` has the accent color, which means "a person is needed".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Information.
    #[default]
    Info,
    /// Success.
    Done,
    /// Something is blocked or out of date.
    Hold,
    /// A person must act.
    NeedsYou,
}

impl Tone {
    const fn status(self) -> Option<&'static str> {
        match self {
            Self::Info => None,
            Self::Done => Some("completed"),
            Self::Hold => Some("blocked"),
            Self::NeedsYou => Some("review"),
        }
    }

    const fn icon(self) -> Icon {
        match self {
            Self::Info => Icon::Info,
            Self::Done => Icon::Completed,
            Self::Hold => Icon::Warn,
            Self::NeedsYou => Icon::Review,
        }
    }
}

/// Notice, announced politely by screen readers when it changes.
#[component]
pub fn Notice(
    /// Tone of the notice.
    #[prop(optional)]
    tone: Tone,
    /// Sentence with its links.
    children: Children,
) -> impl IntoView {
    view! {
        <div class="notice" role="status" data-status=tone.status()>
            <Glyph icon=tone.icon()/>
            <div>{children()}</div>
        </div>
    }
}
