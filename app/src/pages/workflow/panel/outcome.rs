//! Outcome of the task: the summary that its agent submitted, the next steps, and the reviews.

use engine::numbers::TaskNo;
use engine::workflow::task::{Review, ReviewStatus};
use leptos::prelude::*;

use super::super::scene::scene;
use crate::parts::alive;
use crate::parts::{Ago, Glyph, Icon, Level, Sect, Status, prose};
use crate::paths::View;

/// Result and reviews.
#[component]
pub fn Outcome(no: TaskNo) -> impl IntoView {
    let scene = scene();
    let result = scene.of_task(no, |_, task| task.result.clone());
    let reviews = scene.of_task(no, |_, task| task.reviews.clone());
    view! {
        {alive(move || result.get().map(|result| view! {
            <Sect id="h-result" title="Result" level=Level::Three>
                <div class="said">{prose(&result.summary, 4)}</div>
                {(!result.next_steps.is_empty()).then(|| view! {
                    <p class="btn-why">"What should follow"</p>
                    <ul class="notes">
                        {result.next_steps.into_iter()
                            .map(|step| view! { <li><Glyph icon=Icon::Right/><p>{step}</p></li> })
                            .collect_view()}
                    </ul>
                })}
            </Sect>
        }))}
        {alive(move || reviews.with(|all| (!all.is_empty()).then(|| all.clone())).map(|all| view! {
            <Sect id="h-reviews" title="Reviews" level=Level::Three>
                <ul class="notes">
                    {all.into_iter().rev().map(|review| view! { <ReviewRow review/> }).collect_view()}
                </ul>
            </Sect>
        }))}
    }
}

#[component]
fn ReviewRow(review: Review) -> impl IntoView {
    let scene = scene();
    let (status, verdict) = match review.status {
        ReviewStatus::Approved => (Status::Completed, "approved"),
        ReviewStatus::NeedsRework => (Status::Blocked, "asked for rework of"),
        ReviewStatus::Rejected => (Status::Failed, "rejected"),
    };
    let comments = review
        .comments
        .into_iter()
        .map(|comment| {
            let place = comment.artifact.map(|artifact| {
                let href = scene.href(move |address| {
                    address.view = View::Artifacts;
                    (address.artifact, address.from) = (Some(artifact), None);
                });
                let lines = match (comment.line, comment.to_line) {
                    (Some(from), Some(to)) if to != from => format!(", lines {from} to {to}"),
                    (Some(line), _) => format!(", line {line}"),
                    _ => String::new(),
                };
                let anchor = comment
                    .line
                    .map(|line| format!("#L{line}"))
                    .unwrap_or_default();
                let href = move || format!("{}{anchor}", href());
                view! { " " <a href=href>{artifact.to_string()}{lines}</a> }
            });
            view! { <div class="said">{prose(&comment.text, 4)} {place}</div> }
        })
        .collect_view();
    view! {
        <li data-status=status.name()>
            <Glyph icon=status.icon()/>
            <div>
                <p>
                    <b>{review.by.id}</b> {format!(" {verdict} attempt {}, ", review.attempt)}
                    <Ago at=Signal::stored(review.at.0) now=scene.clock()/>
                    {review.dismissed.map(|why| format!(". It does not count any more: {why}"))}
                </p>
                {comments}
            </div>
        </li>
    }
}
