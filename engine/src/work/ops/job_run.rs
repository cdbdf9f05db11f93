//! `job_run`.

use crate::jobs::JobKind;
use crate::webhook::must_own;
use crate::work::ops::Changed;
use crate::work::{Step, step};
use kernel::prelude::*;

/// Has a job done now that rests after a failure, was given up or was stopped. It counts its attempts anew.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobRun {
    /// What the job is about, as `job_list` gives it.
    pub stream: StreamId,
    /// Which work.
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
