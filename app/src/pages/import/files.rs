//! File input, drop area and list of the added files. Without scripts, one file is chosen and sent with the form.

use leptos::prelude::*;

use super::batch::{Batch, One, State};
use super::kinds::{IMPORTERS, PARTED};
use crate::pages::lead::lead_to;
use crate::parts::alive;
use crate::paths::{self, use_navigate};

/// Drop area and list of the files.
#[component]
pub fn Files(
    /// Files of the page.
    batch: Batch,
    /// Importer that is shown: an index in [`IMPORTERS`].
    shown: usize,
    /// True if the previewed file has to be chosen again.
    again: bool,
) -> impl IntoView {
    let over = RwSignal::new(false);
    let rows = Memo::new(move |_| {
        let held = batch.held.get();
        let is_here = |one: &&One| one.importer == shown || held == Some(one.id);
        batch
            .files
            .with(|files| files.iter().filter(is_here).cloned().collect::<Vec<_>>())
    });
    // Until scripts run, the file is sent with the form; afterwards it is read here.
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
                take_dropped(&event, batch, shown, drops.clone());
            }
        >
            <label for="import-file">"Drop files here, or choose them"</label>
            <input
                type="file"
                id="import-file"
                name=move || name.get()
                required=move || again && name.get().is_some()
                multiple=move || name.get().is_none()
                disabled=move || batch.going.get().is_some()
                accept=".jsonl,.json,.af,.md,.txt,application/json,application/x-ndjson,text/plain,text/markdown"
                on:change=move |event| take_chosen(&event, batch, shown, lead.clone())
            />
            <p class="field-hint">{alive(move || most(shown, name.get().is_some()))}</p>
            <p class="field-hint" role="status">{move || batch.said.get()}</p>
            <ul class="given" aria-label="Files" hidden=move || rows.with(Vec::is_empty)>
                <For each=move || rows.get() key=move |one| (one.id, shown) children=move |one| view! { <Row one batch/> }/>
            </ul>
        </div>
    }
}

/// Returns the size limit as text. Without scripts, files are sent whole.
fn most(shown: usize, is_whole: bool) -> String {
    let importer = &IMPORTERS[shown];
    let most = match (importer.parts, is_whole) {
        (true, false) => PARTED,
        _ => importer.most,
    };
    format!("At most {most} each.")
}

/// Returns the address of the page of this importer.
pub fn address(importer: usize) -> String {
    let what = IMPORTERS.get(importer).map(|importer| importer.name);
    paths::with_query(&paths::import(), &[("what", what)])
}

/// Row of a file. It stays in place while the user chooses its kind.
#[component]
fn Row(one: One, batch: Batch) -> impl IntoView {
    let id = one.id;
    let kinds = IMPORTERS.iter().enumerate().map(|(at, importer)| {
        view! { <option value=importer.name selected=at == one.importer>{importer.title}</option> }
    });
    let kinds = kinds.collect_view();
    let going = move || batch.going.get().is_some();
    let (name, length) = (one.name.clone(), one.length());
    let (holds, leaves) = (format!("What {name} holds"), format!("Leave out {name}"));
    let renamed = {
        let one = one.clone();
        Memo::new(move |_| batch.files.with(|files| one.new_name(files)))
    };
    let said = move || {
        let said = one.status_text();
        let is_wrong = matches!(one.state.get(), State::Refused(_));
        let place = one.place();
        (!said.is_empty()).then(|| {
            view! {
                <p class:given-said=!is_wrong class:field-error=is_wrong>
                    {said}
                    {place.map(|href| view! { " " <a href=href>"Open it"</a> })}
                </p>
            }
        })
    };
    view! {
        <li on:focusout=move |event| release_row(&event, batch)>
            <b><bdi>{name}</bdi></b>
            <span class="num">{length}</span>
            <select
                class="pickbox"
                id=format!("given-{id}")
                aria-label=holds
                disabled=going
                on:change=move |event| {
                    hold(&event, batch, id);
                    batch.choose(id, super::kinds::importer_index(&event_target_value(&event)));
                }
            >
                {kinds}
            </select>
            <button
                type="button"
                class="btn btn--quiet"
                id=format!("leave-{id}")
                aria-label=leaves
                disabled=going
                on:click=move |_| {
                    lead_to(&next(batch, id));
                    leave_out(batch, id);
                }
            >
                "Leave out"
            </button>
            {alive(said)}
            {alive(move || renamed.get().map(|stem| view! {
                <p class="given-said">
                    "Another file has this name. A conversation in it that has no name is called " <bdi>{stem}</bdi> "."
                </p>
            }))}
        </li>
    }
}

