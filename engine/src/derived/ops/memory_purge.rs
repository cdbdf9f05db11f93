//! `memory_purge`: erases memories for good.

use crate::crystal::one::get;
use crate::crystal::ops::existing;
use crate::crystal::state::Core;
use crate::crystal::{DEFAULT, stream};
use crate::derived::{self, Derived};
use kernel::ports::log::Erasing;
use kernel::prelude::*;
use kernel::view::Erase;

/// Erases a long-term memory for good, forgotten or not, also one that waits for a person: every form it ever had, in the log and in
/// the search. What it was taken from, such as a session, keeps it: purge that too. What was made of it,
/// such as a summary view's partition, is listed, and goes too with `cascade`. It cannot be undone: look
/// with `dry_run` first.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryPurge {
    /// Its id.
    pub id: String,
    /// The core it is or was in. Unless given it is looked for; one that was forgotten only in
    /// `default`.
    #[schemars(with = "Option<crate::crystal::ops::AnyCoreName>")]
    pub core: Option<String>,
    /// Erase what was made of it too.
    #[serde(default)]
    pub cascade: bool,
    /// Say what would be erased, and erase nothing.
    #[serde(default)]
    pub dry_run: bool,
}

/// What was erased, or would be.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MemoryPurged {
    /// The memory.
    pub id: String,
    /// The core it was in.
    pub core: String,
    /// The facts that held it.
    pub facts: Vec<Version>,
    /// What was made of it: it goes too with `cascade`, and stays without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived: Vec<Derived>,
    /// Whether they are erased; `erasing` says what that promises.
    pub erased: bool,
    /// What an erasure promises here: that no byte is left in the log's files, or that no row is, while
    /// files and backups of the database are its operator's.
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
    // Whatever waits to take its place says it too.
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
