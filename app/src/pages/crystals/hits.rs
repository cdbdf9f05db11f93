//! List of the memories that were found. Changes appear at once while the user is not reading, and wait otherwise,
//! so that nothing moves under the pointer.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::hit::Item;
use super::marks::search_terms;
use super::row::{Row, Shares};
use super::search::{FORGOTTEN, Found, load};
use crate::live::feed;
use crate::pages::fresh::fresh;
use crate::pages::still::{Pointer, is_scrolled};
use crate::pages::words::many;
use crate::parts::{Empty, Sect, alive, group_digits};
use crate::paths::{self, CrystalsAddress};

/// Section with the memories that were found.
#[component]
pub fn Hits(
    /// Search that was run.
    wish: CrystalsAddress,
    /// Address of the list, with the open memory.
    address: Memo<CrystalsAddress>,
    /// Result of the search.
    found: Found,
) -> impl IntoView {
    let first = wish
        .cursor
        .is_some()
        .then(|| wish.with(|wish| wish.cursor = None).href());
    let rows = RwSignal::new(found.rows);
    let total = RwSignal::new(found.total);
    let next = RwSignal::new(found.next);
    let waiting = RwSignal::new(None::<Found>);
    let pointer = Pointer::away();
    let let_in = move || {
        if let Some(found) = waiting.try_update(Option::take).flatten() {
            total.set(found.total);
            next.set(found.next);
            rows.set(found.rows);
        }
    };
    follow(wish.clone(), rows, waiting);
    Effect::new(move |_| {
        if waiting.with(Option::is_some) && !pointer.is_over() && !is_scrolled() {
            let_in();
        }
    });
    let is_search = wish.is_search();
    let is_gone = wish.life == FORGOTTEN;
    let title = move || {
        let n = usize::try_from(total.get()).unwrap_or(usize::MAX);
        match (is_gone, is_search) {
            (true, _) => "Forgotten".to_owned(),
            (_, true) => many(n, "result"),
            _ => "Newest".to_owned(),
        }
    };
    let order = move || match (is_gone, is_search) {
        (true, _) => "what stays longest first",
        (_, true) if rows.with(|rows| is_far(rows)) => "nothing fits: the nearest",
        (_, true) => "why it matched",
        _ => "newest first",
    };
    let aside = move || {
        view! {
            {(!is_search).then(|| view! { <p>{alive(move || match total.get() {
                0 => String::new(),
                n => format!("{} in all", group_digits(n)),
            })}</p> })}
            <p class="push">{alive(order)}</p>
            <Show when=move || waiting.with(Option::is_some)>
                <button class="feed-wait" type="button" on:click=move |_| let_in()>"Show what has changed"</button>
            </Show>
        }
    };
    let words = StoredValue::new(search_terms(&wish.query));
    let asked = wish.clone();
    let page = move |cursor: String| wish.with(|wish| wish.cursor = Some(cursor)).href();
    view! {
        <Sect id="h-hits" title=Signal::derive(title) aside>
            {alive(move || rows.with(Vec::is_empty).then(|| view! { <Nothing wish=asked.clone()/> }))}
            <ol
                class="hits"
                hidden=move || rows.with(Vec::is_empty)
                on:pointerenter=move |_| pointer.enter()
                on:pointerleave=move |_| pointer.leave()
            >
                <For
                    each=move || rows.get()
                    key=|row| (row.place(), row.changed, row.why.as_ref().map(|why| why.score.to_bits()))
                    children=move |row| view! { <Item row words address/> }
                />
            </ol>
            {alive(move || {
                let next = next.get().map(&page);
                (first.is_some() || next.is_some()).then(|| view! {
                    <nav class="btns btns--start" aria-label="Pages of memories">
                        {first.clone().map(|href| view! { <a class="btn" href=href>"First page"</a> })}
                        {next.map(|href| view! { <a class="btn" href=href rel="next">"More"</a> })}
                    </nav>
                })
            })}
        </Sect>
    }
}

/// Returns true if even the best result is far from the query.
fn is_far(rows: &[Row]) -> bool {
    let best = rows.first().and_then(|row| row.why.as_ref());
    best.is_some_and(Shares::is_far)
}

/// Keeps the result up to date: repeats the search when a fact of a core arrives.
fn follow(wish: CrystalsAddress, rows: RwSignal<Vec<Row>>, waiting: RwSignal<Option<Found>>) {
    let now = feed().now;
    fresh(
        |fact| (fact.stream.kind() == "core" && fact.kind != "crystals_recalled").then_some(()),
        move |()| {
            let wish = wish.clone();
            spawn_local(async move {
                let Some(now) = now.try_get_untracked() else {
                    return;
                };
                if let Ok(found) = load(wish, now).await {
                    let is_news = rows.try_with_untracked(|rows| *rows != found.rows);
                    if is_news == Some(true) {
                        waiting.try_set(Some(found));
                    }
                }
            });
        },
    );
}

/// Empty state, with the reason and the next step.
#[component]
fn Nothing(wish: CrystalsAddress) -> impl IntoView {
    if wish.life == FORGOTTEN {
        return view! {
            <Empty title="Nothing was forgotten." text="What is forgotten can be brought back here for some days.">
                <a class="btn" href=paths::crystals()>"All memories"</a>
            </Empty>
        }
        .into_any();
    }
    if !wish.is_search() && !wish.is_filtered() {
        return view! {
            <Empty
                title="No long-term memory yet."
                text="Agents write them with memory_create, and sessions promote what is to last. What a language model or a dream finds worth keeping comes here too."
            >
                <a class="btn" href=paths::sessions()>"Sessions"</a>
            </Empty>
        }
        .into_any();
    }
    let text = if wish.is_filtered() {
        "Try it in all cores, kinds and times."
    } else {
        "Try fewer or other words: one that must be in it is enough."
    };
    let wider = wish.is_filtered().then(|| {
        let all = CrystalsAddress {
            query: wish.query.clone(),
            ..CrystalsAddress::default()
        };
        view! { <a class="btn" href=all.href()>"Look everywhere"</a> }
    });
    view! {
        <Empty title="Nothing was found." text>
            {wider}
            <a class="btn" href=paths::crystals()>"The newest memories"</a>
        </Empty>
    }
    .into_any()
}

/// Empty state for a workspace whose long-term memory is switched off.
#[component]
pub fn Off() -> impl IntoView {
    view! {
        <Empty title="Long-term memory is switched off." text="Nothing is kept beyond sessions in this workspace; an owner can switch it on.">
            <a class="btn" href=paths::settings_memory()>"Settings of memory"</a>
        </Empty>
    }
}
