//! A core as lists show it. Knows no rule.

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

/// How many crystals are at which stage of their lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lifecycles {
    /// Made, and not recalled yet.
    pub generated: u64,
    /// Recalled.
    pub activated: u64,
    /// Recalled often, and of weight.
    pub consolidated: u64,
    /// Faded, or taken in by another one.
    pub archived: u64,
    /// About to be erased.
    pub expired: u64,
    /// Kept as they are.
    pub frozen: u64,
}

impl Lifecycles {
    /// The count of a stage.
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

/// A core as lists show it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoreSummary {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// Who reads what sessions promote into it; as the workspace says without.
    pub promoted_readers: Option<PromotedReaders>,
    /// The agents that may read it, beside orchestrators and people; everyone without.
    pub readers: Option<BTreeSet<String>>,
    /// The agents that may write in it; whoever may read it without.
    pub writers: Option<BTreeSet<String>>,
    /// Which crystals of agents wait for a person.
    #[serde(default)]
    pub approval: Approval,
    /// Whose crystals are not to be believed until a person has looked at them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub quarantine: BTreeSet<Trust>,
    /// How many crystals wait for a person.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub waiting: u32,
    /// How many crystals are at which stage of their lives, where that was asked for.
    pub lifecycles: Option<Lifecycles>,
    /// How many crystals it has.
    pub crystals: u64,
    /// When it began.
    pub created_at: Time,
    /// When a crystal was last written.
    pub updated_at: Time,
    /// How many facts it has.
    pub version: Version,
}
