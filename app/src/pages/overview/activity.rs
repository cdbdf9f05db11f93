//! Activity, newest first. While the user points at it, has scrolled down or has paused it, new lines wait, so that
//! nothing moves under the pointer.

use leptos::prelude::*;

use super::house::GROUP;
use crate::live::feed;
use crate::pages::happening::{FeedLine, Line};
use crate::parts::{Empty, Glyph, Icon, LiveMark, Sect};

/// Section with the activity.
#[component]
pub fn Activity(
    /// Lines to show.
    lines: Vec<Line>,
) -> impl IntoView {
    let now = feed().clock();
    let none = lines.is_empty();
    let rows = lines
        .into_iter()
        .map(|line| view! { <FeedLine line now /> })
        .collect_view();
    let aside = || {
        view! {
            <LiveMark/>
            // The button is in the heading, where its appearance moves no line.
            <button
                class="feed-wait"
                type="button"
                data-wait-for="activity"
                data-one="Show 1 new line"
                data-many="Show # new lines"
                hidden=true
            ></button>
            <button
                class="btn btn--icon alive push"
                type="button"
                aria-label="Pause activity"
                title="Pause activity"
                aria-pressed="false"
                data-pauses="activity"
                data-label-on="Resume activity"
                data-label-off="Pause activity"
            >
                <Glyph icon=Icon::Pause />
            </button>
        }
    };
    view! {
        <Sect id="h-feed" title="Activity" aside>
            {none.then(|| view! { <Empty title="Nothing has happened yet." /> })}
            <ol
                class="feed"
                id="activity"
                aria-live="polite"
                aria-relevant="additions"
                data-hold="scroll"
                data-hold-group=GROUP
                data-mark-new=""
            >
                {rows}
            </ol>
        </Sect>
    }
}
