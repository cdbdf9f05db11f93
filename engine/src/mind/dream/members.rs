//! Extracts an agent's part in a workflow: its tasks, related decisions and discoveries, its questions, messages to it,
//! and the agents next to its tasks.

use std::collections::{BTreeMap, BTreeSet};

use crate::mind::dream::material::{Asked, Decided, Done, Learned, Led, Reviewed, Told, Work};
use crate::numbers::TaskNo;
use crate::workflow::TaskStatus;
use crate::workflow::people::{KEPT, Target};
use crate::workflow::shared::{Decision, DecisionStatus};
use crate::workflow::state::{Status, Workflow};
use crate::workflow::task::{Outcome, Review, Task};
use kernel::actor::Role;

/// Maximum number of things of each kind from one workflow, the newest.
const MAX_THINGS: usize = 200;

/// Returns the workflow from the point of view of an agent with this role, or `None` if the agent has no part in it.
#[must_use]
pub fn of(state: &Workflow, agent: &str, role: Option<Role>) -> Option<Work> {
    let leads = state.lead.agent.as_deref() == Some(agent);
    let its: Vec<&Task> = state
        .tasks
        .iter()
        .filter(|task| concerns(task, agent))
        .collect();
    let gave = |task: &&Task| task.reviews.iter().any(|by| by.by.is_agent_named(agent));
    let takes_part = !its.is_empty() || state.agent_contributions.contains_key(agent);
    let reviews = role == Some(Role::Reviewer) && takes_part || its.iter().any(gave);
    let others = state.tasks.iter().filter(|task| {
        let is_free = task.reviewer.is_none() && task.assigned_to.as_deref() != Some(agent);
        reviews && is_free && state.visible_status_and_reason(task).0 == TaskStatus::Review
    });
    let to_review: BTreeSet<TaskNo> = others.map(|task| task.id).collect();
    let more = state
        .tasks
        .iter()
        .filter(|task| to_review.contains(&task.id) && !concerns(task, agent));
    let its: Vec<&Task> = its.into_iter().chain(more).collect();
    let numbers: BTreeSet<TaskNo> = its.iter().map(|task| task.id).collect();
    let told: Vec<Told> = messages_to(state, agent, leads);
    let has_part = leads
        || !its.is_empty()
        || state.agent_contributions.contains_key(agent)
        || !told.is_empty();
    if !has_part {
        return None;
    }
    let is_for_it = |made_by: &str, tasks: &[TaskNo]| {
        made_by == agent || leads || tasks.is_empty() || tasks.iter().any(|no| numbers.contains(no))
    };
    let decisions = state
        .decisions
        .iter()
        .filter(|made| made.status != DecisionStatus::Superseded)
        .filter(|made| is_for_it(&made.made_by.id, &made.affects_tasks));
    let discoveries = state
        .discoveries
        .iter()
        .filter(|known| is_for_it(&known.discovered_by.id, &known.affects_tasks));
    let questions = state
        .questions
        .iter()
        .filter(|asked| asked.asked_by.is_agent_named(agent));
    Some(Work {
        id: state.id,
        name: state.name.to_string(),
        is_active: state.status == Status::Active,
        lead: state.lead.agent.clone(),
        led: leads.then(|| lead_progress(state, agent)),
        constraints: state.constraints.iter().cloned().collect(),
        neighbours: neighbours(state, &its, agent),
        tasks: last(
            its.into_iter()
                .map(|task| {
                    let mut done = task_entry(state, task, agent);
                    done.is_to_review |= to_review.contains(&task.id);
                    done
                })
                .collect(),
        ),
        decisions: last(decisions.map(|made| decision_entry(state, made)).collect()),
        discoveries: last(
            discoveries
                .map(|known| Learned {
                    no: known.id.to_string(),
                    at: known.discovered_at,
                    by: known.discovered_by.id.clone(),
                    text: known.content.clone(),
                    kind: known.kind,
                    version: known.changed,
                })
                .collect(),
        ),
        questions: last(
            questions
                .filter(|asked| asked.withdrawn.is_none())
                .map(|asked| Asked {
                    no: asked.id.to_string(),
                    at: asked.asked_at,
                    question: asked.question.clone(),
                    answer: asked.answer.clone().map(|answer| {
                        let by = asked.answered_by.as_ref();
                        (answer, by.map_or_else(String::new, |by| by.id.clone()))
                    }),
                    version: asked.changed,
                })
                .collect(),
        ),
        told,
    })
}

