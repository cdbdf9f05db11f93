//! `agent_get`: returns an agent.

use crate::team::ops::agent_list::{Seen, see};
use crate::workflow;
use crate::workflow::find::Summary;
use crate::workflow::shared::Contribution;
use crate::workspace::Workspace;
use crate::workspace::ops::agent_pause::find;
use kernel::ports::index::ListQuery;
use kernel::prelude::*;

/// Returns an agent with its tasks, the time of its last call, and its contributions to the most recently changed
/// workflows.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgentGet {
    /// Name of the agent.
    pub agent: String,
}

/// An agent with its contributions.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Got {
    /// The agent and its current work.
    pub agent: Seen,
    /// Contributions by workflow, most recently changed first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gave: Vec<Gave>,
}

/// Contribution of an agent to a workflow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Gave {
    /// Id of the workflow.
    pub workflow: Id,
    /// Name of the workflow.
    pub name: String,
    /// The contribution.
    pub contribution: Contribution,
}

/// Maximum number of workflows searched for contributions.
const LOOKED_AT: usize = 50;

impl Operation for AgentGet {
    type Output = Got;
    const SPEC: Spec = spec!(Read "agent_get" Access::ALL);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: AgentGet, view: View) -> Result<Got> {
    let (state, _) = view.state::<Workspace>(&StreamId::workspace()).await?;
    let agent = find(&state, &op.agent)?;
    let gave = gave(&view, &agent.name).await?;
    let seen = see(&view, vec![agent]).await?.pop();
    seen.map(|agent| Got { agent, gave })
        .ok_or_else(|| Error::internal("the agent is missing"))
}

async fn gave(view: &View, agent: &str) -> Result<Vec<Gave>> {
    let query = ListQuery {
        kind: "workflow",
        limit: LOOKED_AT,
        ..ListQuery::default()
    };
    let listed = view.services.index().list(&query).await?;
    let mut gave = Vec::new();
    for entry in listed.entries {
        let Ok(summary) = serde_json::from_str::<Summary>(&entry.doc) else {
            continue;
        };
        if entry.status == "deleted" || summary.agent_count == 0 {
            continue;
        }
        let state = workflow::ops::read(view, summary.id).await?;
        if let Some(contribution) = state.agent_contributions.get(agent) {
            gave.push(Gave {
                workflow: state.id,
                name: summary.name,
                contribution: Contribution::clone(contribution),
            });
        }
    }
    Ok(gave)
}
