//! `memory_restore`.

use crate::crystal::facts::{CrystalAdded, Event};
use crate::crystal::ops::existing;
use crate::crystal::record::Crystal;
use crate::crystal::state::Core;
use crate::crystal::{DEFAULT, stream};
use kernel::event::Event as _;
use kernel::prelude::*;

/// Restores a forgotten memory that is not erased yet.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryRestore {
    /// Id of the memory.
    pub id: String,
    /// Core it was in; `default` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::crystal::ops::AnyCoreName>")]
    pub core: Option<String>,
    /// The memory as it was, with the fact that holds it, found before the decision.
    #[serde(skip)]
    pub found: Option<(Version, Crystal)>,
}

/// The restored memory.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MemoryRestored {
    /// The memory.
    pub memory: Crystal,
}

impl Operation for MemoryRestore {
    type Output = MemoryRestored;
    const SPEC: Spec = spec!(Write "memory_restore" Access::PEOPLE).refuses(&[
        "ambiguous",
        "changed",
        "frozen",
        "full",
        "merged",
        "message",
        "superseded",
        "switched_off",
    ]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);
}

async fn prepare(op: MemoryRestore, view: View) -> Result<MemoryRestore> {
    let core = match &op.core {
        Some(core) => existing("/core", core)?,
        None => stream(DEFAULT),
    };
    let (state, _) = view.state::<Core>(&core).await?;
    let missing = || {
        Error::not_found(format!(
            "No memory {} was forgotten in {}, or it is erased.",
            op.id,
            core.id()
        ))
    };
    let gone = state.forgotten.get(op.id.as_str()).ok_or_else(missing)?;
    let version = gone.versions.last().copied().ok_or_else(missing)?;
    let fact = view
        .services
        .log()
        .read(&core, version.saturating_sub(1), 1)
        .await?
        .pop();
    let fact = fact.ok_or_else(missing)?;
    let record = match Event::read(&fact.kind, fact.schema, &fact.body) {
        Event::CrystalAdded(body) => body.record,
        Event::CrystalEdited(body) => body.record,
        _ => return Err(missing()),
    };
    let found = Some((version, record));
    Ok(MemoryRestore { found, ..op })
}

fn decide(op: &MemoryRestore, tx: &mut Tx) -> Result<MemoryRestored> {
    let Some((version, record)) = &op.found else {
        return Err(Error::internal("what to restore was not prepared"));
    };
    let draft = tx.draft::<Core>(&stream(&record.core))?;
    let gone = draft.forgotten.get(op.id.as_str());
    let Some(gone) = gone.filter(|gone| gone.versions.last() == Some(version)) else {
        return tx.reject_outdated(Error::conflict(
            "changed",
            "The memory was changed at the same moment; nothing was written. Try again.",
        ));
    };
    // Keeps its recalls.
    let memory = Crystal {
        last_accessed: gone.accessed,
        access_count: gone.recalls,
        ..record.clone()
    };
    draft.record(CrystalAdded {
        record: memory.clone(),
    });
    let memory = memory.standing(draft.cx.now);
    Ok(MemoryRestored { memory })
}
