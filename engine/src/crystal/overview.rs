//! Summary of a core, as lists show it.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::decay::Lifecycle;
use crate::crystal::governing::Approval;
use crate::crystal::record::Trust;
use crate::workspace::settings::PromotedReaders;
use kernel::answer::is_zero;
use kernel::stream::Version;
use kernel::time::Time;

/// Number of memories at each stage of life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lifecycles {
    /// Created, and not recalled yet.
    pub generated: u64,
    /// Recalled.
    pub activated: u64,
    /// Important and recalled often.
    pub consolidated: u64,
    /// Faded, or merged into another memory.
    pub archived: u64,
    /// About to be erased.
    pub expired: u64,
    /// Frozen.
    pub frozen: u64,
}

impl Lifecycles {
    /// Returns the count of a stage.
    pub fn of(&mut self, stage: Lifecycle) -> &mut u64 {
        match stage {
            Lifecycle::Generated => &mut self.generated,
            Lifecycle::Activated => &mut self.activated,
            Lifecycle::Consolidated => &mut self.consolidated,
            Lifecycle::Archived => &mut self.archived,
            Lifecycle::Expired => &mut self.expired,
            Lifecycle::Frozen => &mut self.frozen,
        }
    }
}

/// Summary of a core, as lists show it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoreSummary {
    /// Name of the core.
    pub name: String,
    /// Description of its purpose.
    pub description: Option<String>,
    /// Readers of memories that sessions promote into it. Without it, as set by the workspace.
    pub promoted_readers: Option<PromotedReaders>,
    /// Agents that may read it, in addition to orchestrators and people. Without it, everyone.
    pub readers: Option<BTreeSet<String>>,
    /// Agents that may write to it. Without it, everyone who may read it.
    pub writers: Option<BTreeSet<String>>,
    /// Memories of agents that need a person's approval.
    #[serde(default)]
    pub approval: Approval,
    /// Trust levels of memories that are quarantined until a person has reviewed them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub quarantine: BTreeSet<Trust>,
    /// Number of memories that wait for a person.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub waiting: u32,
    /// Number of memories at each stage of life, if requested.
    pub lifecycles: Option<Lifecycles>,
    /// Number of memories.
    pub crystals: u64,
    /// Creation time.
    pub created_at: Time,
    /// Time of the last change to a memory or a proposal.
    pub updated_at: Time,
    /// Number of facts.
    pub version: Version,
}
