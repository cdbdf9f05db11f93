//! `dream_list`.

use kernel::prelude::*;

use crate::jobs::{Job, JobKind};
use crate::mind::ops::read;
use crate::mind::report::DreamRow;
use crate::mind::rules::whose;
use crate::mind::state::Asked;
use kernel::page;

/// Lists the last dreams of a mind, the newest first: what each read, did and changed, what the guards measured, and
/// why one was refused or failed; and the dream that is wanted or being dreamt.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DreamList {
    /// The agent whose mind it is; your own unless given.
    pub agent: Option<String>,
    /// How many, 1 to 200; 50 unless given.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
}

/// The dreams.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DreamsListed")]
pub struct Dreams {
    /// The dreams, the newest first.
    pub items: Vec<DreamRow>,
    /// The one that is wanted or being dreamt.
    pub asked: Option<Asked>,
    /// How it is with the work on it, once that was begun.
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
