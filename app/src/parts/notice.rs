//! A line that tells what just happened or what holds now, without stopping anybody.
use leptos::prelude::*;

use super::icon::{Glyph, Icon};

/// What a notice is about. The rubric is not among them but for `NeedsYou`: it means "a person is needed".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Something to know.
    #[default]
    Info,
    /// Something worked.
    Done,
    /// Something is held up or out of date.
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

/// The line. It is announced politely when it changes.
#[component]
pub fn Notice(
    /// What it is about.
    #[prop(optional)]
    tone: Tone,
    /// The sentence, with its links.
    children: Children,
) -> impl IntoView {
    view! {
        <div class="notice" role="status" data-status=tone.status()>
            <Glyph icon=tone.icon()/>
            <div>{children()}</div>
        </div>
    }
}
