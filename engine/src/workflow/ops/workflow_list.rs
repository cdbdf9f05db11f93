//! `workflow_list`.

use crate::workflow::find::Summary;
use crate::workflow::state::Status;
use kernel::memory::DELETED;
use kernel::page::{Page, limit};
use kernel::ports::index::{Entry, ListOrder, ListQuery};
use kernel::prelude::*;

/// Lists workflows; archived ones only on request.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowList {
    /// Only workflows with this status; default: all except archived ones.
    pub status: Option<Status>,
    /// Only workflows with a text that matches these words.
    pub query: Option<String>,
    /// `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes between pages.
    pub order: Option<ListOrder>,
    /// Page size, 1 to 200; default 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

impl Operation for WorkflowList {
    type Output = Page<Summary>;
    const SPEC: Spec = spec!(Read "workflow_list" Access::ALL, &["items.id", "items.name", "items.status", "items.counts", "items.attention", "items.paused", "items.updated_at"]).everyday(&["query"]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: WorkflowList, view: View) -> Result<Page<Summary>> {
    let query = ListQuery {
        kind: "workflow",
        status: op.status.map(|status| status.name().to_owned()),
        query: op.query.filter(|words| !words.trim().is_empty()),
        order: op.order.unwrap_or_default(),
        cursor: op.cursor,
        limit: limit(op.limit)?,
        ..ListQuery::default()
    };
    let shown = |entry: &Entry| {
        let is_away = op.status.is_none() && entry.status == Status::Archived.name();
        if entry.status == DELETED || is_away {
            return Ok(None);
        }
        entry.parse_row().map(Some)
    };
    let page = view.list(query, shown).await?;
    Ok(Page {
        total: page.total.filter(|_| op.status.is_some()),
        ..page
    })
}
