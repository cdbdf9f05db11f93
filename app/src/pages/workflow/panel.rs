//! Panel of one task: its description, the reason why it waits, its attempts, the context of its agent, and its
//! actions.

mod actions;
mod ask;
pub mod attempts;
mod outcome;
mod places;
mod review;
mod title;
mod why;

use engine::context::given::ContextGiven;
use engine::numbers::TaskNo;
use engine::workflow::TaskStatus;
use engine::workflow::ops::task_retry::TaskRetry;
use leptos::prelude::*;

use super::needs::tasks_for_people;
use super::scene::Scene;
use crate::pages::ask::{Loaded, may};
use crate::pages::prompt::{Ledger, PromptSection};
use crate::parts::{Empty, Glyph, Icon, Level};

/// Renders the panel of one task.
pub fn panel(scene: &Scene, no: TaskNo, prompt: Option<Loaded<ContextGiven>>) -> AnyView {
    let body = match scene.workflow.tasks.get(no) {
        Some(task) => {
            // The actions for a failure come first, for viewers who may resolve it.
            let is_failed = task.status == TaskStatus::Failed;
            let settles = !scene.is_past() && is_failed && may::<TaskRetry>();
            let settles = settles && tasks_for_people(&scene.workflow).contains(&no);
            let first = settles.then(|| actions::actions(scene, task, true));
            let last = (!scene.is_past() && !settles).then(|| actions::actions(scene, task, false));
            view! {
                {title::title(scene, task)}
                {review::review(scene, task)}
                {ask::questions(scene, no)}
                {first}
                {why::why(scene, task)}
                {outcome::outcome(scene, task)}
                {attempts::attempts(scene, task)}
                {prompt.map(next_prompt)}
                {outcome::decisions(scene, no)}
                {outcome::artifacts(scene, no)}
                {places::places(scene, task)}
                {last}
            }
            .into_any()
        }
        None => view! {
            <p class="panel-line">{close(scene)}</p>
            <Empty title=format!("{no} does not exist here.") text="It may have been added after the version that is open."/>
        }
        .into_any(),
    };
    view! {
        <aside class="panel" id="task" aria-label=format!("Task {no}")>{body}</aside>
    }
    .into_any()
}

/// Link that closes the panel.
fn close(scene: &Scene) -> AnyView {
    let href = scene.href(|address| address.task = None);
    view! {
        <a class="btn btn--icon push" href=href data-noscroll="true" data-closes="" aria-label="Close panel" aria-keyshortcuts="Escape">
            <Glyph icon=Icon::Close/>
        </a>
    }
    .into_any()
}

/// Next prompt for the task, as its agent gets it by default.
fn next_prompt(given: Loaded<ContextGiven>) -> AnyView {
    let show = |given: ContextGiven| view! { <Ledger given/> }.into_any();
    view! { <PromptSection id="h-given" title="Given to the worker" level=Level::Three given show/> }
        .into_any()
}
