//! Head of the page: goal and progress in words; the workflow's state (paused, stale, ended, an earlier version);
//! its actions.

use std::fmt::Write as _;

use engine::workflow::{Status, TaskStatus, Workflow};
use leptos::prelude::*;

use super::manage::manage;
use super::scene::Scene;
use crate::moment::moment;
use crate::pages::form_result::FormResult;
use crate::parts::{Ago, Notice, Tone, day, escape_direction, group_digits, hour, machine, prose};
use crate::paths;

/// Length of a day, in milliseconds.
const DAY: i64 = 24 * 3_600_000;

/// Renders the head of the page.
pub fn head(scene: &Scene) -> AnyView {
    let workflow = &scene.workflow;
    let constraints = &workflow.constraints;
    let constraints = (!constraints.is_empty()).then(|| sentence(constraints));
    let constraints =
        constraints.map(|text| view! { " " <span class="quiet">"Constraints: " {text}</span> });
    view! {
        <header class="folio folio--tight">
            <p class="crumbs"><a href=paths::workflows()>"Workflows"</a></p>
            {facts(scene)}
            <h1>{workflow.name.to_string()}</h1>
            {(!scene.is_past()).then(|| manage(scene))}
            <div class="lede said">{prose(&workflow.goal, 2)} {constraints}</div>
            <div class="notices"><FormResult/>{past(scene)}{import_source(scene)}{state(scene)}</div>
        </header>
    }
    .into_any()
}

/// Joins constraints into a sentence.
fn sentence(constraints: &[String]) -> String {
    let all: Vec<&str> = constraints
        .iter()
        .map(|one| one.trim().trim_end_matches('.'))
        .collect();
    end_sentence(&escape_direction(&all.join("; ")))
}

/// Appends a full stop unless the text ends a sentence.
fn end_sentence(text: &str) -> String {
    let text = text.trim_end();
    let stop = if text.ends_with(['.', '!', '?', '…']) {
        ""
    } else {
        "."
    };
    format!("{text}{stop}")
}

fn facts(scene: &Scene) -> AnyView {
    let workflow = &scene.workflow;
    let counts = workflow.derived().counts;
    let of = |status: TaskStatus| counts[status as usize];
    let mut done = format!("{} of {}", of(TaskStatus::Completed), workflow.tasks.len());
    for status in [TaskStatus::Cancelled, TaskStatus::Skipped] {
        if of(status) > 0 {
            let _ = write!(done, ", {} {}", of(status), status.name());
        }
    }
    let lead = workflow.lead.agent.as_ref().map(|name| {
        let called = scene.agents.iter().find(|seen| seen.agent.name == *name);
        let called = called.and_then(|seen| seen.seen_at);
        let gave = workflow.agent_contributions.get(name);
        let seen = called.max(gave.map(|given| given.last_contribution));
        view! {
            <a href=paths::agent(name)>{name.clone()}</a>
            {seen.map(|at| view! { ", seen " {scene.ago(at)} })}
        }
        .into_any()
    });
    view! {
        <dl class="facts">
            <div><dt>"Done"</dt><dd class="figures">{done}</dd></div>
            <div><dt>"Orchestrator"</dt><dd>{lead.unwrap_or_else(|| "none".into_any())}</dd></div>
            <div><dt>"Agents"</dt><dd class="figures">{workflow.agent_contributions.len()}</dd></div>
            <div><dt>"Started"</dt><dd>{scene.ago(workflow.created_at)}</dd></div>
        </dl>
    }
    .into_any()
}

/// Notice that an earlier version is open.
fn past(scene: &Scene) -> Option<AnyView> {
    let version = group_digits(scene.past?);
    let at = scene.workflow.updated_at.0;
    let now = scene.href(|address| address.at = None);
    let notice = view! {
        <Notice>
            "As it was at version " <b class="num">{version}</b> ", "
            <time datetime=machine(at)>{format!("{}, {} UTC", day(at), hour(at))}</time>
            " (" <Ago at=at now=moment().now.0/> "). "
            <a href=now data-noscroll="true">"Back to now"</a>
        </Notice>
    };
    Some(notice.into_any())
}

/// Notice that the history was imported from a file.
fn import_source(scene: &Scene) -> Option<AnyView> {
    let record = scene.taken_in.as_ref()?;
    let (by, ago) = (record.by.id.clone(), scene.ago(record.at));
    let last = group_digits(record.facts);
    let notice = view! {
        <Notice>
            <b>"Imported"</b> " from a file by " {by} " " {ago}
            ". The history up to version " <b class="num">{last}</b> " comes from that file."
        </Notice>
    };
    Some(notice.into_any())
}

/// Notices about the state of the whole workflow.
fn state(scene: &Scene) -> AnyView {
    let workflow = &scene.workflow;
    let paused = workflow.paused.as_ref().map(|pause| {
        let (by, ago) = (pause.by.id.clone(), scene.ago(pause.at));
        let why = match &pause.reason {
            Some(why) => format!(": {}", end_sentence(why)),
            None => ".".to_owned(),
        };
        view! {
            <Notice tone=Tone::Hold>
                <b>"Paused"</b> " by " {by} " " {ago} {why} " No task can be claimed until it is resumed."
            </Notice>
        }
    });
    let ended = (workflow.status != Status::Active).then(|| {
        let why = workflow
            .reason
            .as_deref()
            .map(|why| format!(" {}", end_sentence(why)));
        let status = describe_end(workflow.status);
        view! { <Notice><b>{status}</b> {why}</Notice> }
    });
    let quiet = scene.now.since(workflow.updated_at);
    let is_stale = workflow.status == Status::Active && quiet >= Workflow::STALE_AFTER;
    let stale = is_stale.then(|| {
        let text = format!(": nothing has happened for {} days.", quiet / DAY);
        view! { <Notice tone=Tone::Hold><b>"Stale"</b> {text}</Notice> }
    });
    let vacant = workflow.is_lead_vacant().then(|| {
        let tone = if scene.is_past() {
            Tone::Info
        } else {
            Tone::NeedsYou
        };
        view! {
            <Notice tone=tone>
                <b>"No orchestrator leads."</b> " Work continues, but no one plans or assigns it."
            </Notice>
        }
    });
    view! { {paused} {ended} {stale} {vacant} }.into_any()
}

const fn describe_end(status: Status) -> &'static str {
    match status {
        Status::Active => "Active.",
        Status::Completed => "Completed.",
        Status::CompletedWithFailures => "Completed, with accepted failures.",
        Status::Cancelled => "Cancelled.",
        Status::Archived => "Archived.",
    }
}

#[cfg(test)]
mod tests {
    use super::{end_sentence, sentence};

    #[test]
    fn a_sentence_ends_once() {
        for (text, ended) in [
            ("The freeze", "The freeze."),
            ("The freeze.", "The freeze."),
            ("Really? ", "Really?"),
            ("and so on…", "and so on…"),
        ] {
            assert_eq!(end_sentence(text), ended);
        }
    }

    #[test]
    fn constraints_are_one_sentence() {
        let constraints = [
            "keep the user table".to_owned(),
            "Break no client.".to_owned(),
        ];
        assert_eq!(
            sentence(&constraints),
            "keep the user table; Break no client."
        );
    }
}
