//! A task: what is to be done, who does it, what came of it.

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

/// Where a task is in its life.
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
    /// Waits, for other tasks or for somebody to claim it.
    #[default]
    Pending,
    /// Waits for one agent to claim it.
    Assigned,
    /// Held under a lease.
    InProgress,
    /// Its holder says that it cannot go on.
    Blocked,
    /// Done, and waits for a review.
    Review,
    /// Done.
    Completed,
    /// Failed for good.
    Failed,
    /// Called off.
    Cancelled,
    /// On a branch that was not taken, or skipped by somebody.
    Skipped,
}

impl TaskStatus {
    /// Every status.
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

    /// Whether nothing more happens by itself.
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        matches!(
            self,
            Self::Completed | Self::Failed | Self::Cancelled | Self::Skipped
        )
    }

    /// Whether the task waits to be claimed.
    #[must_use]
    pub const fn is_waiting(self) -> bool {
        matches!(self, Self::Pending | Self::Assigned)
    }

    /// Whether somebody holds it.
    #[must_use]
    pub const fn is_held(self) -> bool {
        matches!(self, Self::InProgress | Self::Blocked)
    }

    /// The status as in JSON.
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

/// The right to work on a task for a while.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lease {
    /// What the holder sends with every call about the task. It is no secret: the caller must be the
    /// holder too.
    pub id: String,
    /// The agent.
    pub holder: String,
    /// Grows with every claim of the task: what carries an older one comes too late.
    pub fence: u32,
    /// When it ends unless renewed.
    pub until: Time,
    /// How long a renewal lasts, in seconds.
    pub seconds: u32,
    /// Since when its clock stands still, because a person's answer is awaited.
    pub parked_at: Option<Time>,
}

impl Lease {
    /// The lease's id: the task and the fence.
    #[must_use]
    pub fn id_of(task: TaskNo, fence: u32) -> String {
        format!("{task}:{fence}")
    }

    /// Whether it still holds at `now`.
    #[must_use]
    pub fn is_live(&self, now: Time) -> bool {
        self.parked_at.is_some() || now < self.until
    }
}

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AttemptOutcome")]
pub enum Outcome {
    /// The work was handed in.
    Completed,
    /// It failed.
    Failed,
    /// The holder gave it back.
    Released,
    /// The lease ran out.
    Expired,
    /// The same agent began again and shut its old process out.
    Resumed,
    /// A review asked for rework.
    NeedsRework,
    /// A review rejected it.
    Rejected,
    /// The task was called off or skipped.
    Cancelled,
}

/// One agent's go at a task.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Attempt {
    /// Who.
    pub agent: String,
    /// The fence of its lease.
    pub fence: u32,
    /// From when.
    pub from: Time,
    /// Until when.
    pub to: Option<Time>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// What went wrong.
    pub error: Option<String>,
    /// What it handed in, once a later one handed in something else: the beginning of its summary.
    #[serde(default)]
    pub summary: Option<String>,
    /// What the next one should know: progress notes and the handoff, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Input tokens the agent reported.
    #[serde(default)]
    pub tokens_in: u64,
    /// Output tokens the agent reported.
    #[serde(default)]
    pub tokens_out: u64,
    /// Cost the agent reported, in millionths of its currency.
    #[serde(default)]
    pub cost_micros: u64,
}

impl Attempt {
    /// Whether its work was handed in, whatever a review said of it.
    #[must_use]
    pub const fn was_handed_in(&self) -> bool {
        matches!(
            self.outcome,
            Some(Outcome::Completed | Outcome::NeedsRework | Outcome::Rejected)
        )
    }
}

/// What came of a task.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskResult {
    /// What was done.
    pub summary: String,
    /// What should follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next_steps: Vec<String>,
    /// Who handed it in.
    pub by: Option<Actor>,
    /// Tokens of the summary and the next steps.
    #[serde(default)]
    pub tokens: u32,
}

/// A reviewer's verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReviewStatus {
    /// Good.
    Approved,
    /// To be done again, with the comments.
    NeedsRework,
    /// Not wanted: the task fails.
    Rejected,
}

/// A remark of a review, about the whole or about lines of an artifact's version.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    /// The remark.
    pub text: String,
    /// The artifact version it is about.
    pub artifact: Option<ArtifactNo>,
    /// The first line it is about, from 1.
    #[schemars(range(min = 1))]
    pub line: Option<u32>,
    /// The last line it is about.
    #[schemars(range(min = 1))]
    pub to_line: Option<u32>,
}

