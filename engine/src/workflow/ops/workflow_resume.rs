//! `workflow_resume`.

use crate::workflow::facts::WorkflowResumed;
use crate::workflow::ops::{WorkflowNow, plan, tell_all};
use crate::workflow::people::Priority;
use kernel::prelude::*;

/// Resumes a paused workflow: claims are allowed again. Its agents are notified with their next call.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowResume {
    /// Id of the workflow.
    pub workflow: Id,
    /// Reason.
    pub reason: Option<String>,
}

impl Operation for WorkflowResume {
    type Output = WorkflowNow;
    const SPEC: Spec = spec!(Write "workflow_resume" Access::LEADERS, WorkflowNow::LEAN)
        .with(&[Trait::Repeatable])
        .refuses(&["ended"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &WorkflowResume, tx: &mut Tx) -> Result<WorkflowNow> {
    let draft = plan(tx, op.workflow)?;
    draft.expect_all_of("workflow", draft.changed)?;
    if draft.paused.is_some() {
        draft.record(WorkflowResumed {
            reason: op.reason.clone(),
        });
        let words = "The workflow goes on: ready tasks can be claimed again.";
        tell_all(draft, Priority::Normal, words, op.reason.as_deref());
    }
    Ok(WorkflowNow::of(draft))
}
