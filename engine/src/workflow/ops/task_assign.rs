//! `task_assign`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::access::Access;
use crate::error::{Error, Result};
use crate::id::Id;
use crate::numbers::{Ref, TaskNo};
use crate::operation::{How, Operation, Spec};
use crate::spec;
use crate::tx::Tx;
use crate::workflow::facts::{TaskAssigned, TaskRetried};
use crate::workflow::ops::tasked::{Tasked, tasked};
use crate::workflow::ops::{expire, plan_task, settle, tell, wrong_status};
use crate::workflow::people::{Priority, Target};
use crate::workflow::task::TaskStatus;
use crate::workspace::{self, Workspace};

/// Keeps a task for one agent, or without `agent` opens it to all again. A task that failed is put back
/// for them.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskAssign {
    /// The workflow; may be left out when `task` names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// The agent, who must be registered; nobody opens the task to all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

impl Operation for TaskAssign {
    type Output = Tasked;
    const SPEC: Spec = spec!(Write "task_assign" Access::LEADERS);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &TaskAssign, tx: &mut Tx) -> Result<Tasked> {
    let workspace = tx.read::<Workspace>(&workspace::stream())?;
    if let Some(agent) = &op.agent
        && !workspace.agents.contains_key(agent)
    {
        return Err(Error::field(
            "/agent",
            format!("no agent named {agent} is registered; `agent_list` lists them"),
        ));
    }
    let (draft, no) = plan_task(tx, op.workflow, op.task)?;
    // Somebody who went quiet does not keep the task from others.
    expire(draft, no);
    let task = draft.tasks.find(no)?;
    if task.status == TaskStatus::Failed {
        draft.record(TaskRetried {
            id: no,
            reason: None,
        });
        settle(draft, &[no]);
    } else if !task.status.is_waiting() {
        return Err(wrong_status(task, "assigned"));
    }
    // Said again about a task whose holder went quiet, it settles that nobody has to look at it.
    let task = draft.tasks.find(no)?;
    if task.assigned_to != op.agent || task.stalled.is_some() {
        let agent = op.agent.clone();
        if let Some(agent) = agent.filter(|agent| task.assigned_to.as_ref() != Some(agent)) {
            let words = format!("{no} is kept for you: claim it when it is ready.");
            let target = Target::Agent(agent);
            tell(draft, target, Priority::Normal, &words, None);
        }
        draft.record(TaskAssigned {
            id: no,
            agent: op.agent.clone(),
        });
    }
    tasked(draft, no)
}
