//! `/import`: what was planned, said and remembered elsewhere is taken in. Nothing is written before the person has seen
//! what would be: the same form asks first and does it then. With scripts files go one after the other, in parts where
//! they are long; without them a file or a pasted text goes with the form.

mod batch;
#[cfg(feature = "hydrate")]
mod browser;
mod files;
mod kinds;
#[cfg(feature = "hydrate")]
mod reader;
mod report;
#[cfg(feature = "hydrate")]
mod send;

use std::sync::Arc;

use doors::Flash;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use serde_json::Value;

use crate::pages::act::{Act, After, Progress};
use crate::pages::ask::forbids;
use crate::parts::{Area, Sect, alive};
use batch::{Aim, Batch, State};
use files::Files;
use kinds::{IMPORTERS, Importer, named, report_of};
use report::Told;

/// The form's id.
const FORM: &str = "import";

/// The page.
#[component]
pub fn Import() -> impl IntoView {
    let query = use_query_map();
    let wanted = Memo::new(move |_| {
        query.with(|query| named(query.get("what").as_deref().unwrap_or_default()))
    });
    let batch = Batch::new();
    on_cleanup(let_go);
    view! {
        <Title text="Import" />
        <main class="page" id="main">
            <header class="folio">
                <div>
                    <h1>"Import"</h1>
                    <p class="lede">
                        "What was written elsewhere goes on here. You see what would be written before anything is."
                    </p>
                </div>
            </header>
            {alive(move || view! { <Body at=wanted.get() batch /> })}
        </main>
    }
}

#[cfg(not(feature = "hydrate"))]
const fn let_go() {}

#[cfg(feature = "hydrate")]
use send::let_go;

#[component]
fn Body(at: usize, batch: Batch) -> impl IntoView {
    let importer = &IMPORTERS[at];
    let flash = use_context::<Flash>().filter(|flash| flash.operation == importer.spec.name);
    let begins = flash
        .filter(|flash| flash.problem.is_none())
        .map(|flash| flash.answer);
    let answer: RwSignal<Option<Value>> = RwSignal::new(begins);
    let going = RwSignal::new(false);
    let hear = move |progress: &Progress| {
        going.try_set(matches!(progress, Progress::Sent));
        match progress {
            Progress::Sent => {}
            Progress::Answered(text) => {
                answer.try_set(serde_json::from_str(text).ok());
            }
            Progress::Refused => {
                answer.try_set(None);
            }
        }
    };
    // Another kind has another report, and what is under way here ends with the part that is sent.
    batch.forget();
    on_cleanup(move || {
        batch.stop.try_set(true);
    });
    let has_files = Memo::new(move |_| batch.count(at) > 0);
    let told = Memo::new(move |_| {
        let of_files = batch.told.get().map(|report| (report, place_of(batch, at)));
        of_files.filter(|_| has_files.get()).or_else(|| {
            answer.with(|answer| {
                let answer = answer.as_ref()?;
                Some((report_of(answer)?, (importer.place)(answer)))
            })
        })
    });
    let looked = Memo::new(move |_| {
        told.with(|told| told.as_ref().is_some_and(|(report, _)| report.dry_run))
    });
    // What was looked at is not what stands there any more.
    let changed = move || {
        if answer.with_untracked(Option::is_some) {
            answer.set(None);
        }
        if batch.going.with_untracked(Option::is_none) {
            batch.forget();
        }
    };
    view! {
        <Kinds here=at batch />
        <div class="columns columns--import">
            <Sect id="h-import" title=importer.title>
                {match forbids(&importer.spec) {
                    Some(why) => view! { <p class="field-hint">{why}</p> }.into_any(),
                    None => {
                        view! {
                            <div on:input=move |_| changed() on:change=move |_| changed() on:reset=move |_| changed()>
                                <Act
                                    spec=importer.spec
                                    id=FORM
                                    class="form form--wide"
                                    enctype="multipart/form-data"
                                    done=""
                                    after=After::Keep
                                    hear=Arc::new(hear)
                                >
                                    <Files batch shown=at />
                                    <div hidden=move || has_files.get()>
                                        <Area label="Or its text" name=importer.text rows=10 hint=importer.hint />
                                    </div>
                                    {(importer.fields)()}
                                    <div class="form-foot">
                                        {alive(move || if has_files.get() {
                                            view! { <OfFiles batch at /> }.into_any()
                                        } else {
                                            view! { <OfText looked going /> }.into_any()
                                        })}
                                    </div>
                                </Act>
                            </div>
                        }
                            .into_any()
                    }
                }}
            </Sect>
            {alive(move || told.get().map(|(report, place)| view! { <Told importer report place /> }))}
        </div>
    }
}

