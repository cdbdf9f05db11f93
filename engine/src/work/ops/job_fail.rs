//! `job_fail`: reports a failed job. Internal: requires `Role::System`, so no API exposes it.

use kernel::prelude::*;
use std::sync::Arc;

use crate::jobs::JobKind;
use crate::work::ops::Changed;
use crate::work::{Step, step};

/// Reports that a job failed: it is retried after a backoff, and given up after too many attempts.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobFail {
    /// Stream that the job works on.
    pub stream: StreamId,
    /// Kind of the job.
    pub job: JobKind,
    /// Lease of the job.
    pub lease: Version,
    /// Error of the attempt.
    pub error: Arc<str>,
    /// Time of the next attempt. Default: after the usual backoff.
    pub retry_at: Option<Time>,
}

impl Operation for JobFail {
    type Output = Changed;
    const SPEC: Spec = spec!(Write "job_fail" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &JobFail, tx: &mut Tx) -> Result<Changed> {
    let failed = Step::Fail(op.lease, op.error.clone(), op.retry_at);
    step(tx, &op.stream, op.job, &failed)?;
    let (stream, kind) = (op.stream.clone(), op.job);
    Ok(Changed { stream, kind })
}
