//! Unsent remarks about lines: fields of the review form. With JavaScript there can be any number of them, and each
//! is shown below its line.

use engine::numbers::{ArtifactNo, Number};
use engine::workflow::ops::inbox_get::File;
use leptos::prelude::*;

use crate::parts::{Area, Choice, Field, Pick};

/// An unsent remark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// File that the remark is about.
    pub artifact: Option<ArtifactNo>,
    /// Line, counted from 1.
    pub line: Option<u32>,
    /// Text of the remark.
    pub text: String,
}

/// Unsent remarks of a form.
#[derive(Clone, Copy)]
pub struct Drafts(RwSignal<Vec<Draft>>);

impl Drafts {
    /// Creates a list with one empty remark.
    pub fn new() -> Self {
        Self(RwSignal::new(vec![Draft::default()]))
    }

    /// Returns the remarks with text about a file.
    pub fn about(self, file: Option<ArtifactNo>) -> Vec<Draft> {
        self.0.with(|drafts| {
            drafts
                .iter()
                .filter(|draft| draft.artifact == file && !draft.text.trim().is_empty())
                .cloned()
                .collect()
        })
    }

    fn change(self, nth: usize, change: impl FnOnce(&mut Draft)) {
        self.0.update(|drafts| {
            if let Some(draft) = drafts.get_mut(nth) {
                change(draft);
            }
        });
    }
}

/// Fields for remarks.
#[component]
pub fn Remarks(
    /// Files whose lines can be remarked on.
    files: Vec<File>,
    /// File that is open.
    file: Option<ArtifactNo>,
    /// Unsent remarks.
    drafts: Drafts,
) -> impl IntoView {
    let choices: Vec<Choice> = files
        .iter()
        .map(|file| {
            let name = file.artifact.path.rsplit('/').next().unwrap_or_default();
            Choice::new(file.artifact.id.to_string(), name)
        })
        .collect();
    drafts.change(0, |draft| draft.artifact = file);
    let places = Memo::new(move |_| drafts.0.with(Vec::len));
    let choices = StoredValue::new(choices);
    let chosen = file.map(|no| no.to_string()).unwrap_or_default();
    let chosen = StoredValue::new(chosen);
    let more = move |_| {
        drafts.0.update(|drafts| {
            drafts.push(Draft {
                artifact: file,
                ..Draft::default()
            });
        });
    };
    view! {
        <details class="remarks">
            <summary>"Remark on a line"</summary>
            <For
                each=move || 0..places.get()
                key=|nth| *nth
                children=move |nth| view! { <Remark nth choices=choices.get_value() chosen=chosen.get_value() drafts /> }
            />
            <button class="btn btn--quiet alive" type="button" on:click=more>"Another remark"</button>
        </details>
    }
}

#[component]
fn Remark(nth: usize, choices: Vec<Choice>, chosen: String, drafts: Drafts) -> impl IntoView {
    // The form's first comment is the one about the work as a whole.
    let name = move |field: &str| format!("comments[{}][{field}]", nth + 1);
    let id = move |field: &str| format!("remark-{nth}-{field}");
    // Changes bubble up from the fields.
    let changed = move |event: leptos::ev::Event| {
        let value = event_target_value(&event);
        match event_target::<leptos::web_sys::Element>(&event).id() {
            target if target == id("text") => drafts.change(nth, |draft| draft.text = value),
            target if target == id("line") => {
                drafts.change(nth, |draft| draft.line = value.parse().ok());
            }
            target if target == id("artifact") => {
                drafts.change(nth, |draft| draft.artifact = ArtifactNo::parse(&value));
            }
            _ => {}
        }
    };
    view! {
        <div class="remark-fields" on:change=changed>
            <Pick label="File" name=name("artifact") id=id("artifact") choices value=chosen />
            <Field label="Line" name=name("line") id=id("line") kind="number" autocomplete="off" />
            <Area label="Remark" name=name("text") id=id("text") rows=2 />
        </div>
    }
}
