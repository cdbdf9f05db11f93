//! `job_run`: runs a job now.

use crate::jobs::JobKind;
use crate::webhook::must_own;
use crate::work::ops::Changed;
use crate::work::{Step, step};
use kernel::prelude::*;

/// Runs a job now that waits for a retry, was given up or was stopped, and resets its attempts.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobRun {
    /// Stream that the job works on, as in `job_list`.
    pub stream: StreamId,
    /// Kind of the job.
    pub kind: JobKind,
}

impl Operation for JobRun {
    type Output = Changed;
    const SPEC: Spec = spec!(Write "job_run" Access::PEOPLE);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &JobRun, tx: &mut Tx) -> Result<Changed> {
    must_own(&tx.cx.actor, &op.stream)?;
    step(tx, &op.stream, op.kind, &Step::Run)?;
    let (stream, kind) = (op.stream.clone(), op.kind);
    Ok(Changed { stream, kind })
}
