//! `workflow_archive`.

use crate::workflow::facts::WorkflowEnded;
use crate::workflow::ops::{WorkflowNow, draft, must_not_be_replaced};
use crate::workflow::state::Status;
use kernel::prelude::*;

/// Archives a workflow that has ended: lists leave it out by default.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowArchive {
    /// Id of the workflow.
    pub workflow: Id,
    /// Reason.
    pub reason: Option<String>,
}

impl Operation for WorkflowArchive {
    type Output = WorkflowNow;
    const SPEC: Spec = spec!(Write "workflow_archive" Access::LEADERS, WorkflowNow::LEAN)
        .with(&[Trait::MakesRoom])
        .refuses(&["active", "ended"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &WorkflowArchive, tx: &mut Tx) -> Result<WorkflowNow> {
    let draft = draft(tx, op.workflow)?;
    must_not_be_replaced(draft)?;
    draft.expect_all_of("workflow", draft.changed)?;
    match draft.status {
        Status::Active => Err(Error::conflict(
            "active",
            "Only a workflow that has ended can be archived: complete it with `workflow_complete` or cancel it with `workflow_cancel` first.",
        )),
        Status::Archived => Ok(WorkflowNow::of(draft)),
        Status::Completed | Status::CompletedWithFailures | Status::Cancelled => {
            draft.record(WorkflowEnded {
                status: Status::Archived,
                reason: op.reason.clone(),
                learned: None,
            });
            Ok(WorkflowNow::of(draft))
        }
    }
}
