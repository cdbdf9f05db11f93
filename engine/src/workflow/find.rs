//! List entry and search texts of a workflow.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::workflow::facts::Event;
use crate::workflow::learning::Learned;
use crate::workflow::state::{Status, Workflow};
use crate::workflow::task::TaskStatus;
use kernel::access::Readers;
use kernel::id::Id;
use kernel::memory::DELETED;
use kernel::ports::index::{Entry, Text};
use kernel::stream::{StreamId, Version};
use kernel::time::Time;

/// Workflow as lists show it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WorkflowSummary")]
pub struct Summary {
    /// Id of the workflow.
    pub id: Id,
    /// Name of the workflow.
    pub name: String,
    /// Goal of the workflow.
    pub goal: String,
    /// Status of the workflow.
    pub status: Status,
    /// Number of tasks by status; statuses without tasks are left out.
    #[schemars(with = "BTreeMap<String, u32>")]
    pub counts: BTreeMap<TaskStatus, u32>,
    /// Total number of tasks.
    pub tasks: u32,
    /// Number of things that need a person.
    pub attention: u32,
    /// True if the workflow is paused: claims are refused.
    pub paused: bool,
    /// Orchestrator that leads.
    pub lead: Option<String>,
    /// Names of the agents that contributed, at most ten.
    pub agents: Vec<String>,
    /// Number of agents that contributed.
    pub agent_count: u32,
    /// Creation time.
    pub created_at: Time,
    /// Time of the last fact.
    pub updated_at: Time,
    /// Number of learnings; complete once the workflow has ended.
    #[serde(default, skip_serializing_if = "Learned::is_none")]
    pub learned: Learned,
    /// Number of facts.
    pub version: Version,
}

impl Summary {
    /// Returns true if the workflow is active although all its tasks have ended and nothing needs a person: somebody
    /// only has to complete it or add tasks.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        let mut open = self.counts.keys().filter(|status| !status.is_terminal());
        self.status == Status::Active
            && self.tasks > 0
            && self.attention == 0
            && open.next().is_none()
    }
}

impl Workflow {
    /// Returns the workflow as lists show it.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Summary {
            id: self.id,
            name: self.name.to_string(),
            goal: self.goal.to_string(),
            status: self.status,
            counts: TaskStatus::ALL
                .into_iter()
                .map(|status| (status, self.derived.counts[status as usize]))
                .filter(|(_, n)| *n > 0)
                .collect(),
            tasks: count(self.tasks.len()),
            attention: self.attention(),
            paused: self.paused.is_some(),
            lead: self.lead.agent.clone(),
            agents: self.agent_contributions.keys().take(10).cloned().collect(),
            agent_count: count(self.agent_contributions.len()),
            created_at: self.created_at,
            updated_at: self.updated_at,
            learned: Learned {
                // A promoted learning counts even if its evidence no longer holds.
                found: self.learned.found.max(count(self.learnings.len())),
                open: self.learned.open,
            },
            version: self.version,
        }
    }

    pub(crate) fn list_entry(&self, stream: &StreamId) -> Option<Entry> {
        // A deleted workflow keeps its entry, because the sweep has to find the time to erase it; lists skip the
        // status.
        let status = if self.exists() {
            self.status.name()
        } else {
            DELETED
        };
        Some(Entry {
            stream: stream.clone(),
            status: status.into(),
            updated_at: self.updated_at,
            attention: self.attention(),
            readers: Readers::Everyone,
            due: self.due(),
            doc: serde_json::to_string(&self.summary()).ok()?,
        })
    }

    pub(crate) fn search_texts(&self, event: &Event) -> Vec<Text> {
        let text = |item: String, kind, title: &str, body: String| {
            vec![Text {
                item,
                kind,
                title: title.into(),
                body,
            }]
        };
        match event {
            Event::WorkflowCreated(_) | Event::WorkflowEdited(_) => {
                let mut body = self.goal.to_string();
                for constraint in self.constraints.iter() {
                    body.push('\n');
                    body.push_str(constraint);
                }
                text(String::new(), "workflow", &self.name, body)
            }
            Event::TaskAdded(body) => text(
                body.id.to_string(),
                "task",
                &body.title,
                body.description.clone(),
            ),
            Event::TaskEdited(body) if body.title.is_some() || body.description.is_some() => {
                self.tasks.get(body.id).map_or_else(Vec::new, |task| {
                    text(
                        task.id.to_string(),
                        "task",
                        &task.title,
                        task.description.clone(),
                    )
                })
            }
            Event::DecisionRecorded(body) => text(
                body.id.to_string(),
                "decision",
                &body.question,
                format!("{}\n{}", body.choice, body.rationale),
            ),
            Event::DiscoveryRecorded(body) => {
                text(body.id.to_string(), "discovery", "", body.content.clone())
            }
            Event::ArtifactRecorded(body) => text(
                body.id.to_string(),
                "artifact",
                &body.path,
                body.description.clone(),
            ),
            _ => Vec::new(),
        }
    }
}
