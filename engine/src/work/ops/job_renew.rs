//! `job_renew`: renews the lease of a job. Internal: requires `Role::System`, so no API exposes it.

use crate::jobs::JobKind;
use crate::work::ops::Changed;
use crate::work::{Step, step};
use kernel::prelude::*;

/// Renews the lease of a long-running job.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobRenew {
    /// Stream that the job works on.
    pub stream: StreamId,
    /// Kind of the job.
    pub job: JobKind,
    /// Lease of the job.
    pub lease: Version,
}

impl Operation for JobRenew {
    type Output = Changed;
    const SPEC: Spec = spec!(Write "job_renew" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &JobRenew, tx: &mut Tx) -> Result<Changed> {
    step(tx, &op.stream, op.job, &Step::Renew(op.lease))?;
    let (stream, kind) = (op.stream.clone(), op.job);
    Ok(Changed { stream, kind })
}
