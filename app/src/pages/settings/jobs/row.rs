//! One job: its subject, its state with the reason, and its actions.

use engine::jobs::{JobKind, JobRow, JobState};
use engine::session::SessionKey;
use engine::work::ops::job_run::JobRun;
use leptos::prelude::*;

use super::Acts;
use crate::live::feed;
use crate::pages::answered::Post;
use crate::pages::ask::may;
use crate::parts::{Ago, Confirm, Glyph, Icon, form_within};
use crate::paths;

/// Row of one job.
#[component]
pub fn Row(
    /// Job to show.
    job: JobRow,
    /// Form actions of the page.
    acts: Acts,
) -> impl IntoView {
    let now = feed().clock();
    let (icon, status, word) = look(job.state);
    let about = job.stream.to_string();
    let title = title(job.kind);
    let place = match SessionKey::of(&job.stream) {
        Some(key) => Some(paths::session(&key)),
        None => is_of_mind(&job).then(|| paths::mind(job.stream.id())),
    };
    let about_it = match place {
        Some(href) => view! { <a href=href dir="auto">{about.clone()}</a> }.into_any(),
        None => about.clone().into_any(),
    };
    let again = job
        .retry_at
        .map(|at| view! { <p class="field-hint">"Tried again " <Ago at=at.0 now /></p> });
    let error = job
        .error
        .map(|error| view! { <p class="field-hint" dir="auto">{error.to_string()}</p> });
    let (kind, state, named) = (job.kind.name(), job.state, about.clone());
    let actions =
        may::<JobRun>().then(|| view! { <JobActions kind state title about=named acts /> });
    view! {
        <tr data-status=status>
            <td><strong>{title}</strong><p class="field-hint">{about_it}</p></td>
            <td>
                <span class="status"><Glyph icon />{word}</span>
                <span class="quiet">" · " <Ago at=job.since.0 now /></span>
                {error}
                {again}
            </td>
            <td class="wide num">{job.attempt}</td>
            <td class="end">{actions}</td>
        </tr>
    }
}

/// Actions on a job.
#[component]
fn JobActions(
    kind: &'static str,
    state: JobState,
    title: &'static str,
    about: String,
    acts: Acts,
) -> impl IntoView {
    let name = format!("{title} of {about}");
    let dialog = format!("stop-{kind}-{about}");
    let form = form_within(&dialog);
    let fields = |about: &str| {
        view! {
            <input type="hidden" name="stream" value=about.to_owned() />
            <input type="hidden" name="kind" value=kind />
        }
    };
    let [run_fields, stop_fields] = [fields(&about), fields(&about)];
    let label = format!("Run now: {name}");
    view! {
        <div class="btns">
            {(state != JobState::Running)
                .then(|| {
                    view! {
                        <Post action=acts.run id=format!("run-{kind}-{about}") class="btns">
                            {run_fields}
                            <button class="btn btn--quiet" type="submit" aria-label=label>
                                "Run now"
                            </button>
                        </Post>
                    }
                })}
            {(state != JobState::Stopped)
                .then(|| {
                    view! {
                        <Confirm id=dialog label="Stop" title=format!("Stop {name}?") does="Stop it">
                            <p>"It is not tried again until somebody runs it. What is being written now is thrown away."</p>
                            <Post action=acts.stop id=form>{stop_fields}</Post>
                        </Confirm>
                    }
                })}
        </div>
    }
}

fn is_of_mind(job: &JobRow) -> bool {
    matches!(job.kind, JobKind::Dream | JobKind::Pointers)
}

const fn title(kind: JobKind) -> &'static str {
    match kind {
        JobKind::Summary => "Summary",
        JobKind::Memories => "Memories",
        JobKind::View => "Summary view",
        JobKind::Dream => "Dream",
        JobKind::Pointers => "Pointers",
        JobKind::Webhook => "Webhook",
    }
}

const fn look(state: JobState) -> (Icon, &'static str, &'static str) {
    match state {
        JobState::Running => (Icon::InProgress, "in_progress", "Runs"),
        JobState::Waiting => (Icon::Pending, "pending", "Waits"),
        JobState::Failed => (Icon::Failed, "failed", "Given up"),
        JobState::Stopped => (Icon::Pause, "cancelled", "Stopped"),
    }
}
