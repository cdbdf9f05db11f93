//! Action panel of a review: criteria, unblocked tasks, earlier requests, and the verdict. No verdict is
//! preselected; it applies to the version shown, and to no newer one.

use engine::workflow::ops::inbox_get::{File, InboxThing};
use engine::workflow::ops::task_review::{TaskReview, own_work};
use engine::workflow::task::{ReviewStatus, Task};
use leptos::prelude::*;

use super::acts::act;
use super::hidden_fields::{HiddenFields, form_id};
use super::next::Course;
use super::open_item::OpenItem;
use super::remarks::{Drafts, Remarks};
use crate::context::viewer;
use crate::live::feed;
use crate::pages::answered::Post;
use crate::pages::ask::why_not;
use crate::pages::force::Force;
use crate::pages::queue::key;
use crate::parts::alive;
use crate::parts::sect::Level;
use crate::parts::{Ago, Area, Glyph, Icon, Label, Radios, Sect, prose};
use crate::paths;

/// Action panel of a review.
#[component]
pub fn Review(
    /// Item with its data.
    shown: OpenItem,
    /// Course through the queue.
    course: Course,
    /// Unsent remarks.
    drafts: Drafts,
) -> impl IntoView {
    let Some(task) = shown.thing.task.clone() else {
        return ().into_any();
    };
    view! {
        <Acceptance acceptance=task.acceptance.clone() />
        <IfApproved thing=shown.thing.clone() />
        <Before task=task.clone() />
        <Verdict task shown course drafts />
    }
    .into_any()
}

#[component]
fn Acceptance(acceptance: Vec<String>) -> impl IntoView {
    let total = acceptance.len();
    let ticked = RwSignal::new(0_i32);
    let tick = move |event: leptos::ev::Event| {
        ticked.update(|ticked| *ticked += if event_target_checked(&event) { 1 } else { -1 });
    };
    let rows = acceptance
        .into_iter()
        .map(|text| {
            view! {
                <li>
                    <label>
                        <Glyph icon=Icon::Pending />
                        <input type="checkbox" autocomplete="off" on:change=tick />
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
            aside=move || has_any.then(|| view! { <p class="push">{alive(move || ticked.get())} " of " {total}</p> })
        >
            {if has_any {
                view! { <ul class="checks">{rows}</ul> }.into_any()
            } else {
                view! { <p class="field-hint">"Nobody said what must hold: judge it by its description."</p> }
                    .into_any()
            }}
        </Sect>
    }
}

#[component]
fn IfApproved(thing: InboxThing) -> impl IntoView {
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
                {none.then(|| view! { <li><Glyph icon=Icon::Info /><p>"No other task waits for this alone."</p></li> })}
                {thing
                    .critical
                    .then(|| {
                        view! {
                            <li><Glyph icon=Icon::Workflow /><p>"The chain that takes longest goes on."</p></li>
                        }
                    })}
            </ul>
        </Sect>
    }
}

/// Last review and its comments.
#[component]
fn Before(task: Task) -> impl IntoView {
    let now = feed().clock();
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
            <Sect id="h-before" title="Asked before" level=Level::Three>
                <p class="field-hint">{who} " " {word} " " <Ago at=review.at.0 now /></p>
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

#[component]
fn Verdict(task: Task, shown: OpenItem, course: Course, drafts: Drafts) -> impl IntoView {
    let item = StoredValue::new(key(&shown.thing.item));
    let action = act::<TaskReview>(course, item);
    let pending = action.pending();
    let verdict = RwSignal::new(String::new());
    let says = move || match verdict.get().as_str() {
        "approved" => "Approve",
        "needs_rework" => "Ask for rework",
        "rejected" => "Reject",
        _ => "Send review",
    };
    let why = why_not::<TaskReview>().or_else(|| review_refusal(&task, &shown.thing.files));
    if let Some(why) = why {
        return view! {
            <div class="verdict">
                <h3>"Your review"</h3>
                <p class="btn-why">{why}</p>
            </div>
        }
        .into_any();
    }
    let has_files = !shown.thing.files.is_empty();
    view! {
        <Post action id=form_id("review", item) class="verdict verdict--bench">
            <h3>"Your review"</h3>
            <HiddenFields course item />
            <input type="hidden" name="task" value=task.id.to_string() />
            <input type="hidden" name="if_version" value=task.changed.to_string() />
            <Radios legend="Verdict" name="status" choices=&VERDICTS class="seg seg--rows" chosen=verdict />
            <Area
                label="Comment"
                labelled=Label::Hidden
                name="comments[0][text]"
                id="comment"
                rows=4
                placeholder="What is good, what is missing"
                hint="Rework and rejection need one."
            />
            {has_files.then(|| view! { <Remarks files=shown.thing.files file=shown.file drafts /> })}
            <Force missing=Signal::stored(shown.thing.missing) />
            <p class="verdict-foot">
                <span>{format!("Attempt {}", task.attempts.len())}</span>
                <button class="btn btn--primary" type="submit" disabled=pending>{says}</button>
            </p>
        </Post>
    }
    .into_any()
}
