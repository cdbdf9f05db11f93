//! Correction of a memory: a form behind a button, with errors shown next to the field. A user who edits an old
//! version is warned that it has changed, and loses nothing.

use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::{Crystal, MemoryType};
use kernel::operation::Operation;
use kernel::stream::Version;
use leptos::prelude::*;

use super::deeds::WHY;
use super::labels::type_name;
use crate::pages::act::{Act, After, Press};
use crate::pages::ask::forbids;
use crate::parts::{Area, Choice, Field, Need, Pick, RefusedForm};

/// Id of the form.
const FORM: &str = "correct";

/// Button and form for a correction.
pub fn correction_form(memory: Crystal, version: Version) -> impl IntoView {
    let spec = MemoryEdit::SPEC;
    if forbids(&spec).is_some() {
        return view! { <button class="btn" type="button" disabled=true aria-describedby=WHY>"Correct"</button> }
            .into_any();
    }
    let hidden = vec![("id", memory.id.clone()), ("core", memory.core.clone())];
    view! {
        <details class="correct" open=RefusedForm::here().is(FORM)>
            <summary class="btn">"Correct"</summary>
            <Act spec id=FORM hidden if_version=version is_based=true done="" after=After::Close>
                {fields(memory)}
                <p class="form-foot">
                    <Press label="Save".to_owned() refusal=forbids(&spec) class="btn btn--primary"/>
                    "Agents cannot replace what a person wrote."
                </p>
            </Act>
        </details>
    }
    .into_any()
}

fn fields(memory: Crystal) -> impl IntoView {
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
        <Area label="Text" name="text" id="correct-text" rows=rows.clamp(3, 14) value=memory.text need=Need::Required/>
        <div class="form-line">
            {(!is_message).then(|| view! { <Pick label="Kind" name="memory_type" id="correct-kind" choices=kinds value=kind/> })}
            <Field label="Importance, 0 to 1" name="importance" id="correct-importance" value=importance.unwrap_or_default()/>
        </div>
        <Area label="Topics, one per line" name="topics[lines]" id="correct-topics" rows=2 value=memory.topics.join("\n")/>
    }
}
