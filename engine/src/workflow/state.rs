//! State of a workflow, folded from its facts. The API, the snapshot and the page share one shape.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use imbl::{OrdMap, OrdSet, Vector};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_with::skip_serializing_none;

use crate::table::Table;
use crate::workflow::learning::{ByName, Handled, Learned, listed};
use crate::workflow::news::News;
use crate::workflow::people::{Approval, Nudge, Question};
use crate::workflow::shared::{
    Artifact, Contribution, Decision, Discovery, PlannedDecision, Usage, contributions,
};
use crate::workflow::task::Task;
use crate::workflow::warning::Warning;
use crate::workflow::weight::Weight;
use kernel::actor::Actor;
use kernel::answer::is_zero;
use kernel::id::Id;
use kernel::stream::Version;
use kernel::time::Time;

/// Status of a workflow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Work continues.
    #[default]
    Active,
    /// All work is done.
    Completed,
    /// Completed with failed tasks, or by force while tasks were open.
    CompletedWithFailures,
    /// Cancelled.
    Cancelled,
    /// Archived.
    Archived,
}

impl Status {
    /// Name of the status in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Completed => "completed",
            Self::CompletedWithFailures => "completed_with_failures",
            Self::Cancelled => "cancelled",
            Self::Archived => "archived",
        }
    }
}

/// Rules of a workflow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Policy {
    /// True if workers may add tasks; default false.
    pub workers_add_tasks: bool,
    /// Duration of a lease unless renewed, in seconds (15 to 86,400); default 900.
    #[schemars(range(min = 15, max = 86_400))]
    pub lease_seconds: u32,
    /// Duration of a lead unless renewed, in seconds (15 to 86,400); default 900.
    #[schemars(range(min = 15, max = 86_400))]
    pub lead_seconds: u32,
    /// Default maximum number of retries of a task (0 to 100); default 2.
    #[schemars(range(min = 0, max = 100))]
    pub retries: u32,
    /// Number of reviews of a task that ask for rework or reject it after which people are warned (0 to 100); 0 for
    /// never, default 3.
    #[schemars(range(min = 0, max = 100))]
    pub rework_limit: u32,
    /// Days for which a deleted workflow can be restored (0 to 365); 0 erases at once, default 7.
    #[schemars(range(min = 0, max = 365))]
    pub restore_days: u32,
    /// Days after its end until it is archived automatically (0 to 3,650); default 0 for never.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 3_650))]
    pub archive_days: u32,
    /// Days after its end until it is deleted automatically (0 to 3,650); default 0 for never.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 3_650))]
    pub delete_days: u32,
    /// True if it is never archived or deleted automatically.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            workers_add_tasks: false,
            lease_seconds: 900,
            lead_seconds: 900,
            retries: 2,
            rework_limit: 3,
            restore_days: 7,
            archive_days: 0,
            delete_days: 0,
            pinned: false,
        }
    }
}

/// Lead of a workflow.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lead {
    /// Orchestrator that leads; absent if the lead is vacant.
    pub agent: Option<String>,
    /// Epoch; grows with every change of the lead; 0 if there never was one.
    #[serde(default)]
    pub epoch: u32,
    /// End of the lead unless renewed.
    pub until: Option<Time>,
    /// Handoff note of the last lead.
    pub handoff_note: Option<String>,
    /// True if the last lead expired instead of being given back.
    #[serde(default)]
    pub expired: bool,
    /// Time since which the lead is vacant.
    pub ended_at: Option<Time>,
    /// Agents that have led, with the last epoch of each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub epochs: BTreeMap<String, u32>,
}

/// Pause of a workflow: claims are refused.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pause {
    /// Time of the pause.
    pub at: Time,
    /// Actor that paused it.
    pub by: Actor,
    /// Reason.
    pub reason: Option<String>,
}

