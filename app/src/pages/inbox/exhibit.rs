//! The open item with its action panel, or the reason why there is none.

use engine::numbers::{Number, TaskNo};
use engine::workflow::attention::{Item, ItemKind};
use engine::workflow::ops::inbox_get::{InboxGet, InboxThing};
use kernel::problem::Problem;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::about::About;
use super::bench::Bench;
use super::files::Files;
use super::next::Course;
use super::open_item::OpenItem;
use super::remarks::Drafts;
use crate::live::feed;
use crate::pages::ask::{Loaded, ask};
use crate::pages::fresh::fresh;
use crate::pages::queue::key;
use crate::pages::shown::ask_kind;
use crate::pages::trouble::{TypedText, set_status};
use crate::parts::alive;
use crate::parts::{Ago, Notice, line, notice::Tone};
use crate::paths;

/// Open item and action panel.
#[component]
pub fn Display(
    /// Item to show, or the problem that prevented it.
    shown: Loaded<Option<OpenItem>>,
    /// Course through the queue.
    course: Course,
    /// Reloads the item.
    again: Callback<()>,
) -> impl IntoView {
    match shown {
        Ok(Some(shown)) if shown.thing.outcome.is_some() => {
            view! { <SettledItem thing=shown.thing course /> }.into_any()
        }
        // A changed item is rendered as a new one, like another item: choices and texts for one must not stay for
        // the next.
        Ok(Some(shown)) => view! {
            <For
                each=move || [shown.clone()]
                key=|OpenItem { thing, .. }| {
                    let item = &thing.item;
                    (key(item), item.since, item.snoozed_until, item.title.clone(), item.detail.clone())
                }
                children=move |shown| view! { <Exhibit shown course again /> }
            />
        }
        .into_any(),
        Ok(None) => view! { <Nothing /> }.into_any(),
        Err(problem) => view! { <Absent problem course /> }.into_any(),
    }
}

#[component]
fn Exhibit(shown: OpenItem, course: Course, again: Callback<()>) -> impl IntoView {
    let item = shown.thing.item.clone();
    let now = feed().clock();
    let chosen = key(&item);
    let drafts = Drafts::new();
    // An item that changes, or is resolved by someone else, shows a notice and stays. Known once the queue is
    // loaded.
    let before = item.clone();
    let was_there = StoredValue::new(false);
    let elsewhere = elsewhere(&item, was_there);
    let news = Memo::new(move |_| {
        course.all.with(|items| {
            let found = items.iter().find(|other| key(other) == chosen);
            let Some(found) = found else {
                let is_gone = was_there.get_value().then_some(News::Gone);
                return is_gone.or_else(|| elsewhere.get());
            };
            was_there.set_value(true);
            differs(found, &before).then_some(News::Changed)
        })
    });
    // Nothing is left to resolve.
    let over = Signal::derive(move || news.get() == Some(News::Gone));
    let title = item.title.clone();
    let heading = if untrack(|| course.named.with(Option::is_some)) {
        view! { <h1 id="h-exhibit">{line(&title)}</h1> }.into_any()
    } else {
        view! { <h2 id="h-exhibit">{line(&title)}</h2> }.into_any()
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
    let bench = shown.clone();
    let has_files = !shown.thing.files.is_empty();
    view! {
        <article class="exhibit" aria-labelledby="h-exhibit">
            <header class="exhibit-head">
                <p class="crumbs">
                    <a class="back" href=paths::inbox()>"Inbox"</a>
                    <span class="back">", "</span>
                    <a href=paths::workflow(item.workflow)>{item.workflow_name.clone()}</a>
                    {task}
                </p>
                {heading}
                <p class="vh">{kind}", since " <Ago at=item.since.0 now /></p>
                {alive(move || news.get().map(|news| view! { <NewsLine news again /> }))}
                // Only one of the page's two columns starts with the first heading.
                <h2 class="vh">"What it is about"</h2>
                <About thing=shown.thing.clone() />
            </header>
            {has_files.then(|| view! { <Files shown=shown.clone() drafts /> })}
        </article>
        <Bench shown=bench course drafts over again />
    }
}

/// Tracks an item that is too far down the queue to be loaded with it: requests it after each fact of its workflow.
fn elsewhere(item: &Item, was_there: StoredValue<bool>) -> RwSignal<Option<News>> {
    let news = RwSignal::new(None);
    let (workflow, chosen) = key(item);
    let stream = engine::workflow::stream(workflow);
    let before = item.clone();
    fresh(
        move |fact| (fact.stream == stream && !was_there.get_value()).then_some(()),
        move |()| {
            let (before, item) = (before.clone(), chosen.clone());
            spawn_local(async move {
                let now = match ask(InboxGet { workflow, item }).await {
                    Ok(thing) if thing.outcome.is_some() => Some(News::Gone),
                    Ok(thing) => differs(&thing.item, &before).then_some(News::Changed),
                    Err(problem) => (problem.status == 404).then_some(News::Gone),
                };
                // Users who have opened another item meanwhile get no notice.
                news.try_set(now);
            });
        },
    );
    news
}

/// Returns true if an item has changed. Ignores the start of a vacant lead, which moves with every fact.
fn differs(now: &Item, before: &Item) -> bool {
    let began = |item: &Item| (item.kind != ItemKind::LeadVacant).then_some(item.since);
    now.title != before.title || now.detail != before.detail || began(now) != began(before)
}

/// Change of the item while it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum News {
    Changed,
    Gone,
}

