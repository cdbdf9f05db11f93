//! `agent_resume`: resumes a paused agent.

use crate::workspace::ops::agent_pause::find;
use crate::workspace::ops::agent_register::Registered;
use crate::workspace::{AgentResumed, Workspace};
use kernel::prelude::*;

/// Allows a paused agent to claim tasks again.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgentResume {
    /// Name of the agent.
    pub agent: String,
    /// Reason for the resumption.
    pub reason: Option<String>,
}

impl Operation for AgentResume {
    type Output = Registered;
    const SPEC: Spec = spec!(Write "agent_resume" Access::LEADERS).with(&[Trait::Repeatable]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &AgentResume, tx: &mut Tx) -> Result<Registered> {
    let workspace = tx.draft::<Workspace>(&StreamId::workspace())?;
    if find(workspace, &op.agent)?.paused_at.is_some() {
        workspace.record(AgentResumed {
            name: op.agent.clone(),
            reason: op.reason.clone(),
        });
    }
    Ok(Registered {
        agent: find(workspace, &op.agent)?,
    })
}
