//! What a task needs of another one before it may start.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::numbers::{DecisionNo, TaskNo};

/// When an edge lets the task behind it start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// When the task before it was completed.
    #[default]
    Success,
    /// When the task before it failed for good.
    Failure,
    /// When the task before it has ended, however.
    Done,
    /// When the task before it was completed and the decision chose the option.
    Choice {
        /// The decision.
        decision: DecisionNo,
        /// The choice that opens this edge.
        option: String,
    },
}

/// How a task joins its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Join {
    /// All of them must hold; a branch not taken skips the task.
    #[default]
    All,
    /// One of them is enough.
    Any,
    /// None may have failed; branches not taken do not matter as long as one holds.
    NoneFailed,
}

/// One edge, seen from the task that waits. In JSON the number alone (`"T3"`) when it needs success,
/// else `{"task": "T3", "when": "failure"}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Need {
    /// The task before.
    pub task: TaskNo,
    /// What is needed of it.
    pub when: When,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Written {
    Plain(TaskNo),
    Full {
        task: TaskNo,
        #[serde(default)]
        when: When,
    },
}

impl Serialize for Need {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.when {
            When::Success => Written::Plain(self.task),
            _ => Written::Full {
                task: self.task,
                when: self.when.clone(),
            },
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Need {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Written::deserialize(deserializer)? {
            Written::Plain(task) => Self {
                task,
                when: When::Success,
            },
            Written::Full { task, when } => Self { task, when },
        })
    }
}

impl JsonSchema for Need {
    fn schema_name() -> Cow<'static, str> {
        "Need".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Written::json_schema(generator)
    }
}
