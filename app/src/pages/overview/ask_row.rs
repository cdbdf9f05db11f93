//! One item that needs a person: its kind, title, age, and the link to resolve it.

use engine::workflow::attention::{Item, ItemKind};
use leptos::prelude::*;

use crate::live::feed;
use crate::pages::queue;
use crate::pages::shown::ask_kind;
use crate::pages::words::many;
use crate::parts::{Glyph, Since, line};

/// Row of one item.
#[component]
pub fn AskRow(
    /// Item to show.
    item: Item,
    /// True if this is the first item, which is shown in full.
    current: bool,
) -> impl IntoView {
    let href = queue::address(&item);
    let row = href.clone();
    let Item {
        kind,
        title,
        detail,
        from,
        thing,
        holds_up,
        since,
        workflow_name,
        ..
    } = item;
    let (icon, word) = ask_kind(kind);
    let now = feed().clock();
    let verb = match kind {
        ItemKind::Review => "Review",
        ItemKind::Question => "Answer",
        ItemKind::Approval => "Decide",
        ItemKind::Escalation
        | ItemKind::LeaseExpired
        | ItemKind::Blocked
        | ItemKind::LeadVacant
        | ItemKind::Warning => "Open",
    };
    let class = if current {
        "btn btn--primary"
    } else {
        "btn btn--quiet btn--end"
    };
    let by = from.map(|from| view! { ", by " <b>{from}</b> });
    let thing = (!thing.is_empty()).then(|| view! { ", " <span class="id">{thing}</span> });
    let holds = (holds_up > 0).then(|| {
        let tasks = many(holds_up as usize, "task");
        view! { ". Holds up " <b>{tasks}</b> }
    });
    let detail = (!detail.is_empty()).then(|| view! { <p class="ask-ctx">{line(&detail)}</p> });
    // The label includes the title, because two links with the same verb need different names.
    let label = format!("{verb}: {title}");
    view! {
        <li class="ask" data-row=row aria-current=current.then_some("true")>
            <span class="ask-kind"><Glyph icon />{word}</span>
            <div>
                <h3><a href=href.clone()>{line(&title)}</a></h3>
                <p class="ask-ctx">
                    {workflow_name}
                    {thing}
                    {by}
                    {holds}
                    "."
                </p>
                {detail}
            </div>
            <Since at=since.0 now />
            <div class="ask-do"><a class=class href=href aria-label=label>{verb}</a></div>
        </li>
    }
}