#[component]
fn NewsLine(news: News, again: Callback<()>) -> impl IntoView {
    match news {
        News::Gone => view! {
            <Notice tone=Tone::Hold>
                "This was settled meanwhile. "
                <button class="btn" type="button" on:click=move |_| again.run(())>
                    "Show what was decided"
                </button>
            </Notice>
        }
        .into_any(),
        News::Changed => view! {
            <Notice tone=Tone::Hold>
                "This has changed meanwhile. "
                <button class="btn" type="button" on:click=move |_| again.run(())>
                    "Show it as it is now"
                </button>
            </Notice>
        }
        .into_any(),
    }
}

/// Empty state.
#[component]
fn Nothing() -> impl IntoView {
    view! {
        <article class="exhibit" aria-labelledby="h-exhibit">
            <header class="exhibit-head">
                <h2 id="h-exhibit">"All is settled"</h2>
                <p class="lede">"The next thing that needs somebody appears here within a second."</p>
            </header>
        </article>
    }
}

/// Outcome of a resolved item: the action, the actor and the time.
#[component]
fn SettledItem(thing: InboxThing, course: Course) -> impl IntoView {
    let now = feed().clock();
    let InboxThing { item, outcome, .. } = thing;
    let next = move || course.beside(0).unwrap_or_else(paths::inbox);
    let task = TaskNo::parse(&item.thing).map(|no| {
        let href = paths::task(item.workflow, no);
        view! { ", " <a class="id" href=href>{no.to_string()}</a> }
    });
    view! {
        <article class="exhibit" aria-labelledby="h-exhibit">
            <header class="exhibit-head">
                <p class="crumbs">
                    <a href=paths::inbox()>"Inbox"</a>
                    ", "
                    <a href=paths::workflow(item.workflow)>{item.workflow_name.clone()}</a>
                    {task}
                </p>
                <h1 id="h-exhibit">"This is settled"</h1>
                <div class="exhibit-say said"><b>{line(&item.title)}</b></div>
                <p class="lede">{outcome} " " <span class="quiet"><Ago at=item.since.0 now /></span></p>
                <TypedText />
                <p class="btns btns--start"><a class="btn" href=next>"What waits now"</a></p>
            </header>
        </article>
    }
}

/// Message for an address without item.
#[component]
fn Absent(problem: Problem, course: Course) -> impl IntoView {
    set_status(&problem);
    let next = move || course.beside(0).unwrap_or_else(paths::inbox);
    view! {
        <article class="exhibit" aria-labelledby="h-exhibit">
            <header class="exhibit-head">
                <p class="crumbs"><a href=paths::inbox()>"Inbox"</a></p>
                <h1 id="h-exhibit">"There is no such item"</h1>
                <p class="lede">{problem.detail}</p>
                <TypedText />
                <p class="btns btns--start"><a class="btn" href=next>"What waits now"</a></p>
            </header>
        </article>
    }
}
