//! Finds the items that apply to a task and renders each; all text by users is escaped as data.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use crate::crystal::dated::Precision;
use crate::fence::data;
use crate::numbers::{ArtifactNo, NudgeNo, Number, QuestionNo, TaskNo};
use crate::workflow::context::known::{decisions, discoveries, to_be_decided};
use crate::workflow::context::near::{Near, list_near, near};
use crate::workflow::context::omitted::MEMORY;
use crate::workflow::context::{ContextItem, CoreEntry};
use crate::workflow::people::{Nudge, Priority, Target};
use crate::workflow::shared::Artifact;
use crate::workflow::shown::FOR_PERSON;
use crate::workflow::state::Workflow;
use crate::workflow::task::{Outcome, ReviewStatus, Task};
use crate::workflow::weight::{Weight, estimate};
use kernel::time::Time;

/// A block before it is cut to the budget.
pub(crate) struct Part {
    pub slot: u32,
    pub name: &'static str,
    pub title: &'static str,
    pub min: u32,
    pub max: u32,
    /// Maximum number of tokens of one item.
    pub largest: u32,
    pub items: Vec<Rendered>,
    /// Count and tokens of further items, which no block of this size considers.
    pub rest: Weight,
}

/// Rendered item with its source.
pub(crate) struct Rendered {
    pub about: ContextItem,
    pub text: String,
}

pub(super) fn item(
    source: impl std::fmt::Display + Copy,
    version: u64,
    why: impl Into<String>,
    text: String,
) -> Rendered {
    let about = ContextItem {
        source: source.to_string(),
        version,
        why: why.into(),
        tokens: estimate(&text),
        cut: 0,
    };
    Rendered { about, text }
}

/// Recipient of a context.
#[derive(Clone, Copy)]
pub(crate) struct Whose<'a> {
    /// Task of the context; without one, only items about the whole workflow apply.
    pub task: Option<&'a Task>,
    /// Agent whose nudges and answers are included even if they are about no task.
    pub agent: Option<&'a str>,
}

/// Gathers the items of all blocks. The goal and the task are always included and get a share of the budget; in other
/// blocks one item gets at most a quarter of the block.
pub(crate) fn gather(
    workflow: &Workflow,
    whose: Whose,
    budget: u32,
    now: Time,
    recalled: &[CoreEntry],
) -> Vec<Part> {
    let Whose { task, .. } = whose;
    let near = near(workflow, task);
    let of_task = |items: fn(&Workflow, &Task) -> Vec<Rendered>| {
        task.map_or_else(Vec::new, |task| items(workflow, task))
    };
    let goal = vec![goal(workflow)];
    let said = messages(workflow, whose, now);
    let (eighth, half) = (budget / 8, budget / 2);
    // Most decisions and discoveries concern the whole workflow, and every task pays for them again.
    let (decisions_max, discoveries_max) = (eighth.max(600), (budget / 12).max(400));
    let mut decided = of_task(to_be_decided);
    let (holding, decided_rest) = decisions(workflow, &near, decisions_max);
    decided.extend(holding);
    let (found, found_rest) = discoveries(workflow, &near, discoveries_max);
    let undivided = |part: Part| Part {
        largest: part.max,
        ..part
    };
    vec![
        undivided(part(10, "goal", "Goal and constraints", 50, eighth, goal)),
        undivided(part(
            110,
            "task",
            "Task and acceptance",
            200,
            half,
            of_task(|_, task| vec![the_task(task)]),
        )),
        part(
            111,
            "attempts",
            "Earlier attempts and reviews",
            200,
            1500,
            of_task(|_, task| attempts(task)),
        ),
        Part {
            rest: decided_rest,
            ..part(112, "decisions", "Decisions", 200, decisions_max, decided)
        },
        Part {
            rest: found_rest,
            ..part(
                113,
                "discoveries",
                "Discoveries",
                200,
                discoveries_max,
                found,
            )
        },
        part(
            114,
            "results",
            "Results of what it needed",
            200,
            3000,
            of_task(results),
        ),
        part(115, "artifacts", "Artifacts", 100, 3000, of_task(artifacts)),
        part(
            250,
            MEMORY,
            "Entries of memory cores",
            0,
            1500,
            entries(recalled, Precision::of_budget(budget)),
        ),
        part(300, "nudges", "Nudges and answers", 100, 500, said),
    ]
}

fn part(
    slot: u32,
    name: &'static str,
    title: &'static str,
    min: u32,
    max: u32,
    items: Vec<Rendered>,
) -> Part {
    Part {
        slot,
        name,
        title,
        min,
        max,
        largest: max / 4,
        items,
        rest: Weight::default(),
    }
}

fn goal(workflow: &Workflow) -> Rendered {
    let mut text = format!(
        "Workflow: {}\nGoal: {}",
        data(&workflow.name),
        data(&workflow.goal)
    );
    for constraint in workflow.constraints.iter() {
        let _ = write!(text, "\nConstraint: {}", data(constraint));
    }
    item("", workflow.changed, "the workflow's goal", text)
}

