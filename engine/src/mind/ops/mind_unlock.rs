//! `mind_unlock`.

use kernel::prelude::*;

use crate::mind::facts::SectionUnlocked;
use crate::mind::ops::mind_lock::Locked;
use crate::mind::rules::{open, whose};
use crate::mind::section::Section;

/// Unlocks a section of a mind's document: dreams may change it again.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindUnlock {
    /// Name of the agent (required).
    pub agent: Option<String>,
    /// The section: `phenotype`, `bond`, `niche`, `active_context`, `crystal_pointers`, `curiosity_gaps` or
    /// `emerging_skills`.
    pub section: Section,
}

impl Operation for MindUnlock {
    type Output = Locked;
    const SPEC: Spec = spec!(Write "mind_unlock" Access::PEOPLE).refuses(&["deleted", "full"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &MindUnlock, tx: &mut Tx) -> Result<Locked> {
    let agent = whose(&tx.cx.actor, op.agent.as_deref())?;
    let draft = open(tx, &agent)?;
    let section = op.section;
    if draft.locked.contains(&section) {
        draft.record(SectionUnlocked { section });
    }
    Ok(Locked::of(agent, draft))
}
