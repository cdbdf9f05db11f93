//! Agents with their tasks, the time they were last seen, and the fill level of their context.

use engine::team::ops::agent_list::Seen;
use engine::workflow::attention::Item;
use engine::workflow::shown::FOR_PERSON;
use engine::workflow::task::TaskStatus;
use leptos::prelude::*;

use super::house::{in_review, quiet};
use super::scene::{Crew, is_working};
use crate::live::feed;
use crate::parts::time::{Wording, relative};
use crate::parts::{Empty, Glyph, Icon, Meter, Sect, Since};
use crate::paths;

/// Context usage above which an agent should start over, in percent.
const FULL: u32 = 70;

/// Renders the section with the agents; the items that need a person include their expired leases.
pub fn roster(agents: &Crew, items: &[Item]) -> impl IntoView + use<> {
    let gone = quiet(items);
    let rows = agents.shown.iter().map(|seen| {
        let name = seen.agent.name.as_str();
        let waits = in_review(items, name).map(ToOwned::to_owned);
        view! { <AgentRow seen=seen.clone() quiet=gone.contains(&name) waits /> }
    });
    let rows = rows.collect_view();
    let none = agents.shown.is_empty();
    let all = match (agents.all, agents.shown.len()) {
        (all, shown) if all > shown => format!("All {all} agents"),
        _ => "All agents".into(),
    };
    view! {
        <Sect
            id="h-agents"
            title="Agents"
            aside=move || view! { <a class="push" href=paths::agents()>{all.clone()}</a> }
        >
            {none.then(|| view! {
                <Empty title="No agent is known yet." text="Register one and make it a token.">
                    <a class="btn" href=paths::agents()>"Register an agent"</a>
                </Empty>
            })}
            <ul class="roster">{rows}</ul>
        </Sect>
    }
}

/// Row of one agent.
#[component]
fn AgentRow(
    /// Agent with its tasks and leads.
    seen: Seen,
    /// True if the agent's lease on a task expired.
    quiet: bool,
    /// Work of the agent that waits for a review.
    waits: Option<String>,
) -> impl IntoView {
    let now = feed().clock();
    let (icon, status) = match &waits {
        Some(_) if seen.holds.is_empty() => (Icon::Review, Some("review")),
        _ => look(&seen, quiet),
    };
    let used = percent_used(&seen);
    let heard = seen.seen_at.map(|at| view! { <Since at=at.0 now /> });
    let task = match &waits {
        Some(task) if seen.holds.is_empty() => format!("{task} waits for you"),
        _ => doing(&seen, quiet, now.get_untracked()),
    };
    view! {
        <li class="agent" id=format!("agent-{}", seen.agent.name) data-status=status>
            <Glyph icon />
            <p class="agent-name">
                <a href=paths::agent(&seen.agent.name)>{seen.agent.name.clone()}</a>
                <small>{seen.agent.role.name()}</small>
            </p>
            <span></span>
            <span class="agent-val" class:late=quiet>{heard}</span>
            <p class="agent-task">
                {task}
            </p>
            {match used {
                Some(used) => {
                    view! {
                        <Meter label=format!("Context used by {}", seen.agent.name) value=used mark=FULL />
                        <span class="agent-val" class:over=used.gt(&FULL)>{format!("{used}%")}</span>
                    }
                        .into_any()
                }
                None => ().into_any(),
            }}
        </li>
    }
}

fn look(seen: &Seen, quiet: bool) -> (Icon, Option<&'static str>) {
    let holds = |status| seen.holds.iter().any(|held| held.status == status);
    if quiet {
        (Icon::Lease, Some("review"))
    } else if seen.agent.paused_at.is_some() {
        (Icon::Pause, None)
    } else if holds(TaskStatus::Blocked) {
        (Icon::Blocked, Some("blocked"))
    } else if is_working(seen) {
        (Icon::InProgress, Some("in_progress"))
    } else if holds(TaskStatus::Assigned) {
        (Icon::Assigned, Some("assigned"))
    } else {
        (Icon::Pending, None)
    }
}

fn percent_used(seen: &Seen) -> Option<u32> {
    let (window, used) = (seen.window.filter(|window| *window > 0)?, seen.window_used?);
    u32::try_from(used.saturating_mul(100) / window).ok()
}

/// Describes the agent's current work, in a line.
fn doing(seen: &Seen, quiet: bool, now: i64) -> String {
    if let Some(held) = seen
        .holds
        .iter()
        .find(|held| held.lease.is_some())
        .or(seen.holds.first())
    {
        let lease = match &held.lease {
            Some(lease) if lease.parked_at.is_some() => format!(", {FOR_PERSON}"),
            Some(lease) if lease.until.0 > now => {
                format!(", lease {}", relative(lease.until.0, now, Wording::Bare))
            }
            Some(_) => ", lease over".to_owned(),
            None => ", to begin".to_owned(),
        };
        let others = match seen.holds.len() {
            1 => String::new(),
            n => format!(" and {} more", n - 1),
        };
        return format!("{} {}{lease}{others}", held.task, held.title);
    }
    if quiet {
        return "its lease expired".into();
    }
    if let Some(led) = seen.leads.first() {
        return led.name.clone();
    }
    match (&seen.agent.paused_at, &seen.agent.paused_reason) {
        (Some(_), Some(reason)) => format!("paused: {reason}"),
        (Some(_), None) => "paused".into(),
        (None, _) if seen.seen_at.is_none() => "no call since Loci started".into(),
        (None, _) => "holds nothing".into(),
    }
}
