//! Proposes the memory for a learning: core, text, topics, importance. Text by agents is quoted verbatim; callers have
//! to treat it as untrusted.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::find::{Kind, Of, Source, errors_of, rework_reviews};
use super::{Edit, errors};
use crate::crystal::core_of;
use crate::words::short;
use crate::workflow::shared::{Decision, DecisionStatus, DiscoveryKind};
use crate::workflow::state::Workflow;
use crate::workflow::task::{Attempt, Review, Task, TaskStatus};

/// Maximum length of a text in lists, in characters.
pub const TEXT_SHOWN: usize = 1_000;
/// Maximum number of tasks, errors or comments that a text names.
const NAMED: usize = 5;
/// Maximum length of each of them, in characters.
const PART: usize = 400;
/// Maximum length, in bytes, of a core name that is derived from the workflow's name; may be exceeded by one character.
const CORE: usize = 64;

/// Proposed memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// Core to store it in.
    pub core: String,
    /// Text to remember.
    pub text: String,
    /// Topics.
    pub topics: Vec<String>,
    /// Importance, 0 to 1.
    pub importance: f64,
    /// Valence, from -1 (bad) to 1 (good).
    pub valence: f64,
}

impl Entry {
    /// Returns the entry with the edits of a person applied.
    #[must_use]
    pub fn with_edit(mut self, edit: &Edit) -> Self {
        if let Some(core) = &edit.core {
            self.core.clone_from(core);
        }
        if let Some(text) = &edit.text {
            self.text.clone_from(text);
        }
        if let Some(topics) = &edit.topics {
            self.topics.clone_from(topics);
        }
        if let Some(importance) = edit.importance {
            self.importance = importance;
        }
        self
    }
}

impl Source<'_> {
    /// Returns a title in one line.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.of {
            Of::Decision(decision) => {
                let (question, choice) = (short(&decision.question), short(&decision.choice));
                short(&format!("{question} → {choice}"))
            }
            Of::Discovery(discovery) => short(&discovery.content),
            Of::Task(task) if task.status == TaskStatus::Completed => {
                short(&format!("How “{}” came through", task.title))
            }
            Of::Task(task) => short(&format!("Why “{}” failed", task.title)),
            Of::Error(tasks) => {
                let error = common_error(tasks, self).unwrap_or_default();
                short(&format!("Met in {} tasks: {error}", tasks.len()))
            }
            Of::Rework(kind, tasks) => {
                let many = tasks.iter().map(|task| rework_reviews(task).count()).sum();
                short(&format!("{} sent back {}", works(*kind), times(many)))
            }
        }
    }

    /// Returns the proposed memory without edits.
    #[must_use]
    pub fn entry(&self, workflow: &Workflow) -> Entry {
        let (text, importance, valence) = match &self.of {
            Of::Decision(decision) => (describe_decision(decision), weight(decision), 0.0),
            Of::Discovery(discovery) => {
                let wanted = if discovery.promote_to_core.is_some() {
                    0.2
                } else {
                    0.0
                };
                let importance = match discovery.kind {
                    DiscoveryKind::Insight => 0.6,
                    DiscoveryKind::Opportunity => 0.5,
                    DiscoveryKind::Constraint | DiscoveryKind::Risk => 0.65,
                };
                (
                    discovery.content.trim().to_owned(),
                    importance + wanted,
                    0.0,
                )
            }
            Of::Task(task) if task.status == TaskStatus::Completed => {
                (came_through(task), 0.65, 0.3)
            }
            Of::Task(task) => (describe_failure(task), 0.65, -0.5),
            Of::Error(tasks) => (
                self.describe_errors(tasks),
                raise_importance(0.6, tasks.len()),
                -0.3,
            ),
            Of::Rework(kind, tasks) => (
                describe_rework(*kind, tasks),
                raise_importance(0.6, tasks.len()),
                -0.2,
            ),
        };
        Entry {
            core: self.core(workflow),
            text,
            topics: self.topics(workflow),
            importance: (importance.min(1.0) * 100.0_f64).round() / 100.0,
            valence,
        }
    }

    /// Selects the core: the one that the author suggested, otherwise the first of the workflow's cores, otherwise one
    /// named after the workflow. Skips names with `/`.
    fn core(&self, workflow: &Workflow) -> String {
        let wanted = match &self.of {
            Of::Discovery(discovery) => discovery.promote_to_core.as_ref(),
            _ => None,
        };
        let mut named = wanted.into_iter().chain(&*workflow.memory_core_refs);
        match named.find(|name| !name.contains('/')) {
            Some(name) => name.clone(),
            None => core_name(workflow),
        }
    }

    fn topics(&self, workflow: &Workflow) -> Vec<String> {
        let of = |nos: &[crate::numbers::TaskNo]| -> Vec<&str> {
            let tasks = nos.iter().filter_map(|no| workflow.tasks.get(*no));
            tasks.filter_map(|task| task.group.as_deref()).collect()
        };
        let own = self.kind.name();
        let (kind, groups): (&str, Vec<&str>) = match &self.of {
            Of::Decision(decision) => (own, of(&decision.affects_tasks)),
            Of::Discovery(discovery) => (discovery.kind.name(), of(&discovery.affects_tasks)),
            Of::Task(task) => (own, task.group.as_deref().into_iter().collect()),
            Of::Error(tasks) => (
                "error",
                tasks.iter().filter_map(|it| it.group.as_deref()).collect(),
            ),
            Of::Rework(Kind::Group(group), _) => ("review", vec![group]),
            Of::Rework(Kind::Skills(skills), _) => {
                ("review", skills.iter().map(String::as_str).collect())
            }
            Of::Rework(Kind::Alone(..), _) => ("review", Vec::new()),
        };
        let mut topics: Vec<String> = vec![kind.into()];
        for group in groups {
            let group = short(group);
            if topics.len() <= NAMED && !topics.contains(&group) {
                topics.push(group);
            }
        }
        topics
    }

    fn describe_errors(&self, tasks: &[&Task]) -> String {
        let error = part(&common_error(tasks, self).unwrap_or_default());
        let names = tasks.iter().map(|task| format!("“{}”", short(&task.title)));
        let mut text = format!("“{error}” was met in {}.", few(names));
        let through = tasks
            .iter()
            .filter(|task| task.status == TaskStatus::Completed);
        let is_it = |error: &str| super::LearningName::error(&errors::key(error)) == self.id;
        let mut ways: Vec<String> = Vec::new();
        for way in through.flat_map(|task| what_worked(task, is_it)) {
            if ways.len() < NAMED && !ways.contains(&way) {
                ways.push(way);
            }
        }
        if !ways.is_empty() {
            text.push_str(" What got past it: ");
            text.push_str(&ways.join("; "));
        }
        text
    }
}

