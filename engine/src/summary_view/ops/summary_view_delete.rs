//! `summary_view_delete`.

use crate::summary_view::facts::ViewDeleted;
use crate::summary_view::{SummaryView, stream};
use crate::workspace::settings::Settings;
use kernel::access::may_read;
use kernel::memory::Memory as _;
use kernel::prelude::*;
use kernel::time::DAY;

/// Deletes a summary view with its partitions. A person can restore it for the number of days in the settings; then it
/// is erased.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SummaryViewDelete {
    /// Id of the view.
    pub view: String,
}

/// The deleted view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ViewGone {
    /// Id of the view.
    pub view: String,
    /// Erasure time, unless restored before.
    pub purge_at: Time,
}

impl Operation for SummaryViewDelete {
    type Output = ViewGone;
    const SPEC: Spec = spec!(Write "summary_view_delete" Access::VOICES)
        .with(&[Trait::MakesRoom, Trait::Destroys]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &SummaryViewDelete, tx: &mut Tx) -> Result<ViewGone> {
    let days = i64::from(Settings::of(tx)?.restore_days);
    let draft = open(tx, &op.view)?;
    let purge_at = draft.cx.now.plus(days * DAY);
    draft.record(ViewDeleted { purge_at });
    Ok(ViewGone {
        view: op.view.clone(),
        purge_at,
    })
}

/// Returns the draft of an existing view that the caller may read.
pub(super) fn open<'a>(tx: &'a mut Tx, id: &str) -> Result<&'a mut Draft<SummaryView>> {
    let draft = tx.draft::<SummaryView>(&stream(id))?;
    draft.definition(id)?;
    if !may_read(&draft.cx.actor, &draft.readers(draft.stream())) {
        return Err(Error::not_found(format!("Summary view {id} not found")));
    }
    Ok(draft)
}
