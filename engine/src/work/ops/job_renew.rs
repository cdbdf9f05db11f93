//! `job_renew`: no door offers it, because nobody can be given the role that it asks for.

use crate::jobs::JobKind;
use crate::work::ops::Changed;
use crate::work::{Step, step};
use kernel::prelude::*;

/// Renews the lease of a job that takes its time.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobRenew {
    /// What the job is about.
    pub stream: StreamId,
    /// Which work.
    pub job: JobKind,
    /// The lease.
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
