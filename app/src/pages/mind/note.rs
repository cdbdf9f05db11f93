//! Form that writes a note into a mind, behind a button.

use engine::mind::NoteKind;
use engine::mind::ops::note_write::NoteWrite;
use kernel::operation::Operation;
use leptos::prelude::*;

use crate::pages::act::{Act, Press};
use crate::pages::ask::forbids;
use crate::pages::words::begin;
use crate::parts::{Area, Choice, Field, Need, Pick, RefusedForm};

/// Id of the form.
const FORM: &str = "note";
/// Kinds of notes to choose from.
const KINDS: [NoteKind; 10] = [
    NoteKind::Fact,
    NoteKind::Preference,
    NoteKind::Decision,
    NoteKind::Friction,
    NoteKind::Breakthrough,
    NoteKind::Question,
    NoteKind::Task,
    NoteKind::Relationship,
    NoteKind::Skill,
    NoteKind::Identity,
];

/// Button and form; empty for viewers without permission.
pub fn write_note() -> impl IntoView {
    let spec = NoteWrite::SPEC;
    let is_open = RefusedForm::here().is(FORM);
    let kinds = KINDS.map(|kind| Choice::new(kind.name(), begin(kind.name())));
    let choices: Vec<Choice> = std::iter::once(Choice::new("", "Detect automatically"))
        .chain(kinds)
        .collect();
    forbids(&spec).is_none().then(move || {
        view! {
            <details class="correct" open=is_open>
                <summary class="btn">"Write a note"</summary>
                <Act spec id=FORM done="Note saved. The next dream merges it; search finds it now.">
                    <Area label="Note" name="note" id="note-text" rows=3 hint="One or a few sentences." need=Need::Required/>
                    <div class="form-line">
                        <Pick label="Kind" name="kind" id="note-kind" choices/>
                        <Field label="Importance, 0 to 1" name="importance" id="note-importance" value="0.7"/>
                    </div>
                    <p class="form-foot"><Press label="Save note".to_owned() refusal=forbids(&spec) class="btn btn--primary"/></p>
                </Act>
            </details>
        }
    })
}
