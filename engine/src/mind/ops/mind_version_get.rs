//! `mind_version_get`.

use std::sync::Arc;

use kernel::prelude::*;

use crate::mind::ops::{read, version};
use crate::mind::rules::whose;
use crate::mind::state::VersionRow;

/// Returns one version of a mind's document.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindVersionGet {
    /// Name of the agent. Default: yourself.
    pub agent: Option<String>,
    /// Number of the version, from 1, as `mind_get` lists it.
    #[schemars(range(min = 1))]
    pub number: u32,
}

/// A version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VersionShown {
    /// Name of the agent.
    pub agent: String,
    /// Metadata of the version.
    #[serde(flatten)]
    pub row: VersionRow,
    /// Whole text.
    pub text: Arc<str>,
}

impl Operation for MindVersionGet {
    type Output = VersionShown;
    const SPEC: Spec = spec!(Read "mind_version_get" Access::ALL);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: MindVersionGet, view: View) -> Result<VersionShown> {
    let agent = whose(view.actor()?, op.agent.as_deref())?;
    let (mind, _) = read(&view, &agent).await?;
    let (row, text) = version(&view, &agent, &mind, ("/number", op.number)).await?;
    Ok(VersionShown { agent, row, text })
}
