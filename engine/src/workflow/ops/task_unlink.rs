//! `task_unlink`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::TaskUnlinked;
use crate::workflow::ops::reserved::overlaps;
use crate::workflow::ops::task_link::check_open;
use crate::workflow::ops::tasked::{LEAN, Tasked, task_response};
use crate::workflow::ops::{plan_task, settle_at};
use kernel::prelude::*;

/// Removes the dependency of the task `to` on the task `from`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskUnlink {
    /// Id of the workflow; optional if `to` names it.
    pub workflow: Option<Id>,
    /// Task that was required.
    pub from: Ref<TaskNo>,
    /// Task that waits.
    pub to: Ref<TaskNo>,
}

impl Operation for TaskUnlink {
    /// Task that waited.
    type Output = Tasked;
    const SPEC: Spec =
        spec!(Write "task_unlink" Access::LEADERS, LEAN).refuses(&["ended", "wrong_status"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &TaskUnlink, tx: &mut Tx) -> Result<Tasked> {
    let (draft, to) = plan_task(tx, op.workflow, op.to)?;
    let from = op.from.within(draft.id)?;
    let task = draft.tasks.find(to)?;
    if !task.depends_on.iter().any(|need| need.task == from) {
        let needs: Vec<String> = task
            .depends_on
            .iter()
            .map(|need| need.task.to_string())
            .collect();
        let needs = match needs.as_slice() {
            [] => "nothing".to_owned(),
            needs => needs.join(", "),
        };
        return Err(Error::not_found(format!(
            "{to} does not wait for {from}: it waits for {needs}. `task_get` shows its edges."
        )));
    }
    check_open(task)?;
    draft.record(TaskUnlinked { from, to });
    settle_at(draft, vec![to]);
    // A task that no longer waits may run at the same time as tasks that it overlaps.
    Ok(Tasked {
        warnings: overlaps(draft, &[to]),
        ..task_response(draft, to)?
    })
}
