//! Operations on summary views, one per file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::summary_view::{Definition, Group, Partition, Run, RunStatus, SummaryView, stream};
use kernel::error::Result;
use kernel::time::Time;
use kernel::view::View;

pub mod summary_partition_list;
pub mod summary_run_get;
pub mod summary_view_create;
pub mod summary_view_delete;
pub mod summary_view_get;
pub mod summary_view_list;
pub mod summary_view_restore;
pub mod summary_view_run;
pub mod work;

/// A summary view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ViewShown {
    /// Id of the view.
    pub id: String,
    /// Definition of its groups and memories.
    pub definition: Definition,
}

/// A partition of a summary view.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PartitionShown {
    /// Id of the view.
    pub view: String,
    /// Values that its memories share, by field.
    pub group: Group,
    /// Summary; empty if there are no memories.
    pub summary: String,
    /// Number of summarised memories.
    pub memory_count: u64,
    /// Time at which it was written.
    pub computed_at: Time,
    /// Writer: `extractive`, or the name of a model.
    pub writer: Option<String>,
    /// Reason why the preferred writer did not write it.
    pub note: Option<String>,
}

impl PartitionShown {
    fn of(view: &str, partition: &Partition) -> Self {
        let text = |text: &Option<std::sync::Arc<str>>| text.as_deref().map(str::to_owned);
        Self {
            view: view.into(),
            group: partition.group.clone(),
            summary: partition.summary.to_string(),
            memory_count: partition.memory_count,
            computed_at: partition.computed_at,
            writer: text(&partition.writer),
            note: text(&partition.note),
        }
    }
}

/// A run over all partitions.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunShown {
    /// Id of the run: that of the view and a number.
    pub id: String,
    /// Id of the view.
    pub view: String,
    /// Status.
    pub status: RunStatus,
    /// Time of the request.
    pub created_at: Time,
    /// Start time.
    pub started_at: Option<Time>,
    /// End time.
    pub completed_at: Option<Time>,
    /// Reason for the failure.
    pub error: Option<String>,
}

impl RunShown {
    fn of(view: &str, run: &Run) -> Self {
        Self {
            id: format!("{view}.{}", run.run),
            view: view.into(),
            status: run.status,
            created_at: run.created_at,
            started_at: run.started_at,
            completed_at: run.completed_at,
            error: run.error.as_deref().map(str::to_owned),
        }
    }
}

/// Returns the state of an existing view that the caller may read.
async fn read(view: &View, id: &str) -> Result<std::sync::Arc<SummaryView>> {
    if !view.services.may_read(view.actor()?, &stream(id)).await? {
        SummaryView::default().definition(id)?;
    }
    let (state, _) = view.state::<SummaryView>(&stream(id)).await?;
    state.definition(id)?;
    Ok(state)
}
