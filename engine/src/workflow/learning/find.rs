//! Derives the learnings from a workflow's state: valid decisions with a rationale, insights, failures and repeated
//! patterns.

use std::collections::{BTreeMap, BTreeSet};

use crate::numbers::TaskNo;
use crate::workflow::learning::{LearningKind, LearningName, errors, has_row};
use crate::workflow::shared::{Decision, Discovery, DiscoveryKind};
use crate::workflow::state::Workflow;
use crate::workflow::task::{Review, ReviewStatus, Task, TaskStatus};
use kernel::stream::Version;
use kernel::time::Time;

/// Minimum number of tasks with the same error for a pattern.
const MET: usize = 2;

/// Derived learning and its source.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// Name of the learning in the workflow.
    pub id: LearningName,
    /// Kind of the learning.
    pub kind: LearningKind,
    /// Time at which it was learned.
    pub at: Time,
    /// Version of the workflow at which its source last changed.
    pub changed: Version,
    /// Source of the learning.
    pub(super) of: Of<'a>,
}

/// Source of a learning.
#[derive(Clone, Debug)]
pub(super) enum Of<'a> {
    Decision(&'a Decision),
    Discovery(&'a Discovery),
    /// A task that failed, or was completed after failed attempts.
    Task(&'a Task),
    /// The tasks with the same error, in order.
    Error(Vec<&'a Task>),
    /// A kind of task and the tasks of that kind that were sent back.
    Rework(Kind<'a>, Vec<&'a Task>),
}

/// Kind of a task: its group, otherwise its capabilities, otherwise the task itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind<'a> {
    Group(&'a str),
    Skills(&'a [String]),
    Alone(TaskNo, &'a str),
}

impl<'a> Kind<'a> {
    fn of(task: &'a Task) -> Self {
        match (task.group.as_deref(), task.capabilities.as_slice()) {
            (Some(group), _) => Self::Group(group),
            (None, []) => Self::Alone(task.id, &task.title),
            (None, skills) => Self::Skills(skills),
        }
    }

    /// Returns the text that is hashed into the learning's name. Uses a task's number, because its title may change.
    fn key(self) -> String {
        match self {
            Self::Group(group) => format!("group {group}"),
            Self::Skills(skills) => format!("skills {}", skills.join("\u{1f}")),
            Self::Alone(no, _) => format!("task {no}"),
        }
    }
}

/// Returns all learnings, newest first.
#[must_use]
pub fn find_all(workflow: &Workflow) -> Vec<Source<'_>> {
    let decisions = workflow.decisions.iter().filter_map(from_decision);
    let discoveries = workflow.discoveries.iter().filter_map(from_discovery);
    let tasks = workflow.tasks.iter().filter_map(from_task);
    let mut found: Vec<Source> = decisions.chain(discoveries).chain(tasks).collect();
    found.extend(errors_met(workflow));
    found.extend(from_rework(workflow));
    found.sort_by(|one, other| (other.at, one.id).cmp(&(one.at, other.id)));
    found
}

/// Returns the learning of that name, if its source still supports it.
#[must_use]
pub fn find(workflow: &Workflow, id: LearningName) -> Option<Source<'_>> {
    match id {
        LearningName::Decision(no) => from_decision(workflow.decisions.get(no)?),
        LearningName::Discovery(no) => from_discovery(workflow.discoveries.get(no)?),
        LearningName::Task(no) => from_task(workflow.tasks.get(no)?),
        LearningName::Error(_) => errors_met(workflow).find(|source| source.id == id),
        LearningName::Rework(_) => from_rework(workflow).find(|source| source.id == id),
    }
}

/// Returns the learning of a valid decision with a rationale. A superseded decision has none; its successor has.
fn from_decision(decision: &Decision) -> Option<Source<'_>> {
    let says_why = !decision.rationale.trim().is_empty();
    (says_why && decision.holds()).then_some(Source {
        id: LearningName::Decision(decision.id),
        kind: LearningKind::Decision,
        at: decision.made_at,
        changed: decision.changed,
        of: Of::Decision(decision),
    })
}

/// Returns the learning of a discovery that is an insight or was suggested for a core.
fn from_discovery(discovery: &Discovery) -> Option<Source<'_>> {
    let is_wanted = discovery.kind == DiscoveryKind::Insight || discovery.promote_to_core.is_some();
    let says_something = !discovery.content.trim().is_empty();
    (is_wanted && says_something).then_some(Source {
        id: LearningName::Discovery(discovery.id),
        kind: LearningKind::Discovery,
        at: discovery.discovered_at,
        changed: discovery.changed,
        of: Of::Discovery(discovery),
    })
}

/// Returns the learning of a task that failed for good, that failed repeatedly for the same reason, or that was
/// completed after failed attempts.
fn from_task(task: &Task) -> Option<Source<'_>> {
    let errors = task.attempts.iter().filter(|it| it.error.is_some());
    let kind = match task.status {
        TaskStatus::Failed => LearningKind::Failure,
        TaskStatus::Completed if errors.clone().next().is_some() => LearningKind::Pattern,
        _ if has_row(task) => LearningKind::Failure,
        _ => return None,
    };
    let rejected = task.reviews.last().map(|review| review.at);
    let failed = errors.filter_map(|it| it.to).max();
    let at = match task.status {
        TaskStatus::Completed => task.completed_at,
        _ => failed.max(rejected),
    };
    Some(Source {
        id: LearningName::Task(task.id),
        kind,
        at: at.unwrap_or(task.since),
        changed: task.changed,
        of: Of::Task(task),
    })
}

