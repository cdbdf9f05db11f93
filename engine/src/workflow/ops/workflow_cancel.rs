//! `workflow_cancel`.

use crate::workflow::facts::{TaskCancelled, WorkflowEnded};
use crate::workflow::learning::count_learnings;
use crate::workflow::ops::workflow_complete::{Ended, open_tasks, withdraw_asked};
use crate::workflow::ops::{plan, tell_all};
use crate::workflow::people::Priority;
use crate::workflow::state::Status;
use kernel::prelude::*;

/// Cancels a workflow and all its unfinished tasks. Pending questions and requests for approval are withdrawn.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowCancel {
    /// Id of the workflow.
    pub workflow: Id,
    /// Reason.
    pub reason: Option<String>,
}

impl Operation for WorkflowCancel {
    type Output = Ended;
    const SPEC: Spec = spec!(Write "workflow_cancel" Access::LEADERS, &["workflow.id", "workflow.status", "cancelled", "learned"]).with(&[Trait::MakesRoom, Trait::Destroys]).refuses(&["ended"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &WorkflowCancel, tx: &mut Tx) -> Result<Ended> {
    let draft = plan(tx, op.workflow)?;
    draft.expect_all_of("workflow", draft.changed)?;
    let cancelled = open_tasks(draft);
    for id in cancelled.iter().copied() {
        let reason = op.reason.clone();
        draft.record(TaskCancelled { id, reason });
    }
    withdraw_asked(draft, op.reason.as_ref());
    let words = "The workflow was cancelled: stop working on it.";
    tell_all(draft, Priority::Urgent, words, op.reason.as_deref());
    let learned = count_learnings(draft);
    draft.record(WorkflowEnded {
        status: Status::Cancelled,
        reason: op.reason.clone(),
        learned: Some(learned),
    });
    Ok(Ended {
        workflow: draft.summary(),
        cancelled,
        learned,
    })
}