/// Stored and shown state of a workflow.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Body {
    /// Id of the workflow.
    pub id: Id,
    /// Name of the workflow.
    pub name: Arc<str>,
    /// Goal of the workflow.
    pub goal: Arc<str>,
    /// Constraints of the workflow.
    #[schemars(with = "Vec<String>")]
    pub constraints: Arc<Vec<String>>,
    /// Memory cores that give context.
    #[schemars(with = "Vec<String>")]
    pub memory_core_refs: Arc<Vec<String>>,
    /// Status of the workflow.
    pub status: Status,
    /// Reason for the end.
    pub reason: Option<Arc<str>>,
    /// Creation time.
    pub created_at: Time,
    /// Actor that created it.
    pub created_by: Option<Arc<Actor>>,
    /// Time of the last fact.
    pub updated_at: Time,
    /// Time of the end.
    pub ended_at: Option<Time>,
    /// Time at which it will be erased, if it was deleted.
    pub purge_at: Option<Time>,
    /// Pause, if claims are refused.
    pub paused: Option<Arc<Pause>>,
    /// Policy of the workflow.
    #[schemars(with = "Policy")]
    pub policy: Arc<Policy>,
    /// Lead of the workflow.
    #[schemars(with = "Lead")]
    pub lead: Arc<Lead>,
    /// Tasks.
    pub tasks: Table<Task>,
    /// Decisions.
    pub decisions: Table<Decision>,
    /// Planned decisions, including those that were made since.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub planned_decisions: Table<PlannedDecision>,
    /// Discoveries.
    pub discoveries: Table<Discovery>,
    /// Artifacts, version by version.
    pub artifacts: Table<Artifact>,
    /// Nudges.
    pub nudges: Table<Nudge>,
    /// Questions to people.
    pub questions: Table<Question>,
    /// Requests for approval.
    pub approvals: Table<Approval>,
    /// Warnings for people.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub warnings: Table<Warning>,
    /// Actions on learnings, and learnings that were noted during the work.
    #[serde(default, skip_serializing_if = "OrdMap::is_empty", with = "listed")]
    #[schemars(with = "Vec<Handled>")]
    pub learnings: ByName,
    /// Number of learnings, as lists show it.
    #[serde(default, skip_serializing_if = "Learned::is_none")]
    pub learned: Learned,
    /// Undelivered news for the lead, by the version of the fact. Stored with the state; responses leave it out.
    #[serde(default, skip_serializing_if = "OrdMap::is_empty")]
    #[schemars(skip)]
    pub news: OrdMap<Version, News>,
    /// Undelivered notices for agents whose leases expired.
    #[serde(default, skip_serializing_if = "OrdMap::is_empty")]
    #[schemars(skip)]
    pub lost: OrdMap<Version, News>,
    /// Contributions of agents.
    #[serde(with = "contributions")]
    #[schemars(with = "Vec<Contribution>")]
    pub agent_contributions: OrdMap<String, Arc<Contribution>>,
    /// Total reported usage.
    #[serde(default)]
    pub usage: Usage,
    /// Snoozed inbox items, with the end of the snooze.
    #[serde(default)]
    #[schemars(with = "std::collections::BTreeMap<String, Time>")]
    pub snoozed: OrdMap<String, Time>,
    /// Version at which name, goal, constraints, cores, policy, pause or status last changed.
    pub changed: Version,
    /// Version at which anything but receipts, renewals, snoozes and usage last changed; `If-Match` compares it.
    #[serde(default)]
    pub revised: Version,
    /// Number of facts in this state.
    pub version: Version,
    /// Number of tokens of goal and constraints.
    #[serde(default)]
    pub tokens: u32,
}

/// Order in which claims return ready tasks: priority, then the longest chain of dependent work (longest first), then
/// age.
pub type Rank = (u8, i64, u32);

