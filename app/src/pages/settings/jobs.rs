//! `/settings/jobs`: background jobs of the server: running, retrying with the reason, and failed ones.

use engine::jobs::{JobKind, JobRow, JobState};
use engine::session::SessionKey;
use engine::work::ops::job_list::JobList;
use engine::work::ops::job_run::JobRun;
use engine::work::ops::job_stop::JobStop;
use kernel::operation::Operation;
use kernel::page::Page;
use leptos::prelude::*;
use leptos_meta::Title;

use super::{cursor, settings_page};
use crate::pages::answered::Post;
use crate::pages::ask::{ask, may};
use crate::pages::trouble::show_page;
use crate::parts::{ACTIONS, Ago, Confirm, Glyph, Icon, Sect, form_within, more, table};
use crate::paths::{self, with_query};

/// Page of the background jobs.
#[component]
pub fn Jobs() -> impl IntoView {
    let list = JobList {
        cursor: cursor("cursor"),
        ..JobList::default()
    };
    view! {
        <Title text="Jobs, settings" />
        {show_page(ask(list), body)}
    }
}

fn body(page: Page<JobRow>) -> AnyView {
    let older = page.next_cursor;
    let older =
        older.map(|cursor| with_query(&paths::settings_jobs(), &[("cursor", Some(&cursor))]));
    let columns = [("Job", ""), ("State", ""), ("Attempt", "wide"), ACTIONS];
    let rows = page.items.into_iter().map(row).collect();
    let empty = (
        "No background jobs.",
        "Jobs appear here while they run or wait, and after they failed.",
    );
    let content = view! {
        <Sect id="h-jobs" title="Unfinished jobs">
            {table(&columns, rows, empty)}
            {more("Older jobs", older)}
        </Sect>
    };
    settings_page(
        &paths::settings_jobs(),
        "Jobs",
        "Background work of Loci, such as summaries, memory extraction and dreams. Completed jobs are not listed.",
        None,
        content.into_any(),
    )
}

fn row(job: JobRow) -> AnyView {
    let (icon, status, word) = look(job.state);
    let stream = job.stream.to_string();
    let is_of_mind = matches!(job.kind, JobKind::Dream | JobKind::Pointers);
    let href = match SessionKey::of(&job.stream) {
        Some(key) => Some(paths::session(&key)),
        None => is_of_mind.then(|| paths::mind(job.stream.id())),
    };
    let subject = match href {
        Some(href) => view! { <a href=href dir="auto">{stream.clone()}</a> }.into_any(),
        None => stream.clone().into_any(),
    };
    let retry = job.retry_at;
    let retry = retry.map(|at| view! { <p class="field-hint">"Next attempt " <Ago at=at.0 /></p> });
    let error = job.error;
    let error =
        error.map(|error| view! { <p class="field-hint" dir="auto">{error.to_string()}</p> });
    let actions = may::<JobRun>().then(|| actions(job.kind, job.state, stream));
    view! {
        <tr data-status=status>
            <td><strong>{title(job.kind)}</strong><p class="field-hint">{subject}</p></td>
            <td>
                <span class="status"><Glyph icon />{word}</span>
                <span class="quiet">" · " <Ago at=job.since.0 /></span>
                {error}
                {retry}
            </td>
            <td class="wide num">{job.attempt}</td>
            <td class="end">{actions}</td>
        </tr>
    }
    .into_any()
}

fn actions(kind: JobKind, state: JobState, stream: String) -> impl IntoView {
    let name = format!("{} of {stream}", title(kind));
    let (label, question) = (format!("Run now: {name}"), format!("Stop {name}?"));
    let kind = kind.name();
    let dialog = format!("stop-{kind}-{stream}");
    let (run_form, stop_form) = (format!("run-{kind}-{stream}"), form_within(&dialog));
    let fields = move || {
        view! {
            <input type="hidden" name="stream" value=stream.clone() />
            <input type="hidden" name="kind" value=kind />
        }
    };
    let run = (state != JobState::Running).then(|| {
        let fields = fields.clone();
        view! {
            <Post spec=JobRun::SPEC id=run_form class="btns">
                {fields()}
                <button class="btn btn--quiet" type="submit" aria-label=label>"Run now"</button>
            </Post>
        }
    });
    let stop = (state != JobState::Stopped).then(|| {
        view! {
            <Confirm id=dialog label="Stop" title=question does="Stop job">
                <p>"The job is not retried until somebody runs it. Unfinished output is discarded."</p>
                <Post spec=JobStop::SPEC id=stop_form>{fields()}</Post>
            </Confirm>
        }
    });
    view! { <div class="btns">{run}{stop}</div> }
}

const fn title(kind: JobKind) -> &'static str {
    match kind {
        JobKind::Summary => "Summary",
        JobKind::Memories => "Memory extraction",
        JobKind::View => "Summary view",
        JobKind::Dream => "Dream",
        JobKind::Pointers => "Pointer check",
        JobKind::Webhook => "Webhook",
    }
}

const fn look(state: JobState) -> (Icon, &'static str, &'static str) {
    match state {
        JobState::Running => (Icon::InProgress, "in_progress", "Running"),
        JobState::Waiting => (Icon::Pending, "pending", "Waiting"),
        JobState::Failed => (Icon::Failed, "failed", "Failed"),
        JobState::Stopped => (Icon::Pause, "cancelled", "Stopped"),
    }
}
