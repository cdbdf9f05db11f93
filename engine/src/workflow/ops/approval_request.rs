//! `approval_request`.

use crate::numbers::ApprovalNo;
use crate::workflow::facts::ApprovalRequested;
use crate::workflow::ops::{active, check_text};
use crate::workflow::people::{Approval, Subject};
use crate::workflow::state::Workflow;
use kernel::prelude::*;

/// Asks a person for approval of a decision, an artifact version, a task before its risky step, or a plan in words. If
/// the caller holds the task, its lease is parked until a person has decided. Repeating the call before that returns
/// the pending request.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApprovalRequest {
    /// Id of the workflow.
    pub workflow: Id,
    /// Subject: `{"decision": "D3"}`, `{"artifact": "A2"}`, `{"task": "T7"}` or `{"plan": "…"}`.
    pub subject: Subject,
    /// Reason for the request.
    #[schemars(regex(pattern = r"\S"))]
    pub reason: String,
}

/// The request for approval.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ApprovalNow {
    /// Id of the workflow.
    pub workflow: Id,
    /// The request.
    pub approval: Approval,
}

impl Operation for ApprovalRequest {
    type Output = ApprovalNow;
    const SPEC: Spec =
        spec!(Write "approval_request" Access::AGENTS, &["approval.id", "approval.status"])
            .with(&[Trait::AsksPerson])
            .everyday(&["workflow", "subject", "reason"])
            .refuses(&["ended"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &ApprovalRequest, tx: &mut Tx) -> Result<ApprovalNow> {
    check_text("/reason", &op.reason)?;
    let draft = active(tx, op.workflow)?;
    check_subject(draft, &op.subject)?;
    let waiting = draft
        .derived()
        .open_approvals
        .iter()
        .filter_map(|no| draft.approvals.get(ApprovalNo(*no)))
        .find(|approval| {
            approval.subject == op.subject && approval.requested_by.is_same(&draft.cx.actor)
        });
    let id = if let Some(approval) = waiting {
        approval.id
    } else {
        let id = draft.approvals.another()?;
        draft.record(ApprovalRequested {
            id,
            subject: op.subject.clone(),
            reason: op.reason.clone(),
        });
        id
    };
    Ok(ApprovalNow {
        workflow: op.workflow,
        approval: draft.approvals.find(id)?.clone(),
    })
}

fn check_subject(workflow: &Workflow, subject: &Subject) -> Result<()> {
    let found = match subject {
        Subject::Decision(no) => workflow.decisions.find(*no).map(drop),
        Subject::Artifact(no) => workflow.artifacts.find(*no).map(drop),
        Subject::Task(no) => workflow.tasks.find(*no).map(drop),
        Subject::Plan(plan) => return check_text("/subject/plan", plan),
    };
    found.map_err(|missing| Error::field("/subject", missing.detail))
}
