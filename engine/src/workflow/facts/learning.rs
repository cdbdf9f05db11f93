//! Bodies of facts about what the workflow teaches: only what somebody did with it, or what made itself known.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::workflow::learning::{Edit, LearningName};

bodies! {
    /// Body of `learning_noted`: tries that fail in a row for the same reason.
    LearningNoted {
        /// Its name in the workflow.
        id: LearningName,
        /// How many tries there were.
        tries: u32,
        /// The error of the last one.
        error: String,
    }
    /// Body of `learning_edited`.
    LearningEdited {
        /// Its name in the workflow.
        id: LearningName,
        /// What is worded otherwise from now on.
        edit: Edit,
    }
    /// Body of `learning_promoted`.
    LearningPromoted {
        /// Its name in the workflow.
        id: LearningName,
        /// The core in which it is kept.
        core: String,
        /// The memory that says it there.
        memory: String,
        /// Whether that memory had said it before.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        was_known: bool,
        /// Whether a person has to agree before anybody finds it there.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        waits: bool,
    }
    /// Body of `learning_dismissed`.
    LearningDismissed {
        /// Its name in the workflow.
        id: LearningName,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `learning_reopened`.
    LearningReopened {
        /// Its name in the workflow.
        id: LearningName,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
}