fn the_task(task: &Task) -> Rendered {
    let mut text = format!("{} {}", task.id, data(&task.title));
    for line in &task.acceptance {
        let _ = write!(text, "\n- must hold: {}", data(line));
    }
    for path in &task.paths {
        let _ = write!(text, "\n- reserved path: {}", data(path));
    }
    if let Some(branch) = &task.branch {
        let _ = write!(text, "\n- branch: {}", data(branch));
    }
    if task.needs_review {
        text.push_str("\n- will be reviewed");
    }
    // Last, because it can be long: if the item is cut, the rest is still included.
    if !task.description.is_empty() {
        let _ = write!(text, "\n- what to do: {}", data(&task.description));
    }
    item(task.id, task.changed, "this is the task", text)
}

/// Renders attempts and reviews, newest first: the last ones matter most.
fn attempts(task: &Task) -> Vec<Rendered> {
    let mut items = Vec::new();
    let handed_in = task.attempts.iter().rposition(|attempt| {
        use Outcome::{Completed, NeedsRework, Rejected};
        matches!(attempt.outcome, Some(Completed | NeedsRework | Rejected))
    });
    for (nth, attempt) in task.attempts.iter().enumerate().rev() {
        let number = u32::try_from(nth + 1).unwrap_or(u32::MAX);
        let reviews = task
            .reviews
            .iter()
            .filter(|review| review.attempt == number);
        for review in reviews.filter(|review| !review.comments.is_empty()) {
            let verdict = match review.status {
                ReviewStatus::Approved => "approved",
                ReviewStatus::NeedsRework => "asks for rework",
                ReviewStatus::Rejected => "rejects it",
            };
            let mut text = format!("Review of attempt {number} by {}: {verdict}", review.by.id);
            for comment in &review.comments {
                let _ = write!(text, "\n- {}", data(&comment.text));
                if let (Some(artifact), Some(line)) = (comment.artifact, comment.line) {
                    let _ = write!(text, " ({artifact}, line {line})");
                }
            }
            items.push(item(task.id, task.changed, "a review of this task", text));
        }
        let outcome = match attempt.outcome {
            None if attempt.notes.is_empty() => continue,
            None if task.waits_for_person() => FOR_PERSON,
            None => "goes on",
            Some(Outcome::Completed) => "was handed in",
            Some(Outcome::Failed) => "failed",
            Some(Outcome::Released) => "was given back",
            Some(Outcome::Expired) => "lost its lease",
            Some(Outcome::Resumed) => "was begun again",
            Some(Outcome::NeedsRework) => "needed rework",
            Some(Outcome::Rejected) => "was rejected",
            Some(Outcome::Cancelled) => "was called off",
        };
        let mut text = format!("Attempt {number} by {} {outcome}", data(&attempt.agent));
        let last = task.result.as_ref().filter(|_| handed_in == Some(nth));
        let last = last.map(|result| &result.summary);
        if let Some(summary) = attempt.summary.as_ref().or(last) {
            let _ = write!(text, "\n- summary: {}", data(summary));
        }
        if let Some(error) = &attempt.error {
            let _ = write!(text, "\n- error: {}", data(error));
        }
        for note in &attempt.notes {
            let _ = write!(text, "\n- note: {}", data(note));
        }
        items.push(item(task.id, task.changed, "an earlier attempt", text));
    }
    items
}

fn results(workflow: &Workflow, task: &Task) -> Vec<Rendered> {
    task.depends_on
        .iter()
        .filter_map(|need| workflow.tasks.get(need.task))
        .filter_map(|before| Some((before, before.result.as_ref()?)))
        .map(|(before, result)| {
            let mut text = format!(
                "{} {}: {}",
                before.id,
                data(&before.title),
                data(&result.summary)
            );
            for step in &result.next_steps {
                let _ = write!(text, "\n- next: {}", data(step));
            }
            item(before.id, before.changed, "this task needs it", text)
        })
        .collect()
}