/// Returns the id that gets the focus when a file is removed: the button of the next file, of the previous one, or
/// the file input.
fn next(batch: Batch, id: u32) -> String {
    let files = batch.files.get_untracked();
    let importer = files
        .iter()
        .find(|one| one.id == id)
        .map(|one| one.importer);
    let its: Vec<u32> = files
        .iter()
        .filter(|one| Some(one.importer) == importer)
        .map(|one| one.id)
        .collect();
    let place = its
        .iter()
        .position(|other| *other == id)
        .unwrap_or_default();
    let next = its
        .get(place + 1)
        .or_else(|| its.get(place.checked_sub(1)?));
    next.map_or_else(|| "import-file".into(), |next| format!("leave-{next}"))
}

#[cfg(not(feature = "hydrate"))]
fn hold(_event: &leptos::ev::Event, _batch: Batch, _id: u32) {}

/// Keeps the row in place while its menu has the focus: arrow keys choose again.
#[cfg(feature = "hydrate")]
fn hold(event: &leptos::ev::Event, batch: Batch, id: u32) {
    use leptos::wasm_bindgen::JsCast;
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    if target.is_some() && document().active_element() == target {
        batch.held.set(Some(id));
    }
}

#[cfg(not(feature = "hydrate"))]
fn release_row(_event: &leptos::ev::FocusEvent, _batch: Batch) {}

/// Releases the row to its list once the focus has left it.
#[cfg(feature = "hydrate")]
fn release_row(event: &leptos::ev::FocusEvent, batch: Batch) {
    use leptos::wasm_bindgen::JsCast;
    let row = event
        .current_target()
        .and_then(|row| row.dyn_into::<web_sys::Element>().ok());
    let to = event
        .related_target()
        .and_then(|to| to.dyn_into::<web_sys::Element>().ok());
    let stays = row.is_some_and(|row| row.contains(to.as_deref().filter(|_| to.is_some())));
    if !stays && batch.held.with_untracked(Option::is_some) {
        batch.held.set(None);
    }
}

#[cfg(not(feature = "hydrate"))]
fn leave_out(_batch: Batch, _id: u32) {}

#[cfg(feature = "hydrate")]
fn leave_out(batch: Batch, id: u32) {
    super::take::leave_out(batch, id);
}

#[cfg(not(feature = "hydrate"))]
fn take_dropped(_: &leptos::ev::DragEvent, _: Batch, _: usize, _: impl Fn(usize) + 'static) {}

#[cfg(not(feature = "hydrate"))]
fn take_chosen(_: &leptos::ev::Event, _: Batch, _: usize, _: impl Fn(usize) + 'static) {}

#[cfg(feature = "hydrate")]
fn take_dropped(
    event: &leptos::ev::DragEvent,
    batch: Batch,
    shown: usize,
    lead: impl Fn(usize) + 'static,
) {
    let files = event.data_transfer().and_then(|carried| carried.files());
    if let Some(files) = files.filter(|_| batch.going.get_untracked().is_none()) {
        super::take::take(&files, batch, shown, lead);
    }
}

#[cfg(feature = "hydrate")]
fn take_chosen(
    event: &leptos::ev::Event,
    batch: Batch,
    shown: usize,
    lead: impl Fn(usize) + 'static,
) {
    use leptos::wasm_bindgen::JsCast;
    let input = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    let Some(input) = input else { return };
    if let Some(files) = input.files() {
        super::take::take(&files, batch, shown, lead);
    }
    // The batch holds the files from here on, and the same file can be chosen again.
    input.set_value("");
}
