//! `workflow_delete`.

use crate::workflow::facts::WorkflowDeleted;
use crate::workflow::ops::draft;
use crate::workflow::ops::workflow_complete::unfinished;
use kernel::prelude::*;
use kernel::time::DAY;

/// Deletes a workflow: it is gone at once, can be restored for as many days as its policy says, and is
/// then erased.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowDelete {
    /// The workflow.
    pub workflow: Id,
    /// Why.
    pub reason: Option<String>,
    /// Say what would be deleted, and delete nothing.
    #[serde(default)]
    pub dry_run: bool,
}

/// What was deleted, or would be.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Deleted {
    /// The workflow.
    pub workflow: Id,
    /// When it is erased unless restored.
    pub purge_at: Time,
    /// Whether it is deleted.
    pub deleted: bool,
    /// How many tasks it has.
    pub tasks: u32,
    /// How many of them have not ended.
    pub open: u32,
    /// How many artifact versions it has.
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
        open: count(unfinished(draft).len()),
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
