//! `/import`: imports workflows, conversations, memories and pads from other tools. Nothing is written before the
//! user has seen a preview: the same form previews first and imports then. With scripts, files are sent one after
//! the other, long ones in parts; without them, one file or a pasted text is sent with the form.

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
#[cfg(feature = "hydrate")]
mod take;

use std::collections::BTreeMap;
use std::sync::Arc;

use doors::Flash;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use serde_json::Value;

use crate::pages::act::{Act, After, Progress};
use crate::pages::ask::forbids;
use crate::pages::lead::lead_to;
use crate::parts::{Area, Notice, RefusedForm, Sect, Tone, alive};
use batch::{Aim, Batch, State};
use files::Files;
use kinds::{IMPORTERS, Importer, importer_index, report_of};
use report::{TOLD, Told};

/// Id of the form.
const FORM: &str = "import";
/// Ids of the preview and stop buttons.
const LOOK: &str = "import-look";
const STOP: &str = "import-stop";
/// Message shown if the form changed during the preview.
const CHANGED: &str = "The form was changed while this was looked at: look at it again.";

/// Import page.
#[component]
pub fn Import() -> impl IntoView {
    let query = use_query_map();
    let wanted = Memo::new(move |_| {
        query.with(|query| importer_index(query.get("what").as_deref().unwrap_or_default()))
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
use take::let_go;

#[component]
fn Body(at: usize, batch: Batch) -> impl IntoView {
    let importer = &IMPORTERS[at];
    let flash = use_context::<Flash>().filter(|flash| flash.operation == importer.spec.name);
    let begins = flash.filter(|flash| flash.problem.is_none());
    // A file that was sent with the form is no longer in it.
    let again = begins
        .as_ref()
        .is_some_and(|flash| is_asked_again(flash, importer.text));
    let answer: RwSignal<Option<Value>> = RwSignal::new(begins.map(|flash| flash.answer));
    let going = RwSignal::new(false);
    let words = StoredValue::new(String::new());
    let hear = move |progress: &Progress| {
        going.try_set(matches!(progress, Progress::Sent));
        match progress {
            Progress::Sent => {
                words.try_set_value(form_text());
                batch.said.try_set(String::new());
            }
            Progress::Answered(text) => {
                let answered: Option<Value> = serde_json::from_str(text).ok();
                let report = answered.as_ref().and_then(report_of);
                let is_look = report.is_some_and(|report| report.dry_run);
                if is_look && words.try_get_value() != Some(form_text()) {
                    batch.said.try_set(CHANGED.to_owned());
                    answer.try_set(None);
                    lead_to(LOOK);
                } else {
                    answer.try_set(answered);
                    lead_to(TOLD);
                }
            }
            Progress::Refused => {
                answer.try_set(None);
                lead_to(LOOK);
            }
        }
    };
    // An import that is under way ends with the part that is being sent.
    on_cleanup(move || {
        batch.stop.try_set(true);
    });
    // A preview keeps the field values under which it was made.
    let given = batch
        .told
        .with_untracked(|told| told.get(&at).map(|told| told.given.clone()));
    if let Some(given) = given {
        let word = |(name, value): (String, Value)| Some((name, value.as_str()?.to_owned()));
        provide_context(RefusedForm {
            form: FORM.into(),
            sent: given.into_iter().filter_map(word).collect(),
        });
    }
    let has_files = Memo::new(move |_| batch.count(at) > 0);
    let told = Memo::new(move |_| {
        let of_files = batch.told.with(|told| told.get(&at).cloned());
        let of_files = of_files.map(|told| (told.report, told.noted, place_of(batch, at)));
        of_files.filter(|_| has_files.get()).or_else(|| {
            answer.with(|answer| {
                let answer = answer.as_ref()?;
                Some((report_of(answer)?, Vec::new(), (importer.place)(answer)))
            })
        })
    });
    let looked = Memo::new(move |_| {
        told.with(|told| told.as_ref().is_some_and(|(report, ..)| report.dry_run))
    });
    // The preview no longer matches the form.
    let changed = move || {
        if answer.with_untracked(Option::is_some) && words.get_value() != form_text() {
            answer.set(None);
        }
        let is_other = |told: &BTreeMap<usize, batch::Told>| {
            told.get(&at).is_some_and(|told| told.given != fields())
        };
        if batch.going.with_untracked(Option::is_none) && batch.told.with_untracked(is_other) {
            batch.forget(at);
        }
    };
    let emptied = move || {
        answer.set(None);
        batch.forget(at);
    };
    let mut files = Some(view! { <Files batch shown=at again/> });
    view! {
        <Kinds here=at batch />
        <div class="columns columns--import">
            <Sect id="h-import" title=importer.title>
                {match forbids(&importer.spec) {
                    Some(why) => view! { <p class="field-hint">{why}</p> }.into_any(),
                    None => {
                        view! {
                            <div on:input=move |_| changed() on:change=move |_| changed() on:reset=move |_| emptied()>
                                <Act
                                    spec=importer.spec
                                    id=FORM
                                    class="form form--wide"
                                    enctype="multipart/form-data"
                                    done=""
                                    after=After::Keep
                                    hear=Arc::new(hear)
                                >
                                    {files.take_if(|_| !again)}
                                    <div hidden=move || has_files.get() || again>
                                        <Area label="Or its text" name=importer.text rows=10 hint=importer.hint />
                                    </div>
                                    {(importer.fields)()}
                                    {again.then(|| view! {
                                        <Notice tone=Tone::Hold>
                                            "A browser without scripts does not keep a file. Choose it once more here, then take it in. "
                                            <a href=files::address(at) rel="external">"Begin anew"</a>
                                        </Notice>
                                    })}
                                    {files}
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
            {alive(move || told.get().map(|(report, noted, place)| view! { <Told importer report noted place /> }))}
        </div>
    }
}

/// Returns true if a previewed file has to be chosen again for the import: it was sent with a form whose text was
/// empty.
fn is_asked_again(flash: &Flash, text: &str) -> bool {
    let is_look = report_of(&flash.answer).is_some_and(|report| report.dry_run);
    let mut sent = flash.sent.iter();
    is_look && !sent.any(|(name, value)| name == text && !value.trim().is_empty())
}

#[cfg(not(feature = "hydrate"))]
fn form_text() -> String {
    String::new()
}

#[cfg(not(feature = "hydrate"))]
fn fields() -> serde_json::Map<String, Value> {
    serde_json::Map::new()
}

#[cfg(feature = "hydrate")]
use browser::{fields, form_text};

/// Returns the address of the imported data if there is one file; several files show theirs in their rows.
fn place_of(batch: Batch, at: usize) -> Option<String> {
    match &batch.of(at)[..] {
        [one] => one.place(),
        _ => None,
    }
}

/// Buttons for a pasted text.
#[component]
fn OfText(looked: Memo<bool>, going: RwSignal<bool>) -> impl IntoView {
    view! {
        <button
            class="btn"
            class:btn--primary=move || !looked.get()
            type="submit"
            id=LOOK
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

/// Buttons for files, and their progress.
#[component]
fn OfFiles(batch: Batch, at: usize) -> impl IntoView {
    let is_going = Memo::new(move |_| batch.going.get().is_some());
    let is_reading = move || batch.reading.get() > 0;
    let is_told = move |dry_run: bool| {
        let is = |told: &batch::Told| told.report.dry_run == dry_run;
        batch.told.with(|told| told.get(&at).is_some_and(is))
    };
    let stopped = Memo::new(move |_| {
        let is_left = |one: &batch::One| {
            let is_left = |state: &State| {
                matches!(state, State::Stopped(..) | State::Refused(_) | State::Waits)
            };
            one.importer == at && one.state.with(is_left)
        };
        is_told(false) && batch.files.with(|files| files.iter().any(is_left))
    });
    alive(move || {
        if is_going.get() {
            return view! {
                <progress max="100" value=move || batch.going.get() aria-label="How far it is"></progress>
                <span class="num">{move || format!("{} %", batch.going.get().unwrap_or_default())}</span>
                <button
                    class="btn"
                    type="button"
                    id=STOP
                    disabled=move || batch.stop.get()
                    on:click=move |_| batch.stop.set(true)
                >
                    {move || if batch.stop.get() { "Stopping after this part" } else { "Cancel" }}
                </button>
            }
            .into_any();
        }
        let (looked, stopped) = (is_told(true), stopped.get());
        let next = looked || stopped;
        let label = if stopped { "Go on" } else { "Take it in" };
        view! {
            <button
                class="btn"
                class:btn--primary=!next
                type="button"
                id=LOOK
                disabled=is_reading
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

/// Tabs of the importers.
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
