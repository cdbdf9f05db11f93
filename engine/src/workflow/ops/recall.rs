//! Recall of entries for a task from the memory cores of its workflow.

use crate::crystal::filter::{Filters, Tag};
use crate::crystal::find::{Query, find};
use crate::crystal::rank::Boost;
use crate::crystal::scope::MemoryScope;
use crate::numbers::TaskNo;
use crate::workflow::context::{CoreEntry, Recalled};
use crate::workflow::state::Workflow;
use kernel::error::Result;
use kernel::view::View;

/// Maximum number of entries that are loaded; the budget decides how many are used.
const ENTRIES: usize = 20;

/// Returns entries in scope from the workflow's cores that the caller may read: first those that match the task's
/// title, then the newest; and the number of further ones.
///
/// # Errors
/// Returns `unavailable` if the index cannot be read.
pub async fn recall(
    view: &View,
    workflow: &Workflow,
    task: Option<TaskNo>,
    scope: &MemoryScope,
) -> Result<Recalled> {
    if workflow.memory_core_refs.is_empty() {
        return Ok(Recalled::default());
    }
    let mut entries: Vec<CoreEntry> = Vec::new();
    let mut total = 0;
    let task = task.and_then(|no| workflow.tasks.get(no));
    let words = task.map(|task| task.title.clone());
    for text in words.map(Some).into_iter().chain([None]) {
        let query = Query {
            text,
            filters: Filters {
                core: Some(Tag::any(workflow.memory_core_refs.iter().cloned())),
                scope: Some(scope.clone()),
                ..Filters::default()
            },
            distance: Some(1.0),
            boost: Boost::None,
            offset: 0,
            limit: ENTRIES,
        };
        let found = find(view, &query).await?;
        total = found.total.max(total);
        for hit in found.hits {
            let is_known = entries.iter().any(|entry| entry.id == hit.memory.id);
            if entries.len() < ENTRIES && !is_known {
                entries.push(CoreEntry::from(hit.memory));
            }
        }
    }
    let more = total.saturating_sub(entries.len() as u64);
    Ok(Recalled { entries, more })
}
