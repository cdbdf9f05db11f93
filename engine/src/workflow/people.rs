//! Messages between people and agents: nudges, questions, approvals.

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

/// Recipient of a nudge: an agent's name, `orchestrator`, or `all`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Every agent that calls in this workflow.
    All,
    /// The lead; while it is vacant, the orchestrators that created the workflow or contributed to it.
    Orchestrator,
    /// Agent of that name.
    Agent(String),
}

impl Target {
    /// Parses a target.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match text {
            "all" => Self::All,
            "orchestrator" => Self::Orchestrator,
            agent => Self::Agent(agent.into()),
        }
    }

    /// Name of the target in JSON.
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

/// Priority of a nudge.
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
    /// Low: to be read when convenient.
    Low,
    /// Normal: to be read on the next turn.
    #[default]
    Normal,
    /// Urgent: to be read before anything else.
    Urgent,
}

impl Priority {
    /// Name of the priority in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Normal => "normal",
            Self::Urgent => "urgent",
        }
    }
}

/// Delivery state of a nudge for one recipient.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Receipt {
    /// Time at which a response delivered it.
    pub delivered_at: Option<Time>,
    /// Time at which the recipient acknowledged it.
    pub acknowledged_at: Option<Time>,
    /// Time at which the recipient acted on it.
    pub acted_at: Option<Time>,
    /// Change that was made, or the reason why there was none.
    pub note: Option<String>,
}

/// Text of notifications about assigned work.
pub const KEPT: &str = "kept for you";

/// Message to agents during their work.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Nudge {
    /// Name in the workflow.
    pub id: NudgeNo,
    /// Sender.
    pub from: Actor,
    /// Recipient.
    pub target: Target,
    /// Text of the message.
    pub message: String,
    /// Priority.
    pub priority: Priority,
    /// Task that it is about.
    pub task: Option<TaskNo>,
    /// Time at which it was sent.
    pub created_at: Time,
    /// Time after which it is no longer delivered.
    pub expires_at: Time,
    /// Delivery state by agent.
    #[serde(default)]
    pub receipts: BTreeMap<String, Receipt>,
    /// Version of the workflow at which it last changed.
    pub changed: Version,
    /// Number of tokens as shown in a context.
    #[serde(default)]
    pub tokens: u32,
}

impl Nudge {
    /// Returns true if it is not expired and not delivered to `actor`, who did not send it. The workflow decides who
    /// the recipients are.
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

/// Withdrawal of a question or a request.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Withdrawn {
    /// Time of the withdrawal.
    pub at: Time,
    /// Actor that withdrew it.
    pub by: Actor,
    /// Reason.
    pub reason: Option<String>,
}

impl Withdrawn {
    /// Returns the error text for a late answer.
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

/// Question of an agent to a person.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Question {
    /// Name in the workflow.
    pub id: QuestionNo,
    /// Agent that asked.
    pub asked_by: Actor,
    /// Time at which it was asked.
    pub asked_at: Time,
    /// Task that waits for the answer.
    pub task: Option<TaskNo>,
    /// The question.
    pub question: String,
    /// Answers to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Answer that applies when the deadline passes.
    pub default: Option<String>,
    /// Time until which an answer is awaited.
    pub deadline: Option<Time>,
    /// The answer.
    pub answer: Option<String>,
    /// Person who answered; the system if it is the default answer.
    pub answered_by: Option<Actor>,
    /// Time of the answer.
    pub answered_at: Option<Time>,
    /// Withdrawal, if it was withdrawn.
    pub withdrawn: Option<Withdrawn>,
    /// Time at which the answer was delivered to the agent.
    pub delivered_at: Option<Time>,
    /// Version of the workflow at which it last changed.
    pub changed: Version,
    /// Number of tokens of question and answer.
    #[serde(default)]
    pub tokens: u32,
}

/// Subject of an approval.
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

/// Status of a request for approval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalStatus {
    /// Not decided yet.
    #[default]
    Pending,
    /// Approved: the requester may proceed.
    Approved,
    /// Refused: the requester must not proceed.
    Refused,
    /// Withdrawn, because the workflow has ended.
    Withdrawn,
}

/// Request for the approval of a person.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Approval {
    /// Name in the workflow.
    pub id: ApprovalNo,
    /// Subject of the approval.
    pub subject: Subject,
    /// Reason for the request.
    pub reason: String,
    /// Agent that requested it.
    pub requested_by: Actor,
    /// Time of the request.
    pub requested_at: Time,
    /// Status of the request.
    pub status: ApprovalStatus,
    /// Person who approved or refused it.
    pub given_by: Option<Actor>,
    /// Time of the ruling.
    pub given_at: Option<Time>,
    /// Comments of the person.
    pub comments: Option<String>,
    /// Withdrawal, if it was withdrawn.
    pub withdrawn: Option<Withdrawn>,
    /// Time at which the ruling was delivered to the agent.
    pub delivered_at: Option<Time>,
    /// Version of the workflow at which it last changed.
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
