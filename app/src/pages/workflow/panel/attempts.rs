//! Attempts at the task, with their agents, outcomes and notes.

use engine::numbers::TaskNo;
use engine::workflow::TaskStatus;
use engine::workflow::shared::Usage;
use engine::workflow::task::{Attempt, Outcome};
use leptos::prelude::*;

use super::super::scene::scene;
use crate::parts::{Glyph, Icon, Level, Sect, Since, Status, group_digits, length, prose};

/// Section with the attempts; empty before the first.
#[component]
pub fn Attempts(
    /// Task to show.
    no: TaskNo,
) -> impl IntoView {
    let scene = scene();
    let attempts = scene.of_task(no, |_, task| task.attempts.clone());
    let in_review = scene.of_task(no, |_, task| task.status == TaskStatus::Review);
    let used = scene.of_task(no, |_, task| task.usage);
    let limit = scene.of_task(no, |_, task| task.retries + 1);
    move || {
        let (all, used) = (attempts.get(), used.get());
        (!all.is_empty() || !used.is_none()).then(|| {
            let in_all = in_all(used, &all);
            let rows = all
                .into_iter()
                .enumerate()
                .map(|(nth, attempt)| view! { <Row nth=nth + 1 attempt in_review=in_review.get()/> })
                .collect_view();
            let aside = move || view! { <span class="push">"limit " {limit.get()}</span> };
            view! {
                <Sect id="h-attempts" title="Attempts" level=Level::Three aside=aside>
                    <table class="rows">
                        <thead class="vh">
                            <tr><th scope="col">"Number"</th><th scope="col">"Outcome"</th><th scope="col">"What came of it"</th><th scope="col">"Time"</th></tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                    {in_all}
                </Sect>
            }
        })
    }
}

/// Total usage for the task, if others than its attempts contributed to it.
fn in_all(used: Usage, attempts: &[Attempt]) -> Option<impl IntoView + use<>> {
    let tried: u64 = attempts
        .iter()
        .map(|attempt| attempt.tokens_in + attempt.tokens_out)
        .sum();
    let tokens = used.tokens_in + used.tokens_out;
    let cost = match used.cost_micros {
        0 => String::new(),
        cost => format!(", {}", money(cost)),
    };
    let said = format!("{} tokens{cost} in all", group_digits(tokens));
    (tokens > tried).then(|| view! { <p class="btn-why">{said}</p> })
}

#[component]
fn Row(nth: usize, attempt: Attempt, in_review: bool) -> impl IntoView {
    let scene = scene();
    let (status, icon, word) = outcome_status(attempt.outcome, in_review);
    let took = match attempt.to {
        Some(to) => view! { {length(to.since(attempt.from))} }.into_any(),
        None => view! { <Since at=Signal::stored(attempt.from.0) now=scene.clock()/> }.into_any(),
    };
    let tokens = attempt.tokens_in + attempt.tokens_out;
    let used = (tokens > 0).then(|| {
        let cost = match attempt.cost_micros {
            0 => String::new(),
            cost => format!(", {}", money(cost)),
        };
        view! { <p class="btn-why">{format!("{} tokens{cost}", group_digits(tokens))}</p> }
    });
    let notes = attempt
        .notes
        .into_iter()
        .map(|note| view! { <div class="said">{prose(&note, 4)}</div> })
        .collect_view();
    view! {
        <tr data-status=status.name()>
            <td class="num">{nth}</td>
            <td><span class="status"><Glyph icon/>{word}</span></td>
            <td>
                <p>{attempt.agent}</p>
                {attempt.error.map(|error| view! { <div class="said">{prose(&error, 4)}</div> })}
                {notes}
                {used}
            </td>
            <td class="num">{took}</td>
        </tr>
    }
}

const fn outcome_status(outcome: Option<Outcome>, in_review: bool) -> (Status, Icon, &'static str) {
    match outcome {
        None => (Status::InProgress, Icon::InProgress, "Runs"),
        // The review decides if the work counts.
        Some(Outcome::Completed) if in_review => (Status::Pending, Icon::Review, "Handed in"),
        Some(Outcome::Completed) => (Status::Completed, Icon::Completed, "Handed in"),
        Some(Outcome::Failed) => (Status::Failed, Icon::Failed, "Failed"),
        Some(Outcome::Released) => (Status::Pending, Icon::Out, "Given back"),
        Some(Outcome::Expired) => (Status::Blocked, Icon::Lease, "Went quiet"),
        Some(Outcome::Resumed) => (Status::Pending, Icon::Next, "Begun again"),
        Some(Outcome::NeedsRework) => (Status::Blocked, Icon::Person, "Rework"),
        Some(Outcome::Rejected) => (Status::Failed, Icon::Person, "Rejected"),
        Some(Outcome::Cancelled) => (Status::Cancelled, Icon::Cancelled, "Called off"),
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
