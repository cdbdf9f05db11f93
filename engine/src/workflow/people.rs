//! Where people and agents meet: nudges, questions, approvals.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_with::skip_serializing_none;

use crate::numbers::{ApprovalNo, ArtifactNo, DecisionNo, NudgeNo, QuestionNo, TaskNo};
use crate::table::Numbered;
use kernel::actor::Actor;
use kernel::stream::Version;
use kernel::time::Time;

/// For whom a nudge is: an agent's name, `orchestrator`, or `all`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Every agent that calls in this workflow.
    All,
    /// Whoever leads; while nobody does, the orchestrators that began the workflow or gave to it.
    Orchestrator,
    /// The agent of that name.
    Agent(String),
}

impl Target {
    /// The target of that name.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match text {
            "all" => Self::All,
            "orchestrator" => Self::Orchestrator,
            agent => Self::Agent(agent.into()),
        }
    }

    /// The target as in JSON.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::All => "all",
            Self::Orchestrator => "orchestrator",
            Self::Agent(agent) => agent,
        }
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer).map(|text| Self::parse(&text))
    }
}

impl JsonSchema for Target {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Target".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "An agent's name, `orchestrator`, or `all`." })
    }
}

/// How urgent a nudge is.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// When convenient.
    Low,
    /// On the next turn.
    #[default]
    Normal,
    /// Before anything else.
    Urgent,
}

impl Priority {
    /// The priority as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Normal => "normal",
            Self::Urgent => "urgent",
        }
    }
}

/// How far a nudge has come with one recipient.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Receipt {
    /// When an answer carried it to them.
    pub delivered_at: Option<Time>,
    /// When they said that they had read it.
    pub acknowledged_at: Option<Time>,
    /// When they acted on it.
    pub acted_at: Option<Time>,
    /// What they changed, or why nothing.
    pub note: Option<String>,
}

/// What Loci says to an agent for which work is kept, or is not any more.
pub const KEPT: &str = "kept for you";

/// Words to agents in the middle of their work.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Nudge {
    /// Its name in the workflow.
    pub id: NudgeNo,
    /// From whom.
    pub from: Actor,
    /// For whom.
    pub target: Target,
    /// The words.
    pub message: String,
    /// How urgent.
    pub priority: Priority,
    /// The task it is about.
    pub task: Option<TaskNo>,
    /// When.
    pub created_at: Time,
    /// When it need not be delivered any more.
    pub expires_at: Time,
    /// How far it has come, by agent.
    #[serde(default)]
    pub receipts: BTreeMap<String, Receipt>,
    /// The version of the workflow at which it last changed.
    pub changed: Version,
    /// Its tokens as a context shows it.
    #[serde(default)]
    pub tokens: u32,
}

impl Nudge {
    /// Whether it is news to `actor` and still counts; whom it is for is the workflow's to say.
    #[must_use]
    pub fn waits_for(&self, actor: &Actor, now: Time) -> bool {
        now < self.expires_at
            && !self.from.is_same(actor)
            && self
                .receipts
                .get(&actor.id)
                .is_none_or(|receipt| receipt.delivered_at.is_none())
    }
}

/// That a question or a request is not asked any more.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Withdrawn {
    /// When.
    pub at: Time,
    /// By whom.
    pub by: Actor,
    /// Why.
    pub reason: Option<String>,
}

impl Withdrawn {
    /// What is said to whoever answers all the same.
    #[must_use]
    pub fn words(&self, thing: impl Display) -> String {
        let why = self.reason.as_deref().map_or_else(String::new, |why| {
            format!(" ({})", why.trim().trim_end_matches('.'))
        });
        let by = &self.by.id;
        format!(
            "{thing} is not asked any more: {by} ended the workflow without it{why}. `workflow_get` shows how."
        )
    }
}

/// Something an agent wants to know from a person.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Question {
    /// Its name in the workflow.
    pub id: QuestionNo,
    /// Who asks.
    pub asked_by: Actor,
    /// When.
    pub asked_at: Time,
    /// The task that waits for the answer.
    pub task: Option<TaskNo>,
    /// The question.
    pub question: String,
    /// Answers to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The answer when the deadline passes.
    pub default: Option<String>,
    /// Until when an answer is awaited.
    pub deadline: Option<Time>,
    /// The answer.
    pub answer: Option<String>,
    /// Who gave it; Loci itself when it is the default.
    pub answered_by: Option<Actor>,
    /// When.
    pub answered_at: Option<Time>,
    /// That it is not asked any more.
    pub withdrawn: Option<Withdrawn>,
    /// When the answer reached the one who asked.
    pub delivered_at: Option<Time>,
    /// The version of the workflow at which it last changed.
    pub changed: Version,
    /// Tokens of question and answer.
    #[serde(default)]
    pub tokens: u32,
}

/// What an approval is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// A decision.
    Decision(DecisionNo),
    /// A version of an artifact.
    Artifact(ArtifactNo),
    /// A task, before its risky step.
    Task(TaskNo),
    /// A plan or step in words.
    Plan(String),
}

/// Where a request for approval stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalStatus {
    /// Nobody has said anything yet.
    #[default]
    Pending,
    /// Go on.
    Approved,
    /// Do not.
    Refused,
    /// It is not asked for any more: the workflow has ended.
    Withdrawn,
}

/// A request that a person agrees.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Approval {
    /// Its name in the workflow.
    pub id: ApprovalNo,
    /// What it is about.
    pub subject: Subject,
    /// Why it is asked for.
    pub reason: String,
    /// By whom.
    pub requested_by: Actor,
    /// When.
    pub requested_at: Time,
    /// Where it stands.
    pub status: ApprovalStatus,
    /// Who gave or refused it.
    pub given_by: Option<Actor>,
    /// When.
    pub given_at: Option<Time>,
    /// What they said.
    pub comments: Option<String>,
    /// That it is not asked for any more.
    pub withdrawn: Option<Withdrawn>,
    /// When the word reached the one who asked.
    pub delivered_at: Option<Time>,
    /// The version of the workflow at which it last changed.
    pub changed: Version,
}

impl Numbered for Nudge {
    type No = NudgeNo;
    fn no(&self) -> NudgeNo {
        self.id
    }
}

impl Numbered for Question {
    type No = QuestionNo;
    fn no(&self) -> QuestionNo {
        self.id
    }
}

impl Numbered for Approval {
    type No = ApprovalNo;
    fn no(&self) -> ApprovalNo {
        self.id
    }
}
