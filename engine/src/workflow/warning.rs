//! What a person should look at although nobody asked: work that stands beside what was approved, or on
//! what it needed and has not got. Knows nothing of who raises it and when.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::numbers::{ApprovalNo, ArtifactNo, TaskNo, WarningNo};
use crate::table::Numbered;
use kernel::actor::Actor;
use kernel::stream::Version;
use kernel::time::Time;

/// Why somebody should look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WarningKind {
    /// A version was recorded beside what was handed in or approved, which stays what counts.
    Beside,
    /// A task is done, and what it needed does not hold any more.
    Unmet,
    /// A task was handed in while an approval about it was pending or refused.
    Unapproved,
    /// A task that is kept for an agent could have been claimed for a while, and was not.
    Untaken,
    /// Reviews did not accept the work on a task as often as the policy's `rework_limit` says.
    SentBack,
}

/// Something that a person should look at.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    /// Its name in the workflow.
    pub id: WarningNo,
    /// Why somebody should look.
    pub kind: WarningKind,
    /// The task it is about.
    pub task: TaskNo,
    /// The artifact's version it is about.
    pub artifact: Option<ArtifactNo>,
    /// The request for approval it is about.
    pub approval: Option<ApprovalNo>,
    /// What is so, in a sentence.
    pub text: String,
    /// Who made it so.
    pub raised_by: Actor,
    /// When.
    pub raised_at: Time,
    /// When it was settled.
    pub settled_at: Option<Time>,
    /// By whom.
    pub settled_by: Option<Actor>,
    /// What they said.
    pub note: Option<String>,
    /// The version of the workflow at which it last changed.
    pub changed: Version,
}

impl Numbered for Warning {
    type No = WarningNo;
    fn no(&self) -> WarningNo {
        self.id
    }
}