/// Where the one file is now that was taken in; each of several says so itself.
fn place_of(batch: Batch, at: usize) -> Option<String> {
    batch.files.with(|files| {
        let mut its = files.iter().filter(|one| one.importer == at);
        let one = its.next()?;
        one.place.clone().filter(|_| its.next().is_none())
    })
}

/// The buttons for a text that stands in the form.
#[component]
fn OfText(looked: Memo<bool>, going: RwSignal<bool>) -> impl IntoView {
    view! {
        <button
            class="btn"
            class:btn--primary=move || !looked.get()
            type="submit"
            name="dry_run"
            value="true"
            disabled=going
        >
            "Look at it first"
        </button>
        {alive(move || looked.get().then(|| view! {
            <button class="btn btn--primary" type="submit" name="dry_run" value="false" disabled=going>
                "Take it in"
            </button>
            <button class="btn btn--quiet alive" type="reset">"Cancel"</button>
        }))}
        {alive(move || going.get().then(|| view! { <progress aria-label="Reading the text"></progress> }))}
    }
}

/// The buttons for files, and how far they are.
#[component]
fn OfFiles(batch: Batch, at: usize) -> impl IntoView {
    let is_going = Memo::new(move |_| batch.going.get().is_some());
    let looked = move || {
        batch
            .told
            .with(|told| told.as_ref().is_some_and(|told| told.dry_run))
    };
    let stopped = move || {
        let is_stopped =
            |one: &batch::One| matches!(one.state, State::Stopped(_) | State::Refused(_));
        let is_written = batch
            .told
            .with(|told| told.as_ref().is_some_and(|told| !told.dry_run));
        is_written
            && batch.files.with(|files| {
                files
                    .iter()
                    .any(|one| one.importer == at && (is_stopped(one) || one.state == State::Waits))
            })
    };
    alive(move || {
        if is_going.get() {
            return view! {
                <progress max="100" value=move || batch.going.get() aria-label="How far it is"></progress>
                <span class="num">{move || format!("{} %", batch.going.get().unwrap_or_default())}</span>
                <button
                    class="btn"
                    type="button"
                    disabled=move || batch.stop.get()
                    on:click=move |_| batch.stop.set(true)
                >
                    {move || if batch.stop.get() { "Stopping after this part" } else { "Cancel" }}
                </button>
            }
            .into_any();
        }
        let (looked, stopped) = (looked(), stopped());
        let next = looked || stopped;
        let label = if stopped { "Go on" } else { "Take it in" };
        view! {
            <button
                class="btn"
                class:btn--primary=!next
                type="button"
                disabled=move || batch.is_reading()
                on:click=move |_| run(batch, at, Aim::Look)
            >
                "Look at it first"
            </button>
            {next.then(|| view! {
                <button class="btn btn--primary" type="button" on:click=move |_| run(batch, at, Aim::Import)>
                    {label}
                </button>
            })}
        }
        .into_any()
    })
}

#[cfg(not(feature = "hydrate"))]
fn run(_: Batch, _: usize, _: Aim) {}

#[cfg(feature = "hydrate")]
use send::run;

/// All that can be taken in.
#[component]
fn Kinds(here: usize, batch: Batch) -> impl IntoView {
    let tab = |(at, importer): (usize, &'static Importer)| {
        let current = (at == here).then_some("page");
        let files = move || Some(batch.count(at)).filter(|many| *many > 0 && at != here);
        view! {
            <a href=files::address(at) aria-current=current>
                {importer.title}
                {alive(move || files().map(|many| view! { <span class="num">{many}</span> }))}
            </a>
        }
    };
    let tabs = IMPORTERS.iter().enumerate().map(tab).collect_view();
    view! {
        <div class="toolbar toolbar--import">
            <nav class="tabs" aria-label="What to take in">{tabs}</nav>
        </div>
    }
}
