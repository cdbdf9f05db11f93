//! Head of a mind's page: a sentence about its mood, its last and next dream, and its actions.

use engine::jobs::JobState;
use engine::mind::budget::Budget;
use engine::mind::mood::words;
use engine::mind::ops::mind_dream::MindDream;
use engine::mind::report::{DreamRow, DreamStatus};
use kernel::operation::Operation;
use leptos::prelude::*;

use super::here;
use super::load::There;
use super::manage::Manage;
use crate::pages::act::{Act, After, Press};
use crate::pages::ask::forbids;
use crate::pages::words::{begin, count};
use crate::parts::{Ago, group_digits};
use crate::paths;

/// Head of the page.
#[component]
pub fn Head() -> impl IntoView {
    let here = here();
    let there = &here.there;
    let is_dreaming = there.is_dreaming();
    let dreams = if is_dreaming {
        "It is dreaming. ".into_any()
    } else {
        view! { {last(there.mind.dreams.first())}{next(there)} }.into_any()
    };
    view! {
        <header class="folio folio--mind">
            <div>
                <p class="crumbs"><a href=paths::minds()>"Minds"</a></p>
                <h1 dir="auto">{here.agent().to_owned()}</h1>
                <p class="lede">{begin(&words(here.levels()))} ". " {dreams}</p>
            </div>
            <div class="folio-end">
                <dl class="facts">{facts(there)}</dl>
                <div class="btns">
                    <a class="btn" href=format!("#{}", paths::VERSIONS)>"Compare versions"</a>
                    {dream_now(is_dreaming)}
                    <Manage/>
                </div>
            </div>
        </header>
    }
}

/// Describes the result of the last dream.
fn last(dream: Option<&DreamRow>) -> AnyView {
    let Some(dream) = dream else {
        return "It has not dreamt yet".into_any();
    };
    let ago = view! { <Ago at=dream.at.0/> };
    match dream.status {
        DreamStatus::Kept => {
            let notes = match dream.counts.notes {
                1 => "merged one note".to_owned(),
                n => format!("merged {} notes", count(n as usize)),
            };
            let pointers = match dream.counts.pointers_added {
                0 => String::new(),
                1 => " and turned one topic into a pointer".to_owned(),
                n => format!(" and turned {} topics into pointers", count(n as usize)),
            };
            view! { "The last dream, " {ago} {format!(", {notes}{pointers}")} }.into_any()
        }
        DreamStatus::Refused => view! {
            "The last dream, " {ago} ", was rejected by a guard; nothing changed"
        }
        .into_any(),
        DreamStatus::Failed => view! { "The last dream, " {ago} ", failed" }.into_any(),
    }
}

/// Tells when Loci checks again for a dream.
fn next(there: &There) -> AnyView {
    match there.mind.look_at {
        _ if !there.dreams => "; automatic dreams are off.".into_any(),
        Some(at) => view! {
            "; next check " <Ago at=at.0/> "."
        }
        .into_any(),
        None => "; next check after new activity.".into_any(),
    }
}

fn facts(there: &There) -> AnyView {
    let most = Budget::default().chars;
    let (version, state) = match &there.mind.document {
        Some(written) => (
            written.row.number.to_string(),
            format!(
                "{} of {} characters",
                group_digits(written.row.chars.into()),
                group_digits(most as u64)
            ),
        ),
        None => ("none yet".to_owned(), "empty".to_owned()),
    };
    let works = there.holds.first().map(|held| {
        let href = paths::task(held.workflow, held.task);
        let more = there.holds.len() - 1;
        let more = (more > 0).then(|| format!(" and {more} more"));
        view! {
            <div><dt>"Working on"</dt><dd><a href=href title=held.title.clone()>{held.task.to_string()}</a> {more}</dd></div>
        }
    });
    let agent = there.mind.agent.clone();
    let href = paths::agent(&agent);
    view! {
        <div><dt>"Version"</dt><dd>{version}</dd></div>
        <div><dt>"State"</dt><dd>{state}</dd></div>
        <div><dt>"Agent"</dt><dd><a href=href dir="auto">{agent}</a></dd></div>
        {works}
    }
    .into_any()
}

/// Button that starts a dream.
fn dream_now(is_dreaming: bool) -> impl IntoView {
    let spec = MindDream::SPEC;
    let dreams = || is_dreaming.then(|| "A dream is running.".to_owned());
    let refusal = forbids(&spec).or_else(dreams);
    view! {
        <Act spec id="dream-now" class="inline" done="" after=After::Keep>
            <Press label="Dream now".to_owned() refusal/>
        </Act>
    }
}

impl There {
    /// Returns true if a dream is running, or starts at once.
    pub fn is_dreaming(&self) -> bool {
        let rests = self.job.as_ref().is_some_and(|job| match job.state {
            JobState::Running => false,
            JobState::Waiting => job.retry_at.is_some(),
            JobState::Failed | JobState::Stopped => true,
        });
        self.mind.asked.is_some() && !rests
    }
}
