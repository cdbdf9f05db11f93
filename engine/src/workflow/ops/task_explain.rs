//! `task_explain`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::ops::read;
use crate::workflow::ready::Asker;
use crate::workflow::waiting::TaskRow;
use crate::workspace::Workspace;
use kernel::prelude::*;

/// Says why a task is not ready: what it waits for, on which tasks that rests in the end, and what
/// finishing it would free.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskExplain {
    /// The workflow; may be left out when `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
}

/// Why a task is where it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Explained {
    /// The workflow.
    pub workflow: Id,
    /// The task, with what it waits for.
    pub task: TaskRow,
    /// The unfinished tasks before it on which the wait rests in the end: those that wait for no
    /// other task.
    pub rests_on: Vec<TaskNo>,
    /// The tasks that could start if it were completed now.
    pub unblocks: Vec<TaskNo>,
    /// How many tasks hang on it, near and far.
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
