//! `learning_get`: returns a learning.

use crate::learning::ops::LearningNow;
use crate::workflow::learning::LearningRef;
use crate::workflow::ops::read;
use kernel::prelude::*;

/// Returns a learning of a workflow with its whole text and its evidence.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LearningGet {
    /// Id of the workflow; optional if `learning` names it.
    pub workflow: Option<Id>,
    /// Name of the learning.
    pub learning: LearningRef,
}

impl Operation for LearningGet {
    type Output = LearningNow;
    const SPEC: Spec = spec!(Read "learning_get" Access::ALL);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: LearningGet, view: View) -> Result<LearningNow> {
    let workflow = read(&view, op.learning.workflow(op.workflow)?).await?;
    LearningNow::of(&workflow, op.learning.name)
}
