//! `workflow_lead`.

use crate::workflow::facts::{LeadEnded, LeadRenewed, LeadTaken};
use crate::workflow::ops::draft_without_lead;
use crate::workflow::state::{Status, Workflow};
use kernel::prelude::*;
use kernel::time::SECOND;

/// Takes, renews or gives back the lead of a workflow. The lead is held for a limited time: if its holder stops
/// calling, another orchestrator can take over, and workers continue in the meantime.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowLead {
    /// Id of the workflow.
    pub workflow: Id,
    /// Action on the lead.
    pub action: LeadAction,
    /// Epoch in which I lead: rejects the call of a process that a later one has replaced.
    pub epoch: Option<u32>,
    /// Note for the next lead; only with `release`.
    pub handoff_note: Option<String>,
}

/// Action on the lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeadAction {
    /// Take it: it is vacant or expired, or mine and I restart.
    Take,
    /// Renew it. Every other call about the workflow renews it, too.
    Renew,
    /// Give it back.
    Release,
}

/// The lead after the call. The response's `position` is the place in the feed from which `changes_wait` returns what
/// happens under this lead.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LeadNow {
    /// Id of the workflow.
    pub workflow: Id,
    /// Current lead; absent if it is vacant.
    pub agent: Option<String>,
    /// Epoch; grows with every change of the lead.
    pub epoch: u32,
    /// End of the lead unless renewed.
    pub until: Option<Time>,
    /// Handoff note of the last lead.
    pub handoff_note: Option<String>,
    /// Agent from which an expired lead was taken over.
    pub taken_from: Option<String>,
}

impl Operation for WorkflowLead {
    type Output = LeadNow;
    const SPEC: Spec = spec!(Write "workflow_lead" Access::ORCHESTRATORS)
        .everyday(&["workflow", "action", "handoff_note", "epoch"])
        .refuses(&["ended", "led"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &WorkflowLead, tx: &mut Tx) -> Result<LeadNow> {
    if op.handoff_note.is_some() && op.action != LeadAction::Release {
        let detail = "a note is left with `release`";
        return Err(Error::field("/handoff_note", detail));
    }
    let draft = draft_without_lead(tx, op.workflow)?;
    if draft.status != Status::Active {
        let detail = format!(
            "The workflow is {}: there is nothing to lead. `workflow_list` lists those where work goes on.",
            draft.status.name()
        );
        return Err(Error::conflict("ended", detail));
    }
    let taken_from = match op.action {
        LeadAction::Take => take(draft)?,
        LeadAction::Renew => {
            mine(draft, op.epoch)?;
            let until = next_end(draft);
            draft.record(LeadRenewed { until });
            None
        }
        LeadAction::Release => {
            let epoch = mine(draft, op.epoch)?;
            draft.record(LeadEnded {
                epoch,
                handoff_note: op.handoff_note.clone(),
                expired: false,
            });
            None
        }
    };
    let lead = &draft.lead;
    Ok(LeadNow {
        workflow: op.workflow,
        agent: lead.agent.clone(),
        epoch: lead.epoch,
        until: lead.until,
        handoff_note: lead.handoff_note.clone(),
        taken_from,
    })
}

fn next_end(draft: &Draft<Workflow>) -> Time {
    let lasts = i64::from(draft.policy.lead_seconds) * SECOND;
    draft.cx.now.plus(lasts)
}

fn take(draft: &mut Draft<Workflow>) -> Result<Option<String>> {
    let (now, me) = (draft.cx.now, draft.cx.actor.id.clone());
    let lead = draft.lead.clone();
    let mut taken_from = None;
    if let (Some(agent), Some(until)) = (&lead.agent, lead.until)
        && *agent != me
    {
        if now < until {
            let detail = format!(
                "{agent} leads until {until}, and longer if it calls. Take it after that; what it should know \
                 reaches it with `nudge_send` to `orchestrator`."
            );
            return Err(Error::conflict("led", detail));
        }
        draft.record(LeadEnded {
            epoch: lead.epoch,
            handoff_note: None,
            expired: true,
        });
        taken_from = Some(agent.clone());
    }
    let until = next_end(draft);
    draft.record(LeadTaken {
        agent: me,
        epoch: lead.epoch + 1,
        until,
    });
    Ok(taken_from)
}

/// Returns the epoch of the lead if the caller has it.
fn mine(draft: &Draft<Workflow>, epoch: Option<u32>) -> Result<u32> {
    let lead = &draft.lead;
    let lost = |detail: String| Err(Error::conflict("lead_lost", detail));
    match &lead.agent {
        Some(agent) if *agent == draft.cx.actor.id => {}
        Some(agent) => {
            return lost(format!(
                "{agent} leads now, in epoch {}. Once it is free, `workflow_lead` with `take` makes you the lead.",
                lead.epoch
            ));
        }
        None => {
            return lost(
                "Nobody leads now: take the lead first, with `workflow_lead` and `take`.".into(),
            );
        }
    }
    match epoch {
        Some(epoch) if epoch != lead.epoch => lost(format!(
            "The lead was taken again since: its epoch is {}. When that was you, go on with that one, else read what changed (`activity_list`).",
            lead.epoch
        )),
        _ => Ok(lead.epoch),
    }
}
