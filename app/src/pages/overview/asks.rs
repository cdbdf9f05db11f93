//! Items that need a person, most blocking first; the first one in full.

use engine::crystal::ops::memory_waiting::CoreWaiting;
use engine::workflow::attention::Item;
use leptos::prelude::*;

use super::ask_row::AskRow;
use super::house::GROUP;
use crate::pages::memories_waiting::NeedsRow;
use crate::pages::queue::address;
use crate::parts::{Empty, Sect};
use crate::paths::{self, inbox_memories};

/// Maximum number of items shown; the inbox lists all of them.
const SHOWN: usize = 7;

/// Section with the items.
#[component]
pub fn Asks(
    /// Items that need a person.
    items: Vec<Item>,
    /// Cores with waiting memories.
    memories: Vec<CoreWaiting>,
) -> impl IntoView {
    let (many, any) = (items.len() > 1, !(items.is_empty() && memories.is_empty()));
    let all: Vec<String> = items
        .iter()
        .map(address)
        .chain(memories.iter().map(|core| inbox_memories(&core.core)))
        .collect();
    let more = items.len().saturating_sub(SHOWN);
    // Memories block no task, so items that block work come first.
    let is_first = items.is_empty();
    let rows = items.into_iter().take(SHOWN).enumerate();
    let rows = rows.map(|(nth, item)| view! { <AskRow item current=nth == 0 /> });
    let waiting = memories.into_iter().take(SHOWN).enumerate();
    let waiting =
        waiting.map(move |(nth, core)| view! { <NeedsRow core current=is_first && nth == 0 /> });
    let aside = move || {
        view! {
            {many.then(|| view! { <p>"most blocking first"</p> })}
            <p data-wait-for="asks" data-one="1 new" data-many="# new" hidden=true></p>
            {any.then(|| view! { <a class="push" href=paths::inbox()>"Triage all"</a> })}
        }
    };
    view! {
        <Sect id="h-needs" title="Needs you" aside>
            {(!any).then(|| view! {
                <Empty
                    title="Nothing waits for a person."
                    text="Reviews, questions, approvals and failures that need you come here by themselves."
                />
            })}
            <ol class="asks" id="asks" data-hold="" data-hold-group=GROUP data-all=all.join(" ")>
                {rows.collect_view()}
                {waiting.collect_view()}
            </ol>
            {(more > 0).then(|| view! {
                <p class="field-hint"><a href=paths::inbox()>{format!("and {more} more")}</a></p>
            })}
        </Sect>
    }
}
