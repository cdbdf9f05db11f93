//! What happens to a job, as facts of the stream that it is about. Knows no state.

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
    /// Which work.
    pub job: JobKind,
    /// The process that does it.
    pub by: Arc<str>,
    /// When the lease ends unless it is renewed.
    pub until: Time,
    /// Which attempt it is, from 1.
    pub attempt: u32,
}

/// Body of `job_renewed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JobRenewed {
    /// Which work.
    pub job: JobKind,
    /// When the lease ends now.
    pub until: Time,
}

/// Body of `job_failed`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JobFailed {
    /// Which work.
    pub job: JobKind,
    /// Why.
    pub error: Arc<str>,
    /// When it is tried again; without it the job is given up.
    pub retry_at: Option<Time>,
}

/// Body of `job_stopped`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JobStopped {
    /// Which work.
    pub job: JobKind,
}

/// Body of `job_resumed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct JobResumed {
    /// Which work.
    pub job: JobKind,
    /// How many attempts count still: those before one that Loci itself broke off.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub attempts: u32,
}

impl JobTaken {
    /// The fact in words.
    #[must_use]
    pub fn words(&self) -> String {
        match self.attempt {
            0 | 1 => format!("began the {}", self.job.work()),
            attempt => format!("began the {} again, attempt {attempt}", self.job.work()),
        }
    }
}

impl JobRenewed {
    /// The fact in words.
    #[must_use]
    pub fn words(&self) -> String {
        format!("went on with the {}", self.job.work())
    }
}

impl JobFailed {
    /// The fact in words.
    #[must_use]
    pub fn words(&self) -> String {
        match self.retry_at {
            Some(_) => format!("could not do the {}: {}", self.job.work(), self.error),
            None => format!("gave the {} up: {}", self.job.work(), self.error),
        }
    }
}

impl JobStopped {
    /// The fact in words.
    #[must_use]
    pub fn words(&self) -> String {
        format!("stopped the {}", self.job.work())
    }
}

impl JobResumed {
    /// The fact in words.
    #[must_use]
    pub fn words(&self) -> String {
        format!("queued the {}", self.job.work())
    }
}
