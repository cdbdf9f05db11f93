//! `decision_approve`.

use crate::numbers::{ApprovalNo, DecisionNo, Ref};
use crate::workflow::facts::{ApprovalGiven, DecisionRuled};
use crate::workflow::ops::active;
use crate::workflow::ops::decision_record::follow_choice;
use crate::workflow::people::{ApprovalStatus, Subject};
use crate::workflow::shared::{Decision, DecisionStatus};
use crate::workflow::state::Workflow;
use kernel::prelude::*;

/// Approves a decision. Also approves the pending requests for approval of it.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DecisionApprove {
    /// Id of the workflow; optional if `decision` names it.
    pub workflow: Option<Id>,
    /// The decision.
    pub decision: Ref<DecisionNo>,
    /// Comments on the approval.
    pub comments: Option<String>,
}

/// Decision after a ruling.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DecisionJudged {
    /// Id of the workflow.
    pub workflow: Id,
    /// The decision.
    pub decision: Decision,
    /// Requests for approval that were answered with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub approvals: Vec<ApprovalNo>,
    /// Things to check: work in progress on a branch that is not taken now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Operation for DecisionApprove {
    type Output = DecisionJudged;
    const SPEC: Spec = spec!(Write "decision_approve" Access::PEOPLE, &["decision.id", "decision.status", "approvals", "warnings"]).refuses(&["ended", "superseded"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &DecisionApprove, tx: &mut Tx) -> Result<DecisionJudged> {
    let draft = active(tx, op.decision.workflow(op.workflow)?)?;
    let no = op.decision.number;
    draft.expect_of(no, draft.decisions.find(no)?.changed)?;
    rule(draft, no, ApprovalStatus::Approved, op.comments.as_ref())
}

/// Records a ruling on a decision and answers the requests for approval of it. Repeating the same ruling records
/// nothing.
///
/// # Errors
/// Returns `conflict` (`superseded`) if a later decision supersedes it.
pub fn rule(
    draft: &mut Draft<Workflow>,
    no: DecisionNo,
    word: ApprovalStatus,
    comments: Option<&String>,
) -> Result<DecisionJudged> {
    let decision = draft.decisions.find(no)?;
    if let Some(later) = decision.superseded_by {
        return Err(Error::conflict(
            "superseded",
            format!(
                "{later} has taken the place of {no}: rule on that one with `decision_approve` or `decision_reject`."
            ),
        ));
    }
    let approved = word == ApprovalStatus::Approved;
    let wanted = if approved {
        DecisionStatus::Approved
    } else {
        DecisionStatus::Rejected
    };
    let mut warnings = Vec::new();
    if decision.status != wanted {
        draft.record(DecisionRuled {
            id: no,
            approved,
            comments: comments.cloned(),
        });
        warnings = follow_choice(draft, no);
    }
    let approvals: Vec<ApprovalNo> = draft
        .derived()
        .open_approvals
        .iter()
        .map(|no| ApprovalNo(*no))
        .filter(|request| {
            let subject = draft
                .approvals
                .get(*request)
                .map(|request| &request.subject);
            subject == Some(&Subject::Decision(no))
        })
        .collect();
    for id in &approvals {
        draft.record(ApprovalGiven {
            id: *id,
            approved,
            comments: comments.cloned(),
        });
    }
    Ok(DecisionJudged {
        workflow: draft.id,
        decision: draft.decisions.find(no)?.clone(),
        approvals,
        warnings,
    })
}
