//! `workflow_pause`.

use crate::workflow::facts::WorkflowPaused;
use crate::workflow::ops::{WorkflowNow, plan, tell_all};
use crate::workflow::people::Priority;
use kernel::prelude::*;

/// Pauses a workflow: claims are refused. Agents that hold a task are notified with their next call and may finish.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowPause {
    /// Id of the workflow.
    pub workflow: Id,
    /// Reason.
    pub reason: Option<String>,
}

impl Operation for WorkflowPause {
    type Output = WorkflowNow;
    const SPEC: Spec = spec!(Write "workflow_pause" Access::LEADERS, WorkflowNow::LEAN)
        .with(&[Trait::Repeatable])
        .refuses(&["ended"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &WorkflowPause, tx: &mut Tx) -> Result<WorkflowNow> {
    let draft = plan(tx, op.workflow)?;
    draft.expect_all_of("workflow", draft.changed)?;
    if draft.paused.is_none() {
        draft.record(WorkflowPaused {
            reason: op.reason.clone(),
        });
        let words = "The workflow is paused: finish what you hold, claim nothing new.";
        tell_all(draft, Priority::Urgent, words, op.reason.as_deref());
    }
    Ok(WorkflowNow::of(draft))
}
