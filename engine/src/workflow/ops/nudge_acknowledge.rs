//! `nudge_acknowledge`.

use crate::numbers::{NudgeNo, Ref};
use crate::workflow::facts::NudgeAcknowledged;
use crate::workflow::ops::draft;
use crate::workflow::ops::nudge_send::Nudged;
use kernel::prelude::*;

/// Acknowledges a nudge and says if something was changed because of it.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NudgeAcknowledge {
    /// Id of the workflow; optional if `nudge` names it.
    pub workflow: Option<Id>,
    /// The nudge.
    pub nudge: Ref<NudgeNo>,
    /// True if something was changed because of it.
    #[serde(default)]
    pub acted: bool,
    /// Change that was made, or the reason why there was none.
    pub note: Option<String>,
}

impl Operation for NudgeAcknowledge {
    type Output = Nudged;
    const SPEC: Spec =
        spec!(Write "nudge_acknowledge" Access::ANY_AGENT, &["nudge.id", "warnings"])
            .with(&[Trait::Repeatable])
            .everyday(&["workflow", "nudge", "acted", "note"])
            .refuses(&["ended"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &NudgeAcknowledge, tx: &mut Tx) -> Result<Nudged> {
    let workflow = op.nudge.workflow(op.workflow)?;
    let draft = draft(tx, workflow)?;
    let no = op.nudge.number;
    let nudge = draft.nudges.find(no)?;
    let actor = &draft.cx.actor;
    if !draft.is_for(nudge, actor) {
        return Err(Error::forbidden(format!(
            "{no} is for {}: only its target can acknowledge it. What is for you comes with each answer; `changes_wait` waits for \
             it.",
            nudge.target.name()
        )));
    }
    let says_nothing_new = nudge.receipts.get(&actor.id).is_some_and(|receipt| {
        receipt.acknowledged_at.is_some()
            && (receipt.acted_at.is_some() || !op.acted)
            && (op.note.is_none() || receipt.note == op.note)
    });
    if !says_nothing_new {
        draft.record(NudgeAcknowledged {
            id: no,
            acted: op.acted,
            note: op.note.clone(),
        });
    }
    Ok(Nudged {
        workflow,
        nudge: draft.nudges.find(no)?.clone(),
        warnings: Vec::new(),
    })
}
