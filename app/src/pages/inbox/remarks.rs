//! Remarks about lines: fields of the review form. With JavaScript there can be any number of them, and each is shown
//! below its line.

use engine::numbers::ArtifactNo;
use engine::workflow::ops::inbox_get::File;
use leptos::prelude::*;

use crate::parts::{Area, Choice, Field, Pick};

/// Stands for the number of a remark that the reader adds.
const NEXT: &str = "NEXT";

/// Fields for remarks.
pub fn remarks(files: Vec<File>, file: Option<ArtifactNo>) -> impl IntoView {
    let choices: Vec<Choice> = files
        .iter()
        .map(|file| {
            let name = file.artifact.path.rsplit('/').next().unwrap_or_default();
            Choice::new(file.artifact.id.to_string(), name)
        })
        .collect();
    let chosen = file.map(|no| no.to_string()).unwrap_or_default();
    // The form's first comment is the one about the work as a whole.
    view! {
        <details class="remarks">
            <summary>"Remark on a line"</summary>
            <Remark nth="1" choices=choices.clone() chosen=chosen.clone() />
            <template data-more="comments">
                <Remark nth=NEXT choices chosen />
            </template>
            <button class="btn btn--quiet alive" type="button" data-adds="comments">"Another remark"</button>
        </details>
    }
}

#[component]
fn Remark(nth: &'static str, choices: Vec<Choice>, chosen: String) -> impl IntoView {
    let name = |field: &str| format!("comments[{nth}][{field}]");
    let id = |field: &str| format!("remark-{nth}-{field}");
    view! {
        <div class="remark-fields" id=format!("remark-{nth}")>
            <Pick label="File" name=name("artifact") id=id("artifact") choices value=chosen />
            <Field label="Line" name=name("line") id=id("line") kind="number" autocomplete="off" />
            <Area label="Remark" name=name("text") id=id("text") rows=2 />
        </div>
    }
}
