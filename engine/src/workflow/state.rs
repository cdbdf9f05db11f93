//! A workflow's state: what its facts add up to. One shape for the API, the snapshot and the page.

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

/// Where a workflow is in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Work goes on.
    #[default]
    Active,
    /// All of it is done.
    Completed,
    /// It is done as far as it could be.
    CompletedWithFailures,
    /// It was called off.
    Cancelled,
    /// It was put away.
    Archived,
}

impl Status {
    /// The status as in JSON.
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

/// A workflow's own rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Policy {
    /// Whether workers may add tasks.
    pub workers_add_tasks: bool,
    /// How long a lease lasts unless renewed, in seconds (15 to 86,400).
    #[schemars(range(min = 15, max = 86_400))]
    pub lease_seconds: u32,
    /// How long a lead lasts unless renewed, in seconds (15 to 86,400).
    #[schemars(range(min = 15, max = 86_400))]
    pub lead_seconds: u32,
    /// How often a task may be tried again when the task itself does not say.
    #[schemars(range(min = 0, max = 100))]
    pub retries: u32,
    /// After how many reviews of a task that ask for rework or reject it a person is told (0 to 100); 0 for never.
    #[schemars(range(min = 0, max = 100))]
    pub rework_limit: u32,
    /// How many days a deleted workflow can be restored; 0 erases at once.
    #[schemars(range(min = 0, max = 365))]
    pub restore_days: u32,
    /// How many days after its end it is archived by itself; 0 for never.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 3_650))]
    pub archive_days: u32,
    /// How many days after its end it is deleted by itself; 0 for never.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 3_650))]
    pub delete_days: u32,
    /// Whether time alone neither archives nor deletes it.
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

/// Who leads.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lead {
    /// The orchestrator; absent when nobody leads.
    pub agent: Option<String>,
    /// Grows with every change of the lead; 0 when there never was one.
    #[serde(default)]
    pub epoch: u32,
    /// Until when, unless renewed.
    pub until: Option<Time>,
    /// What the last lead left behind.
    pub handoff_note: Option<String>,
    /// Whether the last lead ran out instead of being given back.
    #[serde(default)]
    pub expired: bool,
    /// Since when nobody leads.
    pub ended_at: Option<Time>,
    /// Who has led, with the last epoch of each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub epochs: BTreeMap<String, u32>,
}

/// That claims are stopped.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pause {
    /// Since when.
    pub at: Time,
    /// By whom.
    pub by: Actor,
    /// Why.
    pub reason: Option<String>,
}

/// Everything a workflow is, as it is stored and shown.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Body {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: Arc<str>,
    /// What it is for.
    pub goal: Arc<str>,
    /// What limits it.
    #[schemars(with = "Vec<String>")]
    pub constraints: Arc<Vec<String>>,
    /// Memory cores that give context.
    #[schemars(with = "Vec<String>")]
    pub memory_core_refs: Arc<Vec<String>>,
    /// Where it is in its life.
    pub status: Status,
    /// Why it ended.
    pub reason: Option<Arc<str>>,
    /// When it began.
    pub created_at: Time,
    /// Who began it.
    pub created_by: Option<Arc<Actor>>,
    /// When something last happened.
    pub updated_at: Time,
    /// When it ended.
    pub ended_at: Option<Time>,
    /// When it will be erased, if it was deleted.
    pub purge_at: Option<Time>,
    /// Whether claims are stopped.
    pub paused: Option<Arc<Pause>>,
    /// Its rules.
    #[schemars(with = "Policy")]
    pub policy: Arc<Policy>,
    /// Who leads.
    #[schemars(with = "Lead")]
    pub lead: Arc<Lead>,
    /// Its tasks.
    pub tasks: Table<Task>,
    /// Choices made.
    pub decisions: Table<Decision>,
    /// Choices that are planned, also those that were made since.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub planned_decisions: Table<PlannedDecision>,
    /// Things learned.
    pub discoveries: Table<Discovery>,
    /// Things made, version by version.
    pub artifacts: Table<Artifact>,
    /// Words to agents.
    pub nudges: Table<Nudge>,
    /// Questions to people.
    pub questions: Table<Question>,
    /// Requests that a person agrees.
    pub approvals: Table<Approval>,
    /// What people should look at.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub warnings: Table<Warning>,
    /// What was done with what it teaches, and what made itself known.
    #[serde(default, skip_serializing_if = "OrdMap::is_empty", with = "listed")]
    #[schemars(with = "Vec<Handled>")]
    pub learnings: ByName,
    /// How much it teaches, as far as lists say.
    #[serde(default, skip_serializing_if = "Learned::is_none")]
    pub learned: Learned,
    /// What whoever leads has not heard yet of what others did, by the version of the fact. Stored with
    /// the state; answers leave it out.
    #[serde(default, skip_serializing_if = "OrdMap::is_empty")]
    #[schemars(skip)]
    pub news: OrdMap<Version, News>,
    /// What agents have not heard yet of leases of theirs that ran out.
    #[serde(default, skip_serializing_if = "OrdMap::is_empty")]
    #[schemars(skip)]
    pub lost: OrdMap<Version, News>,
    /// Who gave what.
    #[serde(with = "contributions")]
    #[schemars(with = "Vec<Contribution>")]
    pub agent_contributions: OrdMap<String, Arc<Contribution>>,
    /// What was used in all, whoever reported it.
    #[serde(default)]
    pub usage: Usage,
    /// Inbox items that a person put off, with the time until when.
    #[serde(default)]
    #[schemars(with = "std::collections::BTreeMap<String, Time>")]
    pub snoozed: OrdMap<String, Time>,
    /// The version at which name, goal, constraints, policy or status last changed.
    pub changed: Version,
    /// The version at which anything but receipts, renewals and what was used last changed: what
    /// `If-Match` compares.
    #[serde(default)]
    pub revised: Version,
    /// How many facts this state is made of.
    pub version: Version,
    /// Tokens of goal and constraints.
    #[serde(default)]
    pub tokens: u32,
}

