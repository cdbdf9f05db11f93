//! List of the minds. A fact of a mind updates its row at once; while the user points at the list or has scrolled
//! down, rows keep their places and new ones wait.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::row::Row;
use super::{Found, Listed, load};
use crate::live::feed;
use crate::pages::fresh::fresh;
use crate::pages::still::{Pointer, is_scrolled};
use crate::parts::{Empty, Sect, alive};
use crate::paths::{self, MindsAddress};

/// Section with the list.
#[component]
pub fn List(
    /// Search that was run.
    wish: MindsAddress,
    /// Result of the search.
    found: Found,
) -> impl IntoView {
    let first = wish.cursor.is_some().then(|| wish.href(None));
    let is_deleted = wish.is_deleted;
    let is_search = !wish.query.trim().is_empty();
    let title = match (is_deleted, is_search) {
        (true, _) => "Deleted",
        (_, true) => "Found",
        _ => "All minds",
    };
    let next = found.next.map(|cursor| wish.href(Some(&cursor)));
    let rows = RwSignal::new(found.rows);
    let waiting = RwSignal::new(None::<Vec<Listed>>);
    let pointer = Pointer::away();
    let let_in = move || {
        if let Some(found) = waiting.try_update(Option::take).flatten() {
            rows.set(found);
        }
    };
    follow(wish, rows, waiting);
    Effect::new(move |_| {
        if waiting.with(Option::is_some) && !pointer.is_over() && !is_scrolled() {
            let_in();
        }
    });
    let aside = move || {
        view! {
            <p class="push">"most recently changed first"</p>
            <Show when=move || waiting.with(Option::is_some)>
                <button class="feed-wait" type="button" on:click=move |_| let_in()>"Show what has changed"</button>
            </Show>
        }
    };
    let agents = Memo::new(move |_| {
        let name = |row: &Listed| row.mind.agent.clone();
        rows.with(|rows| rows.iter().map(name).collect::<Vec<_>>())
    });
    view! {
        <Sect id="h-list" title aside>
            {alive(move || agents.with(Vec::is_empty).then(|| view! { <Nothing is_deleted is_search/> }))}
            <div
                class="table-frame"
                hidden=move || agents.with(Vec::is_empty)
                on:pointerenter=move |_| pointer.enter()
                on:pointerleave=move |_| pointer.leave()
            >
                <table class="table minds">
                    <thead>
                        <tr>
                            <th scope="col">"Mind"</th>
                            <th scope="col" class="wide">"Mood"</th>
                            <th scope="col" class="end">"Notes wait"</th>
                            <th scope="col" class="wide">"Document"</th>
                            <th scope="col" class="wide">"Last dream"</th>
                            <th scope="col" class="wide">{if is_deleted { "Erased" } else { "Looks again" }}</th>
                            <th scope="col">"Changed"</th>
                        </tr>
                    </thead>
                    <tbody>
                        <For each=move || agents.get() key=Clone::clone children=move |agent| view! { <Row agent rows is_deleted/> }/>
                    </tbody>
                </table>
            </div>
            {(first.is_some() || next.is_some()).then(|| view! {
                <nav class="btns btns--start" aria-label="Pages of minds">
                    {first.map(|href| view! { <a class="btn" href=href>"First page"</a> })}
                    {next.map(|href| view! { <a class="btn" href=href rel="next">"More"</a> })}
                </nav>
            })}
        </Sect>
    }
}

/// Keeps the rows up to date: reloads the list after a fact of a mind.
fn follow(wish: MindsAddress, rows: RwSignal<Vec<Listed>>, waiting: RwSignal<Option<Vec<Listed>>>) {
    let now = feed().now;
    fresh(
        |fact| (fact.stream.kind() == "mind").then_some(()),
        move |()| {
            let wish = wish.clone();
            spawn_local(async move {
                let Some(now) = now.try_get_untracked() else {
                    return;
                };
                let Ok(found) = load(wish, now).await else {
                    return;
                };
                let order = |rows: &[Listed]| -> Vec<String> {
                    rows.iter().map(|row| row.mind.agent.clone()).collect()
                };
                rows.try_update(|rows| {
                    let moves = order(rows) != order(&found.rows);
                    for row in rows.iter_mut() {
                        let its = |new: &&Listed| new.mind.agent == row.mind.agent;
                        if let Some(new) = found.rows.iter().find(its) {
                            *row = new.clone();
                        }
                    }
                    waiting.try_set(moves.then_some(found.rows));
                });
            });
        },
    );
}

#[component]
fn Nothing(is_deleted: bool, is_search: bool) -> impl IntoView {
    match (is_deleted, is_search) {
        (true, _) => view! {
            <Empty title="No mind was deleted." text="What is deleted can be brought back here for some days.">
                <a class="btn" href=paths::minds()>"All minds"</a>
            </Empty>
        }
        .into_any(),
        (_, true) => view! {
            <Empty title="Nothing was found." text="Words of documents are looked for; notes that wait are found among the crystals.">
                <a class="btn" href=paths::minds()>"All minds"</a>
            </Empty>
        }
        .into_any(),
        _ => view! {
            <Empty title="No mind yet." text="An agent's mind begins with its first note, which note_write keeps.">
                <a class="btn" href=paths::agents()>"Agents"</a>
            </Empty>
        }
        .into_any(),
    }
}