/// A review that was given.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Review {
    /// By whom.
    pub by: Actor,
    /// When.
    pub at: Time,
    /// The verdict.
    pub status: ReviewStatus,
    /// The remarks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Comment>,
    /// The attempt it was about, from 1.
    pub attempt: u32,
    /// Why it does not count any more: something it had approved was changed.
    pub dismissed: Option<String>,
}

/// Where something about the task can be found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// `worktree`, `commit`, `pull_request` or another word.
    pub kind: String,
    /// The address, path or hash.
    pub target: String,
}

/// A task. Its fields are named as in the interface it came from.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Task {
    /// Its name in the workflow.
    pub id: TaskNo,
    /// What is to be done, in a line.
    pub title: String,
    /// What is to be done, in full.
    #[serde(default)]
    pub description: String,
    /// What must hold for it to be done.
    #[serde(default)]
    pub acceptance: Vec<String>,
    /// The group ("room") it belongs to.
    pub group: Option<String>,
    /// 0 (most urgent) to 4.
    pub priority: u8,
    /// Where it is in its life.
    pub status: TaskStatus,
    /// Why its holder cannot go on.
    pub blocked_reason: Option<String>,
    /// Who works on it, shall, or last did.
    pub assigned_to: Option<String>,
    /// Since when.
    pub assigned_at: Option<Time>,
    /// What it needs.
    #[serde(default)]
    pub depends_on: Vec<Need>,
    /// Which tasks need it.
    #[serde(default)]
    pub blocks: Vec<TaskNo>,
    /// How it joins its needs.
    #[serde(default)]
    pub join: Join,
    /// The branch the work is on.
    pub branch: Option<String>,
    /// Where more can be found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// Paths it will change: two live tasks with overlapping ones are flagged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    /// Who tried.
    #[serde(default)]
    pub attempts: Vec<Attempt>,
    /// What was used for it in all, whoever reported it.
    #[serde(default, skip_serializing_if = "Usage::is_none")]
    pub usage: Usage,
    /// What came of it.
    pub result: Option<TaskResult>,
    /// When it was done.
    pub completed_at: Option<Time>,
    /// What it needed and had not got when a person completed it all the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<TaskNo>,
    /// Whether somebody must look at it before it counts as done.
    #[serde(default)]
    pub needs_review: bool,
    /// Who reviewed it last.
    pub reviewed_by: Option<String>,
    /// The last verdict that counts.
    pub review_status: Option<ReviewStatus>,
    /// All reviews, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reviews: Vec<Review>,
    /// How many times it may fail and be tried again.
    pub retries: u32,
    /// How often it has failed since it was last put back by somebody.
    #[serde(default)]
    pub failures: u32,
    /// How long it rests after a failure, in seconds.
    #[serde(default)]
    pub cooldown_seconds: u32,
    /// Not to be claimed before.
    pub not_before: Option<Time>,
    /// What a worker must be able to do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<String>,
    /// How long it should take, in minutes.
    pub estimate_minutes: Option<u32>,
    /// Who holds it until when.
    pub lease: Option<Lease>,
    /// The fence of the last lease.
    #[serde(default)]
    pub fence: u32,
    /// The agent for which its review is kept.
    pub reviewer: Option<String>,
    /// Whether the agent for which it is kept has let it lie: somebody was told.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untaken: bool,
    /// The agent whose lease ran out, until somebody takes the task again.
    pub stalled: Option<String>,
    /// Whether a person has accepted that it failed.
    #[serde(default)]
    pub failure_accepted: bool,
    /// Why it was skipped, cancelled or put back.
    pub reason: Option<String>,
    /// The open question its holder waits for.
    pub waits_for: Option<QuestionNo>,
    /// The open request for approval that its holder waits for.
    pub waits_for_approval: Option<ApprovalNo>,
    /// Where it is from, when it was planned elsewhere.
    pub origin: Option<Box<Origin>>,
    /// When it was added.
    pub created_at: Time,
    /// By whom.
    pub created_by: Actor,
    /// The version of the workflow at which it last changed: what `if_version` compares.
    pub changed: Version,
    /// Since when it has its status.
    pub since: Time,
    /// Tokens of title, description and acceptance.
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
    /// The attempt that runs, or the last one.
    #[must_use]
    pub fn attempt(&self) -> Option<&Attempt> {
        self.attempts.last()
    }
}
