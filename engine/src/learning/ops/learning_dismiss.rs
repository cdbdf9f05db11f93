//! `learning_dismiss`: dismisses a learning.

use crate::learning::ops::{KEEPERS, LEAN, LearningNow, must_be_open, on_learning};
use crate::workflow::facts::LearningDismissed;
use crate::workflow::learning::LearningRef;
use kernel::prelude::*;

/// Dismisses a learning as not worth keeping. Undo this with `learning_reopen`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LearningDismiss {
    /// Id of the workflow; optional if `learning` names it.
    pub workflow: Option<Id>,
    /// Name of the learning.
    pub learning: LearningRef,
    /// Reason for the dismissal.
    pub reason: Option<String>,
}

impl Operation for LearningDismiss {
    type Output = LearningNow;
    const SPEC: Spec =
        spec!(Write "learning_dismiss" KEEPERS, LEAN).refuses(&["dismissed", "promoted"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &LearningDismiss, tx: &mut Tx) -> Result<LearningNow> {
    let (draft, row) = on_learning(tx, op.workflow, op.learning)?;
    must_be_open(&row)?;
    let id = row.id;
    let reason = op.reason.clone().filter(|why| !why.trim().is_empty());
    draft.record(LearningDismissed { id, reason });
    LearningNow::of(draft, id)
}
