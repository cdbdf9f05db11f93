//! Tasks: work, holders, attempts, reviews and results.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::numbers::{ApprovalNo, ArtifactNo, QuestionNo, TaskNo};
use crate::table::Numbered;
use crate::workflow::edge::{Join, Need};
use crate::workflow::origin::Origin;
use crate::workflow::shared::Usage;
use kernel::actor::Actor;
use kernel::stream::Version;
use kernel::time::Time;

/// Status of a task.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum TaskStatus {
    /// Waits for other tasks or for a claim.
    #[default]
    Pending,
    /// Waits for its agent to claim it.
    Assigned,
    /// Held under a lease.
    InProgress,
    /// Its holder reported that it is blocked, or it is on hold.
    Blocked,
    /// Handed in, waits for a review.
    Review,
    /// Done.
    Completed,
    /// Failed for good.
    Failed,
    /// Cancelled.
    Cancelled,
    /// Skipped: on a branch that was not taken, or skipped by an agent or a person.
    Skipped,
}

impl TaskStatus {
    /// All statuses.
    pub const ALL: [Self; 9] = [
        Self::Pending,
        Self::Assigned,
        Self::InProgress,
        Self::Blocked,
        Self::Review,
        Self::Completed,
        Self::Failed,
        Self::Cancelled,
        Self::Skipped,
    ];

    /// Returns true if the task has ended.
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        matches!(
            self,
            Self::Completed | Self::Failed | Self::Cancelled | Self::Skipped
        )
    }

    /// Returns true if the task waits for a claim.
    #[must_use]
    pub const fn is_waiting(self) -> bool {
        matches!(self, Self::Pending | Self::Assigned)
    }

    /// Returns true if the task is in progress or blocked: held by an agent, or on hold.
    #[must_use]
    pub const fn is_held(self) -> bool {
        matches!(self, Self::InProgress | Self::Blocked)
    }

    /// Name of the status in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Assigned => "assigned",
            Self::InProgress => "in_progress",
            Self::Blocked => "blocked",
            Self::Review => "review",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Skipped => "skipped",
        }
    }
}

/// Lease: the exclusive right to work on a task for a limited time.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lease {
    /// Id that the holder sends with every call about the task. It is no secret: the caller must also be the holder.
    pub id: String,
    /// Agent that holds the task.
    pub holder: String,
    /// Fence; grows with every claim of the task: calls with an older one are rejected.
    pub fence: u32,
    /// End of the lease unless renewed.
    pub until: Time,
    /// Duration of a renewal, in seconds.
    pub seconds: u32,
    /// Time since which its clock is stopped, because a person's answer is awaited.
    pub parked_at: Option<Time>,
}

impl Lease {
    /// Returns the lease id: the task and the fence.
    #[must_use]
    pub fn id_of(task: TaskNo, fence: u32) -> String {
        format!("{task}:{fence}")
    }

    /// Returns true if it is valid at `now`.
    #[must_use]
    pub fn is_live(&self, now: Time) -> bool {
        self.parked_at.is_some() || now < self.until
    }
}

/// Outcome of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AttemptOutcome")]
pub enum Outcome {
    /// The work was handed in.
    Completed,
    /// The attempt failed.
    Failed,
    /// The holder gave it back.
    Released,
    /// The lease expired.
    Expired,
    /// The same agent resumed the task, which ended the lease of its old process.
    Resumed,
    /// A review asked for rework.
    NeedsRework,
    /// A review rejected the work.
    Rejected,
    /// The task was cancelled or skipped.
    Cancelled,
}

/// Attempt of an agent at a task.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Attempt {
    /// Agent that made the attempt.
    pub agent: String,
    /// Fence of its lease.
    pub fence: u32,
    /// Start of the attempt.
    pub from: Time,
    /// End of the attempt.
    pub to: Option<Time>,
    /// Outcome; absent while it runs.
    pub outcome: Option<Outcome>,
    /// Error of the attempt.
    pub error: Option<String>,
    /// Beginning of its summary (1,000 characters), once a later attempt has handed in another result.
    #[serde(default)]
    pub summary: Option<String>,
    /// Progress and handoff notes, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Input tokens that the agent reported.
    #[serde(default)]
    pub tokens_in: u64,
    /// Output tokens that the agent reported.
    #[serde(default)]
    pub tokens_out: u64,
    /// Cost that the agent reported, in millionths of its currency.
    #[serde(default)]
    pub cost_micros: u64,
}

impl Attempt {
    /// Returns true if its work was handed in, with any verdict.
    #[must_use]
    pub const fn was_handed_in(&self) -> bool {
        matches!(
            self.outcome,
            Some(Outcome::Completed | Outcome::NeedsRework | Outcome::Rejected)
        )
    }
}

/// Result of a task.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskResult {
    /// Summary of the work.
    pub summary: String,
    /// Suggested next steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next_steps: Vec<String>,
    /// Agent or person who handed it in.
    pub by: Option<Actor>,
    /// Number of tokens of summary and next steps.
    #[serde(default)]
    pub tokens: u32,
}

/// Verdict of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReviewStatus {
    /// The work is accepted.
    Approved,
    /// The work has to be redone with the comments.
    NeedsRework,
    /// The work is rejected: the task fails.
    Rejected,
}

