//! Items that need a person, most blocking first; the first one in full.

use engine::crystal::ops::memory_waiting::CoreWaiting;
use engine::workflow::attention::{Item, ItemKind};
use leptos::prelude::*;

use super::GROUP;
use crate::pages::memories_waiting::needs_row;
use crate::pages::queue::address;
use crate::pages::shown::ask_kind;
use crate::pages::words::many;
use crate::parts::{Empty, Glyph, Sect, Since, line};
use crate::paths::{self, inbox_memories};

/// Maximum number of items shown; the inbox lists all of them.
const SHOWN: usize = 7;

/// Renders the section with the items, and the cores with waiting memories.
pub fn asks(items: Vec<Item>, memories: Vec<CoreWaiting>) -> AnyView {
    let (several, any) = (items.len() > 1, !(items.is_empty() && memories.is_empty()));
    let cores = memories.iter().map(|core| inbox_memories(&core.core));
    let all: Vec<String> = items.iter().map(address).chain(cores).collect();
    let more = items.len().saturating_sub(SHOWN);
    // Memories block no task, so items that block work come first.
    let no_item = items.is_empty();
    let rows = items.into_iter().take(SHOWN).enumerate();
    let rows = rows.map(|(nth, item)| row(item, nth == 0));
    let waiting = memories.into_iter().take(SHOWN).enumerate();
    let waiting = waiting.map(|(nth, core)| needs_row(core, no_item && nth == 0));
    let (rows, waiting) = (rows.collect_view(), waiting.collect_view());
    let aside = move || {
        view! {
            {several.then(|| view! { <p>"most blocking first"</p> })}
            <p data-wait-for="asks" data-one="1 new" data-many="# new" hidden=true></p>
            {any.then(|| view! { <a class="push" href=paths::inbox()>"Open the inbox"</a> })}
        }
    };
    view! {
        <Sect id="h-needs" title="Needs you" aside>
            {(!any).then(|| view! {
                <Empty title="Nothing needs you." text="Reviews, questions, approvals and failures appear here." />
            })}
            <ol class="asks" id="asks" data-hold="" data-hold-group=GROUP data-all=all.join(" ")>
                {rows}
                {waiting}
            </ol>
            {(more > 0).then(|| view! {
                <p class="field-hint"><a href=paths::inbox()>{format!("and {more} more")}</a></p>
            })}
        </Sect>
    }
    .into_any()
}

fn row(item: Item, is_current: bool) -> AnyView {
    let href = address(&item);
    let row = href.clone();
    let (icon, word) = ask_kind(item.kind);
    let verb = match item.kind {
        ItemKind::Review => "Review",
        ItemKind::Question => "Answer",
        ItemKind::Approval => "Decide",
        ItemKind::Escalation
        | ItemKind::LeaseExpired
        | ItemKind::Blocked
        | ItemKind::LeadVacant
        | ItemKind::Warning => "Open",
    };
    let class = if is_current {
        "btn btn--primary"
    } else {
        "btn btn--quiet btn--end"
    };
    let by = item.from.map(|from| view! { ", by " <b>{from}</b> });
    let thing = Some(item.thing).filter(|thing| !thing.is_empty());
    let thing = thing.map(|thing| view! { ", " <span class="id">{thing}</span> });
    let blocks = (item.holds_up > 0).then(|| many(item.holds_up as usize, "task"));
    let blocks = blocks.map(|tasks| view! { ". Blocks " <b>{tasks}</b> });
    let detail = Some(item.detail).filter(|detail| !detail.is_empty());
    let detail = detail.map(|detail| view! { <p class="ask-ctx">{line(&detail)}</p> });
    // The label includes the title, because two links with the same verb need different names.
    let label = format!("{verb}: {}", item.title);
    view! {
        <li class="ask" data-row=row aria-current=is_current.then_some("true")>
            <span class="ask-kind"><Glyph icon />{word}</span>
            <div>
                <h3><a href=href.clone()>{line(&item.title)}</a></h3>
                <p class="ask-ctx">
                    {item.workflow_name}
                    {thing}
                    {by}
                    {blocks}
                    "."
                </p>
                {detail}
            </div>
            <Since at=item.since.0 />
            <div class="ask-do"><a class=class href=href aria-label=label>{verb}</a></div>
        </li>
    }
    .into_any()
}
