//! List of the memories that were found. While the user reads, new ones wait, so that nothing moves under the pointer.

use std::sync::Arc;

use leptos::prelude::*;

use super::hit::Item;
use super::marks::search_terms;
use super::row::{Row, Shares};
use super::search::{FORGOTTEN, Found};
use crate::pages::words::many;
use crate::parts::{Empty, Sect, group_digits};
use crate::paths::{self, CrystalsAddress};

/// Section with the memories that were found.
pub fn results(address: CrystalsAddress, found: Found) -> impl IntoView {
    let Found { rows, total, next } = found;
    let wish = address.with(|wish| wish.open = None);
    let first = wish.cursor.as_ref();
    let first = first.map(|_| wish.with(|wish| wish.cursor = None).href());
    let next = next.map(|cursor| wish.with(|wish| wish.cursor = Some(cursor)).href());
    let is_search = wish.is_search();
    let is_gone = wish.life == FORGOTTEN;
    let title = match (is_gone, is_search) {
        (true, _) => "Forgotten".to_owned(),
        (_, true) => many(usize::try_from(total).unwrap_or(usize::MAX), "result"),
        _ => "Newest".to_owned(),
    };
    let order = match (is_gone, is_search) {
        (true, _) => "erased last first",
        (_, true) if is_far(&rows) => "no close match: nearest results",
        (_, true) => "best match first",
        _ => "newest first",
    };
    let count = (total > 0).then(|| format!("{} in all", group_digits(total)));
    let aside = move || {
        view! {
            {(!is_search).then(|| view! { <p>{count.clone()}</p> })}
            <p class="push">{order}</p>
            <button class="feed-wait" type="button" data-wait-for="hits" hidden=true>"Show changes"</button>
        }
    };
    let words: Arc<[String]> = search_terms(&wish.query).into();
    let is_empty = rows.is_empty();
    let address = Arc::new(address);
    let rows = rows.into_iter().map(|row| {
        view! { <Item row words=Arc::clone(&words) address=Arc::clone(&address)/> }
    });
    let rows = rows.collect_view();
    view! {
        <Sect id="h-hits" title aside>
            {is_empty.then(|| view! { <Nothing wish/> })}
            <ol class="hits" id="hits" data-hold="scroll" hidden=is_empty>{rows}</ol>
            {(first.is_some() || next.is_some()).then(|| view! {
                <nav class="btns btns--start" aria-label="Pages of memories">
                    {first.map(|href| view! { <a class="btn" href=href>"First page"</a> })}
                    {next.map(|href| view! { <a class="btn" href=href rel="next">"More"</a> })}
                </nav>
            })}
        </Sect>
    }
}

/// Returns true if even the best result is far from the query.
fn is_far(rows: &[Row]) -> bool {
    let best = rows.first().and_then(|row| row.why.as_ref());
    best.is_some_and(Shares::is_far)
}

/// Empty state, with the reason and the next step.
#[component]
fn Nothing(wish: CrystalsAddress) -> impl IntoView {
    if wish.life == FORGOTTEN {
        return view! {
            <Empty title="No forgotten memories." text="Forgotten memories can be restored here for a limited time.">
                <a class="btn" href=paths::crystals()>"All memories"</a>
            </Empty>
        }
        .into_any();
    }
    if !wish.is_search() && !wish.is_filtered() {
        return view! {
            <Empty
                title="No memories yet."
                text="Memories appear here when agents write them, and when sessions and dreams extract them."
            >
                <a class="btn" href=paths::sessions()>"Sessions"</a>
            </Empty>
        }
        .into_any();
    }
    let text = if wish.is_filtered() {
        "Try without filters."
    } else {
        "Try fewer or other words."
    };
    let wider = wish.is_filtered().then(|| {
        let all = CrystalsAddress {
            query: wish.query.clone(),
            ..CrystalsAddress::default()
        };
        view! { <a class="btn" href=all.href()>"Clear filters"</a> }
    });
    view! {
        <Empty title="No results." text>
            {wider}
            <a class="btn" href=paths::crystals()>"Newest memories"</a>
        </Empty>
    }
    .into_any()
}

/// Empty state for a workspace whose long-term memory is switched off.
pub fn no_search() -> impl IntoView {
    view! {
        <Empty title="Long-term memory is switched off." text="An owner can switch it on in the settings.">
            <a class="btn" href=paths::settings_memory()>"Memory settings"</a>
        </Empty>
    }
}