fn last<T>(mut all: Vec<T>) -> Vec<T> {
    all.split_off(all.len().saturating_sub(MAX_THINGS))
}

/// Returns true if the agent is or was the assignee, a holder or a reviewer of the task.
fn concerns(task: &Task, agent: &str) -> bool {
    let is = |name: &Option<String>| name.as_deref() == Some(agent);
    is(&task.assigned_to)
        || is(&task.reviewer)
        || is(&task.stalled)
        || task.attempts.iter().any(|attempt| attempt.agent == agent)
        || task
            .reviews
            .iter()
            .any(|review| review.by.is_agent_named(agent))
}

fn task_entry(state: &Workflow, task: &Task, agent: &str) -> Done {
    let (status, blocked) = state.visible_status_and_reason(task);
    let holder = |review: &Review| {
        let attempt = (review.attempt as usize).checked_sub(1);
        let attempt = attempt.and_then(|at| task.attempts.get(at));
        attempt.map(|attempt| attempt.agent.as_str())
    };
    let reviewed = |review: &Review| Reviewed {
        by: review.by.id.clone(),
        at: review.at,
        status: review.status,
        comments: {
            let texts = review.comments.iter().map(|comment| comment.text.as_str());
            texts.collect::<Vec<_>>().join("; ")
        },
    };
    let own = |review: &&Review| holder(review) == Some(agent) && !review.by.is_agent_named(agent);
    let given = |review: &&Review| review.by.is_agent_named(agent);
    let tried = task
        .attempts
        .iter()
        .filter(|attempt| attempt.agent == agent);
    let failures = tried
        .clone()
        .filter(|attempt| attempt.outcome == Some(Outcome::Failed));
    let result = task.result.as_ref();
    let by_it = |by: &Option<kernel::Actor>| by.as_ref().is_some_and(|by| by.is_agent_named(agent));
    let result = result.filter(|result| by_it(&result.by));
    Done {
        no: task.id.to_string(),
        title: task.title.clone(),
        group: task.group.clone(),
        capabilities: task.capabilities.clone(),
        status,
        is_mine: task.assigned_to.as_deref() == Some(agent) && !status.is_terminal(),
        was_mine: task.stalled.as_deref() == Some(agent),
        is_to_review: status == TaskStatus::Review && task.reviewer.as_deref() == Some(agent),
        blocked,
        note: task
            .attempts
            .iter()
            .rev()
            .find_map(|attempt| attempt.notes.last())
            .cloned(),
        result: result.map(|result| result.summary.clone()),
        next: result.map_or_else(Vec::new, |result| result.next_steps.clone()),
        reviews: task.reviews.iter().filter(own).map(reviewed).collect(),
        given: task
            .reviews
            .iter()
            .filter(given)
            .map(|review| {
                (
                    holder(review).unwrap_or_default().to_owned(),
                    reviewed(review),
                )
            })
            .collect(),
        failures: failures
            .map(|attempt| {
                let error = attempt
                    .error
                    .clone()
                    .unwrap_or_else(|| "no reason given".into());
                (attempt.to.unwrap_or(attempt.from), error)
            })
            .collect(),
        attempts: u32::try_from(tried.count()).unwrap_or(u32::MAX),
        since: task.since,
        version: task.changed,
    }
}

