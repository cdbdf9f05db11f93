//! Outcome of the task: the summary that its agent submitted, the next steps, the reviews, the decisions about it and
//! the artifacts made for it.

use std::fmt::Write as _;

use engine::numbers::{ArtifactNo, DecisionNo, TaskNo};
use engine::workflow::Task;
use engine::workflow::shared::{Artifact, Decision};
use engine::workflow::task::{Comment, Review, ReviewStatus};
use leptos::prelude::*;

use super::super::scene::Scene;
use crate::pages::words::many;
use crate::parts::{Glyph, Icon, Level, Sect, Status, group_digits, prose};
use crate::paths::View;

/// Maximum number of entries in a list of the panel; the newest are kept.
const LISTED: usize = 20;

/// Renders the result and the reviews.
pub fn outcome(scene: &Scene, task: &Task) -> AnyView {
    let result = task.result.as_ref().map(|result| {
        let steps = result.next_steps.iter().map(|step| {
            view! { <li><Glyph icon=Icon::Right/><p>{step.clone()}</p></li> }
        });
        let steps = (!result.next_steps.is_empty()).then(|| {
            view! {
                <p class="btn-why">"Next steps"</p>
                <ul class="notes">{steps.collect_view()}</ul>
            }
        });
        let summary = prose(&result.summary, 4);
        view! {
            <Sect id="h-result" title="Result" level=Level::Three>
                <div class="said">{summary}</div>
                {steps}
            </Sect>
        }
    });
    let reviews = task.reviews.iter().rev().take(LISTED);
    let reviews: Vec<_> = reviews.map(|review| review_row(scene, review)).collect();
    let reviews = (!reviews.is_empty()).then(|| {
        view! {
            <Sect id="h-reviews" title="Reviews" level=Level::Three>
                <ul class="notes">{reviews}</ul>
            </Sect>
        }
    });
    view! { {result} {reviews} }.into_any()
}

fn review_row(scene: &Scene, review: &Review) -> AnyView {
    let (status, verdict) = match review.status {
        ReviewStatus::Approved => (Status::Completed, "approved"),
        ReviewStatus::NeedsRework => (Status::Blocked, "asked for rework of"),
        ReviewStatus::Rejected => (Status::Failed, "rejected"),
    };
    let comments = review.comments.iter();
    let comments = comments.map(|comment| comment_view(scene, comment));
    let dismissed = review.dismissed.as_ref();
    let dismissed = dismissed.map(|why| format!(". No longer counts: {why}"));
    view! {
        <li data-status=status.name()>
            <Glyph icon=status.icon()/>
            <div>
                <p>
                    <b>{review.by.id.clone()}</b> {format!(" {verdict} attempt {}, ", review.attempt)}
                    {scene.ago(review.at)}
                    {dismissed}
                </p>
                {comments.collect_view()}
            </div>
        </li>
    }
    .into_any()
}

/// Comment of a review, with the link to its lines.
fn comment_view(scene: &Scene, comment: &Comment) -> AnyView {
    let place = comment.artifact.map(|artifact| {
        let lines = match (comment.line, comment.to_line) {
            (Some(from), Some(to)) if to != from => format!(", lines {from} to {to}"),
            (Some(line), _) => format!(", line {line}"),
            _ => String::new(),
        };
        let mut href = scene.href_of_artifact(artifact, None);
        if let Some(line) = comment.line {
            let _ = write!(href, "#L{line}");
        }
        view! { " " <a href=href>{artifact.to_string()}{lines}</a> }
    });
    view! { <div class="said">{prose(&comment.text, 4)} {place}</div> }.into_any()
}

/// Renders the decisions about the task that hold.
pub fn decisions(scene: &Scene, no: TaskNo) -> Option<AnyView> {
    let workflow = &scene.workflow;
    let about = workflow.derived().decisions_of.get(&no.0)?.iter();
    let about = about.filter_map(|no| workflow.decisions.get(DecisionNo(*no)));
    let about: Vec<_> = about.filter(|decision| decision.holds()).collect();
    let view = scene.href(|address| address.view = View::Decisions);
    let rows = about.iter().rev().take(LISTED);
    let rows: Vec<_> = rows.map(|decision| decision_row(&view, decision)).collect();
    let more = more(about.len(), view);
    let section = (!rows.is_empty()).then(|| {
        view! {
            <Sect id="h-decided" title="Decisions" level=Level::Three>
                <ul class="notes">{rows}</ul>
                {more}
            </Sect>
        }
    });
    section.map(IntoAny::into_any)
}

fn decision_row(view: &str, decision: &Decision) -> AnyView {
    let id = decision.id;
    let mut rest = match decision.alternatives.as_slice() {
        [] => String::new(),
        not => format!("Rejected: {}.", not.join(", ")),
    };
    if let Some(before) = decision.supersedes {
        let _ = write!(rest, " Replaces {before}.");
    }
    view! {
        <li>
            <Glyph icon=Icon::Decision/>
            <p>
                <b>{decision.choice.clone()}"."</b> " " {rest} " "
                <a class="id" href=format!("{view}#{id}")>{id.to_string()}</a>
            </p>
        </li>
    }
    .into_any()
}

/// Renders the artifacts made for the task.
pub fn artifacts(scene: &Scene, no: TaskNo) -> Option<AnyView> {
    let workflow = &scene.workflow;
    let made = workflow.derived().artifacts_of.get(&no.0)?.iter();
    let made = made.filter_map(|no| workflow.artifacts.get(ArtifactNo(*no)));
    let made: Vec<_> = made.collect();
    let rows = made.iter().rev().take(LISTED);
    let rows: Vec<_> = rows.map(|made| artifact_row(scene, made)).collect();
    let more = more(
        made.len(),
        scene.href(|address| address.view = View::Artifacts),
    );
    let files = many(made.len(), "file");
    let aside = move || view! { <span class="push">{files.clone()}</span> };
    let section = (!rows.is_empty()).then(|| {
        view! {
            <Sect id="h-made" title="Artifacts" level=Level::Three aside>
                <table class="rows rows--files"><tbody>{rows}</tbody></table>
                {more}
            </Sect>
        }
    });
    section.map(IntoAny::into_any)
}

fn artifact_row(scene: &Scene, made: &Artifact) -> AnyView {
    let sum = made.checksum.iter().flat_map(|sum| sum.chars());
    let sum: String = sum.take(7).collect();
    view! {
        <tr>
            <td><a href=scene.href_of_artifact(made.id, None) data-noscroll="true">{made.path.clone()}</a></td>
            <td class="num">"v" {made.version}</td>
            <td class="num">{sum}</td>
        </tr>
    }
    .into_any()
}

/// Link to the view that lists all of them, if there are more than the panel shows.
fn more(all: usize, view: String) -> Option<AnyView> {
    let more = all.checked_sub(LISTED).filter(|more| *more > 0)?;
    let more = format!("{} more", group_digits(more as u64));
    Some(view! { <p class="btn-why"><a href=view>{more}</a></p> }.into_any())
}
