//! Facts of a summary view.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::jobs::{JobFailed, JobRenewed, JobResumed, JobStopped, JobTaken};
use crate::summary_view::definition::{Definition, Group};
use kernel::events;
use kernel::time::Time;

events! {
    /// Facts of a summary view.
    pub enum Event {
        /// It was created.
        ViewCreated = "view_created" 1,
        /// It was deleted; it is erased later.
        ViewDeleted = "view_deleted" 1,
        /// It was restored.
        ViewRestored = "view_restored" 1,
        /// All partitions were requested.
        ViewRunAsked = "view_run_asked" 1,
        /// Loci began to write the partitions.
        ViewRunStarted = "view_run_started" 1,
        /// A partition was written.
        PartitionWritten = "partition_written" 1,
        /// All partitions are written, or the run failed.
        ViewRunEnded = "view_run_ended" 1,
        /// Loci took a job.
        JobTaken = "job_taken" 1,
        /// Loci renewed the lease of a job.
        JobRenewed = "job_renewed" 1,
        /// A job failed: it is retried later, or given up.
        JobFailed = "job_failed" 1,
        /// A person stopped a job.
        JobStopped = "job_stopped" 1,
        /// A person requested a job now, or Loci stopped before it was done.
        JobResumed = "job_resumed" 1,
    }
}

/// Body of `view_created`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ViewCreated {
    /// Id of the view.
    pub id: Arc<str>,
    /// Definition of its groups and memories.
    pub definition: Definition,
}

/// Body of `view_deleted`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ViewDeleted {
    /// Erasure time.
    pub purge_at: Time,
}

/// Body of `view_restored`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ViewRestored {}

/// Body of `view_run_asked`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ViewRunAsked {
    /// Number of the run.
    pub run: u32,
    /// True if partitions are also written if their memories have not changed.
    #[serde(default)]
    pub force: bool,
}

/// Body of `view_run_started`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ViewRunStarted {
    /// Number of the run.
    pub run: u32,
}

/// Body of `partition_written`.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PartitionWritten {
    /// Values that its memories share, by field.
    pub group: Group,
    /// Summary; empty if there are no memories.
    pub summary: Arc<str>,
    /// Number of summarised memories.
    pub memory_count: u64,
    /// Hash of the memories, used to detect changes.
    pub digest: Arc<str>,
    /// Writer: `extractive`, or the name of a model. Absent if there are no memories.
    pub writer: Option<Arc<str>>,
    /// Reason why the preferred writer did not write it.
    pub note: Option<Arc<str>>,
}

/// Body of `view_run_ended`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ViewRunEnded {
    /// Number of the run.
    pub run: u32,
    /// Groups without memories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<Group>,
    /// Reason for the failure.
    pub error: Option<Arc<str>>,
}
