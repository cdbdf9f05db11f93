//! Learnings of a workflow: candidates for long-term memory. They are derived from its state on request; only the
//! actions of people on them are stored.

mod entry;
mod errors;
mod evidence;
mod find;
mod handled;
mod name;

pub use entry::{Entry, TEXT_SHOWN, excerpt};
pub use evidence::{Evidence, EvidenceKind, NAMED};
pub use find::{Source, find, find_all};
pub(in crate::workflow) use handled::listed;
pub use handled::{ByName, Edit, Handled, Learned, LearningStatus};
pub use name::{LearningName, LearningRef};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::workflow::state::Workflow;
use crate::workflow::task::{Outcome, Task};

/// Number of attempts in a row with the same error after which a learning is noted while work continues.
pub const TRIES: usize = 3;

/// Kind of a learning.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum LearningKind {
    /// A choice and its rationale.
    Decision,
    /// A discovery.
    Discovery,
    /// Something that happened more than once, or a solution after failed attempts.
    Pattern,
    /// A task that failed, and the reason.
    Failure,
}

impl LearningKind {
    /// Name of the kind in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Discovery => "discovery",
            Self::Pattern => "pattern",
            Self::Failure => "failure",
        }
    }
}

/// Counts the learnings of the workflow and those that are not decided.
#[must_use]
pub fn count_learnings(workflow: &Workflow) -> Learned {
    let found = find_all(workflow);
    let is_open = |source: &&Source| {
        let handled = workflow.learnings.get(&source.id);
        handled.is_none_or(|handled| handled.status == LearningStatus::Open)
    };
    let open = found.iter().filter(is_open).count();
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Learned {
        found: count(found.len()),
        open: count(open),
    }
}

/// Returns the number of the task's latest attempts that failed in a row for the same reason, and the newest error.
/// Attempts that were released, resumed or lost their lease neither count nor interrupt the row.
#[must_use]
pub fn row(task: &Task) -> Option<(usize, &str)> {
    let mut tries = task.attempts.iter().rev().filter(|attempt| {
        !matches!(
            attempt.outcome,
            Some(Outcome::Expired | Outcome::Released | Outcome::Resumed)
        )
    });
    let newest = tries.next()?.error.as_deref()?;
    let same = tries.take_while(|attempt| {
        let error = attempt.error.as_deref();
        error.is_some_and(|error| errors::is_same_reason(newest, error))
    });
    Some((1 + same.count(), newest))
}

/// Returns true if [`TRIES`] attempts in a row ever failed for the same reason.
fn has_row(task: &Task) -> bool {
    let (mut length, mut last) = (0, None);
    for attempt in &task.attempts {
        match (attempt.outcome, attempt.error.as_deref()) {
            (Some(Outcome::Expired | Outcome::Released | Outcome::Resumed), _) => continue,
            (_, Some(error)) => {
                let goes_on = last.is_some_and(|last| errors::is_same_reason(last, error));
                length = if goes_on { length + 1 } else { 1 };
                last = Some(error);
            }
            (_, None) => (length, last) = (0, None),
        }
        if length >= TRIES {
            return true;
        }
    }
    false
}
