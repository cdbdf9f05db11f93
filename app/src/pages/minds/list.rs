//! List of the minds. While the user points at the list or has scrolled down, rows keep their places and new ones wait.

use leptos::prelude::*;

use super::Found;
use super::row::Row;
use crate::parts::{Empty, Sect};
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
    let is_empty = found.rows.is_empty();
    let rows = found
        .rows
        .into_iter()
        .map(|row| view! { <Row row is_deleted/> });
    let rows = rows.collect_view();
    let aside = || {
        view! {
            <p class="push">"most recently changed first"</p>
            <button class="feed-wait" type="button" data-wait-for="minds" hidden=true>"Show changes"</button>
        }
    };
    view! {
        <Sect id="h-list" title aside>
            {is_empty.then(|| view! { <Nothing is_deleted is_search/> })}
            <div class="table-frame" id="minds" data-hold="scroll" hidden=is_empty>
                <table class="table minds">
                    <thead>
                        <tr>
                            <th scope="col">"Mind"</th>
                            <th scope="col" class="wide">"Mood"</th>
                            <th scope="col" class="end">"Notes"</th>
                            <th scope="col" class="wide">"Document"</th>
                            <th scope="col" class="wide">"Last dream"</th>
                            <th scope="col" class="wide">{if is_deleted { "Erased" } else { "Next check" }}</th>
                            <th scope="col">"Changed"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
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

#[component]
fn Nothing(is_deleted: bool, is_search: bool) -> impl IntoView {
    match (is_deleted, is_search) {
        (true, _) => view! {
            <Empty title="No deleted minds." text="Deleted minds can be restored here for a limited time.">
                <a class="btn" href=paths::minds()>"All minds"</a>
            </Empty>
        }
        .into_any(),
        (_, true) => view! {
            <Empty title="No results." text="This searches documents. Search memories for notes.">
                <a class="btn" href=paths::minds()>"All minds"</a>
            </Empty>
        }
        .into_any(),
        _ => view! {
            <Empty title="No minds yet." text="Minds appear here when agents write their first note.">
                <a class="btn" href=paths::agents()>"Agents"</a>
            </Empty>
        }
        .into_any(),
    }
}
