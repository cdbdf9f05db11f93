//! `summary_view_run`.

use crate::summary_view::facts::ViewRunAsked;
use crate::summary_view::ops::RunShown;
use crate::summary_view::ops::summary_view_delete::open;
use kernel::prelude::*;

/// Requests all partitions of a summary view. Loci writes them in the background; `summary_run_get` returns the status.
/// While a run with the same `force` waits, returns that run.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SummaryViewRun {
    /// Id of the view.
    pub view: String,
    /// Also write partitions whose memories have not changed.
    #[serde(default)]
    pub force: bool,
}

impl Operation for SummaryViewRun {
    type Output = RunShown;
    const SPEC: Spec = spec!(Write "summary_view_run" Access::VOICES);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &SummaryViewRun, tx: &mut Tx) -> Result<RunShown> {
    let draft = open(tx, &op.view)?;
    let number = if let Some(run) = draft.pending(op.force) {
        run.run
    } else {
        let run = draft
            .runs
            .get_max()
            .map_or(1, |(last, _)| last.saturating_add(1));
        draft.record(ViewRunAsked {
            run,
            force: op.force,
        });
        run
    };
    let run = draft.runs.get(&number);
    run.map(|run| RunShown::of(&op.view, run))
        .ok_or_else(|| Error::internal("the run that was asked for is not there"))
}
