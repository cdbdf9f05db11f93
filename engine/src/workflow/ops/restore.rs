//! `restore`.

use crate::workflow;
use crate::workflow::facts::WorkflowRestored;
use crate::workflow::ops::WorkflowNow;
use crate::workflow::state::Workflow;
use kernel::prelude::*;

/// Restores a deleted workflow that is not erased yet. If its policy deletes it automatically, it is pinned.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Restore {
    /// Id of the workflow.
    pub workflow: Id,
}

impl Operation for Restore {
    type Output = WorkflowNow;
    const SPEC: Spec = spec!(Write "restore" Access::PEOPLE, WorkflowNow::LEAN).refuses(&[
        "ended",
        "not_deleted",
        "too_late",
    ]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &Restore, tx: &mut Tx) -> Result<WorkflowNow> {
    let draft = tx.draft::<Workflow>(&workflow::stream(op.workflow))?;
    if draft.version() == 0 {
        let detail = format!(
            "There is no workflow {}. `workflow_list` lists those there are.",
            op.workflow
        );
        return Err(Error::not_found(detail));
    }
    match draft.purge_at {
        None => {
            let detail = "The workflow is not deleted: there is nothing to restore. `workflow_get` shows it.";
            Err(Error::conflict("not_deleted", detail))
        }
        Some(purge_at) if purge_at <= draft.cx.now => {
            let detail = format!(
                "It could be restored until {purge_at} and is being erased: only a backup has it. `workflow_list` lists those there are."
            );
            Err(Error::conflict("too_late", detail))
        }
        Some(_) => {
            draft.record(WorkflowRestored {});
            Ok(WorkflowNow::of(draft))
        }
    }
}
