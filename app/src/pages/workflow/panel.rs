//! Panel of one task: its description, the reason why it waits, its attempts, the context of its agent, and its
//! actions.

mod actions;
mod agent_context;
mod ask;
pub mod attempts;
mod made;
mod outcome;
mod places;
mod review;
mod title;
mod why;

use engine::numbers::TaskNo;
use engine::workflow::TaskStatus;
use engine::workflow::ops::task_retry::TaskRetry;
use leptos::prelude::*;

use super::needs::needs_person;
use super::scene::scene;
use crate::pages::ask::may;
use crate::parts::alive;
use crate::parts::{Empty, Glyph, Icon};

/// Panel of one task.
#[component]
pub fn Panel(
    /// Task to show.
    no: TaskNo,
) -> impl IntoView {
    let scene = scene();
    let is_there = scene.read(move |workflow| workflow.tasks.get(no).is_some());
    // The actions for a failure come first, for viewers who may resolve it.
    let settles = scene.past.is_none() && may::<TaskRetry>();
    let needs = scene.of_task(no, move |workflow, task| {
        settles && task.status == TaskStatus::Failed && needs_person(workflow, task.id)
    });
    view! {
        <aside class="panel" id="task" aria-label=format!("Task {no}")>
            {alive(move || if is_there.get() {
                view! {
                    <title::Title no/>
                    <review::ReviewForm no/>
                    <ask::Questions no/>
                    {alive(move || needs.get().then(|| view! { <actions::Actions no needs=true/> }))}
                    <why::Why no/>
                    <outcome::Outcome no/>
                    <attempts::Attempts no/>
                    <agent_context::AgentContext/>
                    <made::DecisionsHere no/>
                    <made::ArtifactsHere no/>
                    <places::Places no/>
                    {alive(move || (scene.past.is_none() && !needs.get()).then(|| view! { <actions::Actions no needs=false/> }))}
                }
                .into_any()
            } else {
                view! {
                    <p class="panel-line"><Close/></p>
                    <Empty title=format!("There is no {no} here.") text="It may have been added after the version you look at."/>
                }
                .into_any()
            })}
        </aside>
    }
}

/// Link that closes the panel.
#[component]
pub fn Close() -> impl IntoView {
    let href = scene().href(|address| address.task = None);
    view! {
        <a class="btn btn--icon push" href=href data-noscroll="true" data-closes="" aria-label="Close panel" aria-keyshortcuts="Escape">
            <Glyph icon=Icon::Close/>
        </a>
    }
}
