//! One workflow in a list, in two parts: its description with its agents, and its progress.

use engine::workflow::find::Summary;
use engine::workflow::task::TaskStatus;
use leptos::prelude::*;

use crate::pages::shown::{describe_progress, tally_of};
use crate::pages::words::many;
use crate::parts::{Ago, Segs, line};
use crate::paths;

/// Description of a workflow, and its agents.
pub fn run_body(summary: Summary) -> impl IntoView {
    let attention = attention(&summary).map(|text| view! { <span class="rubric">{text}</span> });
    let paused = summary.paused.then(|| view! { <span>"paused"</span> });
    view! {
        <div>
            <h3><a href=paths::workflow(summary.id)>{summary.name.clone()}</a></h3>
            <p class="run-goal">{line(&summary.goal)}</p>
            <p class="run-foot"><span>{who(&summary)}</span> {attention} {paused}</p>
        </div>
    }
}

/// Progress of a workflow.
#[component]
pub fn RunTally(
    /// Workflow to show.
    summary: Summary,
    /// Estimated time left, if tasks have estimates.
    #[prop(optional)]
    left: String,
) -> impl IntoView {
    view! {
        <div class="tally">
            <p class="tally-line"><span>{how_far(&summary)}</span> <span class="num">{left}</span></p>
            <Segs tally=tally_of(&summary.counts) />
            <p class="tally-line"><span>{trouble(&summary)}</span> <Ago at=summary.updated_at.0 /></p>
        </div>
    }
}

fn how_far(summary: &Summary) -> String {
    if summary.tasks == 0 {
        return "no tasks yet".into();
    }
    describe_progress(&summary.counts)
}

fn who(summary: &Summary) -> String {
    let leads = usize::from(summary.lead.is_some());
    let others = (summary.agent_count as usize).saturating_sub(leads);
    match (&summary.lead, others) {
        (Some(lead), 0) => lead.clone(),
        (Some(lead), n) => format!("{lead} and {}", many(n, "other")),
        (None, 0) => "no contributors yet".into(),
        (None, n) if n <= 3 => summary.agents.join(", "),
        (None, n) => many(n, "contributor"),
    }
}

fn attention(summary: &Summary) -> Option<String> {
    match summary.attention {
        0 => None,
        1 => Some("1 thing needs you".into()),
        n => Some(format!("{n} things need you")),
    }
}

fn trouble(summary: &Summary) -> String {
    let of = |status| summary.counts.get(&status).copied().unwrap_or(0);
    let parts: Vec<String> = [
        (TaskStatus::Failed, "failed"),
        (TaskStatus::Review, "in review"),
        (TaskStatus::Blocked, "blocked"),
        (TaskStatus::InProgress, "in progress"),
        (TaskStatus::Cancelled, "cancelled"),
        (TaskStatus::Skipped, "skipped"),
    ]
    .into_iter()
    .filter(|(status, _)| of(*status) > 0)
    .map(|(status, word)| format!("{} {word}", of(status)))
    .take(2)
    .collect();
    parts.join(", ")
}
