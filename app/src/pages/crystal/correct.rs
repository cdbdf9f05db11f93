//! Correction of a memory: a form behind a button, with errors shown next to the field. A user who edits an old
//! version is warned that it has changed, and loses nothing.

use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::{Crystal, MemoryType};
use kernel::operation::Operation;
use leptos::prelude::*;

use super::deeds::WHY;
use super::load::There;
use super::told::type_name;
use crate::pages::act::{Act, After, Press, Sent};
use crate::pages::ask::forbids;
use crate::parts::{Area, Choice, Field, Need, Pick, RefusedForm};

/// Id of the form.
const FORM: &str = "correct";

/// Button and form for a correction.
#[component]
pub fn Correct(
    /// Memory to correct.
    there: RwSignal<There>,
) -> impl IntoView {
    let spec = MemoryEdit::SPEC;
    if forbids(&spec).is_some() {
        return view! { <button class="btn" type="button" disabled=true aria-describedby=WHY>"Correct"</button> }
            .into_any();
    }
    let sent = RwSignal::new(Sent::No);
    let is_open = RwSignal::new(RefusedForm::here().is(FORM));
    // Each time the form is opened, it starts with the current memory.
    let begun = Memo::new(move |before: Option<&There>| match before {
        Some(before) if is_open.get() => before.clone(),
        _ => there.get(),
    });
    Effect::new(move |_| {
        if sent.get() == Sent::Done {
            is_open.set(false);
            sent.set(Sent::No);
        }
    });
    let none: Signal<Option<String>> = Signal::stored(None);
    let version = Signal::derive(move || begun.with(|there| there.version));
    let toggled = move |event: leptos::ev::Event| is_open.set(stands_open(&event));
    view! {
        <details class="correct" open=move || is_open.get() on:toggle=toggled>
            <summary class="btn">"Correct"</summary>
            {move || {
                let memory = begun.with(|there| there.memory.clone());
                let hidden = vec![("id", memory.id.clone()), ("core", memory.core.clone())];
                view! {
                    <Act spec id=FORM hidden if_version=version sent after=After::Keep>
                        <Fields memory/>
                        <p class="form-foot">
                            <Press label="Save".to_owned() refusal=none class="btn btn--primary"/>
                            "What you write counts as written by a person: no agent replaces it."
                        </p>
                    </Act>
                }
            }}
        </details>
    }
    .into_any()
}

/// Returns true if the `details` element that was toggled is open now.
#[cfg(feature = "hydrate")]
fn stands_open(event: &leptos::ev::Event) -> bool {
    use leptos::wasm_bindgen::JsCast;
    let target = event.target();
    let details = target.and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    details.is_some_and(|details| details.has_attribute("open"))
}

/// The server toggles nothing.
#[cfg(not(feature = "hydrate"))]
const fn stands_open(_: &leptos::ev::Event) -> bool {
    false
}

#[component]
fn Fields(memory: Crystal) -> impl IntoView {
    let rows = u32::try_from(memory.text.len() / 60 + memory.text.lines().count()).unwrap_or(4);
    let kinds = [
        (MemoryType::Semantic, "Fact"),
        (MemoryType::Episodic, "Episode"),
    ];
    let kinds: Vec<Choice> = kinds
        .map(|(kind, label)| Choice::new(type_name(kind), label))
        .into();
    let kind = type_name(memory.memory_type);
    let is_message = memory.memory_type == MemoryType::Message;
    let importance = memory.importance.map(|importance| importance.to_string());
    view! {
        <Area label="What is remembered" name="text" id="correct-text" rows=rows.clamp(3, 14) value=memory.text need=Signal::stored(Need::Required)/>
        <div class="form-line">
            {(!is_message).then(|| view! { <Pick label="Kind" name="memory_type" id="correct-kind" choices=kinds value=kind/> })}
            <Field label="Importance, 0 to 1" name="importance" id="correct-importance" value=importance.unwrap_or_default()/>
        </div>
        <Area label="Topics, one a line" name="topics[lines]" id="correct-topics" rows=2 value=memory.topics.join("\n")/>
    }
}
