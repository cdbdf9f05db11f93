//! `memory_forgotten`.

use std::sync::Arc;

use crate::crystal::entry::Forgotten;
use crate::crystal::fold::ACTIVE;
use crate::crystal::ops::existing;
use crate::crystal::record::Crystal;
use crate::crystal::state::Core;
use crate::crystal::waiting::record_at;
use kernel::memory::Memory as _;
use kernel::page::{Page, Place, behind, limit};
use kernel::ports::index::ListQuery;
use kernel::prelude::*;

/// Maximum number of cores to read if none is given.
const CORES: usize = 200;

/// Lists the forgotten memories that `memory_restore` can still restore, latest erasure first: of one core, or of the
/// 200 cores written last.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryForgotten {
    /// Core they were in.
    #[schemars(with = "Option<crate::crystal::ops::AnyCoreName>")]
    pub core: Option<String>,
    /// Only the memory with this id.
    pub id: Option<String>,
    /// Page size, 1 to 200; 50 by default.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// Cursor of the next page.
    pub cursor: Option<String>,
}

/// A memory that was forgotten and is not erased yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ForgottenMemory {
    /// The memory as it was.
    pub memory: Crystal,
    /// Time at which it is erased for good.
    pub purge_at: Time,
}

impl Operation for MemoryForgotten {
    type Output = Page<ForgottenMemory>;
    const SPEC: Spec = spec!(Read "memory_forgotten" Access::PEOPLE).refuses(&["ambiguous"]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

/// A forgotten memory before its text is read.
type Gone = (StreamId, Arc<Forgotten>);

async fn run(op: MemoryForgotten, view: View) -> Result<Page<ForgottenMemory>> {
    let limit = limit(op.limit)?;
    let place = Place::of(op.cursor.as_deref())?;
    let mut all: Vec<(Place, Gone)> = Vec::new();
    for core in cores(&op, &view).await? {
        let (state, _) = view.state::<Core>(&core).await?;
        let wanted = state.forgotten.iter();
        let wanted = wanted.filter(|(id, _)| op.id.as_deref().is_none_or(|only| only == &***id));
        all.extend(wanted.map(|(id, gone)| {
            // Latest erasure first.
            let at = gone.purge_at.0.saturating_neg();
            let name = format!("{id} {}", core.id());
            (Place { at, name }, (core.clone(), gone.clone()))
        }));
    }
    let total = all.len();
    let (wanted, next_cursor) = behind(place.as_ref(), all, limit);
    let mut items = Vec::new();
    for (core, gone) in wanted {
        let Some(version) = gone.versions.last() else {
            continue;
        };
        // Memories erased in the meantime are left out.
        if let Some(memory) = record_at(&view, &core, *version).await? {
            let purge_at = gone.purge_at;
            items.push(ForgottenMemory { memory, purge_at });
        }
    }
    Ok(Page {
        items,
        next_cursor,
        total: Some(total as u64),
    })
}

/// Returns the cores to read.
async fn cores(op: &MemoryForgotten, view: &View) -> Result<Vec<StreamId>> {
    if let Some(core) = &op.core {
        return Ok(vec![existing("/core", core)?]);
    }
    let query = ListQuery {
        kind: Core::KIND,
        status: Some(ACTIVE.into()),
        limit: CORES,
        ..ListQuery::default()
    };
    let page = view
        .list(query, |entry| Ok(Some(entry.stream.clone())))
        .await?;
    Ok(page.items)
}
