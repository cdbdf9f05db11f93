//! Who may write in a core, which crystals wait there for a person, and which are not to be believed yet. Pure.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::crystal::record::{Crystal, Trust};
use crate::crystal::state::Core;
use kernel::actor::Actor;
use kernel::error::{Error, Result};

/// Which crystals of agents wait for a person's approval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MemoryApproval")]
#[serde(rename_all = "snake_case")]
pub enum Approval {
    /// None.
    #[default]
    Off,
    /// Those of an agent, or from a session, of which the core holds nothing yet.
    NewSources,
    /// All.
    All,
}

impl Approval {
    /// Whether nothing waits.
    #[must_use]
    pub fn is_off(&self) -> bool {
        *self == Self::Off
    }
}

/// Where a crystal comes from, as approval asks it: its agent, or what it was taken from.
#[must_use]
pub fn source(record: &Crystal) -> &str {
    let taken = record.provenance.as_ref().map(|from| from.stream.as_str());
    record.agent.as_deref().or(taken).unwrap_or_default()
}

/// Whether what `actor` wants to write waits for a person.
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

/// How far what is written with `trust` is to be believed in a core.
#[must_use]
pub fn trusted(core: &Core, trust: Trust) -> Trust {
    if core.quarantine.contains(&trust) {
        Trust::Quarantined
    } else {
        trust
    }
}

/// Refuses to hold back what cannot be held back.
///
/// # Errors
/// `invalid`, naming the field.
pub fn check_quarantine(quarantine: &BTreeSet<Trust>) -> Result<()> {
    let may = |trust: &Trust| matches!(trust, Trust::Agent | Trust::Imported);
    if quarantine.iter().all(may) {
        return Ok(());
    }
    let detail = "expected `agent`, `imported`, or both: what people write is not held back";
    Err(Error::field("/quarantine", detail))
}
