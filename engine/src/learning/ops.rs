//! Operations on learnings, and their shared parts.

pub mod learning_dismiss;
pub mod learning_edit;
pub mod learning_get;
pub mod learning_list;
pub mod learning_promote;
pub mod learning_reopen;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::learning::row::{LearningRow, find_learning, why_gone};
use crate::workflow::learning::{LearningName, LearningRef, LearningStatus};
use crate::workflow::ops::draft;
use crate::workflow::state::Workflow;
use kernel::access::Access;
use kernel::actor::Role;
use kernel::error::{Error, Result};
use kernel::id::Id;
use kernel::tx::{Draft, Tx};

/// Access of those who review learnings: people who take part, and librarians.
const KEEPERS: Access = Access::PEOPLE.and(Access::of(&[Role::Librarian]));

/// Default members of a response.
const LEAN: &[&str] = &[
    "learning.id",
    "learning.status",
    "learning.core",
    "learning.memory",
    "learning.was_known",
    "learning.waits",
];

/// A learning after a change.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearningNow {
    /// The learning.
    pub learning: LearningRow,
}

impl LearningNow {
    fn of(workflow: &Workflow, id: LearningName) -> Result<Self> {
        let known = find_learning(workflow, id).ok_or_else(|| missing(workflow, id))?;
        Ok(Self {
            learning: known.whole(),
        })
    }
}

/// Opens the workflow, which may have ended, and returns the learning at the version that the caller expects.
fn on_learning<'a>(
    tx: &'a mut Tx<'_>,
    workflow: Option<Id>,
    learning: LearningRef,
) -> Result<(&'a mut Draft<Workflow>, LearningRow)> {
    let draft = draft(tx, learning.workflow(workflow)?)?;
    let id = learning.name;
    let row = find_learning(draft, id).map(|known| known.whole());
    let row = row.ok_or_else(|| missing(draft, id))?;
    draft.expect_of(id, row.changed)?;
    Ok((draft, row))
}

/// Returns the `not_found` error for a learning.
fn missing(workflow: &Workflow, id: LearningName) -> Error {
    Error::not_found(format!(
        "There is no learning {id} in this workflow: {} `learning_list` has those there are.",
        why_gone(workflow, id)
    ))
}

/// Rejects a learning that is promoted or dismissed already.
fn must_be_open(row: &LearningRow) -> Result<()> {
    let by = row
        .settled_by
        .as_ref()
        .map_or("somebody", |by| by.id.as_str());
    match row.status {
        LearningStatus::Open => Ok(()),
        LearningStatus::Promoted => Err(Error::conflict(
            "promoted",
            format!(
                "{} was promoted by {by}: the memory {} in the core {} says it. Change that with `memory_edit`, \
                 or take it back with `learning_reopen`.",
                row.id,
                row.memory.as_deref().unwrap_or_default(),
                row.core
            ),
        )),
        LearningStatus::Dismissed => Err(Error::conflict(
            "dismissed",
            format!(
                "{} was dismissed by {by}: open it again with `learning_reopen` first.",
                row.id
            ),
        )),
    }
}
