//! Shared knowledge of a team: decisions, discoveries, artifacts, and the contributions of agents.

use std::collections::BTreeMap;

use imbl::OrdSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::numbers::{ArtifactNo, DecisionNo, DiscoveryNo, TaskNo};
use crate::table::Numbered;
use kernel::actor::{Actor, Role};
use kernel::stream::Version;
use kernel::time::Time;

/// Status of a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DecisionStatus {
    /// Recorded by an agent or a person.
    #[default]
    Recorded,
    /// Approved by a person.
    Approved,
    /// Rejected by a person.
    Rejected,
    /// Superseded by a later decision.
    Superseded,
}

/// Choice made during the work.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Decision {
    /// Name in the workflow.
    pub id: DecisionNo,
    /// Time of the decision.
    pub made_at: Time,
    /// Agent or person who made it.
    pub made_by: Actor,
    /// Question that was decided.
    pub question: String,
    /// Choice that was made.
    pub choice: String,
    /// Alternatives that were not chosen.
    #[serde(default)]
    pub alternatives: Vec<String>,
    /// Rationale.
    pub rationale: String,
    /// Tasks that it affects; empty means all.
    #[serde(default)]
    pub affects_tasks: Vec<TaskNo>,
    /// True if it can be undone later.
    pub reversible: bool,
    /// Status of the decision.
    pub status: DecisionStatus,
    /// Decision that this one supersedes.
    pub supersedes: Option<DecisionNo>,
    /// Decision that supersedes this one.
    pub superseded_by: Option<DecisionNo>,
    /// Person who approved or rejected it.
    pub ruled_by: Option<Actor>,
    /// Comments of the person.
    pub comments: Option<String>,
    /// Version of the workflow at which it last changed.
    pub changed: Version,
    /// Number of tokens as shown in a context.
    #[serde(default)]
    pub tokens: u32,
}

impl Decision {
    /// Returns true if it is valid: neither rejected nor superseded.
    #[must_use]
    pub const fn holds(&self) -> bool {
        matches!(
            self.status,
            DecisionStatus::Recorded | DecisionStatus::Approved
        )
    }
}

/// Planned decision; its number is reserved for the decision.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlannedDecision {
    /// Name in the workflow; the decision gets the same one.
    pub id: DecisionNo,
    /// Time at which it was planned.
    pub planned_at: Time,
    /// Agent or person who planned it.
    pub planned_by: Actor,
    /// Key by which edges and the decider may refer to it.
    pub key: Option<String>,
    /// Question to be decided.
    pub question: String,
    /// Options to choose from; without any, every choice is allowed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

/// Type of a discovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiscoveryKind {
    /// A limit of the work.
    Constraint,
    /// A possibility to use.
    Opportunity,
    /// A possible problem.
    Risk,
    /// Useful knowledge.
    Insight,
}

impl DiscoveryKind {
    /// Name of the type in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Constraint => "constraint",
            Self::Opportunity => "opportunity",
            Self::Risk => "risk",
            Self::Insight => "insight",
        }
    }
}

/// Discovery: something learned during the work.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Discovery {
    /// Name in the workflow.
    pub id: DiscoveryNo,
    /// Time of the discovery.
    pub discovered_at: Time,
    /// Agent or person who recorded it.
    pub discovered_by: Actor,
    /// Text of the discovery.
    pub content: String,
    /// Type of the discovery.
    #[serde(rename = "type")]
    pub kind: DiscoveryKind,
    /// Tasks that it affects; empty means all.
    #[serde(default)]
    pub affects_tasks: Vec<TaskNo>,
    /// Memory core to which it should be promoted.
    pub promote_to_core: Option<String>,
    /// Version of the workflow at which it last changed.
    pub changed: Version,
    /// Number of tokens as shown in a context.
    #[serde(default)]
    pub tokens: u32,
}

/// Type of an artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArtifactKind {
    /// Any other file.
    File,
    /// Source code.
    Code,
    /// Text for people.
    Document,
    /// Configuration.
    Config,
    /// A test.
    Test,
}

impl ArtifactKind {
    /// Name of the type in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Code => "code",
            Self::Document => "document",
            Self::Config => "config",
            Self::Test => "test",
        }
    }
}

/// Storage place of an artifact's content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Only at its path, outside Loci.
    Path,
    /// In the fact that recorded it.
    Fact,
    /// In the blob of its checksum.
    Blob,
}

