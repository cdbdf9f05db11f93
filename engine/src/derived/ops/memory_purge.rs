//! `memory_purge`: erases a memory permanently.

use crate::crystal::one::get;
use crate::crystal::ops::existing;
use crate::crystal::state::Core;
use crate::crystal::{DEFAULT, stream};
use crate::derived::{self, Derived};
use kernel::ports::log::Erasing;
use kernel::prelude::*;
use kernel::view::Erase;

/// Erases a long-term memory permanently, including forgotten ones and those that wait for approval: every version of
/// it, in the log and in the search index. Its source, such as a session, keeps the content: purge that too. Derived
/// data, such as a partition of a summary view, is listed, and erased too with `cascade`. This cannot be undone:
/// preview with `dry_run` first.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryPurge {
    /// Id of the memory.
    pub id: String,
    /// The core that holds or held it. Default: it is searched for; a forgotten memory only in `default`.
    #[schemars(with = "Option<crate::crystal::ops::AnyCoreName>")]
    pub core: Option<String>,
    /// Also erase derived data. Default: false.
    #[serde(default)]
    pub cascade: bool,
    /// Only report, without erasing. Default: false.
    #[serde(default)]
    pub dry_run: bool,
}

/// Result of an erasure.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MemoryPurged {
    /// Id of the memory.
    pub id: String,
    /// The core that held it.
    pub core: String,
    /// The facts that held it.
    pub facts: Vec<Version>,
    /// Derived data, erased only with `cascade`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived: Vec<Derived>,
    /// True if they are erased; see `erasing` for the guarantee.
    pub erased: bool,
    /// Guarantee of an erasure here: no byte is left in the log's files, or no row is, while files and backups of the
    /// database are up to its operator.
    #[serde(default)]
    pub erasing: Erasing,
}

impl Operation for MemoryPurge {
    type Output = MemoryPurged;
    const SPEC: Spec =
        spec!(Write "memory_purge" Access::PEOPLE).with(&[Trait::MakesRoom, Trait::Destroys]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: MemoryPurge, view: View) -> Result<MemoryPurged> {
    let core = match &op.core {
        Some(core) => existing("/core", core)?,
        None => match get(&view, &op.id, None).await {
            Ok(memory) => stream(&memory.core),
            Err(error) if error.code == Code::NotFound => stream(DEFAULT),
            Err(error) => return Err(error),
        },
    };
    let (state, _) = view.state::<Core>(&core).await?;
    let kept = state
        .crystals
        .get(op.id.as_str())
        .map(|kept| kept.versions.clone());
    let gone = state
        .forgotten
        .get(op.id.as_str())
        .map(|gone| gone.versions.clone());
    let waiting = state.proposals.get(op.id.as_str());
    let waiting = waiting.map(|one| one.versions.clone());
    // A pending replacement has the content too.
    let all = [kept.or(gone), waiting].into_iter().flatten();
    let facts = all
        .reduce(|one, other| [one, other].concat())
        .ok_or_else(|| {
            Error::not_found(format!(
                "There is no memory {} in {} that could be erased.",
                op.id,
                core.id()
            ))
        })?;
    let erased = vec![Erase::facts(core.clone(), facts.iter().copied())];
    let derived = derived::erase(&view, erased, op.cascade, op.dry_run).await?;
    Ok(MemoryPurged {
        id: op.id,
        core: core.id().into(),
        facts,
        derived,
        erased: !op.dry_run,
        erasing: view.services.log().erases(),
    })
}
