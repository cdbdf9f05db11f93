//! `memory_unmerge`.

use crate::crystal::merge::part;
use crate::crystal::one::{Current, current};
use crate::crystal::ops::WRITERS;
use crate::crystal::ops::memory_merge::Merged;
use crate::crystal::source::without_hidden_sources;
use kernel::prelude::*;

/// Restores a memory that was merged into another one.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryUnmerge {
    /// Id of the merged memory.
    pub id: String,
    /// Core that holds it; looked up by default.
    #[schemars(with = "Option<crate::crystal::ops::AnyCoreName>")]
    pub core: Option<String>,
    /// The memory and the one it was merged into, if that still exists, found before the decision.
    #[serde(skip)]
    pub found: Option<Box<(Current, Option<Current>)>>,
}

impl Operation for MemoryUnmerge {
    type Output = Merged;
    const SPEC: Spec = spec!(Write "memory_unmerge" WRITERS).refuses(&[
        "ambiguous",
        "changed",
        "frozen",
        "full",
        "merged",
        "message",
        "not_merged",
        "superseded",
        "switched_off",
    ]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);
}

async fn prepare(op: MemoryUnmerge, view: View) -> Result<MemoryUnmerge> {
    let one = current(&view, &op.id, op.core.as_deref()).await?;
    let winner = match one.record.merged_into.as_deref() {
        Some(id) => match current(&view, id, Some(one.stream.id())).await {
            Ok(winner) => Some(winner),
            Err(error) if error.code == Code::NotFound => None,
            Err(error) => return Err(error),
        },
        None => None,
    };
    let found = Some(Box::new((one, winner)));
    Ok(MemoryUnmerge { found, ..op })
}

fn decide(op: &MemoryUnmerge, tx: &mut Tx) -> Result<Merged> {
    let Some(found) = &op.found else {
        return Err(Error::internal("what to take out was not prepared"));
    };
    let (one, winner) = &**found;
    let now = tx.cx.now;
    let memory = part(tx, &one.stream, one, winner.as_ref())?;
    let memory = without_hidden_sources(tx, memory)?.standing(now);
    Ok(Merged { memory })
}
