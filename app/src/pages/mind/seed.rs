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
    let is_open = RefusedForm::here().is(FORM);
    forbids(&spec).is_none().then(move || {
        view! {
            <details class="correct" open=is_open>
                <summary class="btn">"Import existing text"</summary>
                <Act spec id=FORM class="form form--wide" done="">
                    <Area
                        label="Markdown"
                        name="markdown"
                        id="seed-markdown"
                        rows=12
                        hint="For example a MEMORY.md. It becomes the first version, and each part becomes a memory. Later dreams absorb it gradually. This can be done once."
                        need=Need::Required
                    />
                    <p class="form-foot"><Press label="Import".to_owned() refusal=forbids(&spec) class="btn btn--primary"/></p>
                </Act>
            </details>
        }
    })
}
