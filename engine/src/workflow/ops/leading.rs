//! Rules of the lead: the plan may be changed by the lead and by orchestrators that were not replaced. A replaced
//! orchestrator is rejected until it takes the lead back.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::LeadRenewed;
use crate::workflow::ops::{active, on_task};
use crate::workflow::state::Workflow;
use kernel::actor::Role;
use kernel::error::{Error, Result};
use kernel::id::Id;
use kernel::time::SECOND;
use kernel::tx::{Draft, Tx};

/// Returns the draft of a workflow whose plan is to be changed, like [`active`].
///
/// # Errors
/// Returns the errors of [`active`], and `conflict` (`lead_lost`) if another agent has taken the lead from the caller.
pub fn plan<'a>(tx: &'a mut Tx<'_>, id: Id) -> Result<&'a mut Draft<Workflow>> {
    let draft = active(tx, id)?;
    must_not_be_replaced(draft)?;
    Ok(draft)
}

/// Returns the draft and the number of a task that is to be changed, like [`on_task`].
///
/// # Errors
/// Returns the errors of [`on_task`], and `conflict` (`lead_lost`) if another agent has taken the lead from the caller.
pub fn plan_task<'a>(
    tx: &'a mut Tx<'_>,
    workflow: Option<Id>,
    task: Ref<TaskNo>,
) -> Result<(&'a mut Draft<Workflow>, TaskNo)> {
    let (draft, no) = on_task(tx, workflow, task)?;
    must_not_be_replaced(draft)?;
    Ok((draft, no))
}

/// Rejects an orchestrator that led in an earlier epoch while another agent leads.
///
/// # Errors
/// Returns `conflict` (`lead_lost`).
pub fn must_not_be_replaced(draft: &Draft<Workflow>) -> Result<()> {
    let (cx, lead) = (&draft.cx, &draft.lead);
    let is_led = lead.until.is_some_and(|until| cx.now < until);
    match &lead.agent {
        Some(agent) if is_led && *agent != cx.actor.id => {}
        _ => return Ok(()),
    }
    if cx.actor.role != Role::Orchestrator {
        return Ok(());
    }
    match lead.epochs.get(&cx.actor.id) {
        Some(epoch) => Err(lead_lost_error(draft, *epoch)),
        None => Ok(()),
    }
}

/// Rejects a call with an outdated lead epoch: its process was replaced, by another agent or by a later process of the
/// same agent.
///
/// # Errors
/// Returns `conflict` (`lead_lost`).
pub fn must_lead_as_said(draft: &Draft<Workflow>) -> Result<()> {
    let (cx, lead) = (&draft.cx, &draft.lead);
    let Some(epoch) = cx.lead_epoch else {
        return Ok(());
    };
    let is_mine = lead
        .agent
        .as_deref()
        .is_some_and(|agent| cx.actor.is_agent_named(agent));
    if is_mine && lead.epoch == epoch {
        return Ok(());
    }
    Err(lead_lost_error(draft, epoch))
}

fn lead_lost_error(draft: &Draft<Workflow>, epoch: u32) -> Error {
    let lead = &draft.lead;
    let now = match &lead.agent {
        Some(agent) => format!("{agent} leads this workflow in epoch {} now", lead.epoch),
        None => format!(
            "Nobody leads this workflow now, its epoch is {}",
            lead.epoch
        ),
    };
    let detail = format!(
        "{now}; you led in epoch {epoch}. Read what has changed; `workflow_lead` with `take` makes you \
         the lead again once the lead is free."
    );
    Error::conflict("lead_lost", detail)
}

/// Renews the lead if the caller has it.
pub(super) fn renew_lead(draft: &mut Draft<Workflow>) {
    let now = draft.cx.now;
    let lasts = i64::from(draft.policy.lead_seconds) * SECOND;
    let is_lead = draft
        .lead
        .agent
        .as_deref()
        .is_some_and(|lead| draft.cx.actor.is_agent_named(lead));
    // Renews only when less than half of the time is left, to avoid a fact for each call.
    if is_lead
        && draft
            .lead
            .until
            .is_some_and(|until| now < until && until.since(now) < lasts / 2)
    {
        draft.record(LeadRenewed {
            until: now.plus(lasts),
        });
    }
}
