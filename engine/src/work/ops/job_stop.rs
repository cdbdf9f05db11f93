//! `job_stop`: stops a job.

use crate::jobs::JobKind;
use crate::webhook::must_own;
use crate::work::ops::Changed;
use crate::work::{Step, step};
use kernel::prelude::*;

/// Stops a job: it is not retried until a person runs it. The result of a running worker is rejected.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobStop {
    /// Stream that the job works on, as in `job_list`.
    pub stream: StreamId,
    /// Kind of the job.
    pub kind: JobKind,
}

impl Operation for JobStop {
    type Output = Changed;
    const SPEC: Spec = spec!(Write "job_stop" Access::PEOPLE);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &JobStop, tx: &mut Tx) -> Result<Changed> {
    must_own(&tx.cx.actor, &op.stream)?;
    step(tx, &op.stream, op.kind, &Step::Stop)?;
    let (stream, kind) = (op.stream.clone(), op.kind);
    Ok(Changed { stream, kind })
}
