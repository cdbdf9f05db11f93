//! `task_explain`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::ops::read;
use crate::workflow::ready::Asker;
use crate::workflow::waiting::TaskRow;
use crate::workspace::Workspace;
use kernel::prelude::*;

/// Explains why a task is not ready: what it waits for, the tasks at the root of the wait, and the tasks that it would
/// unblock.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskExplain {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
}

/// Explanation of a task's state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Explained {
    /// Id of the workflow.
    pub workflow: Id,
    /// Task with the reasons why it waits.
    pub task: TaskRow,
    /// Unfinished dependencies, direct or indirect, that cause the wait: those that wait for no other task.
    pub rests_on: Vec<TaskNo>,
    /// Tasks that could start if it were completed now.
    pub unblocks: Vec<TaskNo>,
    /// Number of direct and indirect dependents.
    pub holds_up: u32,
}

impl Operation for TaskExplain {
    type Output = Explained;
    const SPEC: Spec = spec!(Read "task_explain" Access::ALL);
    const HOW: How<Self> = How::Run(run);
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "every read is given its arguments"
)]
fn run(op: TaskExplain, view: View) -> Fut<'static, Result<Explained>> {
    Box::pin(async move {
        let TaskExplain {
            workflow,
            task: reference,
        } = op;
        let id = reference.workflow(workflow)?;
        let state = read(&view, id).await?;
        let task = state.tasks.find(reference.number)?;
        let behind = state.descendants(task.id, state.tasks.len()).len();
        let (workspace, _) = view.state::<Workspace>(&StreamId::workspace()).await?;
        let asker = Asker::new(view.caller.actor.as_ref(), &workspace);
        Ok(Explained {
            workflow: id,
            task: state.row(task, view.now, asker),
            rests_on: state.roots(task.id),
            unblocks: state.unblocks(task.id),
            holds_up: u32::try_from(behind).unwrap_or(u32::MAX),
        })
    })
}
