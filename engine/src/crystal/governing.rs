//! Write access to a core, approval of memories and quarantine.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::crystal::record::{Crystal, Trust};
use crate::crystal::state::Core;
use kernel::actor::Actor;
use kernel::error::{Error, Result};

/// Memories of agents that wait for a person's approval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MemoryApproval")]
#[serde(rename_all = "snake_case")]
pub enum Approval {
    /// None.
    #[default]
    Off,
    /// Memories from an agent or a session of which the core has no memory yet.
    NewSources,
    /// All.
    All,
}

impl Approval {
    /// Returns true if no memory needs approval.
    #[must_use]
    pub fn is_off(&self) -> bool {
        *self == Self::Off
    }
}

/// Returns the source of a memory for approval: its agent, or the stream it was extracted from.
#[must_use]
pub fn source(record: &Crystal) -> &str {
    let taken = record.provenance.as_ref().map(|from| from.stream.as_str());
    record.agent.as_deref().or(taken).unwrap_or_default()
}

/// Returns true if a memory that `actor` wants to write waits for a person.
#[must_use]
pub fn waits(core: &Core, actor: &Actor, record: &Crystal) -> bool {
    if actor.role.is_person() {
        return false;
    }
    match core.approval {
        Approval::Off => false,
        Approval::NewSources => !core.sources.contains(source(record)),
        Approval::All => true,
    }
}

/// Returns the trust level in a core of a memory written with `trust`.
#[must_use]
pub fn effective_trust(core: &Core, trust: Trust) -> Trust {
    if core.quarantine.contains(&trust) {
        Trust::Quarantined
    } else {
        trust
    }
}

/// Validates trust levels for quarantine: only `agent` and `imported` are allowed.
///
/// # Errors
/// Returns `invalid` with the name of the field.
pub fn check_quarantine(quarantine: &BTreeSet<Trust>) -> Result<()> {
    let may = |trust: &Trust| matches!(trust, Trust::Agent | Trust::Imported);
    if quarantine.iter().all(may) {
        return Ok(());
    }
    let detail = "expected `agent`, `imported`, or both: what people write is not held back";
    Err(Error::field("/quarantine", detail))
}
