//! `summary_run_get`.

use crate::summary_view::ops::{RunShown, read};
use kernel::prelude::*;

/// Returns the status of a run of a summary view. The last 50 runs of a view are stored.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SummaryRunGet {
    /// Id of the run, as returned by `summary_view_run`.
    pub run: String,
}

impl Operation for SummaryRunGet {
    type Output = RunShown;
    const SPEC: Spec = spec!(Read "summary_run_get" Access::ALL);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: SummaryRunGet, view: View) -> Fut<'static, Result<RunShown>> {
    Box::pin(async move {
        let missing = || Error::not_found(format!("Task {} not found", op.run));
        let (id, number) = op.run.rsplit_once('.').ok_or_else(missing)?;
        let number: u32 = number.parse().map_err(|_| missing())?;
        let state = read(&view, id).await.map_err(|error| match error.code {
            kernel::Code::NotFound => missing(),
            _ => error,
        })?;
        let run = state.runs.get(&number).ok_or_else(missing)?;
        Ok(RunShown::of(id, run))
    })
}
