//! Warnings for people: versions recorded outside of approved work, and work whose requirements are not met.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::numbers::{ApprovalNo, ArtifactNo, TaskNo, WarningNo};
use crate::table::Numbered;
use kernel::actor::Actor;
use kernel::stream::Version;
use kernel::time::Time;

/// Reason for a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WarningKind {
    /// A version was recorded next to handed-in, approved or current work of somebody else, of which it is not a part.
    Beside,
    /// A task is completed, and its dependencies no longer hold.
    Unmet,
    /// A task was handed in while an approval about it was pending or refused.
    Unapproved,
    /// A task that is assigned to an agent was not claimed in time.
    Untaken,
    /// The number of reviews that did not accept the work on a task reached the policy's `rework_limit`.
    SentBack,
}

/// Warning for a person.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    /// Name in the workflow.
    pub id: WarningNo,
    /// Reason for the warning.
    pub kind: WarningKind,
    /// Task that it is about.
    pub task: TaskNo,
    /// Artifact version that it is about.
    pub artifact: Option<ArtifactNo>,
    /// Request for approval that it is about.
    pub approval: Option<ApprovalNo>,
    /// Description in one sentence.
    pub text: String,
    /// Actor that caused it.
    pub raised_by: Actor,
    /// Time at which it was raised.
    pub raised_at: Time,
    /// Time at which it was settled.
    pub settled_at: Option<Time>,
    /// Person who settled it.
    pub settled_by: Option<Actor>,
    /// Note of the person.
    pub note: Option<String>,
    /// Version of the workflow at which it last changed.
    pub changed: Version,
}

impl Numbered for Warning {
    type No = WarningNo;
    fn no(&self) -> WarningNo {
        self.id
    }
}
