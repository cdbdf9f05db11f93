//! The operations of summary views, one to a file.

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

/// A view as answers show it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ViewShown {
    /// Its id.
    pub id: String,
    /// What it is of.
    pub definition: Definition,
}

/// A partition as answers show it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PartitionShown {
    /// The view.
    pub view: String,
    /// Which group.
    pub group: Group,
    /// The summary; empty when there are no memories.
    pub summary: String,
    /// How many memories it is of.
    pub memory_count: u64,
    /// When it was written.
    pub computed_at: Time,
    /// Who wrote it, such as `extractive`, or a model.
    pub writer: Option<String>,
    /// Why the writer that was asked first did not write it.
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

/// A run over all partitions, as answers show it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunShown {
    /// Its id: the view's and a number.
    pub id: String,
    /// The view.
    pub view: String,
    /// How far it is.
    pub status: RunStatus,
    /// When it was asked for.
    pub created_at: Time,
    /// When it began.
    pub started_at: Option<Time>,
    /// When it ended.
    pub completed_at: Option<Time>,
    /// Why it failed.
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

/// The state of a view that is there and that the caller may read.
async fn read(view: &View, id: &str) -> Result<std::sync::Arc<SummaryView>> {
    if !view.services.may_read(view.actor()?, &stream(id)).await? {
        SummaryView::default().definition(id)?;
    }
    let (state, _) = view.state::<SummaryView>(&stream(id)).await?;
    state.definition(id)?;
    Ok(state)
}
