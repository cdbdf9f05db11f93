//! `job_take`: takes a job. Internal: requires `Role::System`, so no API exposes it.

use kernel::prelude::*;
use std::sync::Arc;

use crate::jobs::JobKind;
use crate::work::ops::Held;
use crate::work::{Step, step};

/// Takes a job for a process, if there is such work to do and no one does it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobTake {
    /// Stream that the job works on.
    pub stream: StreamId,
    /// Kind of the job.
    pub job: JobKind,
    /// Name of the process.
    pub by: Arc<str>,
}

/// Result of taking a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "JobTakenNow")]
pub struct Taken {
    /// The job and its lease; absent if there is none to take.
    pub held: Option<Held>,
}

impl Operation for JobTake {
    type Output = Taken;
    const SPEC: Spec = spec!(Write "job_take" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &JobTake, tx: &mut Tx) -> Result<Taken> {
    let taken = step(tx, &op.stream, op.job, &Step::Take(op.by.clone()))?;
    let held = taken.map(|(lease, attempt)| Held {
        stream: op.stream.clone(),
        job: op.job,
        lease,
        attempt,
    });
    Ok(Taken { held })
}
