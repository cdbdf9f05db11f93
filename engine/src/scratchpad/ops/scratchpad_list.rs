//! `scratchpad_list`: lists scratchpads by owner.

use crate::scratchpad::address::{Scope, check_owner};
use crate::scratchpad::confine;
use crate::scratchpad::find::OwnerSummary;
use crate::scratchpad::ops::read;
use kernel::access::reader_name;
use kernel::memory::DELETED;
use kernel::page::{Page, limit};
use kernel::ports::index::{Entry, ListOrder, ListQuery};
use kernel::prelude::*;

/// Lists scratchpads by owner: all that the caller may read, those of a scope, or those of one owner.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScratchpadList {
    /// Only scratchpads of this scope: `thread`, `resource` or `global`.
    pub scope: Option<Scope>,
    /// Only scratchpads of this owner, including deleted ones that are not erased yet. Requires `scope`.
    #[schemars(with = "Option<crate::scratchpad::address::OwnerName>")]
    pub owner: Option<String>,
    /// Only owners with a scratchpad whose name or text matches these words.
    pub query: Option<String>,
    /// `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes between pages.
    pub order: Option<ListOrder>,
    /// Number of owners per page, 1 to 200. Default: 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// The `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

impl Operation for ScratchpadList {
    type Output = Page<OwnerSummary>;
    const SPEC: Spec = spec!(Read "scratchpad_list" Access::ALL).with(&[Trait::Confined]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));

    fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> Result<()> {
        match self.owner {
            Some(_) => {
                let scope = self.scope.unwrap_or_default();
                confine::pad(tenant, scope, &mut self.owner, Self::SPEC.effect)
            }
            None => Ok(()),
        }
    }
}

async fn run(op: ScratchpadList, view: View) -> Result<Page<OwnerSummary>> {
    let limit = limit(op.limit)?;
    if let Some(owner) = &op.owner {
        if op.query.is_some() {
            let detail = "give either `owner` or `query`";
            return Err(Error::field("/query", detail));
        }
        let scope = op.scope.unwrap_or_default();
        return of_owner(&view, scope, owner).await;
    }
    let query = ListQuery {
        kind: "scratchpad",
        status: op.scope.map(|scope| scope.name().to_owned()),
        query: op.query.filter(|words| !words.trim().is_empty()),
        reader: reader_name(view.actor()?).map(ToOwned::to_owned),
        beyond: Some(view.now),
        order: op.order.unwrap_or_default(),
        cursor: op.cursor,
        limit,
        ..ListQuery::default()
    };
    let shown = |entry: &Entry| {
        // Owners without remaining scratchpads are skipped.
        if entry.status == DELETED {
            return Ok(None);
        }
        let mut summary: OwnerSummary = entry.parse_row()?;
        // Lists show existing scratchpads; deleted ones are returned only for a single owner.
        summary.deleted.clear();
        Ok(Some(summary))
    };
    let page = view.list(query, shown).await?;
    Ok(Page {
        total: page.total.filter(|_| op.scope.is_some()),
        ..page
    })
}

async fn of_owner(view: &View, scope: Scope, owner: &str) -> Result<Page<OwnerSummary>> {
    let owner = check_owner(scope, Some(owner))?;
    let (state, version) = read(view, scope, &owner).await?;
    let is_there = version > 0 && !(state.pads.is_empty() && state.deleted.is_empty());
    let items: Vec<_> = is_there
        .then(|| state.summary(&owner))
        .into_iter()
        .collect();
    Ok(Page {
        total: Some(items.len() as u64),
        items,
        next_cursor: None,
    })
}