fn decision_entry(state: &Workflow, made: &Decision) -> Decided {
    let old = made.supersedes.and_then(|old| state.decisions.get(old));
    let refused = made.status == DecisionStatus::Rejected;
    Decided {
        no: made.id.to_string(),
        at: made.made_at,
        by: made.made_by.id.clone(),
        question: made.question.clone(),
        choice: made.choice.clone(),
        why: made.rationale.clone(),
        instead_of: old.map(|old| old.choice.clone()),
        old: old.map(|old| old.id.to_string()),
        refused: refused.then(|| {
            made.comments
                .clone()
                .unwrap_or_else(|| "no reason given".into())
        }),
        is_reversible: made.reversible,
        version: made.changed,
    }
}

fn messages_to(state: &Workflow, agent: &str, leads: bool) -> Vec<Told> {
    let is_for_it = |target: &Target| match target {
        Target::Agent(name) => name == agent,
        Target::Orchestrator => leads,
        Target::All => leads || state.agent_contributions.contains_key(agent),
    };
    let nudges = state.nudges.iter().filter(|nudge| is_for_it(&nudge.target));
    // A reservation for the agent shows up among its tasks.
    let others =
        nudges.filter(|nudge| !nudge.from.is_agent_named(agent) && !nudge.message.contains(KEPT));
    last(
        others
            .map(|nudge| Told {
                no: nudge.id.to_string(),
                at: nudge.created_at,
                by: nudge.from.id.clone(),
                is_person: nudge.from.role.is_person(),
                text: nudge.message.clone(),
                version: nudge.changed,
            })
            .collect(),
    )
}

/// Returns the other assignees of tasks that the agent's tasks depend on or that depend on them.
fn neighbours(state: &Workflow, its: &[&Task], agent: &str) -> Vec<(String, String)> {
    let mut seen = BTreeSet::new();
    for task in its {
        let before = task.depends_on.iter().map(|need| need.task);
        for no in before.chain(task.blocks.iter().copied()) {
            let Some(other) = state.tasks.get(no) else {
                continue;
            };
            let by = other.assigned_to.as_deref().filter(|by| *by != agent);
            if let Some(by) = by.filter(|_| seen.len() < MAX_THINGS) {
                seen.insert((by.to_owned(), other.title.clone()));
            }
        }
    }
    seen.into_iter().collect()
}

/// Returns the progress of a workflow for its lead.
fn lead_progress(state: &Workflow, agent: &str) -> Led {
    let mut team: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    let mut is_over = !state.tasks.is_empty();
    for task in state.tasks.iter() {
        let status = state.visible_status_and_reason(task).0;
        is_over &= status.is_terminal();
        if let Some(by) = task.assigned_to.as_deref().filter(|by| *by != agent) {
            let (done, open) = team.entry(by).or_default();
            *done += u32::from(status == TaskStatus::Completed);
            *open += u32::from(!status.is_terminal());
        }
    }
    let all: u32 = state.derived().counts.iter().sum();
    Led {
        done: state.derived().counts[TaskStatus::Completed as usize],
        all,
        is_over,
        standing: standing(state, all),
        team: team
            .into_iter()
            .map(|(by, (done, open))| (by.to_owned(), done, open))
            .collect(),
    }
}

fn standing(state: &Workflow, all: u32) -> String {
    let count = |status: TaskStatus| state.derived().counts[status as usize];
    let mut said = vec![format!(
        "{} of {all} tasks are done",
        count(TaskStatus::Completed)
    )];
    for (status, words) in [
        (TaskStatus::InProgress, "in progress"),
        (TaskStatus::Blocked, "blocked"),
        (TaskStatus::Review, "in review"),
        (TaskStatus::Failed, "failed"),
    ] {
        let some: Vec<String> = state
            .tasks
            .iter()
            .filter(|task| state.visible_status_and_reason(task).0 == status)
            .map(|task| match &task.assigned_to {
                Some(by) => format!("{} ({})", task.id, super::words::plain(by, 40)),
                None => task.id.to_string(),
            })
            .collect();
        if !some.is_empty() {
            let more = some.len().saturating_sub(6);
            let shown = some[..some.len().min(6)].join(", ");
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            said.push(format!("{words}: {shown}{more}"));
        }
    }
    said.join("; ")
}
