//! Details of an item: submitted work, failure, question or decision. Texts of agents are shown as plain text.

use engine::workflow::ops::inbox_get::{File, InboxThing};
use engine::workflow::people::{Approval, Question, Subject};
use engine::workflow::shared::Decision;
use engine::workflow::state::Lead;
use engine::workflow::task::{Attempt, Outcome, Task};
use kernel::Id;
use leptos::prelude::*;

use super::files::line_counts;
use crate::pages::words::many;
use crate::parts::{Ago, Glyph, Icon, prose};
use crate::paths;
use engine::workflow::attention::ItemKind;

/// Details of an item.
#[component]
pub fn About(
    /// Item with its data.
    thing: InboxThing,
) -> impl IntoView {
    let InboxThing {
        item,
        task,
        question,
        approval,
        decision,
        lead,
        files,
        ..
    } = thing;
    let (workflow, all) = (item.workflow, item.holds_up);
    let history = |task: Task| view! { {dependents(task.clone(), all, workflow)} <Attempts attempts=task.attempts /> };
    let full = |task: Task| view! { {text(&task.description)} {history(task)} };
    match item.kind {
        ItemKind::Review => task.map(|task| submission(task, files)).into_any(),
        ItemKind::Escalation | ItemKind::LeaseExpired => task.map(full).into_any(),
        ItemKind::Question => view! {
            {question.map(|question| question_exhibit(question, item.title))}
            {task.map(full)}
        }
        .into_any(),
        ItemKind::Approval => view! {
            {approval.map(|approval| approval_exhibit(approval, &item.title))}
            {decision.map(decision_exhibit)}
            {task.map(|task| text(&task.description))}
        }
        .into_any(),
        ItemKind::Warning | ItemKind::Blocked => {
            view! { {text(&item.detail)} {task.map(history)} }.into_any()
        }
        ItemKind::LeadVacant => lead_exhibit(lead, item.detail).into_any(),
    }
}

/// Renders a text of an agent.
fn text(text: &str) -> impl IntoView + use<> {
    view! { <div class="exhibit-say said">{prose(text, 3)}</div> }
}

/// Reason why the task waits, and the tasks that depend on it.
fn dependents(task: Task, all: u32, workflow: Id) -> impl IntoView {
    let links = task
        .blocks
        .iter()
        .enumerate()
        .map(|(nth, no)| {
            let comma = if nth == 0 { "" } else { ", " };
            view! { {comma} <a class="id" href=paths::task(workflow, *no)>{no.to_string()}</a> }
        })
        .collect_view();
    let direct = task.blocks.len();
    let behind = (direct > 0).then(|| {
        let wait = if direct == 1 {
            "depends on it."
        } else {
            "depend on it."
        };
        let in_all = match all as usize {
            all if all > direct => format!(" {} depend on it in total.", many(all, "task")),
            _ => String::new(),
        };
        view! { <p>{links} " " {wait} {in_all}</p> }
    });
    let why = task.blocked_reason.or(task.reason);
    let heading = match (&why, direct) {
        (Some(_), 0) => "Reason",
        (Some(_), _) => "Reason and dependent tasks",
        (None, _) => "Dependent tasks",
    };
    (why.is_some() || direct > 0).then(|| {
        view! {
            <h3>{heading}</h3>
            <div class="exhibit-say">
                {why.map(|why| view! { <div class="said">{prose(&why, 4)}</div> })}
                {behind}
            </div>
        }
    })
}

fn submission(task: Task, files: Vec<File>) -> impl IntoView {
    let by = task
        .result
        .as_ref()
        .and_then(|result| result.by.as_ref())
        .map(|by| by.id.clone());
    let (summary, next) = task
        .result
        .map(|result| (result.summary, result.next_steps))
        .unwrap_or_default();
    let tries = task.attempts.len();
    // Sums of the files that could be compared; `None` if there are none.
    let added = files
        .iter()
        .filter_map(|file| file.added)
        .reduce(u32::saturating_add);
    let removed = files
        .iter()
        .filter_map(|file| file.removed)
        .reduce(u32::saturating_add);
    view! {
        <div class="exhibit-say said"><b>{by}</b>{prose(&summary, 3)}</div>
        {(!next.is_empty())
            .then(|| {
                view! {
                    <ul class="notes">
                        {next
                            .into_iter()
                            .map(|step| view! { <li><Glyph icon=Icon::Right /><div class="said">{prose(&step, 3)}</div></li> })
                            .collect_view()}
                    </ul>
                }
            })}
        <dl class="facts">
            <div><dt>"Attempt"</dt><dd>{tries.to_string()}</dd></div>
            <div><dt>"Files"</dt><dd>{files.len().to_string()}</dd></div>
            {(added.is_some() || removed.is_some()).then(|| view! { <div><dt>"Lines"</dt><dd>{line_counts(added, removed)}</dd></div> })}
            {task.branch.map(|branch| view! { <div><dt>"Branch"</dt><dd class="num">{branch}</dd></div> })}
        </dl>
    }
}

