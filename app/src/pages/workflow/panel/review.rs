//! Verdict of a person on submitted work. Nothing is preselected; the button names the task, and a later change of
//! the task makes the verdict stale.

use engine::numbers::{ArtifactNo, TaskNo};
use engine::workflow::ops::task_review::TaskReview;
use engine::workflow::{Task, TaskStatus, Workflow};
use kernel::operation::Operation;
use leptos::prelude::*;

use super::super::refusal::{active, of_own};
use super::super::scene::Scene;
use crate::pages::act::Act;
use crate::pages::force::Force;
use crate::parts::{Area, Label, Radios};

/// Verdicts: the posted value, and the label.
const VERDICTS: [(&str, &str); 3] = [
    ("approved", "Approve"),
    ("needs_rework", "Needs rework"),
    ("rejected", "Reject"),
];

/// Renders the form for the verdict while the task is in review.
pub fn review(scene: &Scene, task: &Task) -> Option<AnyView> {
    if scene.is_past() || task.status != TaskStatus::Review {
        return None;
    }
    Some(match of_own(scene, task) {
        Some(why) => view! {
            <div class="verdict">
                <h3>"Your review"</h3>
                <p class="btn-why">{why}</p>
            </div>
        }
        .into_any(),
        None => form(scene, task),
    })
}

fn form(scene: &Scene, task: &Task) -> AnyView {
    let why = active(scene, &TaskReview::SPEC);
    let is_refused = why.is_some();
    let worker = task.assigned_to.as_deref().unwrap_or("the worker");
    let placeholder = format!("Comment for {worker}. Required for rework and rejection.");
    let hidden = vec![("task", task.id.to_string())];
    let missing = scene.workflow.unmet_in_words(task);
    let look = to_look_at(&scene.workflow, task.id).map(|(artifact, from)| {
        let words = if from.is_some() {
            "Open diff"
        } else {
            "Open artifact"
        };
        let href = scene.href_of_artifact(artifact, from);
        view! { <a href=href data-noscroll="true">{words}</a> }
    });
    let attempt = task.attempts.len();
    let default = format!("Send verdict on attempt {attempt}");
    let labels = serde_json::json!({
        "": default,
        "approved": format!("Approve attempt {attempt}"),
        "needs_rework": format!("Ask for rework of attempt {attempt}"),
        "rejected": format!("Reject attempt {attempt}"),
    })
    .to_string();
    view! {
        <Act spec=TaskReview::SPEC id="review" hidden if_version=task.changed class="verdict" named_by="h-review">
            <h3 id="h-review">"Your review"</h3>
            <Radios legend="Verdict" name="status" choices=&VERDICTS/>
            <Area
                label="Comment"
                labelled=Label::Hidden
                name="comments"
                id="review-comments"
                rows=2
                placeholder
                required_for="status=needs_rework rejected"
            />
            <Force missing/>
            <p class="verdict-foot">
                <span>{look}</span>
                <button class="btn btn--primary" type="submit" disabled=is_refused data-by="status" data-labels=labels>
                    {default}
                </button>
                {why.map(|why| view! { <span class="btn-why">{why}</span> })}
            </p>
        </Act>
    }
    .into_any()
}

/// Returns the artifact that a reviewer looks at first: a changed file of this task, with its version before;
/// otherwise the newest one.
fn to_look_at(workflow: &Workflow, no: TaskNo) -> Option<(ArtifactNo, Option<ArtifactNo>)> {
    let made = workflow.derived().artifacts_of.get(&no.0)?.iter();
    let made = made.filter_map(|no| workflow.artifacts.get(ArtifactNo(*no)));
    let mut made: Vec<_> = made.collect();
    made.reverse();
    let changed = made.iter().find(|artifact| artifact.version > 1);
    let changed = changed.and_then(|artifact| {
        let before =
            workflow.artifacts.iter().rev().find(|other| {
                other.path == artifact.path && other.version + 1 == artifact.version
            })?;
        Some((artifact.id, Some(before.id)))
    });
    changed.or_else(|| Some((made.first()?.id, None)))
}
