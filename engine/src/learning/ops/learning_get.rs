//! `learning_get`.

use crate::learning::ops::LearningNow;
use crate::workflow::learning::LearningRef;
use crate::workflow::ops::read;
use kernel::prelude::*;

/// One learning of a workflow, with all of its text and what it rests on.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LearningGet {
    /// The workflow; may be left out when `learning` names it.
    pub workflow: Option<Id>,
    /// The learning.
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
