//! Operations on background jobs, one per file. Those for workers (take, renew, give back, fail) are internal: no API
//! exposes them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::jobs::JobKind;
use kernel::stream::{StreamId, Version};

pub mod job_fail;
pub mod job_give_back;
pub mod job_list;
pub mod job_renew;
pub mod job_run;
pub mod job_stop;
pub mod job_take;

/// A job that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Held {
    /// Stream that the job works on.
    pub stream: StreamId,
    /// Kind of the job.
    pub job: JobKind,
    /// Lease of the job.
    pub lease: Version,
    /// Number of the attempt.
    pub attempt: u32,
}

/// Identity of a changed job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "JobChanged")]
pub struct Changed {
    /// Stream that the job works on.
    pub stream: StreamId,
    /// Kind of the job.
    pub kind: JobKind,
}
