//! Verdict of a person on submitted work. Nothing is preselected; the button names the task, and a later change of
//! the task makes the verdict stale.

use engine::numbers::{ArtifactNo, TaskNo};
use engine::workflow::ops::task_review::TaskReview;
use engine::workflow::{TaskStatus, Workflow};
use kernel::operation::Operation;
use leptos::prelude::*;

use super::super::refusal::{of_own, of_review, refusal};
use super::super::scene::scene;
use crate::pages::act::{Act, Press};
use crate::pages::force::Force;
use crate::parts::{Area, Label, Need, Radios};
use crate::paths::View;

/// Verdicts: the posted value, and the label.
const VERDICTS: [(&str, &str); 3] = [
    ("approved", "Approve"),
    ("needs_rework", "Needs rework"),
    ("rejected", "Reject"),
];

/// Form for the verdict, shown while the task is in review.
#[component]
pub fn ReviewForm(no: TaskNo) -> impl IntoView {
    let scene = scene();
    let in_review = scene.of_task(no, move |_, task| {
        scene.past.is_none() && task.status == TaskStatus::Review
    });
    let viewer = scene.viewer();
    let own = scene.read(move |workflow| {
        let task = workflow.tasks.get(no)?;
        of_own(workflow, task, viewer.as_ref())
    });
    move || {
        in_review.get().then(|| match own.get() {
            Some(why) => view! {
                <div class="verdict">
                    <h3>"Your review"</h3>
                    <p class="btn-why">{why}</p>
                </div>
            }
            .into_any(),
            None => view! { <Form no/> }.into_any(),
        })
    }
}

#[component]
fn Form(no: TaskNo) -> impl IntoView {
    let scene = scene();
    let viewer = scene.viewer();
    let refusal = refusal::<TaskReview>(scene, move |workflow| {
        let task = workflow.tasks.get(no)?;
        of_review(workflow, task, viewer.as_ref())
    });
    let chosen = RwSignal::new(String::new());
    let changed = scene.of_task(no, |_, task| task.changed);
    let worker = scene.of_task(no, |_, task| {
        task.assigned_to
            .clone()
            .unwrap_or_else(|| "the worker".into())
    });
    let attempt = scene.of_task(no, |_, task| task.attempts.len());
    let missing = scene.of_task(no, Workflow::unmet_in_words);
    let newest = scene.read(move |workflow| to_look_at(workflow, no));
    let look = move || {
        newest.get().map(|(artifact, from)| {
            let href = scene.href(move |address| {
                address.view = View::Artifacts;
                (address.artifact, address.from) = (Some(artifact), from);
            });
            let words = if from.is_some() {
                "Open diff"
            } else {
                "Open what was made"
            };
            view! { <a href=href data-noscroll="true">{words}</a> }
        })
    };
    let need = Signal::derive(move || {
        chosen.with(|chosen| match chosen.as_str() {
            "needs_rework" | "rejected" => Need::Required,
            _ => Need::Optional,
        })
    });
    let label = Signal::derive(move || {
        let word = chosen.with(|chosen| {
            VERDICTS
                .iter()
                .find(|(value, _)| value == chosen)
                .map_or("Send verdict on", |(_, label)| *label)
        });
        match word {
            "Needs rework" => format!("Ask for rework of attempt {}", attempt.get()),
            word => format!("{word} attempt {}", attempt.get()),
        }
    });
    view! {
        <Act
            spec=TaskReview::SPEC
            id="review"
            hidden=vec![("task", no.to_string())]
            if_version=changed
            class="verdict"
            named_by="h-review"
        >
            <h3 id="h-review">"Your review"</h3>
            <Radios legend="Verdict" name="status" choices=&VERDICTS chosen/>
            <Area
                label="Comment"
                labelled=Label::Hidden
                name="comments"
                id="review-comments"
                rows=2
                placeholder=format!("Comment for {}. Required for rework and reject.", worker.get_untracked())
                need
            />
            <Force missing/>
            <p class="verdict-foot">
                <span>{look}</span>
                <Press label refusal class="btn btn--primary"/>
            </p>
        </Act>
    }
}

/// Returns the artifact that a reviewer looks at first: a changed file of this task, with its version before;
/// otherwise the newest one.
fn to_look_at(workflow: &Workflow, no: TaskNo) -> Option<(ArtifactNo, Option<ArtifactNo>)> {
    let made = workflow.derived().artifacts_of.get(&no.0)?;
    let made: Vec<_> =
        made.iter()
            .filter_map(|no| workflow.artifacts.get(ArtifactNo(*no)))
            .map(|artifact| {
                let before = workflow.artifacts.iter().rev().find(|other| {
                    other.path == artifact.path && other.version + 1 == artifact.version
                });
                (artifact.id, before.map(|before| before.id))
            })
            .collect();
    let changed = made.iter().rev().find(|(_, before)| before.is_some());
    changed.or(made.last()).copied()
}
