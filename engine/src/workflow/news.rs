//! News for agents: the progress of the work for the lead, the loss of a lease for its holder.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::numbers::{ApprovalNo, QuestionNo, TaskNo, WarningNo};
use kernel::actor::Actor;
use kernel::stream::Version;
use kernel::time::Time;

/// Maximum number of undelivered news; the oldest are dropped.
pub const KEPT: usize = 200;

/// Kind of the news.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewsKind {
    /// A task was handed in and waits for a review.
    HandedIn,
    /// A task was completed.
    Completed,
    /// An attempt failed.
    Failed,
    /// The holder of a task is blocked.
    Blocked,
    /// The holder of a task waits for a person.
    Waiting,
    /// A holder gave its task back.
    GivenBack,
    /// The lease of a task expired.
    LeaseExpired,
    /// A task was reviewed.
    Reviewed,
    /// A task was skipped or cancelled.
    CalledOff,
    /// A warning was raised.
    Warning,
    /// A learning was noted while work continues.
    Learned,
    /// The lease of the recipient itself expired.
    LeaseLost,
}

impl NewsKind {
    /// Name of the kind in JSON.
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

    /// Returns the announcement of one piece of news and of several.
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

/// Thing that a piece of news is about.
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

/// One piece of news.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct News {
    /// Agent that it is for; absent for the lead.
    pub to: Option<String>,
    /// Kind of the news.
    pub kind: NewsKind,
    /// Thing that it is about. Rules read this, never `said`.
    pub about: NewsSubject,
    /// Text for the reader, such as `T4 by dev-ada`.
    pub said: String,
    /// Actor of the fact.
    pub by: Actor,
    /// Time of the fact.
    pub at: Time,
}

/// Returns the name that a receipt uses for news to the lead from the fact of that version.
#[must_use]
pub fn name(version: Version) -> String {
    format!("E{version}")
}

/// Returns the name that a receipt uses for the notice of a lost lease from the fact of that version.
#[must_use]
pub fn lease_notice_name(version: Version) -> String {
    format!("L{version}")
}

/// Parses a name of either kind; returns the kind and the version.
#[must_use]
pub fn parse(name: &str) -> Option<(Heard, Version)> {
    let (heard, version) = match name.split_at_checked(1)? {
        ("E", version) => (Heard::News, version),
        ("L", version) => (Heard::Lost, version),
        _ => return None,
    };
    Some((heard, version.parse().ok()?))
}

/// Kind of delivered news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// News for the lead.
    News,
    /// Notice for an agent that lost its lease.
    Lost,
}