/// Returns a learning for each error that several tasks had.
fn errors_met(workflow: &Workflow) -> impl Iterator<Item = Source<'_>> {
    let mut met: BTreeMap<String, Vec<&Task>> = BTreeMap::new();
    for task in workflow.tasks.iter() {
        let keys: BTreeSet<String> = errors_of(task).map(errors::key).collect();
        for key in keys {
            met.entry(key).or_default().push(task);
        }
    }
    let several = met.into_iter().filter(|(_, tasks)| tasks.len() >= MET);
    several.map(|(key, tasks)| Source {
        id: LearningName::error(&key),
        kind: LearningKind::Pattern,
        at: newest(&tasks, |task| {
            let failed = task
                .attempts
                .iter()
                .filter(|it| is_of(it.error.as_deref(), &key));
            failed.filter_map(|it| it.to).max()
        }),
        changed: last_change(&tasks),
        of: Of::Error(tasks),
    })
}

/// Returns a learning for each kind of task that was sent back.
fn from_rework(workflow: &Workflow) -> impl Iterator<Item = Source<'_>> {
    let mut kinds: BTreeMap<Kind, Vec<&Task>> = BTreeMap::new();
    for task in workflow.tasks.iter() {
        if rework_reviews(task).next().is_some() {
            kinds.entry(Kind::of(task)).or_default().push(task);
        }
    }
    kinds.into_iter().map(|(kind, tasks)| Source {
        id: LearningName::rework(&kind.key()),
        kind: LearningKind::Pattern,
        at: newest(&tasks, |task| {
            rework_reviews(task).map(|review| review.at).max()
        }),
        changed: last_change(&tasks),
        of: Of::Rework(kind, tasks),
    })
}

/// Returns the errors of a task's attempts.
pub(super) fn errors_of(task: &Task) -> impl DoubleEndedIterator<Item = &str> {
    let errors = task.attempts.iter().filter_map(|it| it.error.as_deref());
    errors.filter(|error| !error.trim().is_empty())
}

/// Returns true if the error has that key.
pub(super) fn is_of(error: Option<&str>, key: &str) -> bool {
    error.is_some_and(|error| errors::key(error) == key)
}

/// Returns the reviews that sent the work on a task back.
pub(super) fn rework_reviews(task: &Task) -> impl Iterator<Item = &Review> {
    let reviews = task.reviews.iter();
    reviews.filter(|review| review.status == ReviewStatus::NeedsRework)
}

fn newest(tasks: &[&Task], when: impl Fn(&Task) -> Option<Time>) -> Time {
    let times = tasks.iter().filter_map(|task| when(task));
    times.max().unwrap_or_default()
}

fn last_change(tasks: &[&Task]) -> Version {
    tasks.iter().map(|task| task.changed).max().unwrap_or(0)
}
