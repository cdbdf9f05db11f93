//! What happens in a core: the facts and their bodies.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::record::Crystal;
use crate::workspace::settings::PromotedReaders;
use kernel::access::Readers;
use kernel::events;
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
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalsRecalled {
    /// The agent.
    pub agent: String,
    /// Which.
    pub ids: Vec<String>,
}
