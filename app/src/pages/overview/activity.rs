//! Activity, newest first, live. While the user points at it, has scrolled down or has paused it, new lines wait,
//! so that nothing moves under the pointer.

use std::sync::Arc;

use leptos::prelude::*;

use crate::live::{News, feed};
use crate::pages::arrivals::{Arrivals, Reading};
use crate::pages::fresh::is_activity;
use crate::pages::happening::{FeedLine, Line, merge_lines};
use crate::pages::still::{Pointer, is_scrolled};
use crate::pages::words::many;
use crate::parts::alive;
use crate::parts::time::{Wording, relative};
use crate::parts::{Empty, Glyph, Icon, LiveMark, Sect};

/// Maximum number of lines.
const KEPT: usize = 40;
/// Maximum number of facts in a batch that are turned into lines, before some of these are merged.
const READ: usize = 300;

/// Section with the activity.
#[component]
pub fn Activity(
    /// Lines as loaded with the page.
    lines: Vec<Line>,
    /// Pointer state, shared by the rows of the page.
    pointer: Pointer,
) -> impl IntoView {
    let feed = feed();
    let now = feed.clock();
    let lines = Arrivals::new(lines, KEPT, merge_lines);
    let (shown, waiting) = (lines.rows, lines.waiting);
    let paused = RwSignal::new(false);
    // Newest line that the user had seen before the waiting ones were shown.
    let seen = RwSignal::new(None::<(u64, i64)>);
    let floods = feed.floods;
    let reads = move || {
        let is_still = paused.get_untracked() || floods.get_untracked();
        if is_still || is_scrolled() || pointer.is_over_untracked() {
            Reading::Busy
        } else {
            Reading::Idle
        }
    };
    let mark = move || {
        seen.set(
            shown.with_untracked(|lines| lines.first().map(|line| (line.position, line.at.0))),
        );
    };
    feed.listen(move |facts| {
        let known = lines.newest(|line| line.position).unwrap_or(0);
        let is_new =
            |fact: &&Arc<News>| fact.position > known && is_activity(&fact.kind, fact.actor.role);
        let news: Vec<_> = facts.iter().rev().filter(is_new).collect();
        let new = news.iter().take(READ).map(|fact| Line::of(fact)).collect();
        let reading = reads();
        if reading == Reading::Idle && waiting.get_untracked() > 0 {
            mark();
        }
        lines.arrive(merge_lines(new, Vec::new()), news.len(), reading);
    });
    let let_in = move || {
        mark();
        lines.let_in();
        paused.set(false);
    };
    let look = move || {
        if reads() == Reading::Idle && waiting.get_untracked() > 0 {
            let_in();
        }
    };
    let left = move |_| {
        pointer.leave();
        look();
    };
    Effect::new(move |_| {
        if !floods.get() {
            look();
        }
    });
    view! {
        <Sect
            id="h-feed"
            title="Activity"
            aside=move || {
                view! {
                    <LiveMark live=feed.live />
                    // The button is in the heading, where its appearance moves no line.
                    <Show when=move || { waiting.get() > 0 }>
                        <button class="feed-wait" type="button" on:click=move |_| let_in()>
                            {alive(move || format!("Show {}", many(waiting.get(), "new line")))}
                        </button>
                    </Show>
                    <Pause paused let_in />
                }
            }
        >
            <Show when=move || shown.with(Vec::is_empty)>
                <Empty title="Nothing has happened yet." />
            </Show>
            <ol
                class="feed"
                aria-live="polite"
                aria-relevant="additions"
                on:pointerenter=move |_| pointer.enter()
                on:pointerleave=left
            >
                <For
                    each=move || shown.get()
                    key=|line| (line.position, line.messages)
                    children=move |line| {
                        let position = line.position;
                        view! {
                            {alive(move || {
                                seen.get()
                                    .filter(|(seen, _)| *seen == position)
                                    .map(|(_, at)| since(at, now))
                            })}
                            <FeedLine line now />
                        }
                    }
                />
            </ol>
        </Sect>
    }
}

/// Button that pauses new lines, or resumes them.
#[component]
fn Pause(
    paused: RwSignal<bool>,
    let_in: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let label = move || {
        if paused.get() {
            "Go on with activity"
        } else {
            "Pause activity"
        }
    };
    view! {
        <button
            class="btn btn--icon alive push"
            type="button"
            aria-label=label
            title=label
            aria-pressed=move || paused.get().to_string()
            on:click=move |_| if paused.get_untracked() { let_in() } else { paused.set(true) }
        >
            <Glyph icon=Signal::derive(move || {
                if paused.get() { Icon::Play } else { Icon::Pause }
            }) />
        </button>
    }
}

/// Line above which everything is new.
fn since(at: i64, now: Signal<i64>) -> impl IntoView {
    let words = move || format!("new since {}", relative(at, now.get(), Wording::Sentence));
    view! { <li><span class="feed-new">{words}</span></li> }
}
