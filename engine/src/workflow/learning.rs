//! What a workflow teaches: candidates for long-term memory, derived from its state whenever somebody asks, and
//! what people did with them, which alone is stored. Knows no memory core but by its name.

mod entry;
mod errors;
mod evidence;
mod find;
mod handled;
mod name;

pub use entry::{Entry, TEXT_SHOWN, shown};
pub use evidence::{Evidence, EvidenceKind, NAMED};
pub use find::{Source, find, found};
pub(in crate::workflow) use handled::listed;
pub use handled::{ByName, Edit, Handled, Learned, LearningStatus};
pub use name::{LearningName, LearningRef};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::workflow::state::Workflow;
use crate::workflow::task::{Outcome, Task};

/// So many tries in a row that fail for the same reason are learned from while the work goes on.
pub const TRIES: usize = 3;

/// What kind of thing was learned.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum LearningKind {
    /// A choice and why it was made.
    Decision,
    /// Something that was found out.
    Discovery,
    /// Something that came up more than once, or what worked where other tries had failed.
    Pattern,
    /// What could not be done, and why.
    Failure,
}

impl LearningKind {
    /// The kind as in JSON.
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

/// How much the workflow has taught, and how much of that nobody has decided about.
#[must_use]
pub fn taught(workflow: &Workflow) -> Learned {
    let found = found(workflow);
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

/// How many of the task's last tries failed in a row for the same reason, and the error of the newest.
/// A lease that ran out or was given back says nothing of a reason and breaks no row.
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

/// Whether the task's tries ever failed so often in a row for the same reason.
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
