//! `mind_lock`.

use kernel::prelude::*;

use crate::mind::facts::SectionLocked;
use crate::mind::rules::{open, whose};
use crate::mind::section::Section;
use crate::mind::state::Mind;

/// Locks a section of a mind's document: dreams do not change any character of it. People can still edit it.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindLock {
    /// Name of the agent (required).
    pub agent: Option<String>,
    /// The section: `phenotype`, `bond`, `niche`, `active_context`, `crystal_pointers`, `curiosity_gaps` or
    /// `emerging_skills`.
    pub section: Section,
}

/// Locked sections of a mind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MindLocked")]
pub struct Locked {
    /// Name of the agent.
    pub agent: String,
    /// Sections that dreams do not change, in the order of a document.
    pub locked: Vec<Section>,
}

impl Locked {
    /// Returns the locked sections of a mind.
    pub(super) fn of(agent: String, mind: &Mind) -> Self {
        let locked = mind.locked.iter().copied().collect();
        Self { agent, locked }
    }
}

impl Operation for MindLock {
    type Output = Locked;
    const SPEC: Spec = spec!(Write "mind_lock" Access::PEOPLE).refuses(&["deleted", "full"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &MindLock, tx: &mut Tx) -> Result<Locked> {
    let agent = whose(&tx.cx.actor, op.agent.as_deref())?;
    let draft = open(tx, &agent)?;
    let section = op.section;
    if !draft.locked.contains(&section) {
        draft.record(SectionLocked { section });
    }
    Ok(Locked::of(agent, draft))
}
