//! `task_link`: adds an edge, never a cycle.

use kernel::prelude::*;

use crate::numbers::{Ref, TaskNo};
use crate::workflow::edge::When;
use crate::workflow::facts::TaskLinked;
use crate::workflow::ops::task_add::choices::{NewWhen, condition};
use crate::workflow::ops::task_add::{
    MAX_DEPTH, MAX_EDGES, MAX_NEEDS, MAX_TASKS, cycle_error, too_many,
};
use crate::workflow::ops::tasked::{LEAN, Tasked, task_response};
use crate::workflow::ops::{plan_task, settle_at, wrong_status};
use crate::workflow::state::Workflow;
use crate::workflow::task::{Task, TaskStatus};

/// Makes the task `to` wait for the task `from`. An existing edge gets the new condition; an edge that would close a
/// cycle is rejected with the cycle's path.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskLink {
    /// Id of the workflow; optional if `to` names it.
    pub workflow: Option<Id>,
    /// Task that is required.
    pub from: Ref<TaskNo>,
    /// Task that waits.
    pub to: Ref<TaskNo>,
    /// Condition on the required task; default success.
    #[serde(default)]
    pub when: NewWhen,
}

impl Operation for TaskLink {
    /// Task that waits.
    type Output = Tasked;
    const SPEC: Spec =
        spec!(Write "task_link" Access::LEADERS, LEAN).refuses(&["cycle", "ended", "wrong_status"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &TaskLink, tx: &mut Tx) -> Result<Tasked> {
    let (draft, to) = plan_task(tx, op.workflow, op.to)?;
    let from = op.from.within(draft.id)?;
    check_open(draft.tasks.find(to)?)?;
    let when = condition(draft, &op.when, || "/when".into())?;
    link(draft, from, to, &when)?;
    check_limits(draft, to)?;
    settle_at(draft, vec![to]);
    task_response(draft, to)
}

/// Validates that the dependencies of a task can still change: it was not begun.
///
/// # Errors
/// Returns `conflict` (`wrong_status`).
pub(super) fn check_open(task: &Task) -> Result<()> {
    if task.status.is_held() || matches!(task.status, TaskStatus::Review | TaskStatus::Completed) {
        return Err(wrong_status(task, "given other needs"));
    }
    Ok(())
}

/// Records an edge unless it exists with the same condition.
///
/// # Errors
/// Returns `not_found`, or `conflict` (`cycle`) with the cycle's path.
pub(super) fn link(
    draft: &mut Draft<Workflow>,
    from: TaskNo,
    to: TaskNo,
    when: &When,
) -> Result<()> {
    draft.tasks.find(from)?;
    let mut needs = draft.tasks.find(to)?.depends_on.iter();
    if needs.any(|need| need.task == from && need.when == *when) {
        return Ok(());
    }
    if let Some(mut path) = draft.cycle(from, to) {
        path.push(to);
        return Err(cycle_error(&path));
    }
    draft.record(TaskLinked {
        from,
        to,
        when: when.clone(),
    });
    Ok(())
}

/// Validates the limits after new edges to `to`. Called once for all of them, because it walks the graph.
///
/// # Errors
/// Returns `too_large` beyond the limits.
pub(super) fn check_limits(draft: &Draft<Workflow>, to: TaskNo) -> Result<()> {
    if draft.derived().edges > MAX_EDGES {
        return Err(too_many(format!(
            "A workflow has at most {MAX_EDGES} edges: take some away with `task_unlink`."
        )));
    }
    let needs = draft.tasks.find(to)?.depends_on.len();
    if needs > MAX_NEEDS {
        return Err(too_many(format!(
            "A task has at most {MAX_NEEDS} needs: gather some of them in a task between (`task_add`)."
        )));
    }
    let mut behind = draft.descendants(to, MAX_TASKS);
    behind.push(to);
    if behind.into_iter().any(|no| draft.depth(no) > MAX_DEPTH) {
        return Err(too_many(format!(
            "A workflow has at most {MAX_DEPTH} tasks one behind the other: let some wait for fewer \
             (`task_unlink`)."
        )));
    }
    Ok(())
}
