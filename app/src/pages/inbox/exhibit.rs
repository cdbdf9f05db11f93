//! The open item with its action panel, or the reason why there is none.

use engine::numbers::{Number, TaskNo};
use engine::workflow::attention::ItemKind;
use engine::workflow::ops::inbox_get::InboxThing;
use kernel::problem::Problem;
use leptos::prelude::*;

use super::about::About;
use super::bench::bench;
use super::files::Files;
use super::next::Course;
use super::open_item::OpenItem;
use crate::pages::ask::Loaded;
use crate::pages::queue::{address, row_id};
use crate::pages::shown::ask_kind;
use crate::pages::trouble::{TypedText, set_status};
use crate::parts::{Ago, Notice, line, notice::Tone};
use crate::paths;

/// Open item and action panel.
pub fn display(shown: Loaded<Option<OpenItem>>, course: Course, is_named: bool) -> impl IntoView {
    match shown {
        Ok(Some(shown)) if shown.thing.outcome.is_some() => {
            item_outcome(shown.thing, course).into_any()
        }
        Ok(Some(shown)) => exhibit(shown, course, is_named).into_any(),
        Ok(None) => view! { <Nothing /> }.into_any(),
        Err(problem) => missing_item(problem, course).into_any(),
    }
}

fn exhibit(shown: OpenItem, course: Course, is_named: bool) -> impl IntoView {
    let item = shown.thing.item.clone();
    let title = line(&item.title);
    let heading = if is_named {
        view! { <h1 id="h-exhibit">{title}</h1> }.into_any()
    } else {
        view! { <h2 id="h-exhibit">{title}</h2> }.into_any()
    };
    let (_, kind) = ask_kind(item.kind);
    let task = shown.thing.task.as_ref().map(|task| {
        let (no, title) = (task.id, task.title.clone());
        // The heading of a review is the task's title already.
        let title = (item.kind != ItemKind::Review).then_some(title);
        view! {
            ", "
            <a href=paths::task(item.workflow, no)><span class="id">{no.to_string()}</span> " " {title}</a>
        }
    });
    let row = row_id(&item);
    let has_files = !shown.thing.files.is_empty();
    view! {
        <article
            class="exhibit"
            aria-labelledby="h-exhibit"
            id=format!("exhibit-{row}")
            data-whole="exhibit"
            data-item=row
            data-version=shown.version()
            data-file=shown.file.map(|no| no.to_string())
        >
            <header class="exhibit-head">
                <p class="crumbs">
                    <a class="back" href=paths::inbox()>"Inbox"</a>
                    <span class="back">", "</span>
                    <a href=paths::workflow(item.workflow)>{item.workflow_name.clone()}</a>
                    {task}
                </p>
                {heading}
                <p class="vh">{kind}", since " <Ago at=item.since.0 /></p>
                {news_notices(address(&item))}
                // Only one of the page's two columns starts with the first heading.
                <h2 class="vh">"Details"</h2>
                <About thing=shown.thing.clone() />
            </header>
            {has_files.then(|| view! { <Files shown=shown.clone() /> })}
        </article>
        {bench(shown, course)}
    }
}

/// Notices for an item that others change or resolve while it is open. The script shows one of them, and keeps the item
/// as it is until the reader asks for the new state.
pub fn news_notices(here: String) -> impl IntoView {
    let gone = here.clone();
    view! {
        <template data-news="gone">
            <Notice tone=Tone::Hold>
                "Resolved in the meantime. " <a class="btn" href=gone>"Show the outcome"</a>
            </Notice>
        </template>
        <template data-news="changed">
            <Notice tone=Tone::Hold>
                "This item has changed. " <a class="btn" href=here>"Show the new version"</a>
            </Notice>
        </template>
    }
}

/// Empty state.
#[component]
fn Nothing() -> impl IntoView {
    view! {
        <article class="exhibit" aria-labelledby="h-exhibit" id="exhibit-none" data-whole="exhibit">
            <header class="exhibit-head">
                // The queue next to it explains.
                <h2 class="vh" id="h-exhibit">"No open items"</h2>
            </header>
        </article>
    }
}

/// Outcome of a resolved item: the action, the actor and the time.
fn item_outcome(thing: InboxThing, course: Course) -> impl IntoView {
    let InboxThing { item, outcome, .. } = thing;
    let next = course.start();
    let task = TaskNo::parse(&item.thing).map(|no| {
        let href = paths::task(item.workflow, no);
        view! { ", " <a class="id" href=href>{no.to_string()}</a> }
    });
    view! {
        <article
            class="exhibit"
            aria-labelledby="h-exhibit"
            id=format!("settled-{}", row_id(&item))
            data-whole="exhibit"
        >
            <header class="exhibit-head">
                <p class="crumbs">
                    <a href=paths::inbox()>"Inbox"</a>
                    ", "
                    <a href=paths::workflow(item.workflow)>{item.workflow_name.clone()}</a>
                    {task}
                </p>
                <h1 id="h-exhibit">"This item is resolved"</h1>
                <div class="exhibit-say said"><b>{line(&item.title)}</b></div>
                <p class="lede">{outcome} " " <span class="quiet"><Ago at=item.since.0 /></span></p>
                <TypedText />
                <p class="btns btns--start"><a class="btn" href=next>"Next item"</a></p>
            </header>
        </article>
    }
}

/// Explanation for people; the refusal of the operation names operations.
const NO_ITEM: &str = "The inbox has no such item, neither open nor resolved.";

/// Message for an address without item.
fn missing_item(problem: Problem, course: Course) -> impl IntoView {
    set_status(&problem);
    let next = course.start();
    view! {
        <article class="exhibit" aria-labelledby="h-exhibit" id="exhibit-absent" data-whole="exhibit">
            <header class="exhibit-head">
                <p class="crumbs"><a href=paths::inbox()>"Inbox"</a></p>
                <h1 id="h-exhibit">"Item not found"</h1>
                <p class="lede">{if problem.status == 404 { NO_ITEM.to_owned() } else { problem.detail }}</p>
                <TypedText />
                <p class="btns btns--start"><a class="btn" href=next>"Next item"</a></p>
            </header>
        </article>
    }
}
