//! Dream log: the pending dream, then past ones, newest first. Refused ones show the reason.

use engine::jobs::{Job, JobState};
use engine::mind::report::{DreamRow, DreamStatus};
use engine::mind::state::Asked;
use kernel::time::MINUTE;
use leptos::prelude::*;

use super::{Here, here};
use crate::pages::words::{long, many};
use crate::parts::{Ago, Empty, Glyph, Sect, Since, Status, group_digits};
use crate::paths::MindView;

/// Section with the dream log.
pub fn dream_log() -> impl IntoView {
    let here = here();
    let there = &here.there;
    let rhythm = if there.dreams {
        format!("at most every {}", long(i64::from(there.minutes) * MINUTE))
    } else {
        "only on request".to_owned()
    };
    let under_way = there.mind.asked.clone();
    let under_way = under_way.map(|asked| running_dream(asked, there.job.clone()));
    let dreams = &there.mind.dreams;
    let is_empty = dreams.is_empty();
    let rows: Vec<_> = dreams
        .iter()
        .map(|dream| render_row(&here, dream))
        .collect();
    view! {
        <Sect id="h-dreams" title="Dream log" aside=move || view! { <p class="push">{rhythm.clone()}</p> }>
            {(is_empty && under_way.is_none()).then(|| view! {
                <Empty title="No dreams yet." text="A dream merges notes and activity into the document."/>
            })}
            <div role="status">{under_way}</div>
            <ol class="dreams" id="dreams" data-hold="" hidden=is_empty>{rows}</ol>
        </Sect>
    }
}

/// Pending dream: its progress, or the reason for its delay.
fn running_dream(asked: Asked, job: Option<Job>) -> impl IntoView {
    let ago = move |at: kernel::Time| view! { <Ago at=at.0/> };
    let who = if asked.actor.role.is_agent() || asked.actor.role.is_person() {
        format!("requested by {} ", asked.actor.id)
    } else {
        "scheduled ".to_owned()
    };
    let wanted = view! { <bdi>{who}</bdi> {ago(asked.at)} };
    let error = job
        .as_ref()
        .and_then(|job| job.error.clone())
        .map(|error| view! { <span dir="auto">{format!("The last attempt: {error}")}</span> });
    let (status, title, more) = match &job {
        None => (Status::Assigned, "Starting", None),
        Some(job) => match (job.state, job.retry_at) {
            (JobState::Running, _) => {
                let attempt = (job.attempt > 1).then(|| format!(", attempt {}", job.attempt));
                let more = view! { "for " <Since at=job.since.0/> {attempt} };
                (Status::InProgress, "Dreaming", Some(more.into_any()))
            }
            (JobState::Waiting, Some(at)) => {
                let more = view! { "next attempt " {ago(at)} };
                (Status::Pending, "Failed", Some(more.into_any()))
            }
            (JobState::Waiting, None) => (Status::Assigned, "Starting", None),
            (JobState::Failed, _) => {
                let tries = many(job.attempt as usize, "attempt");
                let more = format!("gave up after {tries}; “Dream now” retries").into_any();
                (Status::Failed, "Failed", Some(more))
            }
            (JobState::Stopped, _) => (
                Status::Cancelled,
                "Stopped",
                Some("“Dream now” resumes it".into_any()),
            ),
        },
    };
    view! {
        <div class="dreams-now" data-status=status.name()>
            <Glyph icon=status.icon()/>
            <p><b>{title}</b> " " {more} <span>{wanted}</span> {error}</p>
        </div>
    }
}

/// Returns the title of a dream.
#[must_use]
pub fn title(dream: &DreamRow) -> String {
    match (dream.status, dream.number) {
        (DreamStatus::Kept, Some(number)) => format!("Version {number}"),
        (DreamStatus::Kept, None) => "Kept".to_owned(),
        (DreamStatus::Refused, _) => "Rejected by a guard".to_owned(),
        (DreamStatus::Failed, _) => "Failed".to_owned(),
    }
}

/// Returns the input and output counts of a dream, as a line.
fn describe_counts(dream: &DreamRow) -> String {
    let counts = &dream.counts;
    let some = |n: u32, noun: &str, what: &str| {
        (n > 0).then(|| format!("{} {what}", many(n as usize, noun)))
    };
    let length = format!(
        "{} to {} characters",
        group_digits(counts.chars_before.into()),
        group_digits(counts.chars.into())
    );
    let mut parts: Vec<String> = [
        some(counts.notes, "note", "in"),
        some(counts.pointers_added, "new pointer", "out"),
        some(counts.merged, "crystal", "merged"),
    ]
    .into_iter()
    .flatten()
    .collect();
    parts.push(length);
    parts.join(", ")
}

fn render_row(here: &Here, dream: &DreamRow) -> AnyView {
    let its = dream.dream;
    let last = here.there.mind.dreams.first();
    let is_shown = match here.address.view {
        MindView::Dream(dream) => dream == its,
        MindView::Now => last.is_some_and(|last| last.dream == its),
        MindView::Past { .. } | MindView::Edit(_) => false,
    };
    let href = format!("{}#{}", here.href(MindView::Dream(its)), super::dream::HERE);
    let (status, _) = crate::pages::minds::result_status(dream.status);
    let why = dream
        .note
        .as_ref()
        .map(|note| view! { <span dir="auto">{note.to_string()}</span> });
    let what = (dream.status == DreamStatus::Kept)
        .then(|| view! { <span>{describe_counts(dream)}</span> });
    view! {
        <li id=format!("dream-{its}") data-row=its.to_string() aria-current=is_shown.then_some("true") data-status=status.name()>
            <Glyph icon=status.icon()/>
            <p><a href=href>{title(dream)}</a> {what} {why}</p>
            <Since at=dream.at.0/>
        </li>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use engine::mind::report::Counts;

    use super::*;

    fn dream(status: DreamStatus, number: Option<u32>, counts: Counts) -> DreamRow {
        DreamRow {
            dream: 9,
            at: kernel::Time(0),
            status,
            number,
            base: None,
            dreamer: "built-in".into(),
            did: Vec::new(),
            guards: Vec::new(),
            changes: Vec::new(),
            counts,
            note: None,
        }
    }

    #[test]
    fn a_dream_is_told_in_a_line() {
        let counts = Counts {
            notes: 7,
            pointers_added: 1,
            chars_before: 1_846,
            chars: 1_808,
            ..Counts::default()
        };
        let kept = dream(DreamStatus::Kept, Some(12), counts);
        assert_eq!(title(&kept), "Version 12");
        assert_eq!(
            describe_counts(&kept),
            "7 notes in, 1 new pointer out, 1,846 to 1,808 characters"
        );
        let refused = dream(DreamStatus::Refused, None, Counts::default());
        assert_eq!(title(&refused), "Rejected by a guard");
    }
}
