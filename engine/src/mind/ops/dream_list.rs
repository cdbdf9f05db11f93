//! `dream_list`.

use kernel::prelude::*;

use crate::jobs::{Job, JobKind};
use crate::mind::ops::read;
use crate::mind::report::DreamRow;
use crate::mind::rules::whose;
use crate::mind::state::Asked;
use kernel::page;

/// Lists the last dreams of a mind, newest first: what each read and changed, the results of the guards, and the reason
/// if it was refused or failed. Also returns the dream that is requested or running.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DreamList {
    /// Name of the agent. Default: yourself.
    pub agent: Option<String>,
    /// Maximum number of dreams, 1 to 200. Default: 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
}

/// Dreams of a mind.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DreamsListed")]
pub struct Dreams {
    /// The dreams, newest first. A mind keeps its last 50.
    pub items: Vec<DreamRow>,
    /// Dream that is requested or running.
    pub asked: Option<Asked>,
    /// Job of that dream, once it was claimed.
    pub job: Option<Job>,
}

impl Operation for DreamList {
    type Output = Dreams;
    const SPEC: Spec = spec!(Read "dream_list" Access::ALL);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: DreamList, view: View) -> Result<Dreams> {
    let agent = whose(view.actor()?, op.agent.as_deref())?;
    let (mind, _) = read(&view, &agent).await?;
    let limit = page::limit(op.limit)?;
    let newest = mind.dreams.iter().rev().take(limit);
    Ok(Dreams {
        items: newest.map(|dream| DreamRow::clone(dream)).collect(),
        asked: mind.asked.clone(),
        job: mind.jobs.get(JobKind::Dream).cloned(),
    })
}
