//! `core_list`.

use crate::crystal::decay::Lifecycle;
use crate::crystal::filter::Filters;
use crate::crystal::fold::ACTIVE;
use crate::crystal::overview::{CoreSummary, Lifecycles};
use crate::crystal::state::Core;
use crate::crystal::stream;
use kernel::access::reader_name;
use kernel::memory::Memory as _;
use kernel::page::{Page, limit};
use kernel::ports::index::{Find, ListOrder, ListQuery};
use kernel::prelude::*;
use kernel::view::aside;

/// Number of memories from which the index counts the stages of a core: it caches its counts, while a state is walked.
const LARGE: u64 = 2_000;

/// Lists the cores. Excludes cores that hold the messages of a session.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoreList {
    /// `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes between pages.
    pub order: Option<ListOrder>,
    /// Page size, 1 to 200; 50 by default.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// Cursor of the next page.
    pub cursor: Option<String>,
    /// Also count the memories at each stage of life.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lifecycles: bool,
}

impl Operation for CoreList {
    type Output = Page<CoreSummary>;
    const SPEC: Spec = spec!(Read "core_list" Access::ALL);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: CoreList, view: View) -> Result<Page<CoreSummary>> {
    let query = ListQuery {
        kind: Core::KIND,
        status: Some(ACTIVE.into()),
        reader: reader_name(view.actor()?).map(Into::into),
        order: op.order.unwrap_or_default(),
        cursor: op.cursor,
        limit: limit(op.limit)?,
        ..ListQuery::default()
    };
    let mut page: Page<CoreSummary> = view
        .list(query, |entry| entry.parse_row().map(Some))
        .await?;
    if op.lifecycles {
        for core in &mut page.items {
            if core.crystals > LARGE {
                core.lifecycles = Some(lifecycles(&view, &stream(&core.name)).await?);
                continue;
            }
            let (state, _) = view.state::<Core>(&stream(&core.name)).await?;
            let now = view.now;
            core.lifecycles = Some(aside(move || state.lifecycles(now)).await?);
        }
    }
    Ok(page)
}

/// Counts the memories of a core by lifecycle stage with the index. Ignores access: the caller may read the core.
async fn lifecycles(view: &View, core: &StreamId) -> Result<Lifecycles> {
    let mut counts = Lifecycles::default();
    for stage in Lifecycle::ALL {
        let filters = Filters {
            lifecycle: vec![stage],
            ..Filters::default()
        };
        let ask = Find {
            kind: Some(Core::KIND),
            stream: Some(core.clone()),
            either: filters.tests(view.now).either,
            now: Some(view.now),
            ..Find::default()
        };
        *counts.of(stage) = view.services.index().find(&ask).await?.total;
    }
    Ok(counts)
}
