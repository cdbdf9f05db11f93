//! The operations on jobs, one to a file. Those that take, renew, give back and fail one are Loci's own: no door offers
//! them.

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
    /// What it is about.
    pub stream: StreamId,
    /// Which work.
    pub job: JobKind,
    /// Under which lease.
    pub lease: Version,
    /// Which attempt it is.
    pub attempt: u32,
}

/// Which job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "JobChanged")]
pub struct Changed {
    /// What it is about.
    pub stream: StreamId,
    /// Which work.
    pub kind: JobKind,
}
