//! `agent_pause`.

use crate::workspace::ops::agent_register::Registered;
use crate::workspace::{Agent, AgentPaused, Workspace};
use kernel::prelude::*;

/// Stops an agent from claiming tasks. What it holds it may finish.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgentPause {
    /// The agent's name.
    pub agent: String,
    /// Why.
    pub reason: Option<String>,
}

impl Operation for AgentPause {
    type Output = Registered;
    const SPEC: Spec =
        spec!(Write "agent_pause" Access::LEADERS).with(&[Trait::MakesRoom, Trait::Repeatable]);
    const HOW: How<Self> = How::Decide(decide);
}

/// The agent of that name.
///
/// # Errors
/// `not_found` when there is none.
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
