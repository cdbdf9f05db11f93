//! `summary_view_restore`.

use crate::summary_view::facts::ViewRestored;
use crate::summary_view::ops::ViewShown;
use crate::summary_view::{Definition, SummaryView, stream};
use kernel::prelude::*;

/// Restores a deleted summary view with its partitions, unless it is erased already.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SummaryViewRestore {
    /// Id of the view.
    pub view: String,
}

impl Operation for SummaryViewRestore {
    type Output = ViewShown;
    const SPEC: Spec =
        spec!(Write "summary_view_restore" Access::PEOPLE).refuses(&["not_deleted", "too_late"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &SummaryViewRestore, tx: &mut Tx) -> Result<ViewShown> {
    let draft = tx.draft::<SummaryView>(&stream(&op.view))?;
    match draft.purge_at {
        Some(purge_at) if purge_at <= draft.cx.now => {
            let detail = format!("It could be brought back until {purge_at} and is being erased.");
            return Err(Error::conflict("too_late", detail));
        }
        None if draft.definition.is_some() => {
            let detail = "The summary view is not deleted: there is nothing to bring back.";
            return Err(Error::conflict("not_deleted", detail));
        }
        Some(_) => draft.record(ViewRestored {}),
        // If there is none, reading the definition returns the error.
        None => {}
    }
    Ok(ViewShown {
        definition: Definition::clone(draft.definition(&op.view)?),
        id: op.view.clone(),
    })
}
