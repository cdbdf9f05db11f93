//! Where tasks are from that were planned elsewhere. Knows no format.

use exchange::moment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::numbers::TaskNo;
use kernel::time::Time;

/// A format in which others plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlanFormat {
    /// Issues of Beads.
    Beads,
    /// `tasks.json` of Task Master.
    TaskMaster,
}

impl PlanFormat {
    /// The format as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beads => "beads",
            Self::TaskMaster => "task_master",
        }
    }

    /// What people call it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Beads => "Beads",
            Self::TaskMaster => "Task Master",
        }
    }
}

/// Where a task is in its life where it is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportedState {
    /// It waits, or somebody was at it.
    Open,
    /// It is not to be done now.
    Held,
    /// It waits for a review.
    Review,
    /// It is done.
    Done,
    /// It was called off.
    Cancelled,
}

/// Where a task is from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TaskOrigin")]
pub struct Origin {
    /// The format it was read of.
    pub format: PlanFormat,
    /// Its name there.
    pub key: String,
    /// Where it was in its life there when that was last taken over.
    pub state: ImportedState,
    /// A hash of all that was read of it last.
    pub hash: String,
    /// The tasks it waits for because that was written there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<TaskNo>,
    /// When it was last changed there, as far as that is known: an older version of it is not taken over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Time>,
    /// Until when it is deferred there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_before: Option<Time>,
}

/// When a record was last changed where it is from, as far as it says.
#[must_use]
pub fn updated_at(record: &Map<String, Value>) -> Option<Time> {
    let written = ["updated_at", "updatedAt"];
    let micros = written
        .iter()
        .find_map(|name| moment::read(record.get(*name)?))?;
    Some(Time(micros.div_euclid(1_000)))
}
