//! Choosing files, or dropping them, and the list of those that were given. Where no scripts run one file is chosen,
//! and goes with the form.

use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use super::batch::{Batch, One, State};
use super::kinds::IMPORTERS;
use crate::parts::alive;
use crate::paths;

/// Where files are chosen or dropped.
#[component]
pub fn Files(
    /// The files.
    batch: Batch,
    /// The kind that is shown: a place in [`IMPORTERS`].
    shown: usize,
) -> impl IntoView {
    let over = RwSignal::new(false);
    // Before scripts run the file goes with the form, afterwards it is read here.
    let name = RwSignal::new(Some(IMPORTERS[shown].text));
    Effect::new(move |_| name.set(None));
    let navigate = use_navigate();
    let lead = move |importer: usize| navigate(&address(importer), <_>::default());
    let drops = lead.clone();
    view! {
        <div
            class="drop"
            class:drop--over=over
            on:dragover=move |event| { event.prevent_default(); over.set(true); }
            on:dragleave=move |_| over.set(false)
            on:drop=move |event| {
                event.prevent_default();
                over.set(false);
                dropped(&event, batch, shown, drops.clone());
            }
        >
            <label for="import-file">"Drop files here, or choose them"</label>
            <input
                type="file"
                id="import-file"
                name=move || name.get()
                multiple=move || name.get().is_none()
                disabled=move || batch.going.get().is_some()
                accept=".jsonl,.json,.af,.md,.txt,application/json,application/x-ndjson,text/plain,text/markdown"
                on:change=move |event| chosen(&event, batch, shown, lead.clone())
            />
            <p class="field-hint" role="status">{move || batch.said.get()}</p>
            {alive(move || {
                let files = batch.files.get().into_iter().filter(|one| one.importer == shown);
                let rows = files.map(|one| row(one, batch)).collect::<Vec<_>>();
                (!rows.is_empty()).then(|| view! { <ul class="given" aria-label="Files">{rows}</ul> })
            })}
        </div>
    }
}

/// The page with what is taken in as this.
pub fn address(importer: usize) -> String {
    let what = IMPORTERS.get(importer).map(|importer| importer.name);
    paths::with_query(paths::IMPORT, &[("what", what)])
}

fn row(one: One, batch: Batch) -> impl IntoView {
    let id = one.id;
    let said = one.said();
    let is_wrong = matches!(one.state, State::Refused(_));
    let kinds = IMPORTERS.iter().enumerate().map(|(at, importer)| {
        view! { <option value=importer.name selected=at == one.importer>{importer.title}</option> }
    });
    let kinds = kinds.collect_view();
    let element = format!("given-{id}");
    let going = move || batch.going.get().is_some();
    view! {
        <li>
            <b dir="auto">{one.name.clone()}</b>
            <span class="num">{one.length()}</span>
            <select
                class="pickbox"
                id=element
                aria-label=format!("What {} holds", one.name)
                disabled=going
                on:change=move |event| {
                    let importer = super::kinds::named(&event_target_value(&event));
                    batch.forget();
                    batch.change(id, |one| {
                        one.importer = importer;
                        one.state = State::Waits;
                    });
                }
            >
                {kinds}
            </select>
            <button
                type="button"
                class="btn btn--quiet"
                aria-label=format!("Leave out {}", one.name)
                disabled=going
                on:click=move |_| left_out(batch, id)
            >
                "Leave out"
            </button>
            {(!said.is_empty()).then(|| view! {
                <p class:given-said=!is_wrong class:field-error=is_wrong>
                    {said}
                    {one.place.map(|href| view! { " " <a href=href>"Open it"</a> })}
                </p>
            })}
        </li>
    }
}

#[cfg(not(feature = "hydrate"))]
fn left_out(_batch: Batch, _id: u32) {}

#[cfg(feature = "hydrate")]
fn left_out(batch: Batch, id: u32) {
    super::send::leave_out(batch, id);
}

#[cfg(not(feature = "hydrate"))]
fn dropped(_: &leptos::ev::DragEvent, _: Batch, _: usize, _: impl Fn(usize) + 'static) {}

#[cfg(not(feature = "hydrate"))]
fn chosen(_: &leptos::ev::Event, _: Batch, _: usize, _: impl Fn(usize) + 'static) {}

#[cfg(feature = "hydrate")]
fn dropped(
    event: &leptos::ev::DragEvent,
    batch: Batch,
    shown: usize,
    lead: impl Fn(usize) + 'static,
) {
    let files = event.data_transfer().and_then(|carried| carried.files());
    if let Some(files) = files.filter(|_| batch.going.get_untracked().is_none()) {
        super::send::take(&files, batch, shown, lead);
    }
}

#[cfg(feature = "hydrate")]
fn chosen(event: &leptos::ev::Event, batch: Batch, shown: usize, lead: impl Fn(usize) + 'static) {
    use leptos::wasm_bindgen::JsCast;
    let input = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    let Some(input) = input else { return };
    if let Some(files) = input.files() {
        super::send::take(&files, batch, shown, lead);
    }
    // The list has them from here on, and the same file can be chosen again.
    input.set_value("");
}
