//! `workflow_delete`.

use crate::workflow::facts::WorkflowDeleted;
use crate::workflow::ops::draft;
use crate::workflow::ops::workflow_complete::open_tasks;
use kernel::prelude::*;
use kernel::time::DAY;

/// Deletes a workflow. It disappears at once, can be restored for as many days as its policy allows, and is then
/// erased.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowDelete {
    /// Id of the workflow.
    pub workflow: Id,
    /// Reason.
    pub reason: Option<String>,
    /// Returns what would be deleted, without deleting it.
    #[serde(default)]
    pub dry_run: bool,
}

/// Summary of the deletion, or of the dry run.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Deleted {
    /// Id of the workflow.
    pub workflow: Id,
    /// Time at which it is erased unless restored.
    pub purge_at: Time,
    /// True if it was deleted, false in a dry run.
    pub deleted: bool,
    /// Number of its tasks.
    pub tasks: u32,
    /// Number of its unfinished tasks.
    pub open: u32,
    /// Number of its artifact versions.
    pub artifacts: u32,
}

impl Operation for WorkflowDelete {
    type Output = Deleted;
    const SPEC: Spec = spec!(Write "workflow_delete" Access::PEOPLE)
        .with(&[Trait::MakesRoom, Trait::Destroys])
        .refuses(&["ended"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &WorkflowDelete, tx: &mut Tx) -> Result<Deleted> {
    let draft = draft(tx, op.workflow)?;
    draft.expect_all_of("workflow", draft.changed)?;
    let days = i64::from(draft.policy.restore_days);
    let purge_at = draft.cx.now.plus(days * DAY);
    let deleted = Deleted {
        workflow: op.workflow,
        purge_at,
        deleted: !op.dry_run,
        tasks: count(draft.tasks.len()),
        open: count(open_tasks(draft).len()),
        artifacts: count(draft.artifacts.len()),
    };
    if !op.dry_run {
        draft.record(WorkflowDeleted {
            reason: op.reason.clone(),
            purge_at,
        });
    }
    Ok(deleted)
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
