//! What happens in a core: the facts and their bodies.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::governing::Approval;
use crate::crystal::record::{Crystal, Trust};
use crate::numbers::TaskNo;
use crate::workspace::settings::PromotedReaders;
use kernel::access::Readers;
use kernel::events;
use kernel::id::Id;
use kernel::time::Time;

events! {
    /// What happens in a core.
    pub enum Event {
        /// A core was made.
        CoreCreated = "core_created" 1,
        /// Who reads what is promoted into the core was changed.
        CoreEdited = "core_edited" 1,
        /// Others may read the core now.
        CoreShared = "core_shared" 1,
        /// A crystal was added.
        CrystalAdded = "crystal_added" 1,
        /// A crystal was changed.
        CrystalEdited = "crystal_edited" 1,
        /// Crystals were forgotten.
        CrystalsForgotten = "crystals_forgotten" 1,
        /// An agent recalled crystals.
        CrystalsRecalled = "crystals_recalled" 1,
        /// Who may write in the core, and what waits for people, was changed.
        CoreGoverned = "core_governed" 1,
        /// An agent wants to write a crystal where people approve first.
        CrystalProposed = "crystal_proposed" 1,
        /// A person approved it.
        CrystalApproved = "crystal_approved" 1,
        /// A person refused it.
        CrystalRejected = "crystal_rejected" 1,
        /// An agent was told what people said to its crystals.
        RulingsTold = "rulings_told" 1,
    }
}

/// Body of `core_created`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CoreCreated {
    /// What it is for.
    pub description: Option<String>,
    /// The agents that may write in it; whoever may read it without.
    pub writers: Option<BTreeSet<String>>,
    /// Who reads what sessions promote into it; as the workspace says without.
    pub promoted_readers: Option<PromotedReaders>,
    /// Which crystals of agents wait for a person.
    #[serde(default, skip_serializing_if = "Approval::is_off")]
    pub approval: Approval,
    /// Whose crystals are not to be believed until a person has looked at them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub quarantine: BTreeSet<Trust>,
}

/// Body of `core_governed`: how it is from now on.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoreGoverned {
    /// What it is for.
    pub description: Option<String>,
    /// The agents that may write in it; whoever may read it without.
    pub writers: Option<BTreeSet<String>>,
    /// Which crystals of agents wait for a person.
    #[serde(default)]
    pub approval: Approval,
    /// Whose crystals are not to be believed until a person has looked at them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub quarantine: BTreeSet<Trust>,
}

/// Body of `crystal_proposed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalProposed {
    /// The whole record as its author wants it.
    pub record: Crystal,
}

/// Body of `crystal_approved`; the fact before it holds the crystal.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalApproved {
    /// Which.
    pub id: String,
}

/// Body of `crystal_rejected`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalRejected {
    /// Which.
    pub id: String,
    /// Why, in the person's words.
    pub reason: Option<String>,
    /// When it is to be erased.
    pub purge_at: Time,
}

/// Body of `rulings_told`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RulingsTold {
    /// The agent.
    pub agent: String,
    /// The notices.
    pub notices: Vec<String>,
}

/// Body of `core_edited`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CoreEdited {
    /// Who reads what sessions promote into it from now on; as the workspace says without.
    pub promoted_readers: Option<PromotedReaders>,
}

/// Body of `core_shared`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CoreShared {
    /// Who may read it now.
    pub readers: Readers,
}

/// Body of `crystal_added`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalAdded {
    /// The whole record.
    pub record: Crystal,
}

/// Body of `crystal_edited`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalEdited {
    /// The whole record as it is now.
    pub record: Crystal,
}

/// Body of `crystals_forgotten`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalsForgotten {
    /// Which.
    pub ids: Vec<String>,
    /// When they are to be erased for good.
    pub purge_at: Time,
}

/// Body of `crystals_recalled`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalsRecalled {
    /// The agent.
    pub agent: String,
    /// Which.
    pub ids: Vec<String>,
    /// The workflow of the task for which they were given; none for what the agent looked for.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Option<TaskNo>,
}
