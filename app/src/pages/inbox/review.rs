//! Action panel of a review: criteria, unblocked tasks, earlier requests, and the verdict. No verdict is
//! preselected; it applies to the version shown, and to no newer one.

use engine::workflow::ops::inbox_get::{File, InboxThing};
use engine::workflow::ops::task_review::{TaskReview, own_work};
use engine::workflow::task::{ReviewStatus, Task};
use kernel::operation::Operation;
use leptos::prelude::*;

use super::form::{ItemForm, form_id, unavailable};
use super::open_item::OpenItem;
use super::remarks::remarks;
use crate::context::viewer;
use crate::pages::ask::why_not;
use crate::pages::force::Force;
use crate::pages::queue::key;
use crate::parts::sect::Level;
use crate::parts::{Ago, Area, Glyph, Icon, Label, Radios, Sect, prose};
use crate::paths;

/// Action panel of a review.
pub fn review_panel(shown: OpenItem) -> impl IntoView {
    let Some(task) = shown.thing.task.clone() else {
        return ().into_any();
    };
    view! {
        {acceptance(task.acceptance.clone())}
        {if_approved(shown.thing.clone())}
        {last_review(task.clone())}
        {verdict_form(task, shown)}
    }
    .into_any()
}

fn acceptance(acceptance: Vec<String>) -> impl IntoView {
    let total = acceptance.len();
    let rows = acceptance
        .into_iter()
        .map(|text| {
            view! {
                <li>
                    <label>
                        <Glyph icon=Icon::Pending />
                        <input type="checkbox" autocomplete="off" />
                        <p class="said">{text}</p>
                    </label>
                </li>
            }
        })
        .collect_view();
    let has_any = total > 0;
    view! {
        <Sect
            id="h-acceptance"
            title="Acceptance"
            level=Level::Three
            aside=move || has_any.then(|| view! { <p class="push"><span data-ticks-in="acceptance">"0"</span> " of " {total}</p> })
        >
            {if has_any {
                view! { <ul class="checks" id="acceptance">{rows}</ul> }.into_any()
            } else {
                view! { <p class="field-hint">"No acceptance criteria. Review the work against its description."</p> }
                    .into_any()
            }}
        </Sect>
    }
}

fn if_approved(thing: InboxThing) -> impl IntoView {
    let workflow = thing.item.workflow;
    let freed = thing
        .unblocks
        .into_iter()
        .map(|freed| {
            view! {
                <li data-status="blocked">
                    <Glyph icon=Icon::Blocked />
                    <p>
                        <a href=paths::task(workflow, freed.id)><b>{freed.id.to_string()}</b> " " {freed.title}</a>
                        " can start."
                    </p>
                </li>
            }
        })
        .collect::<Vec<_>>();
    let none = freed.is_empty();
    view! {
        <Sect id="h-then" title="If you approve" level=Level::Three>
            <ul class="notes">
                {freed}
                {none.then(|| view! { <li><Glyph icon=Icon::Info /><p>"No other task becomes ready."</p></li> })}
                {thing
                    .critical
                    .then(|| {
                        view! {
                            <li><Glyph icon=Icon::Workflow /><p>"This task is on the critical path."</p></li>
                        }
                    })}
            </ul>
        </Sect>
    }
}

/// Last review and its comments.
fn last_review(task: Task) -> impl IntoView {
    task.reviews.into_iter().next_back().map(|review| {
        let word = match review.status {
            ReviewStatus::Approved => "approved it",
            ReviewStatus::NeedsRework => "asked for rework",
            ReviewStatus::Rejected => "rejected it",
        };
        let dismissed = review
            .dismissed
            .map(|why| view! { <li><Glyph icon=Icon::Info /><p class="said">{why}</p></li> });
        let comments = review
            .comments
            .into_iter()
            .map(|comment| view! { <li><Glyph icon=Icon::Right /><div class="said">{prose(&comment.text, 4)}</div></li> })
            .collect_view();
        let who = review.by.id;
        view! {
            <Sect id="h-before" title="Last review" level=Level::Three>
                <p class="field-hint">{who} " " {word} " " <Ago at=review.at.0 /></p>
                <ul class="notes">{comments}{dismissed}</ul>
            </Sect>
        }
    })
}

/// Verdicts: the posted value, and the label.
const VERDICTS: [(&str, &str); 3] = [
    ("approved", "Approve"),
    ("needs_rework", "Needs rework"),
    ("rejected", "Reject"),
];

/// Returns the reason why the viewer may not review this work, or `None`.
fn review_refusal(task: &Task, files: &[File]) -> Option<String> {
    let made = files.iter().map(|file| &file.artifact.created_by);
    own_work(task, made, &viewer()?)
}

/// Labels of the button by verdict, as the script reads them.
const LABELS: &str = r#"{"": "Send review", "approved": "Approve", "needs_rework": "Ask for rework", "rejected": "Reject"}"#;

fn verdict_form(task: Task, shown: OpenItem) -> impl IntoView {
    let why = why_not::<TaskReview>().or_else(|| review_refusal(&task, &shown.thing.files));
    if let Some(why) = why {
        return unavailable("Your review", why);
    }
    let id = form_id("review", &key(&shown.thing.item));
    let hidden = vec![
        ("task", task.id.to_string()),
        ("if_version", task.changed.to_string()),
    ];
    let has_files = !shown.thing.files.is_empty();
    view! {
        <ItemForm spec=TaskReview::SPEC id hidden class="verdict verdict--bench">
            <h3>"Your review"</h3>
            <Radios legend="Verdict" name="status" choices=&VERDICTS class="seg seg--rows" />
            <Area
                label="Comment"
                labelled=Label::Hidden
                name="comments[0][text]"
                id="comment"
                rows=4
                placeholder="What is good, what is missing"
                hint="Required for rework and rejection."
            />
            {has_files.then(|| remarks(shown.thing.files, shown.file))}
            <Force missing=shown.thing.missing />
            <p class="verdict-foot">
                <span>{format!("Attempt {}", task.attempts.len())}</span>
                <button class="btn btn--primary" type="submit" data-by="status" data-labels=LABELS>"Send review"</button>
            </p>
        </ItemForm>
    }
    .into_any()
}
