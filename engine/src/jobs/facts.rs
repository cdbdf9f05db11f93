//! The facts of a job, recorded in the stream that it works on.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::JobKind;
use kernel::answer::is_zero;
use kernel::time::Time;

/// Body of `job_taken`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JobTaken {
    /// Kind of the job.
    pub job: JobKind,
    /// Name of the process that does it.
    pub by: Arc<str>,
    /// End of the lease unless it is renewed.
    pub until: Time,
    /// Number of the attempt, from 1.
    pub attempt: u32,
}

/// Body of `job_renewed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JobRenewed {
    /// Kind of the job.
    pub job: JobKind,
    /// New end of the lease.
    pub until: Time,
}

/// Body of `job_failed`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JobFailed {
    /// Kind of the job.
    pub job: JobKind,
    /// Error of the attempt.
    pub error: Arc<str>,
    /// Time of the next attempt; absent if the job is given up.
    pub retry_at: Option<Time>,
}

/// Body of `job_stopped`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JobStopped {
    /// Kind of the job.
    pub job: JobKind,
}

/// Body of `job_resumed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JobResumed {
    /// Kind of the job.
    pub job: JobKind,
    /// Number of attempts that still count: those before one that a shutdown interrupted.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub attempts: u32,
}

impl JobTaken {
    /// Returns the description of the fact.
    #[must_use]
    pub fn words(&self) -> String {
        match self.attempt {
            0 | 1 => format!("started the {}", self.job.work()),
            attempt => format!("restarted the {}, attempt {attempt}", self.job.work()),
        }
    }
}

impl JobRenewed {
    /// Returns the description of the fact.
    #[must_use]
    pub fn words(&self) -> String {
        format!("continued the {}", self.job.work())
    }
}

impl JobFailed {
    /// Returns the description of the fact.
    #[must_use]
    pub fn words(&self) -> String {
        match self.retry_at {
            Some(_) => format!("could not complete the {}: {}", self.job.work(), self.error),
            None => format!("gave up the {}: {}", self.job.work(), self.error),
        }
    }
}

impl JobStopped {
    /// Returns the description of the fact.
    #[must_use]
    pub fn words(&self) -> String {
        format!("stopped the {}", self.job.work())
    }
}

impl JobResumed {
    /// Returns the description of the fact.
    #[must_use]
    pub fn words(&self) -> String {
        format!("queued the {}", self.job.work())
    }
}
