//! `learning_reopen`: reopens a learning.

use crate::crystal::owner::{admits_to, must_let_go, must_write, others};
use crate::crystal::{Core, forget, stream};
use crate::learning::ops::{KEEPERS, LEAN, LearningNow, missing, on_learning};
use crate::workflow::facts::LearningReopened;
use crate::workflow::learning::{LearningRef, LearningStatus};
use crate::workspace::settings::Settings;
use kernel::prelude::*;

/// Reopens a learning: a dismissed one can be promoted again, and the memory that a promotion wrote is forgotten. A
/// memory that existed before stays.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LearningReopen {
    /// Id of the workflow; optional if `learning` names it.
    pub workflow: Option<Id>,
    /// Name of the learning.
    pub learning: LearningRef,
    /// Reason for reopening it.
    pub reason: Option<String>,
}

impl Operation for LearningReopen {
    type Output = LearningNow;
    const SPEC: Spec = spec!(Write "learning_reopen" KEEPERS, LEAN)
        .with(&[Trait::MakesRoom])
        .refuses(&["dismissed", "promoted"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &LearningReopen, tx: &mut Tx) -> Result<LearningNow> {
    let restore_days = Settings::of(tx)?.restore_days;
    let (draft, row) = on_learning(tx, op.workflow, op.learning)?;
    let (id, workflow) = (row.id, draft.stream().clone());
    if row.gone.is_some() {
        // Nothing would be left to decide.
        return Err(missing(draft, id));
    }
    if row.status == LearningStatus::Open {
        return LearningNow::of(draft, id);
    }
    let written = row.memory.as_ref().filter(|_| !row.was_known);
    if let Some(memory) = written {
        take_back(tx, &row.core, memory, restore_days)?;
    }
    let draft = tx.draft::<crate::workflow::Workflow>(&workflow)?;
    let reason = op.reason.clone().filter(|why| !why.trim().is_empty());
    draft.record(LearningReopened { id, reason });
    LearningNow::of(draft, id)
}

/// Forgets the memory that a promotion wrote, unless it is gone already.
fn take_back(tx: &mut Tx, core: &str, memory: &str, restore_days: u32) -> Result<()> {
    let core = stream(core);
    if !admits_to(tx, &core, memory)? {
        return Err(others(memory));
    }
    let draft = tx.draft::<Core>(&core)?;
    must_write(draft)?;
    if let Some(kept) = draft.crystals.get(memory) {
        must_let_go(memory, kept, &draft.cx.actor)?;
    }
    forget(draft, &[memory.to_owned()], restore_days);
    Ok(())
}
