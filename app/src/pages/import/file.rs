//! Choosing a file, or dropping one: its text goes into the form. Only where scripts run; the text can be pasted
//! anywhere.

use leptos::prelude::*;

/// Where a file is chosen or dropped.
#[component]
pub fn FromFile(
    /// The id of the form that its text goes into.
    form: &'static str,
) -> impl IntoView {
    let said = RwSignal::new(String::new());
    let over = RwSignal::new(false);
    let refill = crate::parts::Refill::here();
    view! {
        <div
            class="drop alive"
            class:drop--over=over
            on:dragover=move |event| { event.prevent_default(); over.set(true); }
            on:dragleave=move |_| over.set(false)
            on:drop=move |event| {
                event.prevent_default();
                over.set(false);
                dropped(&event, form, said);
            }
        >
            <label for="import-file">"Drop a file here, or choose one"</label>
            <input
                type="file"
                id="import-file"
                accept=".jsonl,.json,.txt,application/json,application/x-ndjson,text/plain"
                on:change=move |event| chosen(&event, form, said)
            />
            <input type="hidden" name="source" value=refill.value("source") />
            <p class="field-hint" role="status">{move || said.get()}</p>
        </div>
    }
}

#[cfg(not(feature = "hydrate"))]
fn dropped(_event: &leptos::ev::DragEvent, _form: &str, _said: RwSignal<String>) {}

#[cfg(not(feature = "hydrate"))]
fn chosen(_event: &leptos::ev::Event, _form: &str, _said: RwSignal<String>) {}

#[cfg(feature = "hydrate")]
fn dropped(event: &leptos::ev::DragEvent, form: &'static str, said: RwSignal<String>) {
    let files = event.data_transfer().and_then(|carried| carried.files());
    if let Some(file) = files.and_then(|files| files.get(0)) {
        take(file, form, said);
    }
}

#[cfg(feature = "hydrate")]
fn chosen(event: &leptos::ev::Event, form: &'static str, said: RwSignal<String>) {
    use leptos::wasm_bindgen::JsCast;
    let input = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    let files = input.and_then(|input| input.files());
    if let Some(file) = files.and_then(|files| files.get(0)) {
        take(file, form, said);
    }
}

/// The most bytes of a file.
#[cfg(feature = "hydrate")]
const MOST: f64 = 32.0 * 1024.0 * 1024.0;

/// Reads a file into the form's text, as if somebody had written it there.
#[cfg(feature = "hydrate")]
fn take(file: web_sys::File, form: &'static str, said: RwSignal<String>) {
    use leptos::wasm_bindgen::{JsCast, JsValue};
    let name = file.name();
    if file.size() > MOST {
        said.set(format!(
            "{name} has more than 32 MiB, the most that is taken in at once."
        ));
        return;
    }
    said.set(format!("Reading {name} …"));
    leptos::task::spawn_local(async move {
        let text = wasm_bindgen_futures::JsFuture::from(file.text()).await;
        let Ok(text) = text.map(|text| text.as_string().unwrap_or_default()) else {
            said.set(format!("{name} cannot be read."));
            return;
        };
        let within = |selector: &str| {
            document()
                .query_selector(&format!("#{form} {selector}"))
                .ok()
                .flatten()
        };
        if let Some(area) = within("[name=content]") {
            let set = |name: &str, value: &str| {
                js_sys::Reflect::set(&area, &JsValue::from_str(name), &JsValue::from_str(value))
                    .ok()
            };
            set("value", &text);
            if let Ok(event) = web_sys::Event::new("input") {
                area.dispatch_event(&event).ok();
            }
        }
        let source = within("[name=source]")
            .and_then(|field| field.dyn_into::<web_sys::HtmlInputElement>().ok());
        if let Some(source) = source {
            let line: String = name.chars().filter(|c| !c.is_control()).take(300).collect();
            source.set_value(&line);
        }
        said.set(format!("{name} is in the text below."));
    });
}
