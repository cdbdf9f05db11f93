//! Bodies of facts about learnings: actions of people, and learnings that were detected while work continues.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::workflow::learning::{Edit, LearningName};

bodies! {
    /// Body of `learning_noted`: attempts failed in a row for the same reason.
    LearningNoted {
        /// Name of the learning in the workflow.
        id: LearningName,
        /// Number of failed attempts.
        tries: u32,
        /// Error of the last attempt.
        error: String,
    }
    /// Body of `learning_edited`.
    LearningEdited {
        /// Name of the learning in the workflow.
        id: LearningName,
        /// Changed wording.
        edit: Edit,
    }
    /// Body of `learning_promoted`.
    LearningPromoted {
        /// Name of the learning in the workflow.
        id: LearningName,
        /// Core that the memory is stored in.
        core: String,
        /// Id of the memory.
        memory: String,
        /// True if the memory existed before with the same content.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        was_known: bool,
        /// True if a person has to approve the memory before recall finds it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        waits: bool,
    }
    /// Body of `learning_dismissed`.
    LearningDismissed {
        /// Name of the learning in the workflow.
        id: LearningName,
        /// Reason for the dismissal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `learning_reopened`.
    LearningReopened {
        /// Name of the learning in the workflow.
        id: LearningName,
        /// Reason for reopening it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
}
