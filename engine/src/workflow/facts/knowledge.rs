//! Bodies of facts about what is known: decisions, discoveries, artifacts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::numbers::{ArtifactNo, DecisionNo, DiscoveryNo, TaskNo};
use crate::workflow::shared::{ArtifactKind, DiscoveryKind, Place};

bodies! {
    /// Body of `decision_recorded`.
    DecisionRecorded {
        /// Its name in the workflow.
        id: DecisionNo,
        /// What was decided.
        question: String,
        /// What was chosen.
        choice: String,
        /// What was not.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        alternatives: Vec<String>,
        /// Why.
        rationale: String,
        /// Which tasks it concerns.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        affects_tasks: Vec<TaskNo>,
        /// Whether it can be undone later.
        reversible: bool,
        /// The decision whose place it takes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        supersedes: Option<DecisionNo>,
        /// Its tokens.
        #[serde(default)]
        tokens: u32,
    }
    /// Body of `decision_planned`.
    DecisionPlanned {
        /// Its name in the workflow.
        id: DecisionNo,
        /// A name by which whoever plans and makes it may refer to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// What is to be decided.
        question: String,
        /// What can be chosen; anything when there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        options: Vec<String>,
    }
    /// Body of `decision_ruled`.
    DecisionRuled {
        /// Which decision.
        id: DecisionNo,
        /// Whether the person agreed.
        approved: bool,
        /// What they said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comments: Option<String>,
    }
    /// Body of `discovery_recorded`.
    DiscoveryRecorded {
        /// Its name in the workflow.
        id: DiscoveryNo,
        /// What was learned.
        content: String,
        /// What kind of thing it is.
        #[serde(rename = "type")]
        kind: DiscoveryKind,
        /// Which tasks it concerns.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        affects_tasks: Vec<TaskNo>,
        /// The core it should be kept in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promote_to_core: Option<String>,
        /// Its tokens.
        #[serde(default)]
        tokens: u32,
    }
    /// Body of `artifact_recorded`.
    ArtifactRecorded {
        /// Its name in the workflow.
        id: ArtifactNo,
        /// What kind of thing it is.
        #[serde(rename = "type")]
        kind: ArtifactKind,
        /// Where it lives.
        path: String,
        /// What it is.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        description: String,
        /// The task it was made for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        associated_task: Option<TaskNo>,
        /// The task whose handed-in or approved work it stands beside: it does not belong to that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beside: Option<TaskNo>,
        /// Its number among the versions of its path.
        version: u32,
        /// The SHA-256 of its content.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        checksum: Option<String>,
        /// The commit it is in.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commit: Option<String>,
        /// Its length in bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bytes: Option<u64>,
        /// Where its content is.
        place: Place,
        /// The content, when its place is this fact.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content: Option<String>,
        /// The beginning of the content, when its place is a blob.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        excerpt: String,
        /// Its tokens as a context shows it.
        #[serde(default)]
        tokens: u32,
    }
}
