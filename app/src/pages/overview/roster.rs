//! Agents with their tasks, the time they were last seen, and the fill level of their context.

use engine::team::ops::agent_list::Seen;
use engine::workflow::attention::{Item, ItemKind};
use engine::workflow::shown::FOR_PERSON;
use engine::workflow::task::TaskStatus;
use leptos::prelude::*;

use super::scene::{Crew, is_working};
use crate::moment::moment;
use crate::pages::agent::{CONTEXT_FULL, percent_used};
use crate::parts::time::{Wording, relative};
use crate::parts::{Empty, Glyph, Icon, Meter, Sect, Since};
use crate::paths;

/// Renders the section with the agents; the items that need a person include their expired leases.
pub fn roster(agents: &Crew, items: &[Item]) -> AnyView {
    let gone = quiet(items);
    let rows = agents.shown.iter().map(|seen| {
        let name = seen.agent.name.as_str();
        row(seen, gone.contains(&name), in_review(items, name))
    });
    let rows = rows.collect_view();
    let none = agents.shown.is_empty();
    let all = match (agents.all, agents.shown.len()) {
        (all, shown) if all > shown => format!("All {all} agents"),
        _ => "All agents".into(),
    };
    let aside = move || view! { <a class="push" href=paths::agents()>{all.clone()}</a> };
    view! {
        <Sect id="h-agents" title="Agents" aside>
            {none.then(|| view! {
                <Empty title="No agents yet." text="Register one and create a token for it.">
                    <a class="btn" href=paths::agents()>"Register an agent"</a>
                </Empty>
            })}
            <ul class="roster">{rows}</ul>
        </Sect>
    }
    .into_any()
}

/// Returns the agent's work that waits for a review, if any.
fn in_review<'a>(items: &'a [Item], agent: &str) -> Option<&'a str> {
    items
        .iter()
        .find(|item| item.kind == ItemKind::Review && item.from.as_deref() == Some(agent))
        .map(|item| item.thing.as_str())
}

/// Returns the agents whose lease on a task expired.
pub fn quiet(items: &[Item]) -> Vec<&str> {
    let mut names: Vec<&str> = items
        .iter()
        .filter(|item| item.kind == ItemKind::LeaseExpired)
        .filter_map(|item| item.from.as_deref())
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Renders the row of one agent. `quiet` is true if its lease on a task expired; `waits` is its work that waits for a
/// review.
fn row(seen: &Seen, quiet: bool, waits: Option<&str>) -> AnyView {
    let ((icon, status), task) = match waits {
        Some(task) if seen.holds.is_empty() => (
            (Icon::Review, Some("review")),
            format!("{task} waiting for review"),
        ),
        _ => (look(seen, quiet), doing(seen, quiet, moment().now.0)),
    };
    let name = seen.agent.name.clone();
    let label = format!("Context used by {name}");
    let used = percent_used(seen).map(|used| {
        view! {
            <Meter label value=used mark=CONTEXT_FULL />
            <span class="agent-val" class:over=used.gt(&CONTEXT_FULL)>{format!("{used}%")}</span>
        }
    });
    view! {
        <li class="agent" id=format!("agent-{name}") data-status=status>
            <Glyph icon />
            <p class="agent-name">
                <a href=paths::agent(&name)>{name.clone()}</a>
                <small>{seen.agent.role.name()}</small>
            </p>
            <span></span>
            <span class="agent-val" class:late=quiet>{seen.seen_at.map(|at| view! { <Since at=at.0 /> })}</span>
            <p class="agent-task">
                {task}
            </p>
            {used}
        </li>
    }
    .into_any()
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
            Some(_) => ", lease expired".to_owned(),
            None => ", not started".to_owned(),
        };
        let others = match seen.holds.len() {
            1 => String::new(),
            n => format!(" and {} more", n - 1),
        };
        return format!("{} {}{lease}{others}", held.task, held.title);
    }
    if quiet {
        return "lease expired".into();
    }
    if let Some(led) = seen.leads.first() {
        return led.name.clone();
    }
    match (&seen.agent.paused_at, &seen.agent.paused_reason) {
        (Some(_), Some(reason)) => format!("paused: {reason}"),
        (Some(_), None) => "paused".into(),
        (None, _) if seen.seen_at.is_none() => "not seen since the server started".into(),
        (None, _) => "idle".into(),
    }
}
