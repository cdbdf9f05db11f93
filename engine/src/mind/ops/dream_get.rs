//! `dream_get`.

use kernel::prelude::*;
use std::sync::Arc;

use crate::mind::ops::{read, text};
use crate::mind::report::DreamRow;
use crate::mind::rules::whose;
use crate::mind::state::Mind;
use crate::workflow::diff::{self, Hunk};
use kernel::view::aside;

/// Returns a dream: the document that it wrote, or the draft that a guard refused, and the difference to the version
/// that it is based on.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DreamGet {
    /// Name of the agent. Default: yourself.
    pub agent: Option<String>,
    /// The dream, as `dream_list` names it. Default: the last one.
    pub dream: Option<Version>,
}

/// A dream.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DreamShown {
    /// Summary of the dream.
    pub dream: DreamRow,
    /// Document that it is based on.
    pub before: Option<Arc<str>>,
    /// Document that it wrote, or the refused draft. Absent if the dream failed.
    pub after: Option<Arc<str>>,
    /// Number of added lines.
    pub added: u32,
    /// Number of removed lines.
    pub removed: u32,
    /// Differences.
    pub hunks: Vec<Hunk>,
}

impl Operation for DreamGet {
    type Output = DreamShown;
    const SPEC: Spec = spec!(Read "dream_get" Access::ALL);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: DreamGet, view: View) -> Result<DreamShown> {
    let agent = whose(view.actor()?, op.agent.as_deref())?;
    let (mind, _) = read(&view, &agent).await?;
    let named = |row: &&Arc<DreamRow>| op.dream.is_none_or(|dream| row.dream == dream);
    let Some(dream) = mind.dreams.iter().rev().find(named) else {
        return Err(Error::not_found(match op.dream {
            Some(dream) => format!("The mind of {agent} has no dream {dream}."),
            None => format!("The mind of {agent} has not dreamt yet."),
        }));
    };
    let dream = DreamRow::clone(dream);
    let after = text(&view, &agent, dream.dream).await?;
    let before = match dream.base {
        Some(base) => of_version(&view, &agent, &mind, base).await?,
        None => None,
    };
    let (old, new) = (before.clone().unwrap_or_default(), after.clone());
    let compared = aside(move || new.map(|new| diff::lines(&old, &new))).await?;
    let (added, removed, hunks) = compared.map_or_else(
        || (0, 0, Vec::new()),
        |compared| (compared.added, compared.removed, compared.hunks),
    );
    Ok(DreamShown {
        dream,
        before,
        after,
        added,
        removed,
        hunks,
    })
}

async fn of_version(
    view: &View,
    agent: &str,
    mind: &Mind,
    number: u32,
) -> Result<Option<Arc<str>>> {
    match mind.versions.get(&number) {
        Some(version) => text(view, agent, version.fact).await,
        None => Ok(None),
    }
}
