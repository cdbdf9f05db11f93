//! `workflow_lead`.

use crate::workflow::facts::{LeadEnded, LeadRenewed, LeadTaken};
use crate::workflow::ops::led_by_anybody;
use crate::workflow::state::{Status, Workflow};
use kernel::prelude::*;
use kernel::time::SECOND;

/// Takes, renews or gives back the lead of a workflow. It is a role held for a while: when the one
/// who leads stops calling, another orchestrator takes over, and workers go on meanwhile.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowLead {
    /// The workflow.
    pub workflow: Id,
    /// What to do with the lead.
    pub action: LeadAction,
    /// The epoch I lead in: a process that was shut out by a later one is refused.
    pub epoch: Option<u32>,
    /// What the next lead should know, with `release`.
    pub handoff_note: Option<String>,
}

/// What to do with the lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeadAction {
    /// Take it: nobody leads, the last one's time ran out, or it is mine and I begin again.
    Take,
    /// Keep it for another while. Every other call about the workflow does that too.
    Renew,
    /// Give it back.
    Release,
}

/// The lead as it is now. The answer's `position` is the place in the feed from which on
/// `changes_wait` gives what happens under this lead.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LeadNow {
    /// The workflow.
    pub workflow: Id,
    /// Who leads; absent when nobody does.
    pub agent: Option<String>,
    /// Grows with every change of the lead.
    pub epoch: u32,
    /// Until when, unless renewed.
    pub until: Option<Time>,
    /// What the last lead left behind.
    pub handoff_note: Option<String>,
    /// The one from whom the lead was taken over.
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
    let draft = led_by_anybody(tx, op.workflow)?;
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

/// The epoch of the lead, if it is the caller's.
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
