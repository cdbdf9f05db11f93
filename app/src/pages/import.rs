//! `/import`: what was planned elsewhere is taken in. Nothing is written before the person has seen what would be: the
//! same form asks first and does it then.

mod file;
mod report;

use std::sync::Arc;

use doors::Flash;
use engine::imported::Report;
use engine::workflow::ops::workflow_import::WorkflowImport;
use kernel::operation::{Operation, Spec};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use serde_json::Value;

use crate::pages::act::{Act, After, Progress};
use crate::pages::ask::forbids;
use crate::parts::{Area, Choice, Field, Need, Pick, Sect, alive};
use crate::paths;
use file::FromFile;
use report::Told;

/// One thing that can be taken in. Its operation takes `content`, `source` and `dry_run`, and answers a `report`.
pub struct Importer {
    /// Its word in the address.
    pub name: &'static str,
    /// Its operation.
    pub spec: Spec,
    /// What it is, in a line.
    pub title: &'static str,
    /// What may be given.
    pub hint: &'static str,
    /// The fields that are its own.
    pub fields: fn() -> AnyView,
    /// Where what was taken in is now, by the answer.
    pub place: fn(&Value) -> Option<String>,
}

/// All of them. Another one is another entry.
const IMPORTERS: [Importer; 1] = [Importer {
    name: "workflow",
    spec: WorkflowImport::SPEC,
    title: "A workflow",
    hint: "Issues of Beads (issues.jsonl), tasks.json of Task Master, or a workflow that Loci gave out complete; at most 32 MiB.",
    fields: of_workflow,
    place: |answer| {
        let workflow = answer["workflow"].as_str()?.parse().ok()?;
        Some(paths::workflow(workflow))
    },
}];

fn of_workflow() -> AnyView {
    let formats = [
        ("", "Told by its beginning"),
        ("beads", "Beads"),
        ("task_master", "Task Master"),
        ("loci", "Loci"),
    ];
    let choices = formats
        .map(|(value, label)| Choice::new(value, label))
        .to_vec();
    view! {
        <div class="form-line">
            <Pick label="Format" name="format" choices />
            <Field label="Name of the new workflow" name="name" autocomplete="off" />
        </div>
    }
    .into_any()
}

/// The form's id.
const FORM: &str = "import";

/// The page.
#[component]
pub fn Import() -> impl IntoView {
    let query = use_query_map();
    let wanted = Memo::new(move |_| query.with(|query| query.get("what").unwrap_or_default()));
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
            {alive(move || {
                let wanted = wanted.get();
                let importer = IMPORTERS.iter().find(|importer| importer.name == wanted);
                view! { <Body importer=importer.unwrap_or(&IMPORTERS[0]) /> }
            })}
        </main>
    }
}

/// The report of an answer.
fn report_of(answer: &Value) -> Option<Report> {
    serde_json::from_value(answer.get("report")?.clone()).ok()
}

#[component]
fn Body(importer: &'static Importer) -> impl IntoView {
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
    let report = Memo::new(move |_| answer.with(|answer| report_of(answer.as_ref()?)));
    let looked =
        Memo::new(move |_| report.with(|report| report.as_ref().is_some_and(|told| told.dry_run)));
    let place = Memo::new(move |_| answer.with(|answer| (importer.place)(answer.as_ref()?)));
    // What was looked at is not what stands there any more.
    let changed = move || {
        if answer.with_untracked(Option::is_some) {
            answer.set(None);
        }
    };
    view! {
        <Others here=importer.name />
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
                                    done=""
                                    after=After::Keep
                                    hear=Arc::new(hear)
                                >
                                    <FromFile form=FORM />
                                    <Area
                                        label="Text"
                                        name="content"
                                        rows=12
                                        hint=importer.hint
                                        need=Signal::stored(Need::Required)
                                    />
                                    {(importer.fields)()}
                                    <p class="form-foot">
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
                                            <button
                                                class="btn btn--primary"
                                                type="submit"
                                                name="dry_run"
                                                value="false"
                                                disabled=going
                                            >
                                                "Take it in"
                                            </button>
                                            <button class="btn btn--quiet alive" type="reset">"Cancel"</button>
                                        }))}
                                        {alive(move || going.get().then(|| view! {
                                            <progress aria-label="Reading the text"></progress>
                                        }))}
                                    </p>
                                </Act>
                            </div>
                        }
                            .into_any()
                    }
                }}
            </Sect>
            {alive(move || report.get().map(|report| view! { <Told report place=place.get() /> }))}
        </div>
    }
}

/// The other things that can be taken in, where there are any.
#[component]
fn Others(here: &'static str) -> impl IntoView {
    (IMPORTERS.len() > 1).then(|| {
        let tabs = IMPORTERS.iter().map(|importer| {
            let href = paths::with_query(paths::IMPORT, &[("what", Some(importer.name))]);
            let current = (importer.name == here).then_some("page");
            view! { <a href=href aria-current=current>{importer.title}</a> }
        });
        view! { <nav class="tabs" aria-label="What to take in">{tabs.collect_view()}</nav> }
    })
}
