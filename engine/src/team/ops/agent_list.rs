//! `agent_list`: lists agents with their current work.

use kernel::prelude::*;
use std::collections::BTreeMap;

use crate::numbers::TaskNo;
use crate::workflow::find::Summary;
use crate::workflow::task::{Lease, Task, TaskStatus};
use crate::workflow::{self};
use crate::workspace::{Agent, Workspace};
use kernel::page::{self, Page};
use kernel::ports::index::{ListOrder, ListQuery};

/// Statuses of the tasks shown for an agent, in order.
const HELD: [TaskStatus; 3] = [
    TaskStatus::InProgress,
    TaskStatus::Blocked,
    TaskStatus::Assigned,
];

/// Lists the workspace's agents by name, each with its tasks and the time of its last call.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgentList {
    /// Page size, 1 to 200. Default: 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// Name of the last agent on the previous page.
    pub cursor: Option<String>,
}

/// An agent and its current work.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Seen {
    /// The agent.
    #[serde(flatten)]
    pub agent: Agent,
    /// Time of its last call since the server started.
    pub seen_at: Option<Time>,
    /// Tasks that it holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<Held>,
    /// Workflows that it leads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<Led>,
    /// Size of its context window in tokens, as last reported.
    pub window: Option<u64>,
    /// Used tokens of its context window, as last reported.
    pub window_used: Option<u64>,
}

/// A task that an agent holds.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Held {
    /// Id of the workflow.
    pub workflow: Id,
    /// Number of the task.
    pub task: TaskNo,
    /// Title of the task.
    pub title: String,
    /// Status of the task.
    pub status: TaskStatus,
    /// Lease of the task.
    pub lease: Option<Lease>,
}

/// A workflow that an agent leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Led {
    /// Id of the workflow.
    pub workflow: Id,
    /// Name of the workflow.
    pub name: String,
    /// Epoch of the lead.
    pub epoch: u32,
}

impl Operation for AgentList {
    type Output = Page<Seen>;
    const SPEC: Spec = spec!(Read "agent_list" Access::ALL);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: AgentList, view: View) -> Result<Page<Seen>> {
    let limit = page::limit(op.limit)?;
    let (state, _) = view.state::<Workspace>(&StreamId::workspace()).await?;
    let after = op.cursor.unwrap_or_default();
    let mut agents = state
        .agents
        .values()
        .filter(|agent| agent.name > after)
        .map(|agent| Agent::clone(agent));
    let page: Vec<Agent> = agents.by_ref().take(limit).collect();
    let next_cursor = agents.next().and(page.last()).map(|last| last.name.clone());
    let total = Some(state.agents.len() as u64);
    Ok(Page {
        items: see(&view, page).await?,
        next_cursor,
        total,
    })
}

/// Looks up the current work of `agents` in the active workflows.
///
/// # Errors
/// Returns an error if a state cannot be read.
pub async fn see(view: &View, agents: Vec<Agent>) -> Result<Vec<Seen>> {
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    for agent in agents {
        let name = agent.name.clone();
        let seen_at = view.services.last_call(&name);
        let (holds, leads) = (Vec::new(), Vec::new());
        let (window, window_used) = (None, None);
        seen.insert(
            name,
            Seen {
                agent,
                seen_at,
                holds,
                leads,
                window,
                window_used,
            },
        );
    }
    let mut query = ListQuery {
        kind: "workflow",
        status: Some("active".into()),
        limit: page::MAX_ITEMS as usize,
        order: ListOrder::Id,
        ..ListQuery::default()
    };
    loop {
        let listed = view.services.index().list(&query).await?;
        for entry in listed.entries {
            let Ok(summary) = serde_json::from_str::<Summary>(&entry.doc) else {
                continue;
            };
            look(view, &summary, &mut seen).await?;
        }
        query.cursor = listed.next_cursor;
        if query.cursor.is_none() {
            return Ok(seen.into_values().collect());
        }
    }
}

async fn look(view: &View, summary: &Summary, seen: &mut BTreeMap<String, Seen>) -> Result<()> {
    if summary.agent_count == 0 && summary.lead.is_none() {
        return Ok(());
    }
    let state = workflow::ops::read(view, summary.id).await?;
    if let Some(lead) = state
        .lead
        .agent
        .as_ref()
        .and_then(|lead| seen.get_mut(lead))
    {
        let name = state.name.to_string();
        lead.leads.push(Led {
            workflow: state.id,
            name,
            epoch: state.lead.epoch,
        });
    }
    for (name, given) in &state.agent_contributions {
        if let Some(agent) = seen.get_mut(name).filter(|_| given.window.is_some()) {
            agent.window = given.window;
            agent.window_used = given.window_used;
        }
    }
    for (name, tasks) in &state.derived().assigned {
        let Some(agent) = seen.get_mut(name) else {
            continue;
        };
        let tasks = tasks.iter().filter_map(|no| state.tasks.get(TaskNo(*no)));
        let mut held: Vec<(usize, &Task)> = tasks
            .filter_map(|task| {
                let status = state.visible_status_and_reason(task).0;
                Some((HELD.iter().position(|held| *held == status)?, task))
            })
            .collect();
        held.sort_by_key(|(order, _)| *order);
        agent
            .holds
            .extend(held.into_iter().map(|(order, task)| Held {
                workflow: state.id,
                task: task.id,
                title: task.title.clone(),
                status: HELD[order],
                lease: task.lease.clone(),
            }));
    }
    Ok(())
}