/// Derives the name of a core from the workflow's name.
fn core_name(workflow: &Workflow) -> String {
    let mut name = String::new();
    for letter in workflow.name.chars().flat_map(char::to_lowercase) {
        if name.len() >= CORE {
            break;
        }
        if letter.is_alphanumeric() {
            name.push(letter);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    core_of(Some(name).filter(|name| !name.is_empty())).into_owned()
}

fn weight(decision: &Decision) -> f64 {
    let approved = if decision.status == DecisionStatus::Approved {
        0.1
    } else {
        0.0
    };
    let lasting = if decision.reversible { 0.0 } else { 0.1 };
    0.65 + approved + lasting
}

/// Raises the importance for repeated occurrences, up to 0.25.
fn raise_importance(from: f64, times: usize) -> f64 {
    let more = u32::try_from(times.saturating_sub(1)).unwrap_or(u32::MAX);
    from + 0.05 * f64::from(more.min(5))
}

fn describe_decision(decision: &Decision) -> String {
    let mut text = format!(
        "{} → {}. Why: {}",
        sentence(&decision.question),
        sentence(&decision.choice),
        decision.rationale.trim()
    );
    if !decision.alternatives.is_empty() {
        let not: Vec<&str> = decision
            .alternatives
            .iter()
            .map(|it| sentence(it))
            .collect();
        text = format!("{}. Not: {}.", sentence(&text), not.join("; "));
    }
    text
}

fn describe_failure(task: &Task) -> String {
    let title = short(&task.title);
    let mut text = format!("“{title}” failed");
    let tries = errors_of(task).count();
    if tries > 1 {
        text = format!("{text} {}", times(tries));
    }
    let errors = reasons(task);
    let rejected = task.reviews.last().filter(|_| errors.is_empty());
    let remarks = rejected.into_iter().flat_map(|review| &review.comments);
    let remarks: Vec<String> = remarks.map(|comment| part(&comment.text)).collect();
    let why = if errors.is_empty() { remarks } else { errors };
    if why.is_empty() {
        text.push('.');
    } else {
        text.push_str(": ");
        text.push_str(&few(why.into_iter()));
    }
    if let Some(note) = task.attempts.iter().rev().find_map(|it| it.notes.last()) {
        text = format!("{} Noted on the way: {}", end_sentence(&text), part(note));
    }
    text
}

fn came_through(task: &Task) -> String {
    let errors = few(reasons(task).into_iter());
    let mut text = format!("“{}” failed at first: {errors}", short(&task.title));
    let ways = what_worked(task, |error| !error.trim().is_empty());
    if !ways.is_empty() {
        text = format!(
            "{} What worked: {}",
            end_sentence(&text),
            few(ways.into_iter())
        );
    }
    text
}

fn describe_rework(kind: Kind, tasks: &[&Task]) -> String {
    let reviews: Vec<&Review> = tasks.iter().flat_map(|task| rework_reviews(task)).collect();
    let many = reviews.len();
    let mut asked: Vec<String> = Vec::new();
    for comment in reviews.iter().flat_map(|review| &review.comments) {
        let remark = part(&comment.text);
        if !remark.is_empty() && !asked.contains(&remark) {
            asked.push(remark);
        }
    }
    let mut text = format!("{} sent back {}.", works(kind), times(many));
    if !asked.is_empty() {
        text.push_str(" Reviewers asked for: ");
        text.push_str(&few(asked.into_iter()));
    }
    text
}

fn works(kind: Kind) -> String {
    match kind {
        Kind::Group(group) => format!("Work of the group “{}” was", short(group)),
        Kind::Skills(skills) => format!("Work that takes {} was", short(&skills.join(", "))),
        Kind::Alone(_, title) => format!("“{}” was", short(title)),
    }
}

fn times(count: usize) -> String {
    match count {
        1 => "once".into(),
        2 => "twice".into(),
        count => format!("{count} times"),
    }
}

/// Returns the summaries of the attempts that succeeded after a failed one, each once. Summaries of later rework are
/// left out: they have nothing to do with the failure.
fn what_worked(task: &Task, is_it: impl Fn(&str) -> bool) -> Vec<String> {
    let mut ways = Vec::new();
    let last = task.attempts.iter().rposition(Attempt::was_handed_in);
    let failed = task.attempts.iter().enumerate();
    let failed = failed.filter(|(_, it)| it.error.as_deref().is_some_and(&is_it));
    for (at, _) in failed {
        let after = task.attempts.iter().enumerate().skip(at + 1);
        let Some((at, way)) = after.into_iter().find(|(_, it)| it.was_handed_in()) else {
            continue;
        };
        let result = task.result.as_ref().filter(|_| last == Some(at));
        let said = way.summary.as_deref();
        let said = said.or(result.map(|result| result.summary.as_str()));
        let said = part(said.unwrap_or_default());
        if !said.is_empty() && !ways.contains(&said) {
            ways.push(said);
        }
    }
    // Work done in another tool has no attempt of its own.
    if ways.is_empty() && last.is_none() {
        let said = task.result.as_ref().map(|result| part(&result.summary));
        ways.extend(said.filter(|said| !said.is_empty()));
    }
    ways
}

/// Returns the distinct errors of a task's attempts.
fn reasons(task: &Task) -> Vec<String> {
    let (mut keys, mut reasons) = (BTreeSet::new(), Vec::new());
    for error in errors_of(task) {
        if keys.insert(errors::key(error)) {
            reasons.push(part(error));
        }
    }
    reasons
}

/// Returns the error that a pattern is named after, in the wording of the first task that had it.
pub(super) fn common_error(tasks: &[&Task], source: &Source) -> Option<String> {
    let all = tasks.iter().flat_map(|task| errors_of(task));
    let mut own = all.filter(|error| super::LearningName::error(&errors::key(error)) == source.id);
    own.next().map(|error| error.trim().to_owned())
}

/// Joins the first [`NAMED`] texts and adds the number of the others.
fn few(all: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = all.collect();
    let more = all.len().saturating_sub(NAMED);
    all.truncate(NAMED);
    let mut text = all.join("; ");
    if more > 0 {
        let _ = write!(text, "; and {more} more");
    }
    text
}

/// Returns a text in one line, cut to [`PART`] characters.
fn part(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    excerpt(&line, PART).unwrap_or(line)
}

/// Returns the beginning of a text that is longer than `most` characters; `None` if it is not.
#[must_use]
pub fn excerpt(text: &str, most: usize) -> Option<String> {
    let (cut, _) = text.char_indices().nth(most)?;
    Some(format!("{}…", text[..cut].trim_end()))
}

/// Returns a text that ends with a punctuation mark.
fn end_sentence(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', '!', '?', '…']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

/// Returns a text without the full stop at its end.
fn sentence(text: &str) -> &str {
    text.trim().trim_end_matches('.')
}
