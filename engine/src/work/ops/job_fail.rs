//! `job_fail`: no door offers it, because nobody can be given the role that it asks for.

use kernel::prelude::*;
use std::sync::Arc;

use crate::jobs::JobKind;
use crate::work::ops::Changed;
use crate::work::{Step, step};

/// Says that a job failed: it is tried again after a rest, and given up after too many attempts.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobFail {
    /// What the job is about.
    pub stream: StreamId,
    /// Which work.
    pub job: JobKind,
    /// The lease.
    pub lease: Version,
    /// Why.
    pub error: Arc<str>,
    /// When it is tried again, where that is not after the usual rest.
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
