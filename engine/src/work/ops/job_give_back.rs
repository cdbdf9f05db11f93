//! `job_give_back`: no door offers it, because nobody can be given the role that it asks for.

use crate::jobs::JobKind;
use crate::work::ops::Changed;
use crate::work::{Step, step};
use kernel::prelude::*;

/// Gives a job back that is not done because Loci stops: the next start does it, and the attempt does not count.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobGiveBack {
    /// What the job is about.
    pub stream: StreamId,
    /// Which work.
    pub job: JobKind,
    /// The lease.
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
