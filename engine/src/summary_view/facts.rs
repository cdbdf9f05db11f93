//! The facts of a summary view.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::jobs::{JobFailed, JobRenewed, JobResumed, JobStopped, JobTaken};
use crate::summary_view::definition::{Definition, Group};
use kernel::events;
use kernel::time::Time;

events! {
    /// What happens to a summary view.
    pub enum Event {
        /// It was made.
        ViewCreated = "view_created" 1,
        /// It was deleted; it is erased later.
        ViewDeleted = "view_deleted" 1,
        /// It was brought back.
        ViewRestored = "view_restored" 1,
        /// Somebody wants all partitions written.
        ViewRunAsked = "view_run_asked" 1,
        /// Loci began to write them.
        ViewRunStarted = "view_run_started" 1,
        /// One partition was written.
        PartitionWritten = "partition_written" 1,
        /// All partitions are written, or it failed.
        ViewRunEnded = "view_run_ended" 1,
        /// Loci took a job.
        JobTaken = "job_taken" 1,
        /// Loci goes on with a job.
        JobRenewed = "job_renewed" 1,
        /// A job failed: it is tried again later, or given up.
        JobFailed = "job_failed" 1,
        /// A person stopped a job.
        JobStopped = "job_stopped" 1,
        /// A person wants a job done now, or Loci stopped before it was done.
        JobResumed = "job_resumed" 1,
    }
}

/// Body of `view_created`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ViewCreated {
    /// Its id.
    pub id: Arc<str>,
    /// What it is of.
    pub definition: Definition,
}

/// Body of `view_deleted`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ViewDeleted {
    /// When it is erased.
    pub purge_at: Time,
}

/// Body of `view_restored`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ViewRestored {}

/// Body of `view_run_asked`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ViewRunAsked {
    /// The run's number.
    pub run: u32,
    /// Whether partitions are written also when their memories are the same.
    #[serde(default)]
    pub force: bool,
}

/// Body of `view_run_started`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ViewRunStarted {
    /// The run's number.
    pub run: u32,
}

/// Body of `partition_written`.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PartitionWritten {
    /// Which group.
    pub group: Group,
    /// What its memories come to; empty when there are none.
    pub summary: Arc<str>,
    /// How many memories.
    pub memory_count: u64,
    /// A hash of the memories, by which it is known when they have changed.
    pub digest: Arc<str>,
    /// Who wrote it, such as `extractive`, or a model; nobody when there are no memories.
    pub writer: Option<Arc<str>>,
    /// Why the writer that was asked first did not write it.
    pub note: Option<Arc<str>>,
}

/// Body of `view_run_ended`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ViewRunEnded {
    /// The run's number.
    pub run: u32,
    /// Groups that have no memories any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<Group>,
    /// Why it failed.
    pub error: Option<Arc<str>>,
}