/// The order in which ready tasks are given out: priority, then the longest chain of work that
/// hangs on them (longest first), then age.
pub type Rank = (u8, i64, u32);

/// What is kept beside the body so that no rule ever walks all tasks. Derived; never stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Derived {
    /// Waiting tasks whose needs hold, in the order they are given out.
    pub open: OrdSet<Rank>,
    /// Held tasks by the end of their lease (parked ones are left out).
    pub leases: OrdSet<(Time, u32)>,
    /// The length of the longest chain below each task, itself included, in minutes.
    pub heights: OrdMap<u32, i64>,
    /// How many edges lie between tasks.
    pub edges: usize,
    /// How many tasks are in the longest chain that ends with each task.
    pub depths: OrdMap<u32, u32>,
    /// Waiting tasks that a failure before them cuts off.
    pub cut: OrdSet<u32>,
    /// How many tasks are shown with each status, in the order of
    /// [`TaskStatus::ALL`](crate::workflow::TaskStatus::ALL).
    pub counts: [u32; 9],
    /// Tasks that need a person: in review, failed and not accepted, stalled, or blocked.
    pub wanting: OrdSet<u32>,
    /// Decisions by task; those for all under 0.
    pub decisions_of: OrdMap<u32, Vector<u32>>,
    /// Planned decisions by their question, as [`is_same_option`](crate::workflow::graph::is_same_option) compares it.
    pub asked: OrdMap<String, OrdSet<u32>>,
    /// The first planned decision of each key.
    pub planned_keys: OrdMap<String, u32>,
    /// Planned decisions that are still to be made.
    pub undecided: OrdSet<u32>,
    /// Discoveries by task; those for all under 0.
    pub discoveries_of: OrdMap<u32, Vector<u32>>,
    /// How many of the decisions for all hold.
    pub decisions_for_all: Weight,
    /// How many discoveries for all there are.
    pub discoveries_for_all: Weight,
    /// Newest artifacts by task; those of none under 0.
    pub artifacts_of: OrdMap<u32, Vector<u32>>,
    /// Nudges that have not run out by task; those about none under 0.
    pub nudges_of: OrdMap<u32, Vector<u32>>,
    /// Questions by task; those about none under 0.
    pub questions_of: OrdMap<u32, Vector<u32>>,
    /// The newest version of each path.
    pub newest: OrdMap<String, u32>,
    /// The task for which a path was made last, what stands beside that left out.
    pub made_for: OrdMap<String, u32>,
    /// Tasks that wait for a decision's choice, by decision.
    pub choosers: OrdMap<u32, OrdSet<u32>>,
    /// Nudges to all that still count.
    pub to_all: OrdSet<u32>,
    /// Those of them that an agent has or sent itself, by agent.
    pub heard: OrdMap<String, OrdSet<u32>>,
    /// Nudges to whoever leads that still count and that nobody has acknowledged.
    pub to_lead: OrdSet<u32>,
    /// Nudges to one agent that still count and have not reached it, by agent.
    pub to_agent: OrdMap<String, OrdSet<u32>>,
    /// All of these by the time when they do not count any more.
    pub nudge_ends: OrdSet<(Time, u32)>,
    /// Nudges that have not run out, also those that arrived, by the time when they do.
    pub nudges_until: OrdSet<(Time, u32)>,
    /// Questions without an answer.
    pub open_questions: OrdSet<u32>,
    /// Those of them that are answered by default, by the time when they are.
    pub deadlines: OrdSet<(Time, u32)>,
    /// Answers that have not reached their agent.
    pub fresh_answers: OrdSet<u32>,
    /// Requests for approval without a word.
    pub open_approvals: OrdSet<u32>,
    /// Words on approvals that have not reached their agent.
    pub fresh_approvals: OrdSet<u32>,
    /// Requests for approval that were refused.
    pub refused_approvals: OrdSet<u32>,
    /// Warnings that nobody has settled.
    pub open_warnings: OrdSet<u32>,
    /// Tasks that have not ended by the agent that works on them or shall.
    pub assigned: OrdMap<String, OrdSet<u32>>,
    /// Held tasks by their holder.
    pub held: OrdMap<String, OrdSet<u32>>,
    /// The task that an agent took last, with when.
    pub taken: OrdMap<String, (Time, u32)>,
    /// Tasks that are kept for an agent which could claim them, by since when.
    pub kept: OrdSet<(Time, u32)>,
    /// The same by task.
    pub kept_since: OrdMap<u32, Time>,
}

/// A workflow.
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
    /// What is kept beside the body.
    #[must_use]
    pub fn derived(&self) -> &Derived {
        &self.derived
    }

    /// Whether it exists for callers: it was created and not deleted.
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
