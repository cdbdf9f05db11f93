//! `agent_pause`: stops an agent from claiming tasks.

use crate::workspace::ops::agent_register::Registered;
use crate::workspace::{Agent, AgentPaused, Workspace};
use kernel::prelude::*;

/// Stops an agent from claiming tasks. It may finish the tasks that it holds.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgentPause {
    /// Name of the agent.
    pub agent: String,
    /// Reason for the pause.
    pub reason: Option<String>,
}

impl Operation for AgentPause {
    type Output = Registered;
    const SPEC: Spec =
        spec!(Write "agent_pause" Access::LEADERS).with(&[Trait::MakesRoom, Trait::Repeatable]);
    const HOW: How<Self> = How::Decide(decide);
}

/// Returns the agent with this name.
///
/// # Errors
/// Returns `not_found` if there is none.
pub fn find(workspace: &Workspace, name: &str) -> Result<Agent> {
    workspace
        .agents
        .get(name)
        .map(|agent| Agent::clone(agent))
        .ok_or_else(|| {
            Error::not_found(format!(
                "There is no agent `{name}`. `agent_register` makes one known."
            ))
        })
}

fn decide(op: &AgentPause, tx: &mut Tx) -> Result<Registered> {
    let workspace = tx.draft::<Workspace>(&StreamId::workspace())?;
    if find(workspace, &op.agent)?.paused_at.is_none() {
        workspace.record(AgentPaused {
            name: op.agent.clone(),
            reason: op.reason.clone(),
        });
    }
    Ok(Registered {
        agent: find(workspace, &op.agent)?,
    })
}
