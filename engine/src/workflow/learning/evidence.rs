//! Evidence of a learning: the tasks, attempts, reviews, decisions and discoveries that it is derived from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::LearningName;
use super::errors;
use super::find::{Of, Source, rework_reviews};
use crate::words::short;
use crate::workflow::task::{Attempt, Review, Task};
use kernel::actor::Actor;
use kernel::stream::Version;
use kernel::time::Time;

/// Maximum number of pieces of evidence that a learning shows.
pub const NAMED: usize = 20;

/// Kind of a piece of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceKind {
    /// A decision.
    Decision,
    /// A discovery.
    Discovery,
    /// A task and its result.
    Task,
    /// A failed attempt at a task.
    Attempt,
    /// A review that asked for rework or rejected the work.
    Review,
}

/// One piece of evidence.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// Kind of the evidence.
    pub kind: EvidenceKind,
    /// Thing in the workflow, such as `D3` or `T5`.
    pub thing: String,
    /// Title of the thing, or the beginning of its text.
    pub title: String,
    /// Content in one line: an error, a review comment or a result.
    pub text: String,
    /// Number of the attempt, from 1.
    pub attempt: Option<u32>,
    /// Agent or person that it comes from.
    pub by: Option<String>,
    /// Time of the event.
    pub at: Option<Time>,
    /// Version of the workflow at which the thing last changed.
    pub version: Version,
}

impl Source<'_> {
    /// Returns at most [`NAMED`] pieces of evidence, and the number of further ones.
    #[must_use]
    pub fn evidence(&self) -> (Vec<Evidence>, u32) {
        let mut all: Vec<Evidence> = match &self.of {
            Of::Decision(decision) => vec![Evidence {
                kind: EvidenceKind::Decision,
                thing: decision.id.to_string(),
                title: short(&decision.question),
                text: short(&decision.choice),
                attempt: None,
                by: Some(decision.made_by.id.clone()),
                at: Some(decision.made_at),
                version: decision.changed,
            }],
            Of::Discovery(discovery) => vec![Evidence {
                kind: EvidenceKind::Discovery,
                thing: discovery.id.to_string(),
                title: short(&discovery.content),
                text: discovery.kind.name().into(),
                attempt: None,
                by: Some(discovery.discovered_by.id.clone()),
                at: Some(discovery.discovered_at),
                version: discovery.changed,
            }],
            Of::Task(task) => {
                let tries = failure_evidence(task, |_| true);
                let reviews = task.reviews.last().filter(|_| task.completed_at.is_none());
                let reviews = reviews.map(|review| review_evidence(task, review));
                tries.chain(reviews).chain(result(task)).collect()
            }
            Of::Error(tasks) => {
                let is_it = |error: &str| LearningName::error(&errors::key(error)) == self.id;
                let tries = tasks.iter().flat_map(|task| failure_evidence(task, is_it));
                tries.collect()
            }
            Of::Rework(_, tasks) => {
                let reviews = tasks.iter().flat_map(|task| {
                    rework_reviews(task).map(|review| review_evidence(task, review))
                });
                reviews.collect()
            }
        };
        let more = all.len().saturating_sub(NAMED);
        all.truncate(NAMED);
        (all, u32::try_from(more).unwrap_or(u32::MAX))
    }

    /// Returns the name of the thing that a promoted memory cites as its source.
    #[must_use]
    pub fn thing(&self) -> String {
        match &self.of {
            Of::Decision(decision) => decision.id.to_string(),
            Of::Discovery(discovery) => discovery.id.to_string(),
            Of::Task(task) => task.id.to_string(),
            Of::Error(tasks) | Of::Rework(_, tasks) => tasks
                .last()
                .map_or_else(String::new, |task| task.id.to_string()),
        }
    }

    /// Returns the author, if the learning comes from one agent or person.
    #[must_use]
    pub fn author(&self) -> Option<&Actor> {
        match &self.of {
            Of::Decision(decision) => Some(&decision.made_by),
            Of::Discovery(discovery) => Some(&discovery.discovered_by),
            Of::Task(task) => task.result.as_ref().and_then(|result| result.by.as_ref()),
            Of::Error(_) | Of::Rework(..) => None,
        }
    }
}

/// Returns the failed attempts at a task whose errors match.
fn failure_evidence<'a>(
    task: &'a Task,
    is_meant: impl Fn(&str) -> bool + 'a,
) -> impl Iterator<Item = Evidence> + 'a {
    let tries = task.attempts.iter().zip(1..);
    tries.filter_map(move |(attempt, no): (&Attempt, u32)| {
        let error = attempt.error.as_deref().filter(|error| is_meant(error))?;
        Some(Evidence {
            kind: EvidenceKind::Attempt,
            thing: task.id.to_string(),
            title: short(&task.title),
            text: short(error),
            attempt: Some(no),
            by: Some(attempt.agent.clone()),
            at: attempt.to,
            version: task.changed,
        })
    })
}

fn review_evidence(task: &Task, review: &Review) -> Evidence {
    let remarks: Vec<&str> = review.comments.iter().map(|it| it.text.as_str()).collect();
    Evidence {
        kind: EvidenceKind::Review,
        thing: task.id.to_string(),
        title: short(&task.title),
        text: short(&remarks.join(" ")),
        attempt: Some(review.attempt),
        by: Some(review.by.id.clone()),
        at: Some(review.at),
        version: task.changed,
    }
}

fn result(task: &Task) -> Option<Evidence> {
    let result = task
        .result
        .as_ref()
        .filter(|_| task.completed_at.is_some())?;
    Some(Evidence {
        kind: EvidenceKind::Task,
        thing: task.id.to_string(),
        title: short(&task.title),
        text: short(&result.summary),
        attempt: None,
        by: result.by.as_ref().map(|by| by.id.clone()),
        at: task.completed_at,
        version: task.changed,
    })
}
