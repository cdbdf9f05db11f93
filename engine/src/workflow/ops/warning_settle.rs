//! `warning_settle`.

use crate::numbers::{Ref, WarningNo};
use crate::workflow::facts::WarningSettled;
use crate::workflow::ops::active;
use crate::workflow::warning::Warning;
use kernel::prelude::*;

/// Settles a warning: it leaves the inbox. Changes nothing else; repeating the call has no effect.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WarningSettle {
    /// Id of the workflow; optional if `warning` names it.
    pub workflow: Option<Id>,
    /// The warning.
    pub warning: Ref<WarningNo>,
    /// Note on the warning.
    pub note: Option<String>,
}

/// The settled warning.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WarningNow {
    /// Id of the workflow.
    pub workflow: Id,
    /// The warning.
    pub warning: Warning,
}

impl Operation for WarningSettle {
    type Output = WarningNow;
    const SPEC: Spec = spec!(Write "warning_settle" Access::PEOPLE).refuses(&["ended"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &WarningSettle, tx: &mut Tx) -> Result<WarningNow> {
    let workflow = op.warning.workflow(op.workflow)?;
    let draft = active(tx, workflow)?;
    let id = op.warning.number;
    let warning = draft.warnings.find(id)?;
    draft.expect_of(id, warning.changed)?;
    if warning.settled_at.is_none() {
        let note = op.note.clone().filter(|note| !note.trim().is_empty());
        draft.record(WarningSettled { id, note });
    }
    Ok(WarningNow {
        workflow,
        warning: draft.warnings.find(id)?.clone(),
    })
}
