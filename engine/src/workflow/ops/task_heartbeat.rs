//! `task_heartbeat`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::LeaseRenewed;
use crate::workflow::ops::{find_held, on_task};
use crate::workflow::task::Lease;
use kernel::prelude::*;
use kernel::time::SECOND;

/// Renews the lease of a task that the caller holds. Other calls with the lease renew it, too.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskHeartbeat {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// Id of my lease.
    pub lease: String,
    /// Duration of this renewal from now on, in seconds (15 to 86,400).
    #[schemars(range(min = 15, max = 86_400))]
    pub lease_seconds: Option<u32>,
}

/// The lease after the renewal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Beaten {
    /// The lease.
    pub lease: Lease,
}

impl Operation for TaskHeartbeat {
    type Output = Beaten;
    const SPEC: Spec = spec!(Write "task_heartbeat" Access::AGENTS, &["lease.id", "lease.until", "lease.parked_at"]).with(&[Trait::MakesRoom]).everyday(&["workflow", "task", "lease"]).refuses(&["ended", "lease_lost", "wrong_status"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &TaskHeartbeat, tx: &mut Tx) -> Result<Beaten> {
    if op
        .lease_seconds
        .is_some_and(|seconds| !(15..=86_400).contains(&seconds))
    {
        return Err(Error::field("/lease_seconds", "expected 15 to 86400"));
    }
    let (draft, id) = on_task(tx, op.workflow, op.task)?;
    let task = find_held(draft, id, Some(&op.lease))?;
    // A parked lease needs no renewal, and neither does one that was renewed less than a second ago.
    if let Some(lease) = task.lease.filter(|lease| lease.parked_at.is_none()) {
        let seconds = op.lease_seconds.unwrap_or(lease.seconds);
        let until = draft.cx.now.plus(i64::from(seconds) * SECOND);
        if op.lease_seconds.is_some() || until.since(lease.until) >= SECOND {
            draft.record(LeaseRenewed { id, until });
        }
    }
    let lease = draft.tasks.find(id)?.lease.clone();
    let lease = lease.ok_or_else(|| Error::internal("a held task has no lease"))?;
    Ok(Beaten { lease })
}
