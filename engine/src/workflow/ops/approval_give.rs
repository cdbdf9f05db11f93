//! `approval_give`.

use crate::numbers::{ApprovalNo, Ref};
use crate::workflow::facts::ApprovalGiven;
use crate::workflow::ops::approval_request::ApprovalNow;
use crate::workflow::ops::decision_approve::rule;
use crate::workflow::ops::{active, check_text, draft};
use crate::workflow::people::{ApprovalStatus, Subject};
use kernel::prelude::*;

/// Approves or refuses a request for approval. If it is about a decision, the decision is approved or rejected with it.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApprovalGive {
    /// Id of the workflow; optional if `approval` names it.
    pub workflow: Option<Id>,
    /// The request for approval.
    pub approval: Ref<ApprovalNo>,
    /// Ruling on the request.
    pub status: ApprovalWord,
    /// Comments; required if it is refused.
    pub comments: Option<String>,
}

/// Ruling of a person on a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalWord {
    /// The requester may proceed.
    Approved,
    /// The requester must not proceed.
    Refused,
}

impl Operation for ApprovalGive {
    type Output = ApprovalNow;
    const SPEC: Spec =
        spec!(Write "approval_give" Access::PEOPLE, &["approval.id", "approval.status"])
            .refuses(&["ended", "given", "withdrawn"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &ApprovalGive, tx: &mut Tx) -> Result<ApprovalNow> {
    if op.status == ApprovalWord::Refused {
        check_text("/comments", op.comments.as_deref().unwrap_or_default())?;
    }
    let workflow = op.approval.workflow(op.workflow)?;
    let no = op.approval.number;
    if let Some(gone) = &draft(tx, workflow)?.approvals.find(no)?.withdrawn {
        return Err(Error::conflict("withdrawn", gone.words(no)));
    }
    let draft = active(tx, workflow)?;
    let approval = draft.approvals.find(no)?.clone();
    if let Some(by) = &approval.given_by {
        let word = match approval.status {
            ApprovalStatus::Approved => "approved",
            _ => "refused",
        };
        return Err(Error::conflict(
            "given",
            format!(
                "{} has {word} {no} already. To tell {} otherwise, send it a nudge with `nudge_send`.",
                by.id, approval.requested_by.id
            ),
        ));
    }
    draft.expect_of(no, approval.changed)?;
    let word = match op.status {
        ApprovalWord::Approved => ApprovalStatus::Approved,
        ApprovalWord::Refused => ApprovalStatus::Refused,
    };
    let open_decision = match approval.subject {
        Subject::Decision(decision) => draft
            .decisions
            .get(decision)
            .filter(|decision| decision.superseded_by.is_none())
            .map(|decision| decision.id),
        _ => None,
    };
    match open_decision {
        // A ruling on the decision answers every request about it, including this one.
        Some(decision) => {
            rule(draft, decision, word, op.comments.as_ref())?;
        }
        None => draft.record(ApprovalGiven {
            id: no,
            approved: word == ApprovalStatus::Approved,
            comments: op.comments.clone(),
        }),
    }
    Ok(ApprovalNow {
        workflow,
        approval: draft.approvals.find(no)?.clone(),
    })
}
