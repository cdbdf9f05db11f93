//! `job_give_back`: returns an unfinished job. Internal: requires `Role::System`, so no API exposes it.

use crate::jobs::JobKind;
use crate::work::ops::Changed;
use crate::work::{Step, step};
use kernel::prelude::*;

/// Returns a job that a shutdown interrupts: the next start does it, and the attempt does not count.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobGiveBack {
    /// Stream that the job works on.
    pub stream: StreamId,
    /// Kind of the job.
    pub job: JobKind,
    /// Lease of the job.
    pub lease: Version,
}

impl Operation for JobGiveBack {
    type Output = Changed;
    const SPEC: Spec = spec!(Write "job_give_back" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &JobGiveBack, tx: &mut Tx) -> Result<Changed> {
    step(tx, &op.stream, op.job, &Step::GiveBack(op.lease))?;
    let (stream, kind) = (op.stream.clone(), op.job);
    Ok(Changed { stream, kind })
}
