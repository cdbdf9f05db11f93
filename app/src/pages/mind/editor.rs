//! Editor of the document, or of one of its sections. If the document has changed meanwhile, both texts are shown
//! before anything is replaced.

use doors::Flash;
use engine::mind::Section;
use engine::mind::document::Document;
use engine::mind::ops::mind_edit::MindEdit;
use kernel::operation::Operation;
use kernel::problem::Problem;
use leptos::prelude::*;

use super::here;
use super::load::There;
use crate::pages::act::{Act, After, Press};
use crate::pages::ask::forbids;
use crate::pages::changes::changes;
use crate::pages::trouble::RefusalBox;
use crate::parts::{Diff, Json, Notice, Refill, Sect, Tone, textarea_text};
use crate::paths::MindView;

/// Id of the form.
const FORM: &str = "mind-editor";
/// Minimum and maximum number of lines of the field.
const ROWS: std::ops::RangeInclusive<usize> = 6..=32;

/// Text to edit, and the number of its version.
#[derive(Clone)]
struct Base {
    number: u32,
    text: String,
}

impl Base {
    fn of(there: &There, section: Option<Section>) -> Self {
        let Some(written) = &there.mind.document else {
            return Self {
                number: 0,
                text: String::new(),
            };
        };
        let text = match section {
            Some(section) => {
                let document = Document::read(&written.text);
                document.text(section).unwrap_or_default().to_owned()
            }
            None => written.text.to_string(),
        };
        Self {
            number: written.row.number,
            text,
        }
    }
}

/// Returns true if the form was refused because the document had changed.
fn is_stale(problem: &Problem) -> bool {
    problem.reason.as_deref() == Some("moved")
}

/// Section with the editor.
#[component]
pub fn Editor(
    /// Section to edit; `None` for the whole document.
    section: Option<Section>,
) -> impl IntoView {
    let here = here();
    let base = Base::of(&here.there, section);
    let refused = use_context::<Flash>().filter(|flash| flash.form == FORM);
    let refused = refused.and_then(|flash| flash.problem);
    let is_stale = refused.as_ref().is_some_and(is_stale);
    let wrong = refused.filter(|_| !is_stale);
    let spec = MindEdit::SPEC;
    let back = here.href(MindView::Now);
    let title = match section {
        Some(section) => format!("Edit {}", section.title()),
        None => "Edit the document".to_owned(),
    };
    let version = match base.number {
        0 => "no version yet".to_owned(),
        number => format!("version {number}"),
    };
    let hidden = section.map(|section| ("section", section.name().to_owned()));
    let label = if is_stale {
        "Overwrite with mine"
    } else {
        "Save"
    };
    view! {
        <Sect id="h-edit" title aside=move || view! { <p class="push">{version.clone()}</p> }>
            <Act
                spec
                id=FORM
                hidden=hidden.into_iter().collect()
                class="form form--wide"
                done=""
                then=Some(back.clone())
                after=After::Keep
                shows_refusal=false
            >
                <input type="hidden" name="number" value=base.number data-base=""/>
                {fields(base, is_stale, wrong)}
                <div class="form-foot">
                    <Press label=label.to_owned() refusal=forbids(&spec) class="btn btn--primary"/>
                    <a class="btn" href=back data-cancel>"Cancel"</a>
                    "Saving creates a version. Dreams keep your changes and do not restore what you removed."
                </div>
            </Act>
        </Sect>
    }
}

/// Text field with its validation error, and what others wrote meanwhile.
fn fields(base: Base, is_stale: bool, wrong: Option<Problem>) -> impl IntoView {
    // A refused form keeps the typed text.
    let typed = Refill::here().value("text");
    let typed = typed.map_or_else(|| base.text.clone(), |typed| typed.replace("\r\n", "\n"));
    let lines = typed.lines().map(|line| 1 + line.chars().count() / 90);
    let rows = (lines.sum::<usize>() + 1).clamp(*ROWS.start(), *ROWS.end());
    let meanwhile = if is_stale {
        both_versions(base, typed.clone()).into_any()
    } else {
        view! {
            <div data-overtaken="" hidden=true>
                <Notice tone=Tone::Hold>
                    <b>"The document changed while you were editing."</b>
                    " When you save, you see both versions first."
                </Notice>
            </div>
        }
        .into_any()
    };
    view! {
        <div class="field">
            <label for="mind-text">"Markdown"</label>
            <textarea
                id="mind-text"
                class="editor"
                name="text"
                rows=rows
                spellcheck="true"
                autocomplete="off"
                dir="auto"
                aria-invalid=wrong.is_some().then_some("true")
                aria-describedby="mind-text-errors"
            >
                {textarea_text(typed)}
            </textarea>
            <div id="mind-text-errors">
                {wrong.map(|problem| view! { <div role="alert"><RefusalBox problem/></div> })}
            </div>
        </div>
        {meanwhile}
    }
}

/// Both texts, after the document had changed.
fn both_versions(base: Base, typed: String) -> impl IntoView {
    let rows = changes(&base.text, &typed);
    let theirs = serde_json::Value::String(base.text);
    view! {
        <div class="both" role="alert">
            <p><b>"The document changed while you were editing. "</b> "Nothing was saved. Compare both versions."</p>
            <div class="both-side">
                <h3>{format!("Version {}", base.number)}</h3>
                <Json label="Current document" value=theirs/>
            </div>
            <div class="both-side">
                <h3>"Your changes"</h3>
                <Diff label="Your changes" rows/>
            </div>
            <p><a class="btn" href=here().address.href() data-cancel>"Discard mine"</a></p>
        </div>
    }
}
