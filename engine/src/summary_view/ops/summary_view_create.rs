//! `summary_view_create`.

use crate::summary_view::facts::ViewCreated;
use crate::summary_view::ops::ViewShown;
use crate::summary_view::{Definition, SummaryView, stream};
use kernel::prelude::*;

/// Creates a summary view: the long-term memories that its creator may read, grouped by some of their fields, with one
/// summary per group. Partitions are written on request (`summary_view_run`), and every hour if the view is
/// `continuous`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SummaryViewCreate {
    /// Definition of its groups and memories.
    pub definition: Definition,
}

impl Operation for SummaryViewCreate {
    type Output = ViewShown;
    const SPEC: Spec = spec!(Write "summary_view_create" Access::VOICES);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &SummaryViewCreate, tx: &mut Tx) -> Result<ViewShown> {
    op.definition.check()?;
    let id = tx.cx.id.to_string();
    let draft = tx.draft::<SummaryView>(&stream(&id))?;
    draft.record(ViewCreated {
        id: id.as_str().into(),
        definition: op.definition.clone(),
    });
    Ok(ViewShown {
        id,
        definition: op.definition.clone(),
    })
}
