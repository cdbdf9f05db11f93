//! Head of the page: goal and progress in words; the workflow's state (paused, stale, ended, an earlier version);
//! its actions.

use std::fmt::Write as _;
use std::sync::Arc;

use engine::workflow::{Status, TaskStatus, Workflow};
use leptos::prelude::*;

use super::manage::Manage;
use super::scene::scene;
use crate::live::feed;
use crate::pages::form_result::FormResult;
use crate::parts::alive;
use crate::parts::{Ago, Notice, Tone, escape_direction, exact, group_digits, machine, prose};
use crate::paths;

/// Head of the page.
#[component]
pub fn Head() -> impl IntoView {
    let scene = scene();
    let name = scene.read(|workflow| workflow.name.to_string());
    let goal = scene.read(|workflow| workflow.goal.to_string());
    let constraints = scene.read(|workflow| Arc::clone(&workflow.constraints));
    view! {
        <header class="folio folio--tight">
            <p class="crumbs"><a href=paths::workflows()>"Workflows"</a></p>
            <Facts/>
            <h1>{alive(move || name.get())}</h1>
            {scene.past.is_none().then(|| view! { <Manage/> })}
            <div class="lede said">
                {alive(move || goal.with(|goal| prose(goal, 2)))}
                {alive(move || constraints.with(|all| (!all.is_empty()).then(|| sentence(all)))
                    .map(|text| view! { " " <span class="quiet">{text}</span> }))}
            </div>
            <div class="notices"><FormResult/><Past/><ImportNotice/><Standing/></div>
        </header>
    }
}

/// Joins constraints into sentences.
fn sentence(constraints: &[String]) -> String {
    let mut text = escape_direction(&constraints.join(". ")).into_owned();
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

#[component]
fn Facts() -> impl IntoView {
    let scene = scene();
    let done = scene.read(|workflow| {
        let counts = workflow.derived().counts;
        let of = |status: TaskStatus| counts[status as usize];
        let mut words = format!("{} of {}", of(TaskStatus::Completed), workflow.tasks.len());
        for status in [TaskStatus::Cancelled, TaskStatus::Skipped] {
            if of(status) > 0 {
                let _ = write!(words, ", {} {}", of(status), status.name());
            }
        }
        words
    });
    let lead = scene.read(|workflow| workflow.lead.agent.clone());
    let agents = scene.read(|workflow| workflow.agent_contributions.len());
    let began = scene.read(|workflow| workflow.created_at.0);
    let seen = move |name: &str| {
        let called = scene.agents().into_iter().find(|agent| agent.name == name);
        let called = called.and_then(|agent| agent.seen_at);
        let gave = scene.state.with(|workflow| {
            workflow
                .agent_contributions
                .get(name)
                .map(|given| given.last_contribution)
        });
        called.max(gave).map(|at| at.0)
    };
    view! {
        <dl class="facts">
            <div><dt>"Done"</dt><dd class="figures">{alive(move || done.get())}</dd></div>
            <div>
                <dt>"Orchestrator"</dt>
                <dd>
                    {alive(move || match lead.get() {
                        None => view! { "nobody" }.into_any(),
                        Some(name) => {
                            let (at, to) = (seen(&name), paths::agent(&name));
                            view! {
                                <a href=to>{name}</a>
                                {at.map(|at| view! { ", seen " <Ago at=Signal::stored(at) now=scene.clock()/> })}
                            }
                            .into_any()
                        }
                    })}
                </dd>
            </div>
            <div><dt>"Agents"</dt><dd class="figures">{alive(move || agents.get())}</dd></div>
            <div><dt>"Started"</dt><dd><Ago at=Signal::derive(move || began.get()) now=scene.clock()/></dd></div>
        </dl>
    }
}

/// Notice that an earlier version is open.
#[component]
fn Past() -> impl IntoView {
    let scene = scene();
    scene.past.map(|version| {
        let at = scene.state.with_untracked(|workflow| workflow.updated_at.0);
        let now = scene.href(|address| address.at = None);
        view! {
            <Notice>
                "As it was at version " <b class="num">{group_digits(version)}</b> ", "
                <time datetime=machine(at)>{exact(at)}</time>
                " (" <Ago at=Signal::stored(at) now=feed().clock()/> "). "
                <a href=now data-noscroll="true">"Back to now"</a>
            </Notice>
        }
    })
}

/// Notice that the history was imported from a file.
#[component]
fn ImportNotice() -> impl IntoView {
    let scene = scene();
    scene.import_record().map(|taken| {
        view! {
            <Notice>
                <b>"Taken in"</b> " from a file by " {taken.by.id} " "
                <Ago at=Signal::stored(taken.at.0) now=scene.clock()/>
                ". Who did what up to version " <b class="num">{group_digits(taken.facts)}</b>
                " is as the file has it."
            </Notice>
        }
    })
}

/// Notices about the state of the whole workflow.
#[component]
fn Standing() -> impl IntoView {
    let scene = scene();
    let paused = scene.read(|workflow| workflow.paused.clone());
    let ended = scene.read(|workflow| {
        (workflow.status != Status::Active).then(|| (workflow.status, workflow.reason.clone()))
    });
    // Counted in days, so that the memo does not change every second.
    let days = Memo::new(move |_| {
        let quiet = scene
            .now
            .get()
            .since(scene.state.with(|workflow| workflow.updated_at));
        let is_stale = scene
            .state
            .with(|workflow| workflow.status == Status::Active)
            && quiet >= Workflow::STALE_AFTER;
        is_stale.then_some(quiet / (24 * 3_600_000))
    });
    let vacant = scene.read(Workflow::is_lead_vacant);
    view! {
        {alive(move || paused.get().map(|pause| view! {
            <Notice tone=Tone::Hold>
                <b>"Paused"</b> " by " {pause.by.id.clone()} " "
                <Ago at=Signal::stored(pause.at.0) now=scene.clock()/>
                {pause.reason.clone().map(|why| format!(": {why}"))}
                ". Nobody can claim a task until it is resumed."
            </Notice>
        }))}
        {alive(move || ended.get().map(|(status, reason)| view! {
            <Notice>
                <b>{how(status)}</b>
                {reason.map(|why| format!(" {why}"))}
            </Notice>
        }))}
        {alive(move || days.get().map(|days| view! {
            <Notice tone=Tone::Hold>
                <b>"Stale"</b> {format!(": nothing has happened for {days} days.")}
            </Notice>
        }))}
        {alive(move || vacant.get().then(|| view! {
            <Notice tone=if scene.past.is_none() { Tone::NeedsYou } else { Tone::Info }>
                <b>"Nobody leads."</b> " Work goes on, but nobody plans or assigns it."
            </Notice>
        }))}
    }
}

const fn how(status: Status) -> &'static str {
    match status {
        Status::Active => "Active.",
        Status::Completed => "Completed.",
        Status::CompletedWithFailures => "Completed, with failures that were accepted.",
        Status::Cancelled => "Cancelled.",
        Status::Archived => "Archived.",
    }
}