/// Indexes of the body, so that no rule walks all tasks. Derived; never stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Derived {
    /// Waiting tasks with an open gate, in the order in which claims return them.
    pub open: OrdSet<Rank>,
    /// Held tasks by the end of their lease, without parked ones.
    pub leases: OrdSet<(Time, u32)>,
    /// Duration of the longest chain of dependents of each task, including itself, in minutes.
    pub heights: OrdMap<u32, i64>,
    /// Number of edges between tasks.
    pub edges: usize,
    /// Number of tasks in the longest chain that ends with each task.
    pub depths: OrdMap<u32, u32>,
    /// Waiting tasks that a failure of a dependency cuts off.
    pub cut: OrdSet<u32>,
    /// Number of tasks by shown status, in the order of [`TaskStatus::ALL`](crate::workflow::TaskStatus::ALL).
    pub counts: [u32; 9],
    /// Tasks that need a person: in review, failed and not accepted, stalled, or blocked.
    pub wanting: OrdSet<u32>,
    /// Decisions by task; those that affect all under 0.
    pub decisions_of: OrdMap<u32, Vector<u32>>,
    /// Planned decisions by their question, normalized as in
    /// [`is_same_option`](crate::workflow::graph::is_same_option).
    pub asked: OrdMap<String, OrdSet<u32>>,
    /// First planned decision of each key.
    pub planned_keys: OrdMap<String, u32>,
    /// Planned decisions that are not made yet.
    pub undecided: OrdSet<u32>,
    /// Discoveries by task; those that affect all under 0.
    pub discoveries_of: OrdMap<u32, Vector<u32>>,
    /// Count and tokens of the valid decisions that affect all tasks.
    pub decisions_for_all: Weight,
    /// Count and tokens of the discoveries that affect all tasks.
    pub discoveries_for_all: Weight,
    /// Newest artifacts by task; those without a task under 0.
    pub artifacts_of: OrdMap<u32, Vector<u32>>,
    /// Nudges that have not expired, by task; those about no task under 0.
    pub nudges_of: OrdMap<u32, Vector<u32>>,
    /// Questions by task; those about no task under 0.
    pub questions_of: OrdMap<u32, Vector<u32>>,
    /// Newest version of each path.
    pub newest: OrdMap<String, u32>,
    /// Task for which a path was last made, without versions recorded outside of its work.
    pub made_for: OrdMap<String, u32>,
    /// Tasks that wait for the choice of a decision, by decision.
    pub choosers: OrdMap<u32, OrdSet<u32>>,
    /// Unexpired nudges to all.
    pub to_all: OrdSet<u32>,
    /// Nudges to all that an agent has received or sent itself, by agent.
    pub heard: OrdMap<String, OrdSet<u32>>,
    /// Unexpired nudges to the lead that are not acknowledged.
    pub to_lead: OrdSet<u32>,
    /// Unexpired, undelivered nudges to one agent, by agent.
    pub to_agent: OrdMap<String, OrdSet<u32>>,
    /// Undelivered nudges of these kinds by their expiry.
    pub nudge_ends: OrdSet<(Time, u32)>,
    /// Unexpired nudges, including delivered ones, by their expiry.
    pub nudges_until: OrdSet<(Time, u32)>,
    /// Open questions.
    pub open_questions: OrdSet<u32>,
    /// Open questions with a default answer, by their deadline.
    pub deadlines: OrdSet<(Time, u32)>,
    /// Answers that are not delivered yet.
    pub fresh_answers: OrdSet<u32>,
    /// Pending requests for approval.
    pub open_approvals: OrdSet<u32>,
    /// Rulings on approvals that are not delivered yet.
    pub fresh_approvals: OrdSet<u32>,
    /// Requests for approval that were refused.
    pub refused_approvals: OrdSet<u32>,
    /// Warnings that are not settled.
    pub open_warnings: OrdSet<u32>,
    /// Unfinished tasks by their assignee.
    pub assigned: OrdMap<String, OrdSet<u32>>,
    /// Held tasks by their holder.
    pub held: OrdMap<String, OrdSet<u32>>,
    /// Last claim of each agent: its time and task.
    pub taken: OrdMap<String, (Time, u32)>,
    /// Assigned tasks that their agent could claim, by the time since which it could.
    pub kept: OrdSet<(Time, u32)>,
    /// The same times by task.
    pub kept_since: OrdMap<u32, Time>,
}

/// State of a workflow: body and derived data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Workflow {
    pub(crate) body: Body,
    pub(crate) derived: Derived,
}

impl Deref for Workflow {
    type Target = Body;
    fn deref(&self) -> &Body {
        &self.body
    }
}

impl Workflow {
    /// Returns the derived data.
    #[must_use]
    pub fn derived(&self) -> &Derived {
        &self.derived
    }

    /// Returns true if it exists for callers: it was created and not deleted.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.version > 0 && self.purge_at.is_none()
    }
}

impl Serialize for Workflow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.body.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Workflow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Body::deserialize(deserializer).map(Self::from)
    }
}

impl JsonSchema for Workflow {
    fn schema_name() -> Cow<'static, str> {
        "Workflow".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Body::json_schema(generator)
    }
}
