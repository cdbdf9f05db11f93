//! Tracks the nudges that still count, by recipient.

use super::{list_under, put, take};
use crate::numbers::{NudgeNo, Number};
use crate::workflow::people::Target;
use crate::workflow::state::Workflow;

impl Workflow {
    /// Adds a nudge with its receipts to the sets.
    pub(crate) fn derive_nudge(&mut self, no: NudgeNo) {
        let Self { body, derived } = self;
        let Some(nudge) = body.nudges.get(no) else {
            return;
        };
        list_under(&mut derived.nudges_of, nudge.task, no.0);
        derived.nudges_until.insert((nudge.expires_at, no.0));
        derived.nudge_ends.insert((nudge.expires_at, no.0));
        match &nudge.target {
            Target::All => {
                derived.to_all.insert(no.0);
                if nudge.from.role.is_agent() {
                    put(&mut derived.heard, &nudge.from.id, no.0);
                }
            }
            Target::Orchestrator => {
                derived.to_lead.insert(no.0);
            }
            Target::Agent(agent) => put(&mut derived.to_agent, agent, no.0),
        }
        let agents: Vec<String> = nudge.receipts.keys().cloned().collect();
        for agent in agents {
            self.derive_receipt(no, &agent);
        }
    }

    /// Updates the sets after a change of the receipt of `agent`.
    pub(crate) fn derive_receipt(&mut self, no: NudgeNo, agent: &str) {
        let Some(nudge) = self.body.nudges.get(no) else {
            return;
        };
        let Some(receipt) = nudge.receipts.get(agent) else {
            return;
        };
        match &nudge.target {
            Target::All
                if receipt.delivered_at.is_some() && self.derived.to_all.contains(&no.0) =>
            {
                put(&mut self.derived.heard, agent, no.0);
            }
            Target::Orchestrator if receipt.acknowledged_at.is_some() => self.retire_nudge(no),
            Target::Agent(target) if target == agent && receipt.delivered_at.is_some() => {
                self.retire_nudge(no);
            }
            _ => {}
        }
    }

    /// Removes a nudge from the delivery sets: it was delivered or has expired.
    fn retire_nudge(&mut self, no: NudgeNo) {
        let Self { body, derived } = self;
        let Some(nudge) = body.nudges.get(no) else {
            return;
        };
        derived.nudge_ends.remove(&(nudge.expires_at, no.0));
        match &nudge.target {
            Target::All => {
                derived.to_all.remove(&no.0);
                take(&mut derived.heard, &nudge.from.id, no.0);
                for agent in nudge.receipts.keys() {
                    take(&mut derived.heard, agent, no.0);
                }
            }
            Target::Orchestrator => {
                derived.to_lead.remove(&no.0);
            }
            Target::Agent(agent) => take(&mut derived.to_agent, agent, no.0),
        }
    }

    /// Removes the expired nudges from the sets.
    pub(crate) fn retire_nudges(&mut self) {
        while let Some((end, no)) = self.derived.nudge_ends.get_min().copied()
            && end <= self.body.updated_at
        {
            self.derived.nudge_ends.remove(&(end, no));
            self.retire_nudge(NudgeNo(no));
        }
        while let Some((end, no)) = self.derived.nudges_until.get_min().copied()
            && end <= self.body.updated_at
        {
            self.derived.nudges_until.remove(&(end, no));
            self.forget_nudge(NudgeNo(no));
        }
    }

    /// Removes an expired nudge from the list of its task.
    fn forget_nudge(&mut self, no: NudgeNo) {
        let Some(nudge) = self.body.nudges.get(no) else {
            return;
        };
        let task = nudge.task.map_or(0, Number::get);
        if let Some(list) = self.derived.nudges_of.get_mut(&task) {
            list.retain(|listed| *listed != no.0);
            if list.is_empty() {
                self.derived.nudges_of.remove(&task);
            }
        }
    }
}
