//! `summary_view_list`.

use crate::session::message::is_false;
use crate::summary_view::SummaryView;
use crate::summary_view::ops::ViewShown;
use kernel::access::reader_name;
use kernel::memory::{DELETED, Memory as _};
use kernel::page::{self, Page};
use kernel::ports::index::{ListOrder, ListQuery};
use kernel::prelude::*;

/// Lists the summary views that the caller may read.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SummaryViewList {
    /// List deleted views that can still be restored instead; only for people.
    #[serde(default, skip_serializing_if = "is_false")]
    pub deleted: bool,
    /// `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes between pages.
    pub order: Option<ListOrder>,
    /// Page size, 1 to 200; 50 by default.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// The `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

impl Operation for SummaryViewList {
    type Output = Page<ViewShown>;
    const SPEC: Spec = spec!(Read "summary_view_list" Access::ALL);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: SummaryViewList, view: View) -> Fut<'static, Result<Page<ViewShown>>> {
    Box::pin(async move {
        let actor = view.actor()?;
        if op.deleted && !actor.role.is_person() {
            return Err(Error::forbidden("Only people see what was deleted."));
        }
        let status = if op.deleted { DELETED } else { "active" };
        let query = ListQuery {
            kind: SummaryView::KIND,
            status: Some(status.into()),
            reader: reader_name(actor).map(str::to_owned),
            order: op.order.unwrap_or_default(),
            cursor: op.cursor,
            limit: page::limit(op.limit)?,
            ..ListQuery::default()
        };
        let listed = view.services.index().list(&query).await?;
        let items = listed.entries.into_iter().map(|entry| {
            let definition = serde_json::from_str(&entry.doc)
                .map_err(|error| Error::internal(format!("{}: {error}", entry.stream)))?;
            let id = entry.stream.id().to_owned();
            Ok(ViewShown { id, definition })
        });
        Ok(Page {
            items: items.collect::<Result<_>>()?,
            next_cursor: listed.next_cursor,
            total: Some(listed.total),
        })
    })
}
