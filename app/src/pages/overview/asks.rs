//! Items that need a person, most blocking first; the first one in full.

use engine::crystal::ops::memory_waiting::CoreWaiting;
use engine::workflow::attention::Item;
use leptos::prelude::*;

use super::ask_row::AskRow;
use crate::pages::memories_waiting::NeedsRow;
use crate::pages::queue::key;
use crate::pages::still::{Pointer, unseen};
use crate::parts::alive;
use crate::parts::{Empty, Sect};
use crate::paths;

/// Maximum number of items shown; the inbox lists all of them.
const SHOWN: usize = 7;

/// Section with the items.
#[component]
pub fn Asks(
    /// Items that need a person.
    items: RwSignal<Vec<Item>>,
    /// Cores with waiting memories.
    memories: RwSignal<Vec<CoreWaiting>>,
    /// Pointer state, shared by the rows of the page.
    pointer: Pointer,
) -> impl IntoView {
    let still = pointer.still(move || items.get());
    let new = move || items.with(|items| still.with(|still| unseen(items, still, key)));
    let shown = move || {
        still.with(|items| {
            items
                .iter()
                .take(SHOWN)
                .enumerate()
                .map(|(nth, item)| (nth == 0, item.clone()))
                .collect::<Vec<_>>()
        })
    };
    // Memories block no task, so items that block work come first.
    let waiting = move || {
        let is_first = still.with(Vec::is_empty);
        let rows = memories.get().into_iter().take(SHOWN).enumerate();
        rows.map(|(nth, core)| (is_first && nth == 0, core))
            .collect::<Vec<_>>()
    };
    let more = move || still.with(|items| items.len().saturating_sub(SHOWN));
    let has_more = move || more() > 0;
    view! {
        <Sect
            id="h-needs"
            title="Needs you"
            aside=move || {
                let many = items.with(Vec::len) > 1;
                let any = items.with(|items| !items.is_empty()) || memories.with(|all| !all.is_empty());
                view! {
                    {many.then(|| view! { <p>"most blocking first"</p> })}
                    {Some(new()).filter(|n| *n > 0).map(|n| view! { <p>{format!("{n} new")}</p> })}
                    {any.then(|| view! { <a class="push" href=paths::inbox()>"Triage all"</a> })}
                }
            }
        >
            <Show when=move || still.with(Vec::is_empty) && memories.with(Vec::is_empty)>
                <Empty
                    title="Nothing waits for a person."
                    text="Reviews, questions, approvals and failures that need you come here by themselves."
                />
            </Show>
            <ol
                class="asks"
                on:pointerenter=move |_| pointer.enter()
                on:pointerleave=move |_| pointer.leave()
            >
                // The whole item is the key, so a changed row is rendered again: there are few, and they change
                // seldom.
                <For
                    each=shown
                    key=|(first, item)| (*first, serde_json::to_string(item).unwrap_or_default())
                    children=|(first, item)| view! { <AskRow item current=first /> }
                />
                <For
                    each=waiting
                    key=|(first, core)| (*first, serde_json::to_string(core).unwrap_or_default())
                    children=|(first, core)| view! { <NeedsRow core current=first /> }
                />
            </ol>
            <Show when=has_more>
                <p class="field-hint">
                    <a href=paths::inbox()>{alive(move || format!("and {} more", more()))}</a>
                </p>
            </Show>
        </Sect>
    }
}
