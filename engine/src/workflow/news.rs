//! Events that agents are notified of: the lead about the progress of the work, a holder about the loss of its
//! lease.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::numbers::{ApprovalNo, QuestionNo, TaskNo, WarningNo};
use kernel::actor::Actor;
use kernel::stream::Version;
use kernel::time::Time;

/// How many things are kept for agents that have not called: the oldest make room.
pub const KEPT: usize = 200;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsKind {
    /// Work waits for a review.
    HandedIn,
    /// A task is done.
    Completed,
    /// An attempt failed.
    Failed,
    /// A holder cannot go on.
    Blocked,
    /// A holder waits for a person.
    Waiting,
    /// A holder gave its task back.
    GivenBack,
    /// A holder went quiet.
    LeaseExpired,
    /// Work was reviewed.
    Reviewed,
    /// A task was taken out of the plan.
    CalledOff,
    /// Something should be looked at.
    Warning,
    /// Something was learned while the work goes on.
    Learned,
    /// The one who hears it went quiet itself.
    LeaseLost,
}

impl NewsKind {
    /// The kind as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HandedIn => "handed_in",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Blocked => "blocked",
            Self::Waiting => "waiting",
            Self::GivenBack => "given_back",
            Self::LeaseExpired => "lease_expired",
            Self::Reviewed => "reviewed",
            Self::CalledOff => "called_off",
            Self::Warning => "warning",
            Self::Learned => "learned",
            Self::LeaseLost => "lease_lost",
        }
    }

    /// How one of them is announced, and how several are.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::HandedIn => ("A task was handed in", "tasks were handed in"),
            Self::Completed => ("A task was completed", "tasks were completed"),
            Self::Failed => ("An attempt failed", "attempts failed"),
            Self::Blocked => ("A task cannot go on", "tasks cannot go on"),
            Self::Waiting => ("A task waits for a person", "tasks wait for a person"),
            Self::GivenBack => ("A task was given back", "tasks were given back"),
            Self::LeaseExpired => ("A lease ran out", "leases ran out"),
            Self::Reviewed => ("A task was reviewed", "tasks were reviewed"),
            Self::CalledOff => ("A task was called off", "tasks were called off"),
            Self::Warning => ("Look at this", "things should be looked at"),
            Self::Learned => (
                "The same thing goes wrong again",
                "things go wrong again and again",
            ),
            Self::LeaseLost => ("Your lease ran out", "of your leases ran out"),
        }
    }
}

/// The thing that a piece of news is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsSubject {
    /// A task.
    Task(TaskNo),
    /// A question.
    Question(QuestionNo),
    /// A request for approval.
    Approval(ApprovalNo),
    /// A warning.
    Warning(WarningNo),
}

/// One thing to hear of.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct News {
    /// For which agent; whoever leads without one.
    pub to: Option<String>,
    /// What happened.
    pub kind: NewsKind,
    /// The thing that it is about. Rules read this, never `said`.
    pub about: NewsSubject,
    /// The sentence for the reader, such as `T4 by dev-ada`.
    pub said: String,
    /// Who did it.
    pub by: Actor,
    /// When.
    pub at: Time,
}

/// The name under which a receipt says that whoever leads has heard of the fact of that version.
#[must_use]
pub fn name(version: Version) -> String {
    format!("E{version}")
}

/// The name under which a receipt says that an agent knows of the lease that it lost then.
#[must_use]
pub fn lost_name(version: Version) -> String {
    format!("L{version}")
}

/// The version in a name of either kind, and which kind it is.
#[must_use]
pub fn parse(name: &str) -> Option<(Heard, Version)> {
    let (heard, version) = match name.split_at_checked(1)? {
        ("E", version) => (Heard::News, version),
        ("L", version) => (Heard::Lost, version),
        _ => return None,
    };
    Some((heard, version.parse().ok()?))
}

/// What was heard of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// What whoever leads is told.
    News,
    /// What the agent that went quiet is told.
    Lost,
}
