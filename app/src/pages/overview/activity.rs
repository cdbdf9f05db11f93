//! What happened, newest first, as it happens. While somebody points at it, reads farther down or has paused
//! it, new lines wait: nothing moves under the pointer.

use leptos::prelude::*;

use crate::live::feed;
use crate::pages::fresh::is_news;
use crate::pages::happening::{FeedLine, Line};
use crate::pages::still::{Pointer, is_scrolled};
use crate::pages::words::many;
use crate::parts::time::{Wording, relative};
use crate::parts::{Empty, Glyph, Icon, LiveMark, Sect};

/// How many lines are kept.
const KEPT: usize = 40;

/// The section.
#[component]
pub fn Activity(
    /// The lines at first.
    lines: Vec<Line>,
    /// Whether somebody points at a row of the page.
    pointer: Pointer,
) -> impl IntoView {
    let feed = feed();
    let now = feed.clock();
    let lines = RwSignal::new(lines);
    let waiting = RwSignal::new(Vec::<Line>::new());
    let paused = RwSignal::new(false);
    // The newest line that the reader had seen before the waiting ones were let in.
    let seen = RwSignal::new(None::<(u64, i64)>);
    let waits = move || paused.get_untracked() || is_scrolled() || pointer.is_over_untracked();
    feed.listen(move |fact| {
        let newest = |lines: &Vec<Line>| lines.first().map_or(0, |line| line.position);
        let known = lines
            .with_untracked(newest)
            .max(waiting.with_untracked(newest));
        if !is_news(&fact.kind) || fact.position <= known {
            return;
        }
        let line = Line::of(&fact);
        if waits() || !waiting.with_untracked(Vec::is_empty) {
            waiting.update(|waiting| waiting.insert(0, line));
        } else {
            lines.update(|lines| {
                lines.insert(0, line);
                lines.truncate(KEPT);
            });
        }
    });
    let let_in = move || {
        seen.set(
            lines.with_untracked(|lines| lines.first().map(|line| (line.position, line.at.0))),
        );
        let mut new = waiting.try_update(std::mem::take).unwrap_or_default();
        lines.update(|lines| {
            new.append(lines);
            new.truncate(KEPT);
            *lines = new;
        });
        paused.set(false);
    };
    let left = move |_| {
        pointer.leave();
        if !waits() && waiting.with_untracked(|waiting| !waiting.is_empty()) {
            let_in();
        }
    };
    view! {
        <Sect
            id="h-feed"
            title="Activity"
            aside=move || {
                view! {
                    <LiveMark live=feed.live />
                    // In the heading, where its coming moves no line.
                    <Show when=move || waiting.with(|waiting| !waiting.is_empty())>
                        <button class="feed-wait" type="button" on:click=move |_| let_in()>
                            {move || format!("Show {}", many(waiting.with(Vec::len), "new line"))}
                        </button>
                    </Show>
                    <Pause paused let_in />
                }
            }
        >
            <Show when=move || lines.with(Vec::is_empty)>
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
                    each=move || lines.get()
                    key=|line| line.position
                    children=move |line| {
                        let position = line.position;
                        view! {
                            {move || {
                                seen.get()
                                    .filter(|(seen, _)| *seen == position)
                                    .map(|(_, at)| since(at, now))
                            }}
                            <FeedLine line now />
                        }
                    }
                />
            </ol>
        </Sect>
    }
}

/// Lets new lines wait, or lets them in.
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

/// The line above which everything is new.
fn since(at: i64, now: Signal<i64>) -> impl IntoView {
    let words = move || format!("new since {}", relative(at, now.get(), Wording::Sentence));
    view! { <li><span class="feed-new">{words}</span></li> }
}
