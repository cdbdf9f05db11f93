//! What a team shares besides tasks: decisions, discoveries, artifacts, and who contributed what.

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

/// Where a decision stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DecisionStatus {
    /// Made.
    #[default]
    Recorded,
    /// A person agreed.
    Approved,
    /// A person refused.
    Rejected,
    /// A later decision took its place.
    Superseded,
}

/// A choice made during the work.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Decision {
    /// Its name in the workflow.
    pub id: DecisionNo,
    /// When.
    pub made_at: Time,
    /// By whom.
    pub made_by: Actor,
    /// What was decided.
    pub question: String,
    /// What was chosen.
    pub choice: String,
    /// What was not.
    #[serde(default)]
    pub alternatives: Vec<String>,
    /// Why.
    pub rationale: String,
    /// Which tasks it concerns; none means all.
    #[serde(default)]
    pub affects_tasks: Vec<TaskNo>,
    /// Whether it can be undone later.
    pub reversible: bool,
    /// Where it stands.
    pub status: DecisionStatus,
    /// The decision whose place it took.
    pub supersedes: Option<DecisionNo>,
    /// The decision that took its place.
    pub superseded_by: Option<DecisionNo>,
    /// Who approved or rejected it.
    pub ruled_by: Option<Actor>,
    /// What they said.
    pub comments: Option<String>,
    /// The version of the workflow at which it last changed.
    pub changed: Version,
    /// Its tokens as a context shows it.
    #[serde(default)]
    pub tokens: u32,
}

impl Decision {
    /// Whether it holds: neither rejected nor superseded.
    #[must_use]
    pub const fn holds(&self) -> bool {
        matches!(
            self.status,
            DecisionStatus::Recorded | DecisionStatus::Approved
        )
    }
}

/// A decision that was planned: its number waits for whoever makes it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlannedDecision {
    /// Its name in the workflow, also of the decision when it is made.
    pub id: DecisionNo,
    /// When it was planned.
    pub planned_at: Time,
    /// By whom.
    pub planned_by: Actor,
    /// A name by which edges and whoever makes it may refer to it.
    pub key: Option<String>,
    /// What is to be decided.
    pub question: String,
    /// What can be chosen; anything when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

/// What kind of thing was learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiscoveryKind {
    /// Something that limits the work.
    Constraint,
    /// Something that could be used.
    Opportunity,
    /// Something that could go wrong.
    Risk,
    /// Something worth knowing.
    Insight,
}

impl DiscoveryKind {
    /// The kind as in JSON.
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

/// Something learned during the work.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Discovery {
    /// Its name in the workflow.
    pub id: DiscoveryNo,
    /// When.
    pub discovered_at: Time,
    /// By whom.
    pub discovered_by: Actor,
    /// What was learned.
    pub content: String,
    /// What kind of thing it is.
    #[serde(rename = "type")]
    pub kind: DiscoveryKind,
    /// Which tasks it concerns; none means all.
    #[serde(default)]
    pub affects_tasks: Vec<TaskNo>,
    /// The memory core it should be kept in.
    pub promote_to_core: Option<String>,
    /// The version of the workflow at which it last changed.
    pub changed: Version,
    /// Its tokens as a context shows it.
    #[serde(default)]
    pub tokens: u32,
}

/// What kind of thing was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArtifactKind {
    /// A file of another kind.
    File,
    /// Source code.
    Code,
    /// A text for people.
    Document,
    /// Configuration.
    Config,
    /// A test.
    Test,
}

impl ArtifactKind {
    /// The kind as in JSON.
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

/// Where an artifact's content is.
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

/// One version of something that was made. Never changes.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Artifact {
    /// Its name in the workflow.
    pub id: ArtifactNo,
    /// When.
    pub created_at: Time,
    /// By whom.
    pub created_by: Actor,
    /// What kind of thing it is.
    #[serde(rename = "type")]
    pub kind: ArtifactKind,
    /// Where it lives.
    pub path: String,
    /// What it is.
    #[serde(default)]
    pub description: String,
    /// The task it was made for.
    pub associated_task: Option<TaskNo>,
    /// The task whose handed-in or approved work it stands beside. Another agent than the one who handed
    /// that in made it: the version before stays what counts.
    pub beside: Option<TaskNo>,
    /// Its number among the versions of its path, from 1.
    pub version: u32,
    /// The SHA-256 of its content, if known.
    pub checksum: Option<String>,
    /// The commit it is in.
    pub commit: Option<String>,
    /// Its length in bytes, if known.
    pub bytes: Option<u64>,
    /// Where its content is.
    pub place: Place,
    /// The beginning of its content, for contexts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub excerpt: String,
    /// The version of the workflow at which it was recorded.
    pub changed: Version,
    /// Its tokens as a context shows it.
    #[serde(default)]
    pub tokens: u32,
}

/// What was used, as it was reported.
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
    /// Whether nothing was reported.
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

/// What one agent or person gave to a workflow. Its lists are persistent sets: an agent that gives the
/// ten-thousandth thing pays no more than for the first.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Contribution {
    /// The agent's or person's name.
    pub agent_id: String,
    /// Their role when they last contributed.
    pub agent_role: Role,
    /// Tasks they completed.
    #[schemars(with = "Vec<TaskNo>")]
    pub tasks_completed: OrdSet<TaskNo>,
    /// Decisions they made.
    #[schemars(with = "Vec<DecisionNo>")]
    pub decisions_made: OrdSet<DecisionNo>,
    /// Discoveries they made.
    #[schemars(with = "Vec<DiscoveryNo>")]
    pub discoveries: OrdSet<DiscoveryNo>,
    /// Artifact versions they made.
    #[schemars(with = "Vec<ArtifactNo>")]
    pub artifacts_created: OrdSet<ArtifactNo>,
    /// When they first contributed.
    pub first_contribution: Time,
    /// When they last contributed.
    pub last_contribution: Time,
    /// Where their full log is: what they did in this workflow, unless they gave an address or an id.
    pub log_ref: String,
    /// Input tokens they reported.
    #[serde(default)]
    pub tokens_in: u64,
    /// Output tokens they reported.
    #[serde(default)]
    pub tokens_out: u64,
    /// Cost they reported, in millionths of its currency.
    #[serde(default)]
    pub cost_micros: u64,
    /// Their context window's size in tokens, as they last reported it.
    pub window: Option<u64>,
    /// How much of it was in use.
    pub window_used: Option<u64>,
    /// What filled it: tokens by the block's name.
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

/// Contributions are kept by the agent's name and written as a list: each says whose it is.
pub(crate) mod contributions {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use imbl::OrdMap;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Contribution;

    /// Either form that was ever stored: snapshots once had the names outside.
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
