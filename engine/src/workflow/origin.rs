//! Origins of tasks that were imported from other tools.

use exchange::moment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::numbers::TaskNo;
use kernel::time::Time;

/// Format of another planning tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlanFormat {
    /// Beads issues.
    Beads,
    /// `tasks.json` of Task Master.
    TaskMaster,
}

impl PlanFormat {
    /// Name of the format in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beads => "beads",
            Self::TaskMaster => "task_master",
        }
    }

    /// Display name of the tool.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Beads => "Beads",
            Self::TaskMaster => "Task Master",
        }
    }
}

/// State of a task in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportedState {
    /// Open or in progress.
    Open,
    /// On hold.
    Held,
    /// Waiting for a review.
    Review,
    /// Done.
    Done,
    /// Cancelled.
    Cancelled,
}

/// Origin of an imported task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TaskOrigin")]
pub struct Origin {
    /// Format of the source.
    pub format: PlanFormat,
    /// Id of the task in the source.
    pub key: String,
    /// State in the source when it was last applied.
    pub state: ImportedState,
    /// Hash of everything that was last read for the task.
    pub hash: String,
    /// Dependencies that come from the source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<TaskNo>,
    /// Time of its last change in the source, if known: an older version is not imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Time>,
    /// Time until which the source defers it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_before: Option<Time>,
}

/// Returns the time of the last change of a source record, if it has one.
#[must_use]
pub fn update_time(record: &Map<String, Value>) -> Option<Time> {
    let written = ["updated_at", "updatedAt"];
    let micros = written
        .iter()
        .find_map(|name| moment::read(record.get(*name)?))?;
    Some(Time(micros.div_euclid(1_000)))
}
