//! Bodies of facts about decisions, discoveries and artifacts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::numbers::{ArtifactNo, DecisionNo, DiscoveryNo, TaskNo};
use crate::workflow::shared::{ArtifactKind, DiscoveryKind, Place};

bodies! {
    /// Body of `decision_recorded`.
    DecisionRecorded {
        /// Name of the decision in the workflow.
        id: DecisionNo,
        /// Question that was decided.
        question: String,
        /// Choice that was made.
        choice: String,
        /// Alternatives that were not chosen.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        alternatives: Vec<String>,
        /// Rationale.
        rationale: String,
        /// Tasks that the decision affects.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        affects_tasks: Vec<TaskNo>,
        /// True if the decision can be undone later.
        reversible: bool,
        /// Decision that this one supersedes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        supersedes: Option<DecisionNo>,
        /// Number of tokens of the decision.
        #[serde(default)]
        tokens: u32,
    }
    /// Body of `decision_planned`.
    DecisionPlanned {
        /// Name of the decision in the workflow.
        id: DecisionNo,
        /// Key by which planners and deciders can refer to the decision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// Question to be decided.
        question: String,
        /// Options to choose from; without any, every choice is allowed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        options: Vec<String>,
    }
    /// Body of `decision_ruled`.
    DecisionRuled {
        /// Decision that was ruled on.
        id: DecisionNo,
        /// True if the person approved.
        approved: bool,
        /// Comments of the person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comments: Option<String>,
    }
    /// Body of `discovery_recorded`.
    DiscoveryRecorded {
        /// Name of the discovery in the workflow.
        id: DiscoveryNo,
        /// Text of the discovery.
        content: String,
        /// Type of the discovery.
        #[serde(rename = "type")]
        kind: DiscoveryKind,
        /// Tasks that the discovery affects.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        affects_tasks: Vec<TaskNo>,
        /// Core to which the discovery should be promoted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promote_to_core: Option<String>,
        /// Number of tokens of the discovery.
        #[serde(default)]
        tokens: u32,
    }
    /// Body of `artifact_recorded`.
    ArtifactRecorded {
        /// Name of the artifact in the workflow.
        id: ArtifactNo,
        /// Type of the artifact.
        #[serde(rename = "type")]
        kind: ArtifactKind,
        /// Path of the artifact.
        path: String,
        /// Description.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        description: String,
        /// Task that the artifact was made for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        associated_task: Option<TaskNo>,
        /// Task whose handed-in or approved work the artifact was recorded next to; it is not part of that work.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beside: Option<TaskNo>,
        /// Version number of the path.
        version: u32,
        /// SHA-256 of the content.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        checksum: Option<String>,
        /// Commit that contains the artifact.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commit: Option<String>,
        /// Length in bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bytes: Option<u64>,
        /// Storage place of the content.
        place: Place,
        /// Content, if it is stored in this fact.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content: Option<String>,
        /// Beginning of the content, if it is stored as a blob.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        excerpt: String,
        /// Number of tokens as shown in a context.
        #[serde(default)]
        tokens: u32,
    }
}
