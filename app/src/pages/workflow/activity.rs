//! Activity, newest first: the loaded rows, and above them live ones.

use std::sync::Arc;

use leptos::prelude::*;

use super::load::Happened;
use super::scene::scene;
use crate::live::{News, feed};
use crate::pages::arrivals::{Arrivals, Reading, stack};
use crate::pages::happening::look;
use crate::pages::still::{Pointer, is_down};
use crate::pages::trouble::RefusalBox;
use crate::pages::words::many;
use crate::parts::alive;
use crate::parts::{Ago, Empty, Glyph, line};

/// Maximum number of live rows kept above the loaded ones.
const MAX_LIVE_ROWS: usize = 100;

/// List of the activity.
#[component]
pub fn Activity() -> impl IntoView {
    let scene = scene();
    let loaded = scene.loads().activity;
    // No live rows are added above an earlier version or an older page.
    let is_newest =
        move || scene.past.is_none() && scene.address.with(|address| address.before.is_none());
    let fresh = Arrivals::<Happened>::new(Vec::new(), MAX_LIVE_ROWS, stack);
    let (pointer, section) = (Pointer::away(), NodeRef::new());
    // Rows wait while the user points at a row or has scrolled down, and while they arrive faster than anyone can
    // read.
    let floods = feed().floods;
    let reads = move || {
        if floods.get_untracked() || pointer.is_over_untracked() || is_down(section) {
            Reading::Busy
        } else {
            Reading::Idle
        }
    };
    let known = Memo::new(move |_| match loaded.get().flatten() {
        Some(Ok(page)) => page.items.first().map_or(0, |first| first.version),
        _ => 0,
    });
    let stream = engine::workflow::stream(scene.id);
    feed().listen(move |facts| {
        let seen = fresh.newest(|row| row.version).unwrap_or(0);
        let known = seen.max(known.get_untracked());
        let is_new = |fact: &&Arc<News>| fact.stream == stream && fact.version > known;
        let count = facts.iter().filter(is_new).count();
        let new = facts.iter().rev().filter(is_new).take(MAX_LIVE_ROWS);
        let new = new.map(|fact| Happened::of(fact)).collect();
        fresh.arrive(new, count, reads());
    });
    Effect::new(move |_| {
        if !floods.get() && reads() == Reading::Idle {
            fresh.let_in();
        }
    });
    let above = Memo::new(move |_| {
        let known = known.get();
        let all = fresh.rows.get();
        all.into_iter()
            .filter(|row| is_newest() && row.version > known)
            .collect::<Vec<_>>()
    });
    // Rows between the live and the loaded ones were dropped: the loaded ones are an earlier page now.
    let ends = Memo::new(move |_| {
        let last = above.with(|rows| rows.last().map(|last| (last.version, last.position)));
        last.filter(|(version, _)| *version > known.get() + 1)
    });
    let left = move |_| {
        pointer.leave();
        if reads() == Reading::Idle {
            fresh.let_in();
        }
    };
    let waiting = move || fresh.waiting.get() > 0 && is_newest();
    view! {
        <section class="view" tabindex="0" aria-label="Activity" node_ref=section>
            // Overlays the list, so that its appearance moves no line.
            <Show when=waiting>
                <button class="feed-wait feed-wait--over" type="button" on:click=move |_| fresh.let_in()>
                    {alive(move || format!("Show {}", many(fresh.waiting.get(), "new line")))}
                </button>
            </Show>
            <Transition>
                <ol
                    class="feed feed--wide"
                    reversed=""
                    on:pointerenter=move |_| pointer.enter()
                    on:pointerleave=left
                >
                    <For each=move || above.get() key=|row| row.version children=|row| view! { <Row row/> }/>
                    {alive(move || loaded.get().flatten().map(|outcome| match outcome {
                        Ok(page) => page
                            .items
                            .into_iter()
                            .filter(|_| ends.with(Option::is_none))
                            .map(|row| view! { <Row row/> })
                            .collect_view()
                            .into_any(),
                        Err(problem) => view! { <li><RefusalBox problem/></li> }.into_any(),
                    }))}
                </ol>
                {alive(move || loaded.get().flatten().and_then(Result::ok).map(|page| {
                    let last = page.items.last().map(|last| last.position);
                    let last = last.filter(|_| page.next_cursor.is_some());
                    match ends.get().map(|(_, position)| position).or(last) {
                        Some(position) => {
                            let href = scene.href(move |address| address.before = Some(position));
                            view! { <p class="pages"><a class="btn" href=href>"Earlier"</a></p> }.into_any()
                        }
                        None if page.items.is_empty() => view! { <Empty title="Nothing happened before."/> }.into_any(),
                        None => ().into_any(),
                    }
                }))}
            </Transition>
        </section>
    }
}

#[component]
fn Row(row: Happened) -> impl IntoView {
    let scene = scene();
    let (icon, status) = look(&row.kind);
    let at = row.version;
    let then = scene.href(move |address| address.at = Some(at));
    let here = (scene.past == Some(at)).then_some("true");
    view! {
        <li data-status=status aria-current=here>
            <Ago at=Signal::stored(row.at) now=feed().clock() wording=crate::parts::Wording::Bare/>
            <Glyph icon/>
            <p>
                <b>{row.who}</b> " " {line(&row.did)} " "
                <a class="id" href=then title="The workflow as it was then">"v" {row.version}</a>
            </p>
        </li>
    }
}
