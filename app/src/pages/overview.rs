//! `/`: open items, running workflows, agents and activity. Before the first agent has called: instructions to
//! connect one.

mod asks;
mod first_run;
mod lede;
mod mini;
mod roster;
mod scene;

use leptos::prelude::*;
use leptos_meta::Title;

use crate::pages::happening::{Line, feed_line};
use crate::pages::run::{RunTally, run_body};
use crate::pages::trouble::show_page;
use crate::parts::time::length;
use crate::parts::{Empty, Glyph, Icon, LiveMark, Sect};
use crate::paths;
use scene::{Run, Scene};

/// Lists that wait together while somebody points at one of them: a new row in the first moves those below it.
const GROUP: &str = "overview";

/// Overview page.
#[component]
pub fn Overview() -> impl IntoView {
    view! {
        <Title text="Overview" />
        {show_page(scene::load(), |scene| {
            if scene.is_empty() {
                first_run::body(scene)
            } else {
                body(scene)
            }
        })}
    }
}

fn body(scene: Scene) -> AnyView {
    let (items, memories) = (scene.inbox.items, scene.inbox.memories);
    let lede = lede::lede(&items, &memories, &scene.agents);
    let roster = roster::roster(&scene.agents, &items);
    view! {
        <main class="page" id="main">
            {lede}
            <div class="columns">
                {asks::asks(items, memories)}
                {roster}
                {runs(scene.runs, scene.running, scene.lately)}
                {activity(scene.lines)}
            </div>
        </main>
    }
    .into_any()
}

/// Renders the section with the running workflows, out of `running`; or those that finished recently.
fn runs(runs: Vec<Run>, running: usize, lately: Vec<Run>) -> AnyView {
    let all = if running > runs.len() {
        format!("All {running} active workflows")
    } else {
        "All workflows".to_owned()
    };
    let none = runs.is_empty();
    let rows = |runs: Vec<Run>| runs.into_iter().map(run).collect_view();
    let lately = (none && !lately.is_empty()).then(|| {
        view! {
            <h3>"Recently finished"</h3>
            <ol class="runs">{rows(lately)}</ol>
        }
    });
    let runs = rows(runs);
    let aside = move || view! { <a class="push" href=paths::workflows()>{all.clone()}</a> };
    view! {
        <Sect id="h-runs" title="Active workflows" aside>
            {none.then(|| view! {
                <Empty title="No active workflows." text="Workflows appear here when an agent or you create one.">
                    <a class="btn" href=paths::new_workflow()>"New workflow"</a>
                </Empty>
            })}
            {lately}
            <ol class="runs" id="runs" data-hold="" data-hold-group=GROUP>{runs}</ol>
        </Sect>
    }
    .into_any()
}

fn run(run: Run) -> AnyView {
    let Run { summary, mini } = run;
    let left = mini.as_ref().and_then(|mini| mini.minutes_left);
    let left = left
        .filter(|minutes| *minutes > 0)
        .map(|minutes| format!("{} left (estimate)", length(minutes * 60_000)))
        .unwrap_or_default();
    let row = summary.id.to_string();
    let plan = match mini {
        Some(mini) => mini.view(),
        // The space is kept, so that all rows start at the same line.
        None => view! { <span class="mini"></span> }.into_any(),
    };
    view! {
        <li class="run" id=format!("run-{row}") data-row=row.clone()>
            {plan}
            {run_body(summary.clone())}
            <RunTally summary left />
        </li>
    }
    .into_any()
}

/// Renders the activity, newest first. While somebody points at it, has scrolled down or has paused it, new lines
/// wait, so that nothing moves under the pointer.
fn activity(lines: Vec<Line>) -> AnyView {
    let none = lines.is_empty();
    let aside = || {
        view! {
            <LiveMark/>
            // The button is in the heading, where its appearance moves no line.
            <button
                class="feed-wait"
                type="button"
                data-wait-for="activity"
                data-one="Show 1 new line"
                data-many="Show # new lines"
                hidden=true
            ></button>
            <button
                class="btn btn--icon alive push"
                type="button"
                aria-label="Pause activity"
                title="Pause activity"
                aria-pressed="false"
                data-pauses="activity"
                data-label-on="Resume activity"
                data-label-off="Pause activity"
            >
                <Glyph icon=Icon::Pause />
            </button>
        }
    };
    view! {
        <Sect id="h-feed" title="Activity" aside>
            {none.then(|| view! { <Empty title="No activity yet." /> })}
            <ol
                class="feed"
                id="activity"
                aria-live="polite"
                aria-relevant="additions"
                data-hold="scroll"
                data-hold-group=GROUP
                data-mark-new=""
            >
                {lines.into_iter().map(feed_line).collect_view()}
            </ol>
        </Sect>
    }
    .into_any()
}
