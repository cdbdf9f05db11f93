//! Dependency edges between tasks and their conditions.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::numbers::{DecisionNo, TaskNo};

/// Condition under which a dependency allows the dependent task to start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// The dependency was completed.
    #[default]
    Success,
    /// The dependency failed for good.
    Failure,
    /// The dependency has ended, with any result.
    Done,
    /// The dependency was completed and the decision chose the option.
    Choice {
        /// Decision that has to be made.
        decision: DecisionNo,
        /// Choice that opens this edge.
        option: String,
    },
}

/// Rule by which a task joins its dependencies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Join {
    /// All conditions must hold; a branch not taken skips the task.
    #[default]
    All,
    /// One condition is enough.
    Any,
    /// No dependency may have failed; branches not taken do not matter as long as one condition holds.
    NoneFailed,
}

/// One dependency of a task. In JSON the number alone (`"T3"`) if it requires success, else `{"task": "T3", "when":
/// "failure"}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Need {
    /// Task that is required.
    pub task: TaskNo,
    /// Condition on that task.
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
