//! `mind_diff`.

use kernel::prelude::*;
use kernel::view::aside;

use crate::mind::ops::{read, version};
use crate::mind::rules::{no_document, whose};
use crate::mind::state::VersionRow;
use crate::workflow::diff::{self, Hunk};

/// Compares two versions of a mind's document, line by line.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindDiff {
    /// Name of the agent. Default: yourself.
    pub agent: Option<String>,
    /// Number of the first version, as `mind_get` lists it.
    #[schemars(range(min = 1))]
    pub from: u32,
    /// Number of the second version. Default: the current document.
    #[schemars(range(min = 1))]
    pub to: Option<u32>,
}

/// Difference between two versions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MindDiffed {
    /// Name of the agent.
    pub agent: String,
    /// First version.
    pub from: VersionRow,
    /// Second version.
    pub to: VersionRow,
    /// Number of added lines.
    pub added: u32,
    /// Number of removed lines.
    pub removed: u32,
    /// Differences.
    pub hunks: Vec<Hunk>,
}

impl Operation for MindDiff {
    type Output = MindDiffed;
    const SPEC: Spec = spec!(Read "mind_diff" Access::ALL);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: MindDiff, view: View) -> Result<MindDiffed> {
    let agent = whose(view.actor()?, op.agent.as_deref())?;
    let (mind, _) = read(&view, &agent).await?;
    let now = mind.document.as_deref().cloned();
    let now = now.ok_or_else(|| no_document(&agent))?;
    let (from, old) = version(&view, &agent, &mind, ("/from", op.from)).await?;
    let (to, new) = match op.to {
        Some(to) => version(&view, &agent, &mind, ("/to", to)).await?,
        None => (now.row, now.text),
    };
    let compared = aside(move || diff::lines(&old, &new)).await?;
    Ok(MindDiffed {
        agent,
        from,
        to,
        added: compared.added,
        removed: compared.removed,
        hunks: compared.hunks,
    })
}
