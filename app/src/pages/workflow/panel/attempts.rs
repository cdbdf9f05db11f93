//! Attempts at the task, with their agents, outcomes and notes.

use engine::workflow::shared::Usage;
use engine::workflow::task::{Attempt, Outcome};
use engine::workflow::{Task, TaskStatus};
use leptos::prelude::*;

use super::super::scene::Scene;
use crate::pages::words::many;
use crate::parts::{Glyph, Icon, Level, Sect, Status, group_digits, length, prose};

/// Maximum number of attempts shown; the newest are kept.
const ATTEMPTS: usize = 20;
/// Maximum number of notes shown per attempt; the newest are kept.
const NOTES: usize = 20;

/// Renders the section with the attempts; `None` before the first.
pub fn attempts(scene: &Scene, task: &Task) -> Option<AnyView> {
    let all = &task.attempts;
    if all.is_empty() && task.usage.is_none() {
        return None;
    }
    let in_review = task.status == TaskStatus::Review;
    let left_out = all.len().saturating_sub(ATTEMPTS);
    let rows = all.iter().enumerate().skip(left_out);
    let rows: Vec<_> = rows
        .map(|(nth, attempt)| row(scene, nth + 1, attempt, in_review))
        .collect();
    let limit = task.retries + 1;
    let aside = move || view! { <span class="push">"limit " {limit}</span> };
    let total = total(task.usage, all);
    let earlier = earlier(left_out, "attempt");
    let section = view! {
        <Sect id="h-attempts" title="Attempts" level=Level::Three aside>
            {earlier}
            <table class="rows">
                <thead class="vh">
                    <tr><th scope="col">"Number"</th><th scope="col">"Outcome"</th><th scope="col">"Result"</th><th scope="col">"Time"</th></tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
            {total}
        </Sect>
    };
    Some(section.into_any())
}

/// Line that says how many earlier things are not shown.
fn earlier(left_out: usize, noun: &str) -> Option<AnyView> {
    let text = format!("{} before these.", many(left_out, noun));
    (left_out > 0).then(|| view! { <p class="btn-why">{text}</p> }.into_any())
}

/// Total usage for the task, if others than its attempts contributed to it.
fn total(used: Usage, attempts: &[Attempt]) -> Option<AnyView> {
    let tried = attempts.iter();
    let tried: u64 = tried
        .map(|attempt| attempt.tokens_in + attempt.tokens_out)
        .sum();
    let text = format!(
        "{} in total",
        usage(used.tokens_in + used.tokens_out, used.cost_micros)
    );
    (used.tokens_in + used.tokens_out > tried)
        .then(|| view! { <p class="btn-why">{text}</p> }.into_any())
}

/// Formats tokens and their cost.
fn usage(tokens: u64, cost_micros: u64) -> String {
    let tokens = group_digits(tokens);
    match cost_micros {
        0 => format!("{tokens} tokens"),
        cost => format!("{tokens} tokens, {}", money(cost)),
    }
}

fn row(scene: &Scene, nth: usize, attempt: &Attempt, in_review: bool) -> AnyView {
    let (status, icon, word) = outcome_status(attempt.outcome, in_review);
    let duration = match attempt.to {
        Some(to) => length(to.since(attempt.from)).into_any(),
        None => scene.age(attempt.from),
    };
    let tokens = attempt.tokens_in + attempt.tokens_out;
    let used = (tokens > 0).then(|| {
        view! { <p class="btn-why">{usage(tokens, attempt.cost_micros)}</p> }
    });
    let left_out = attempt.notes.len().saturating_sub(NOTES);
    let said = |text: &String| view! { <div class="said">{prose(text, 4)}</div> };
    let notes = attempt.notes.iter().skip(left_out).map(said);
    view! {
        <tr data-status=status.name()>
            <td class="num">{nth}</td>
            <td><span class="status"><Glyph icon/>{word}</span></td>
            <td>
                <p>{attempt.agent.clone()}</p>
                {attempt.error.as_ref().map(said)}
                {earlier(left_out, "note")}
                {notes.collect_view()}
                {used}
            </td>
            <td class="num">{duration}</td>
        </tr>
    }
    .into_any()
}

const fn outcome_status(outcome: Option<Outcome>, in_review: bool) -> (Status, Icon, &'static str) {
    match outcome {
        None => (Status::InProgress, Icon::InProgress, "In progress"),
        // The review decides if the work counts.
        Some(Outcome::Completed) if in_review => (Status::Pending, Icon::Review, "Submitted"),
        Some(Outcome::Completed) => (Status::Completed, Icon::Completed, "Submitted"),
        Some(Outcome::Failed) => (Status::Failed, Icon::Failed, "Failed"),
        Some(Outcome::Released) => (Status::Pending, Icon::Out, "Released"),
        Some(Outcome::Expired) => (Status::Blocked, Icon::Lease, "Lease expired"),
        Some(Outcome::Resumed) => (Status::Pending, Icon::Next, "Restarted"),
        Some(Outcome::NeedsRework) => (Status::Blocked, Icon::Person, "Rework"),
        Some(Outcome::Rejected) => (Status::Failed, Icon::Person, "Rejected"),
        Some(Outcome::Cancelled) => (Status::Cancelled, Icon::Cancelled, "Cancelled"),
    }
}

/// Formats millionths of a currency, with as many decimals as are significant.
pub fn money(micros: u64) -> String {
    let (whole, part) = (micros / 1_000_000, micros % 1_000_000);
    match part / 10_000 {
        _ if micros == 0 => "0".into(),
        cents if cents > 0 || whole > 0 => format!("{whole}.{cents:02}"),
        _ => format!("0.{part:06}"),
    }
}

#[cfg(test)]
mod tests {
    use super::money;

    #[test]
    fn money_has_the_decimals_it_needs() {
        for (micros, text) in [
            (1_250_000, "1.25"),
            (3_000_000, "3.00"),
            (40_000, "0.04"),
            (7, "0.000007"),
            (0, "0"),
        ] {
            assert_eq!(money(micros), text);
        }
    }
}
