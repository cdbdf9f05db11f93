//! Bodies of facts about tasks: planning, dependencies, leases, results and reviews.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::numbers::{ArtifactNo, TaskNo};
use crate::workflow::edge::{Join, Need, When};
use crate::workflow::task::{Comment, Link, ReviewStatus, TaskStatus};
use kernel::time::Time;

bodies! {
    /// Body of `task_added`.
    TaskAdded {
        /// Name of the task in the workflow.
        id: TaskNo,
        /// Title: the work in one line.
        title: String,
        /// Full description of the work.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        description: String,
        /// Acceptance criteria.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        acceptance: Vec<String>,
        /// Dependencies.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        depends_on: Vec<Need>,
        /// Rule by which it joins its dependencies.
        #[serde(default)]
        join: Join,
        /// Group of the task.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        group: Option<String>,
        /// Priority from 0 to 4.
        priority: u8,
        /// True if the task requires a review.
        #[serde(default)]
        needs_review: bool,
        /// Capabilities that a worker needs.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        capabilities: Vec<String>,
        /// Maximum number of retries.
        retries: u32,
        /// Cooldown after a failure, in seconds.
        #[serde(default)]
        cooldown_seconds: u32,
        /// Estimated duration, in minutes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        estimate_minutes: Option<u32>,
        /// Branch of the task.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        /// Links to further information.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        links: Vec<Link>,
        /// Paths that the task will change.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        paths: Vec<String>,
        /// Number of tokens of the task.
        #[serde(default)]
        tokens: u32,
    }
    /// Body of `task_edited`: absent members stay unchanged.
    TaskEdited {
        /// Task that was edited.
        id: TaskNo,
        /// Title: the work in one line.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        /// Full description of the work.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        description: Option<String>,
        /// Acceptance criteria.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        acceptance: Option<Vec<String>>,
        /// Rule by which it joins its dependencies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        join: Option<Join>,
        /// Group of the task; empty removes it from its group.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        group: Option<String>,
        /// Priority from 0 to 4.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        priority: Option<u8>,
        /// True if the task requires a review.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        needs_review: Option<bool>,
        /// Capabilities that a worker needs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        capabilities: Option<Vec<String>>,
        /// Maximum number of retries.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retries: Option<u32>,
        /// Cooldown after a failure, in seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cooldown_seconds: Option<u32>,
        /// Estimated duration, in minutes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        estimate_minutes: Option<u32>,
        /// Branch of the task; empty removes it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        /// Links to further information.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        links: Option<Vec<Link>>,
        /// Paths that the task will change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        paths: Option<Vec<String>>,
        /// Number of tokens of the task.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tokens: Option<u32>,
    }
    /// Body of `task_linked`: `to` depends on `from`.
    TaskLinked {
        /// Task that is required.
        from: TaskNo,
        /// Task that waits.
        to: TaskNo,
        /// Condition of the dependency.
        when: When,
    }
    /// Body of `task_unlinked`.
    TaskUnlinked {
        /// Task that was required.
        from: TaskNo,
        /// Task that waited.
        to: TaskNo,
    }
    /// Body of `task_assigned`.
    TaskAssigned {
        /// Task that was assigned.
        id: TaskNo,
        /// Agent to which it is assigned; absent opens it to all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agent: Option<String>,
        /// True if the review is assigned instead of the task.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        for_review: bool,
    }
    /// Body of `task_claimed`.
    TaskClaimed {
        /// Task that was claimed.
        id: TaskNo,
        /// Agent that holds the task.
        holder: String,
        /// Fence of the lease.
        fence: u32,
        /// End of the lease.
        until: Time,
        /// Duration of a renewal, in seconds.
        seconds: u32,
    }
    /// Body of `lease_renewed`.
    LeaseRenewed {
        /// Task whose lease was renewed.
        id: TaskNo,
        /// End of the lease.
        until: Time,
    }
    /// Body of `lease_expired`.
    LeaseExpired {
        /// Task whose lease expired.
        id: TaskNo,
        /// Fence of the expired lease.
        fence: u32,
        /// Reason why its holder was blocked; absent if it was not. A blocked task stays on hold.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blocked: Option<String>,
    }
    /// Body of `task_released`.
    TaskReleased {
        /// Task that was given back.
        id: TaskNo,
        /// Note for the next holder.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        handoff_note: Option<String>,
    }
    /// Body of `task_updated`.
    TaskUpdated {
        /// Task that the report is about.
        id: TaskNo,
        /// Reported status: `in_progress`, `blocked` or `pending`.
        status: TaskStatus,
        /// Reason why the task is blocked or given back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// Progress so far.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    }
    /// Body of `task_completed`.
    TaskCompleted {
        /// Task that was completed.
        id: TaskNo,
        /// Summary of the work.
        summary: String,
        /// Suggested next steps.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        next_steps: Vec<String>,
        /// Number of tokens of summary and next steps.
        #[serde(default)]
        tokens: u32,
        /// True if the task now waits for a review.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        for_review: bool,
        /// Unmet dependencies: a person completed the task in spite of them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unmet: Vec<TaskNo>,
    }
    /// Body of `task_failed`.
    TaskFailed {
        /// Task that failed.
        id: TaskNo,
        /// Error of the attempt.
        error: String,
        /// Time from which the task may be tried again; absent if it failed for good.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_at: Option<Time>,
    }
    /// Body of `task_retried`.
    TaskRetried {
        /// Task that was made claimable again.
        id: TaskNo,
        /// Reason for the retry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `task_skipped`.
    TaskSkipped {
        /// Task that was skipped.
        id: TaskNo,
        /// Reason for skipping it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `task_cancelled`.
    TaskCancelled {
        /// Task that was cancelled.
        id: TaskNo,
        /// Reason for the cancellation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `failure_accepted`.
    FailureAccepted {
        /// Task whose failure was accepted.
        id: TaskNo,
        /// Reason for accepting it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `task_reviewed`.
    TaskReviewed {
        /// Task that was reviewed.
        id: TaskNo,
        /// Verdict of the review.
        status: ReviewStatus,
        /// Comments of the review.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        comments: Vec<Comment>,
        /// Unmet dependencies: a person approved the task in spite of them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unmet: Vec<TaskNo>,
    }
    /// Body of `review_dismissed`.
    ReviewDismissed {
        /// Task whose review was dismissed.
        id: TaskNo,
        /// Artifact version that changed the reviewed work.
        artifact: ArtifactNo,
    }
}
