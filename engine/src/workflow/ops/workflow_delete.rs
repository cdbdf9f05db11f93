//! `workflow_delete`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::access::Access;
use crate::error::Result;
use crate::id::Id;
use crate::operation::{How, Operation, Spec};
use crate::spec;
use crate::time::{DAY, Time};
use crate::tx::Tx;
use crate::workflow::facts::WorkflowDeleted;
use crate::workflow::ops::draft;

/// Deletes a workflow: it is gone at once, can be restored for as many days as its policy says, and is
/// then erased.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowDelete {
    /// The workflow.
    pub workflow: Id,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What was deleted.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Deleted {
    /// The workflow.
    pub workflow: Id,
    /// When it is erased unless restored.
    pub purge_at: Time,
}

impl Operation for WorkflowDelete {
    type Output = Deleted;
    const SPEC: Spec = spec!(Write "workflow_delete" Access::PEOPLE);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &WorkflowDelete, tx: &mut Tx) -> Result<Deleted> {
    let draft = draft(tx, op.workflow)?;
    draft.expect_of("workflow", draft.changed)?;
    let days = i64::from(draft.policy.restore_days);
    let purge_at = draft.cx.now.plus(days * DAY);
    draft.record(WorkflowDeleted {
        reason: op.reason.clone(),
        purge_at,
    });
    Ok(Deleted {
        workflow: op.workflow,
        purge_at,
    })
}