#[component]
fn Attempts(attempts: Vec<Attempt>) -> impl IntoView {
    let total = attempts.len();
    let rows = attempts
        .into_iter()
        .enumerate()
        .rev()
        .map(|(nth, attempt)| {
            let status = match attempt.outcome {
                Some(Outcome::Failed | Outcome::Rejected) => "failed",
                _ => "pending",
            };
            let icon = match attempt.outcome {
                Some(Outcome::Failed | Outcome::Rejected) => Icon::Failed,
                Some(Outcome::Expired) => Icon::Lease,
                _ => Icon::Pending,
            };
            let notes = attempt
                .notes
                .into_iter()
                .map(|note| view! { <div class="said">{prose(&note, 4)}</div> })
                .collect_view();
            let ended = attempt.to.unwrap_or(attempt.from);
            view! {
                <li data-status=status>
                    <Glyph icon />
                    <div>
                        <p>
                            <b>{format!("{} by {}", nth + 1, attempt.agent)}</b> ", "
                            {outcome(attempt.outcome)} " " <Ago at=ended.0 />
                        </p>
                        {attempt.error.map(|error| view! { <div class="said">{prose(&error, 4)}</div> })}
                        {notes}
                    </div>
                </li>
            }
        })
        .collect_view();
    view! {
        <h3>{many(total, "attempt")}</h3>
        <ol class="notes" reversed>{rows}</ol>
    }
}

const fn outcome(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "started",
        Some(Outcome::Completed) => "submitted",
        Some(Outcome::Failed) => "failed",
        Some(Outcome::Released) => "released",
        Some(Outcome::Expired) => "lease expired",
        Some(Outcome::Resumed) => "resumed",
        Some(Outcome::NeedsRework) => "sent back for rework",
        Some(Outcome::Rejected) => "rejected",
        Some(Outcome::Cancelled) => "cancelled",
    }
}

fn question_exhibit(question: Question, title: String) -> impl IntoView {
    // A short question is the heading already.
    let more = (question.question.trim() != title).then_some(question.question);
    let otherwise = question.default.map(|default| {
        let until = question.deadline.map(|at| view! { ", " <Ago at=at.0 /> });
        view! {
            <div><dt>"If unanswered"</dt><dd>"“" {default} "”" {until}</dd></div>
        }
    });
    view! {
        {more.map(|more| text(&more))}
        <dl class="facts">
            <div><dt>"Asked"</dt><dd><Ago at=question.asked_at.0 /> " by " {question.asked_by.id}</dd></div>
            {otherwise}
        </dl>
    }
}

fn approval_exhibit(approval: Approval, title: &str) -> impl IntoView + use<> {
    let plan = match approval.subject {
        // A short plan is the heading already.
        Subject::Plan(plan) if plan.trim() != title => Some(plan),
        _ => None,
    };
    view! {
        <div class="exhibit-say said"><b>{approval.requested_by.id}</b>{prose(&approval.reason, 3)}</div>
        {plan.map(|plan| text(&plan))}
    }
}

fn decision_exhibit(decision: Decision) -> impl IntoView {
    let others = decision.alternatives.join(", ");
    let affects = decision
        .affects_tasks
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ");
    let affects = if affects.is_empty() {
        "all tasks".to_owned()
    } else {
        affects
    };
    let reversible = if decision.reversible {
        "yes"
    } else {
        "no, it cannot be undone"
    };
    view! {
        <dl class="rows-list">
            <div><dt>"Decision"</dt><dd><span class="id">{decision.id.to_string()}</span> " " {decision.question}</dd></div>
            <div><dt>"Choice"</dt><dd class="said">{prose(&decision.choice, 3)}</dd></div>
            {(!others.is_empty()).then(|| view! { <div><dt>"Alternatives"</dt><dd class="said">{others}</dd></div> })}
            <div><dt>"Rationale"</dt><dd class="said">{prose(&decision.rationale, 3)}</dd></div>
            <div><dt>"Affects"</dt><dd>{affects}</dd></div>
            <div><dt>"Reversible"</dt><dd>{reversible}</dd></div>
        </dl>
    }
}

fn lead_exhibit(lead: Lead, detail: String) -> impl IntoView {
    view! {
        <p class="exhibit-say">{detail}</p>
        {lead
            .handoff_note
            .map(|note| view! { <h3>"Handoff note of the last lead"</h3><div class="exhibit-say said">{prose(&note, 4)}</div> })}
    }
}
