//! `task_get`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::ops::read;
use crate::workflow::ready::{Asker, is_free};
use crate::workflow::task::Task;
use crate::workflow::waiting::Wait;
use crate::workspace::Workspace;
use kernel::prelude::*;

/// Returns a task in full, with the reasons why it waits.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskGet {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
}

/// Task with the information that depends on other tasks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Got {
    /// Id of the workflow.
    pub workflow: Id,
    /// Task; shown as `blocked` with the reason `upstream_failed` if a failure cut it off.
    pub task: Task,
    /// True if I could claim it now.
    pub ready: bool,
    /// Reasons why it waits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waits_for: Vec<Wait>,
    /// Tasks that could start if it were completed now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unblocks: Vec<TaskNo>,
}

impl Operation for TaskGet {
    type Output = Got;
    const SPEC: Spec = spec!(Read "task_get" Access::ALL, &["ready", "waits_for.text", "unblocks", "task.id", "task.title", "task.description", "task.acceptance", "task.status", "task.blocked_reason", "task.assigned_to", "task.depends_on", "task.paths", "task.needs_review", "task.review_status", "task.result.summary", "task.lease.until", "task.lease.parked_at", "task.waits_for", "task.waits_for_approval", "task.changed"]).with(&[Trait::OfOneThing]);
    const HOW: How<Self> = How::Run(run);
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "every read is given its arguments"
)]
fn run(op: TaskGet, view: View) -> Fut<'static, Result<Got>> {
    Box::pin(async move {
        let TaskGet {
            workflow,
            task: reference,
        } = op;
        let id = reference.workflow(workflow)?;
        let state = read(&view, id).await?;
        let task = state.tasks.find(reference.number)?;
        let (workspace, _) = view.state::<Workspace>(&StreamId::workspace()).await?;
        let asker = Asker::new(view.caller.actor.as_ref(), &workspace);
        let waits_for = state.waits(task, view.now, asker);
        Ok(Got {
            workflow: id,
            ready: is_free(task, &waits_for),
            waits_for,
            unblocks: state.unblocks(task.id),
            task: state.visible_task(task),
        })
    })
}