/// Version of an artifact. Never changes.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Artifact {
    /// Name in the workflow.
    pub id: ArtifactNo,
    /// Time at which it was recorded.
    pub created_at: Time,
    /// Agent or person who recorded it.
    pub created_by: Actor,
    /// Type of the artifact.
    #[serde(rename = "type")]
    pub kind: ArtifactKind,
    /// Path of the artifact.
    pub path: String,
    /// Description.
    #[serde(default)]
    pub description: String,
    /// Task that it was made for.
    pub associated_task: Option<TaskNo>,
    /// Task whose handed-in, approved or current work it was recorded next to: by somebody other than its author, or
    /// after dependent tasks had begun. It is not part of that work, whose version before stays valid.
    pub beside: Option<TaskNo>,
    /// Version number of its path, from 1.
    pub version: u32,
    /// SHA-256 of its content, if known.
    pub checksum: Option<String>,
    /// Commit that contains it.
    pub commit: Option<String>,
    /// Length in bytes, if known.
    pub bytes: Option<u64>,
    /// Storage place of its content.
    pub place: Place,
    /// Beginning of its content, for contexts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub excerpt: String,
    /// Version of the workflow at which it was recorded.
    pub changed: Version,
    /// Number of tokens as shown in a context.
    #[serde(default)]
    pub tokens: u32,
}

/// Reported usage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Usage {
    /// Input tokens.
    pub tokens_in: u64,
    /// Output tokens.
    pub tokens_out: u64,
    /// Cost, in millionths of its currency.
    pub cost_micros: u64,
}

impl Usage {
    /// Returns true if nothing was reported.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    pub(super) const fn add(&mut self, more: Self) {
        self.tokens_in = self.tokens_in.saturating_add(more.tokens_in);
        self.tokens_out = self.tokens_out.saturating_add(more.tokens_out);
        self.cost_micros = self.cost_micros.saturating_add(more.cost_micros);
    }
}

/// Contribution of one agent to a workflow. The lists are persistent sets: the ten-thousandth entry costs no more than
/// the first.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Contribution {
    /// Name of the agent.
    pub agent_id: String,
    /// Role at its last contribution.
    pub agent_role: Role,
    /// Tasks that it completed.
    #[schemars(with = "Vec<TaskNo>")]
    pub tasks_completed: OrdSet<TaskNo>,
    /// Decisions that it made.
    #[schemars(with = "Vec<DecisionNo>")]
    pub decisions_made: OrdSet<DecisionNo>,
    /// Discoveries that it recorded.
    #[schemars(with = "Vec<DiscoveryNo>")]
    pub discoveries: OrdSet<DiscoveryNo>,
    /// Artifact versions that it recorded.
    #[schemars(with = "Vec<ArtifactNo>")]
    pub artifacts_created: OrdSet<ArtifactNo>,
    /// Time of the first contribution.
    pub first_contribution: Time,
    /// Time of the last contribution.
    pub last_contribution: Time,
    /// Its log of the work: an address or id that it reported, otherwise the API path of its activity in this workflow.
    pub log_ref: String,
    /// Input tokens that it reported.
    #[serde(default)]
    pub tokens_in: u64,
    /// Output tokens that it reported.
    #[serde(default)]
    pub tokens_out: u64,
    /// Cost that it reported, in millionths of its currency.
    #[serde(default)]
    pub cost_micros: u64,
    /// Size of its context window in tokens, as last reported.
    pub window: Option<u64>,
    /// Tokens in use in its context window, as last reported.
    pub window_used: Option<u64>,
    /// Use of its context window: tokens by the block's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub blocks: BTreeMap<String, u64>,
}

impl Numbered for Decision {
    type No = DecisionNo;
    fn no(&self) -> DecisionNo {
        self.id
    }
}

impl Numbered for PlannedDecision {
    type No = DecisionNo;
    fn no(&self) -> DecisionNo {
        self.id
    }
}

impl Numbered for Discovery {
    type No = DiscoveryNo;
    fn no(&self) -> DiscoveryNo {
        self.id
    }
}

impl Numbered for Artifact {
    type No = ArtifactNo;
    fn no(&self) -> ArtifactNo {
        self.id
    }
}

/// Serializes the map of contributions as a list: each entry has the agent's name.
pub(crate) mod contributions {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use imbl::OrdMap;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Contribution;

    /// Stored forms: older snapshots are a map by name.
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stored {
        List(Vec<Contribution>),
        ByName(BTreeMap<String, Contribution>),
    }

    pub fn serialize<S: Serializer>(
        given: &OrdMap<String, Arc<Contribution>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(given.values().map(Arc::as_ref))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<OrdMap<String, Arc<Contribution>>, D::Error> {
        let given = match Stored::deserialize(deserializer)? {
            Stored::List(given) => given,
            Stored::ByName(given) => given.into_values().collect(),
        };
        let named = given
            .into_iter()
            .map(|given| (given.agent_id.clone(), Arc::new(given)));
        Ok(named.collect())
    }
}
