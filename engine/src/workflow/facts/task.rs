//! Bodies of facts about tasks: planned, linked, held, worked on, ended, reviewed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::numbers::{ArtifactNo, TaskNo};
use crate::workflow::edge::{Join, Need, When};
use crate::workflow::task::{Comment, Link, ReviewStatus, TaskStatus};
use kernel::time::Time;

bodies! {
    /// Body of `task_added`.
    TaskAdded {
        /// Its name in the workflow.
        id: TaskNo,
        /// What is to be done, in a line.
        title: String,
        /// What is to be done, in full.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        description: String,
        /// What must hold for it to be done.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        acceptance: Vec<String>,
        /// What it needs.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        depends_on: Vec<Need>,
        /// How it joins its needs.
        #[serde(default)]
        join: Join,
        /// Its group.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        group: Option<String>,
        /// 0 to 4.
        priority: u8,
        /// Whether it must be reviewed.
        #[serde(default)]
        needs_review: bool,
        /// What a worker must be able to do.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        capabilities: Vec<String>,
        /// How often it may be tried again.
        retries: u32,
        /// How long it rests after a failure, in seconds.
        #[serde(default)]
        cooldown_seconds: u32,
        /// How long it should take, in minutes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        estimate_minutes: Option<u32>,
        /// Its branch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        /// Where more can be found.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        links: Vec<Link>,
        /// Paths it will change.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        paths: Vec<String>,
        /// Its tokens.
        #[serde(default)]
        tokens: u32,
    }
    /// Body of `task_edited`: what is absent stays.
    TaskEdited {
        /// Which task.
        id: TaskNo,
        /// What is to be done, in a line.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        /// What is to be done, in full.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        description: Option<String>,
        /// What must hold for it to be done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        acceptance: Option<Vec<String>>,
        /// How it joins its needs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        join: Option<Join>,
        /// Its group; empty takes it out of its group.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        group: Option<String>,
        /// 0 to 4.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        priority: Option<u8>,
        /// Whether it must be reviewed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        needs_review: Option<bool>,
        /// What a worker must be able to do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        capabilities: Option<Vec<String>>,
        /// How often it may be tried again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retries: Option<u32>,
        /// How long it rests after a failure, in seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cooldown_seconds: Option<u32>,
        /// How long it should take, in minutes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        estimate_minutes: Option<u32>,
        /// Its branch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        /// Where more can be found.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        links: Option<Vec<Link>>,
        /// Paths it will change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        paths: Option<Vec<String>>,
        /// Its tokens.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tokens: Option<u32>,
    }
    /// Body of `task_linked`: `to` needs `from`.
    TaskLinked {
        /// The task before.
        from: TaskNo,
        /// The task that waits.
        to: TaskNo,
        /// What is needed.
        when: When,
    }
    /// Body of `task_unlinked`.
    TaskUnlinked {
        /// The task before.
        from: TaskNo,
        /// The task that waited.
        to: TaskNo,
    }
    /// Body of `task_assigned`.
    TaskAssigned {
        /// Which task.
        id: TaskNo,
        /// For whom; nobody puts it back for all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agent: Option<String>,
        /// Whether it is the review that is kept.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        for_review: bool,
    }
    /// Body of `task_claimed`.
    TaskClaimed {
        /// Which task.
        id: TaskNo,
        /// By whom.
        holder: String,
        /// The lease's fence.
        fence: u32,
        /// Until when.
        until: Time,
        /// How long a renewal lasts, in seconds.
        seconds: u32,
    }
    /// Body of `lease_renewed`.
    LeaseRenewed {
        /// Which task.
        id: TaskNo,
        /// Until when.
        until: Time,
    }
    /// Body of `lease_expired`.
    LeaseExpired {
        /// Which task.
        id: TaskNo,
        /// The fence of the lease that ran out.
        fence: u32,
        /// Why its holder could not go on; absent when it could. A task that is blocked stays on hold.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blocked: Option<String>,
    }
    /// Body of `task_released`.
    TaskReleased {
        /// Which task.
        id: TaskNo,
        /// What the next one should know.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        handoff_note: Option<String>,
    }
    /// Body of `task_updated`.
    TaskUpdated {
        /// Which task.
        id: TaskNo,
        /// `in_progress`, blocked or pending.
        status: TaskStatus,
        /// Why it is blocked or put back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// What was done so far.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    }
    /// Body of `task_completed`.
    TaskCompleted {
        /// Which task.
        id: TaskNo,
        /// What was done.
        summary: String,
        /// What should follow.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        next_steps: Vec<String>,
        /// Tokens of both.
        #[serde(default)]
        tokens: u32,
        /// Whether it waits for a review now.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        for_review: bool,
        /// What it needed and had not got: a person completed it all the same.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unmet: Vec<TaskNo>,
    }
    /// Body of `task_failed`.
    TaskFailed {
        /// Which task.
        id: TaskNo,
        /// What went wrong.
        error: String,
        /// When it may be tried again; absent when it failed for good.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_at: Option<Time>,
    }
    /// Body of `task_retried`.
    TaskRetried {
        /// Which task.
        id: TaskNo,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `task_skipped`.
    TaskSkipped {
        /// Which task.
        id: TaskNo,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `task_cancelled`.
    TaskCancelled {
        /// Which task.
        id: TaskNo,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `failure_accepted`.
    FailureAccepted {
        /// Which task.
        id: TaskNo,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `task_reviewed`.
    TaskReviewed {
        /// Which task.
        id: TaskNo,
        /// The verdict.
        status: ReviewStatus,
        /// The remarks.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        comments: Vec<Comment>,
        /// What it needed and had not got: a person approved it all the same.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unmet: Vec<TaskNo>,
    }
    /// Body of `review_dismissed`.
    ReviewDismissed {
        /// Which task.
        id: TaskNo,
        /// The artifact version that changed what was reviewed.
        artifact: ArtifactNo,
    }
}
