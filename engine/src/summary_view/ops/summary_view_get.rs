//! `summary_view_get`.

use crate::summary_view::Definition;
use crate::summary_view::ops::{ViewShown, read};
use kernel::prelude::*;

/// Returns a summary view with the definition of its groups and memories.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SummaryViewGet {
    /// Id of the view.
    pub view: String,
}

impl Operation for SummaryViewGet {
    type Output = ViewShown;
    const SPEC: Spec = spec!(Read "summary_view_get" Access::ALL).with(&[Trait::OfOneThing]);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: SummaryViewGet, view: View) -> Fut<'static, Result<ViewShown>> {
    Box::pin(async move {
        let state = read(&view, &op.view).await?;
        let definition = Definition::clone(state.definition(&op.view)?);
        Ok(ViewShown {
            id: op.view,
            definition,
        })
    })
}
