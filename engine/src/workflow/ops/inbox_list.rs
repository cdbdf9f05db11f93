//! `inbox_list`.

use kernel::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::crystal::ops::memory_waiting::{CoreWaiting, waiting};
use crate::workflow;
use crate::workflow::attention::{Item, ItemKind};
use crate::workflow::state::Workflow;
use kernel::page::{MAX_ITEMS, limit};
use kernel::ports::index::{Attention, ListOrder, ListQuery};

/// Lists everything that needs a person, over all workflows: most blocking first, then longest waiting. The first page
/// also has the cores in which memories of agents wait for approval; `memory_waiting` lists these.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InboxList {
    /// Only items of this workflow.
    pub workflow: Option<Id>,
    /// Also lists snoozed items.
    #[serde(default)]
    pub include_snoozed: bool,
    /// Page size, 1 to 200; default 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// Page of inbox items.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct InboxPage {
    /// The items.
    pub items: Vec<Item>,
    /// Cursor of the next page; absent on the last page.
    pub next_cursor: Option<String>,
    /// Total number of items.
    pub total: u64,
    /// Number of items by kind; kinds without items are left out.
    #[schemars(with = "BTreeMap<String, u32>")]
    pub counts: BTreeMap<ItemKind, u32>,
    /// Number of snoozed items.
    pub snoozed: u32,
    /// Cores in which memories of agents wait for approval, longest waiting first; only on the first page without
    /// `workflow`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memories: Vec<CoreWaiting>,
}

impl InboxPage {
    /// Returns the number of waiting things, including memories.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        let memories = self.memories.iter().map(|core| u64::from(core.count));
        self.total + memories.sum::<u64>()
    }
}

impl Operation for InboxList {
    type Output = InboxPage;
    const SPEC: Spec = spec!(Read "inbox_list" Access::ALL);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: InboxList, view: View) -> Fut<'static, Result<InboxPage>> {
    Box::pin(async move {
        let limit = limit(op.limit)?;
        let after = op.cursor.as_deref().map(Place::parse).transpose()?;
        let streams = match op.workflow {
            Some(workflow) => vec![workflow::stream(workflow)],
            None => needing(&view).await?,
        };
        let shown = if op.include_snoozed {
            Scope::SnoozedToo
        } else {
            Scope::Waiting
        };
        let mut items = Vec::new();
        for stream in streams {
            match view.state::<Workflow>(&stream).await {
                Ok((state, _)) => items.extend(state.items()),
                // The workflow may have been erased since the index was read.
                Err(error)
                    if op.workflow.is_none()
                        && matches!(error.code, Code::Gone | Code::NotFound) => {}
                Err(error) => return Err(error),
            }
        }
        let mut page = page(items, after.as_ref(), limit, view.now, shown);
        if op.workflow.is_none() && after.is_none() {
            page.memories = waiting(&view).await?;
        }
        Ok(page)
    })
}

async fn needing(view: &View) -> Result<Vec<StreamId>> {
    let mut query = ListQuery {
        kind: "workflow",
        attention: Attention::Needed,
        limit: MAX_ITEMS as usize,
        order: ListOrder::Id,
        ..ListQuery::default()
    };
    let mut streams = Vec::new();
    loop {
        let listed = view.services.index().list(&query).await?;
        streams.extend(listed.entries.into_iter().map(|entry| entry.stream));
        match listed.next_cursor {
            Some(cursor) => query.cursor = Some(cursor),
            None => return Ok(streams),
        }
    }
}

/// Selection of inbox items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Waiting,
    SnoozedToo,
}

fn page(
    mut items: Vec<Item>,
    after: Option<&Place>,
    limit: usize,
    now: Time,
    shown: Scope,
) -> InboxPage {
    let snoozed = items.iter().filter(|item| item.is_snoozed(now)).count();
    if shown == Scope::Waiting {
        items.retain(|item| !item.is_snoozed(now));
    }
    let mut counts = BTreeMap::new();
    for item in &items {
        *counts.entry(item.kind).or_insert(0) += 1;
    }
    let total = items.len() as u64;
    items.sort_by_cached_key(Place::of);
    if let Some(after) = after {
        items.retain(|item| Place::of(item) > *after);
    }
    let next_cursor = (items.len() > limit).then(|| Place::of(&items[limit - 1]).to_string());
    items.truncate(limit);
    InboxPage {
        items,
        next_cursor,
        total,
        counts,
        snoozed: u32::try_from(snoozed).unwrap_or(u32::MAX),
        memories: Vec::new(),
    }
}

/// Position of an item in the inbox; also its cursor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place(Reverse<u32>, Time, Id, String);

impl Place {
    fn of(item: &Item) -> Self {
        Self(
            Reverse(item.holds_up),
            item.since,
            item.workflow,
            item.item.clone(),
        )
    }

    fn parse(text: &str) -> Result<Self> {
        let mut parts = text.splitn(4, '~');
        let mut next = || parts.next();
        let place = (|| {
            Some(Self(
                Reverse(next()?.parse().ok()?),
                Time(next()?.parse().ok()?),
                next()?.parse().ok()?,
                next()?.to_owned(),
            ))
        })();
        place.ok_or_else(|| {
            Error::field(
                "/cursor",
                "not a cursor of this list: give the `next_cursor` of the page before, or none",
            )
        })
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(Reverse(holds_up), since, workflow, item) = self;
        write!(f, "{holds_up}~{}~{workflow}~{item}", since.0)
    }
}