fn artifacts(workflow: &Workflow, task: &Task) -> Vec<Rendered> {
    let mut near = vec![(task.id.0, Near::Mine)];
    let needs = task.depends_on.iter();
    near.extend(needs.map(|need| (need.task.get(), Near::Needed)));
    let listed: Vec<(&Artifact, String)> = list_near(&workflow.derived().artifacts_of, &near)
        .into_iter()
        .filter_map(|(no, why)| Some((workflow.artifacts.get(ArtifactNo(no))?, why)))
        .collect();
    // Several tasks may have versions of one path: only the newest version is listed.
    let mut newest: BTreeMap<&str, u32> = BTreeMap::new();
    for (artifact, _) in &listed {
        let version = newest.entry(artifact.path.as_str()).or_default();
        *version = artifact.version.max(*version);
    }
    listed
        .into_iter()
        .filter(|(artifact, _)| newest.get(artifact.path.as_str()) == Some(&artifact.version))
        .map(|(artifact, why)| {
            let mut text = format!(
                "{} {} version {} ({})",
                artifact.id,
                data(&artifact.path),
                artifact.version,
                artifact.kind.name()
            );
            if !artifact.description.is_empty() {
                let _ = write!(text, ": {}", data(&artifact.description));
            }
            if !artifact.excerpt.is_empty() {
                let _ = write!(text, "\n{}", data(&artifact.excerpt));
            }
            let rest = rest_of(artifact);
            if rest > 0 {
                let _ = write!(text, "\n[cut here: {rest} more tokens]");
            }
            let mut item = item(artifact.id, artifact.changed, why, text);
            item.about.cut = rest;
            item
        })
        .collect()
}

/// Returns the tokens of the content after the excerpt: only the beginning of a content is kept for contexts.
fn rest_of(artifact: &Artifact) -> u32 {
    let rest = match artifact.bytes {
        Some(bytes) if !artifact.excerpt.is_empty() => {
            bytes.saturating_sub(artifact.excerpt.len() as u64)
        }
        _ => 0,
    };
    u32::try_from(rest.div_ceil(4)).unwrap_or(u32::MAX)
}

/// Renders the entries of the workflow's memory cores.
fn entries(recalled: &[CoreEntry], precision: Precision) -> Vec<Rendered> {
    let entries = recalled.iter().map(|entry| {
        let says = entry.dates.line(&data(&entry.text), precision);
        let text = format!("{}: {says}", data(&entry.core));
        let why = format!("in {}, a memory core of the workflow", entry.core);
        item(&entry.id, 0, why, text)
    });
    entries.collect()
}

/// Renders the nudges about the task that have not expired and the answers to questions about it; for an agent also
/// those about no task that are addressed to it or asked by it. Unacknowledged nudges and answers come first, then
/// those by people, then urgent ones.
fn messages(workflow: &Workflow, whose: Whose, now: Time) -> Vec<Rendered> {
    let mut near: Vec<(u32, Near)> = Vec::new();
    near.extend(whose.task.map(|task| (task.id.get(), Near::About)));
    near.extend(whose.agent.map(|_| (0, Near::All)));
    let concerns = |task: Option<TaskNo>, is_theirs: &dyn Fn(&str) -> bool| {
        task.is_some() || whose.agent.is_some_and(is_theirs)
    };
    let leads = |agent: &str| workflow.lead.agent.as_deref() == Some(agent);
    let holder = whose.task.and_then(|task| task.lease.as_ref());
    let reader = whose.agent.or(holder.map(|lease| lease.holder.as_str()));
    let is_settled = |nudge: &Nudge| {
        let mut receipts = nudge.receipts.iter();
        receipts.any(|(agent, receipt)| {
            receipt.acknowledged_at.is_some() && reader.is_none_or(|reader| reader == agent)
        })
    };
    let nudges = list_near(&workflow.derived().nudges_of, &near)
        .into_iter()
        .filter_map(|(no, why)| Some((workflow.nudges.get(NudgeNo(no))?, why)))
        .filter(|(nudge, _)| now < nudge.expires_at)
        .filter(|(nudge, _)| {
            concerns(nudge.task, &|agent| match &nudge.target {
                Target::All => true,
                Target::Orchestrator => leads(agent),
                Target::Agent(name) => name == agent,
            })
        })
        .map(|(nudge, why)| {
            let from = format!("{} {}", nudge.from.role.name(), nudge.from.id);
            let text = format!("{} from {from}: {}", nudge.id, data(&nudge.message));
            let is_agents = nudge.from.role.is_agent();
            let rank = (is_settled(nudge), is_agents, Reverse(nudge.priority));
            (rank, item(nudge.id, nudge.changed, why, text))
        });
    let questions = list_near(&workflow.derived().questions_of, &near)
        .into_iter()
        .filter_map(|(no, why)| Some((workflow.questions.get(QuestionNo(no))?, why)))
        .filter(|(asked, _)| concerns(asked.task, &|agent| asked.asked_by.is_agent_named(agent)))
        .map(|(asked, why)| {
            let answer = asked.answer.as_deref().unwrap_or("(no answer yet)");
            let text = format!("{} {} → {}", asked.id, data(&asked.question), data(answer));
            let answerer = asked.answered_by.as_ref();
            let is_agents = answerer.is_none_or(|actor| actor.role.is_agent());
            let rank = (false, is_agents, Reverse(Priority::Normal));
            (rank, item(asked.id, asked.changed, why, text))
        });
    let mut said: Vec<_> = nudges.chain(questions).collect();
    said.sort_by_key(|(rank, _)| *rank);
    said.into_iter().map(|(_, item)| item).collect()
}
