//! `decision_reject`.

use crate::numbers::{DecisionNo, Ref};
use crate::workflow::ops::decision_approve::{DecisionJudged, rule};
use crate::workflow::ops::{active, check_text};
use crate::workflow::people::ApprovalStatus;
use kernel::prelude::*;

/// Rejects a decision with a reason: it is no longer valid. Also refuses the pending requests for approval of it.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DecisionReject {
    /// Id of the workflow; optional if `decision` names it.
    pub workflow: Option<Id>,
    /// The decision.
    pub decision: Ref<DecisionNo>,
    /// Reason, and what to choose instead.
    #[schemars(regex(pattern = r"\S"))]
    pub comments: String,
}

impl Operation for DecisionReject {
    type Output = DecisionJudged;
    const SPEC: Spec = spec!(Write "decision_reject" Access::PEOPLE, &["decision.id", "decision.status", "approvals", "warnings"]).refuses(&["ended", "superseded"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &DecisionReject, tx: &mut Tx) -> Result<DecisionJudged> {
    check_text("/comments", &op.comments)?;
    let draft = active(tx, op.decision.workflow(op.workflow)?)?;
    let no = op.decision.number;
    draft.expect_of(no, draft.decisions.find(no)?.changed)?;
    rule(draft, no, ApprovalStatus::Refused, Some(&op.comments))
}
