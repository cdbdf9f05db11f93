//! Form that begins a mind with an existing text, behind a button, for a mind without a document.

use engine::mind::ops::mind_seed::MindSeed;
use kernel::operation::Operation;
use leptos::prelude::*;

use crate::pages::act::{Act, Press};
use crate::pages::ask::forbids;
use crate::parts::{Area, Need, RefusedForm};

/// Id of the form.
const FORM: &str = "seed";

/// Button and form; empty for viewers without permission.
#[component]
pub fn Seed() -> impl IntoView {
    let spec = MindSeed::SPEC;
    let none: Signal<Option<String>> = Signal::stored(None);
    let is_open = RefusedForm::here().is(FORM);
    forbids(&spec).is_none().then(move || {
        view! {
            <details class="correct" open=is_open>
                <summary class="btn">"Begin with what was written before"</summary>
                <Act spec id=FORM class="form form--wide" done="">
                    <Area
                        label="Markdown"
                        name="markdown"
                        id="seed-markdown"
                        rows=12
                        hint="Such as a MEMORY.md. It is the first version, unchanged, and each part of it is a long-term memory; the first dream writes below it, later ones take it over gradually. This is done once."
                        need=Signal::stored(Need::Required)
                    />
                    <p class="form-foot"><Press label="Begin with it".to_owned() refusal=none class="btn btn--primary"/></p>
                </Act>
            </details>
        }
    })
}
