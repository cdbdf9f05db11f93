//! `mind_version_get`.

use std::sync::Arc;

use kernel::prelude::*;

use crate::mind::ops::{read, version};
use crate::mind::rules::whose;
use crate::mind::state::VersionRow;

/// Gives one version of a mind's document, as it was written.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindVersionGet {
    /// The agent whose mind it is; your own unless given.
    pub agent: Option<String>,
    /// The version's number, from 1, as `mind_get` lists it.
    #[schemars(range(min = 1))]
    pub number: u32,
}

/// A version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VersionShown {
    /// Whose mind.
    pub agent: String,
    /// What is known of it.
    #[serde(flatten)]
    pub row: VersionRow,
    /// The whole text.
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