/// Comment of a review, about the whole work or about lines of an artifact version.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    /// Text of the comment.
    pub text: String,
    /// Artifact version that it is about.
    pub artifact: Option<ArtifactNo>,
    /// First line that it is about, from 1.
    #[schemars(range(min = 1))]
    pub line: Option<u32>,
    /// Last line that it is about.
    #[schemars(range(min = 1))]
    pub to_line: Option<u32>,
}

/// Review of a task.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Review {
    /// Reviewer.
    pub by: Actor,
    /// Time of the review.
    pub at: Time,
    /// Verdict.
    pub status: ReviewStatus,
    /// Comments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Comment>,
    /// Number of the reviewed attempt, from 1.
    pub attempt: u32,
    /// Reason why it was dismissed: reviewed work was changed afterwards.
    pub dismissed: Option<String>,
}

/// Link to further information about a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Kind: `worktree`, `commit`, `pull_request` or another word.
    pub kind: String,
    /// Address, path or hash.
    pub target: String,
}

/// A task. Its fields are named as in the interface it came from.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Task {
    /// Name in the workflow.
    pub id: TaskNo,
    /// Title: the work in one line.
    pub title: String,
    /// Full description of the work.
    #[serde(default)]
    pub description: String,
    /// Acceptance criteria.
    #[serde(default)]
    pub acceptance: Vec<String>,
    /// Group ("room") that it belongs to.
    pub group: Option<String>,
    /// Priority from 0 (most urgent) to 4.
    pub priority: u8,
    /// Status of the task.
    pub status: TaskStatus,
    /// Reason why it is blocked.
    pub blocked_reason: Option<String>,
    /// Current, assigned or last agent.
    pub assigned_to: Option<String>,
    /// Time since which it is assigned.
    pub assigned_at: Option<Time>,
    /// Dependencies.
    #[serde(default)]
    pub depends_on: Vec<Need>,
    /// Tasks that depend on it.
    #[serde(default)]
    pub blocks: Vec<TaskNo>,
    /// Rule by which it joins its dependencies.
    #[serde(default)]
    pub join: Join,
    /// Branch of the work.
    pub branch: Option<String>,
    /// Links to further information.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// Paths that it will change: overlaps of unfinished tasks are reported.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    /// Attempts, oldest first.
    #[serde(default)]
    pub attempts: Vec<Attempt>,
    /// Total reported usage.
    #[serde(default, skip_serializing_if = "Usage::is_none")]
    pub usage: Usage,
    /// Result of the work.
    pub result: Option<TaskResult>,
    /// Time of the completion.
    pub completed_at: Option<Time>,
    /// Dependencies that were unmet when a person completed or approved it in spite of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<TaskNo>,
    /// True if it must be reviewed before it counts as done.
    #[serde(default)]
    pub needs_review: bool,
    /// Last reviewer.
    pub reviewed_by: Option<String>,
    /// Last verdict, unless it was dismissed.
    pub review_status: Option<ReviewStatus>,
    /// All reviews, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reviews: Vec<Review>,
    /// Maximum number of retries after a failure.
    pub retries: u32,
    /// Number of failures since the last retry by an agent or a person.
    #[serde(default)]
    pub failures: u32,
    /// Cooldown after a failure, in seconds.
    #[serde(default)]
    pub cooldown_seconds: u32,
    /// Time before which it cannot be claimed.
    pub not_before: Option<Time>,
    /// Capabilities that a worker needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<String>,
    /// Estimated duration, in minutes.
    pub estimate_minutes: Option<u32>,
    /// Current lease.
    pub lease: Option<Lease>,
    /// Fence of the last lease.
    #[serde(default)]
    pub fence: u32,
    /// Reviewer to which its review is assigned.
    pub reviewer: Option<String>,
    /// True if its agent did not claim it in time: a warning was raised.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untaken: bool,
    /// Agent whose lease expired, until the task is claimed again.
    pub stalled: Option<String>,
    /// True if a person accepted the failure.
    #[serde(default)]
    pub failure_accepted: bool,
    /// Reason why it was skipped, cancelled or made claimable again.
    pub reason: Option<String>,
    /// Open question that its holder waits for.
    pub waits_for: Option<QuestionNo>,
    /// Pending request for approval that its holder waits for.
    pub waits_for_approval: Option<ApprovalNo>,
    /// Origin, if it was imported.
    pub origin: Option<Box<Origin>>,
    /// Time at which it was added.
    pub created_at: Time,
    /// Actor that added it.
    pub created_by: Actor,
    /// Version of the workflow at which it last changed; `if_version` compares it.
    pub changed: Version,
    /// Time since which it has its status.
    pub since: Time,
    /// Number of tokens of title, description and acceptance.
    #[serde(default)]
    pub tokens: u32,
}

impl Numbered for Task {
    type No = TaskNo;
    fn no(&self) -> TaskNo {
        self.id
    }
}

impl Task {
    /// Returns the running attempt, or the last one.
    #[must_use]
    pub fn attempt(&self) -> Option<&Attempt> {
        self.attempts.last()
    }
}
