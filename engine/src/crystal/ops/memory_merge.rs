//! `memory_merge`.

use crate::crystal::merge::merge;
use crate::crystal::one::{Current, current};
use crate::crystal::ops::WRITERS;
use crate::crystal::record::Crystal;
use crate::crystal::source::without_hidden_sources;
use kernel::prelude::*;

/// Maximum number of memories to merge per call.
const MAX_MEMORIES: usize = 100;

/// Merges memories of a core that say the same: `keep` stays as it is, the others are archived with a link to it.
/// `memory_unmerge` restores one.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryMerge {
    /// Id of the memory to keep.
    pub keep: String,
    /// Ids of the memories to archive, 1 to 100.
    #[schemars(length(min = 1, max = MAX_MEMORIES))]
    pub others: Vec<String>,
    /// Core that holds them; the core of `keep` by default.
    #[schemars(with = "Option<crate::crystal::ops::AnyCoreName>")]
    pub core: Option<String>,
    /// The memory to keep and the others, found before the decision.
    #[serde(skip)]
    pub found: Option<Box<(Current, Vec<Current>)>>,
}

/// The resulting memory.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Merged {
    /// The memory.
    pub memory: Crystal,
}

impl Operation for MemoryMerge {
    type Output = Merged;
    const SPEC: Spec = spec!(Write "memory_merge" WRITERS).refuses(&[
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

async fn prepare(op: MemoryMerge, view: View) -> Result<MemoryMerge> {
    if !(1..=MAX_MEMORIES).contains(&op.others.len()) {
        return Err(Error::field(
            "/others",
            format!("expected 1 to {MAX_MEMORIES} ids"),
        ));
    }
    let keep = current(&view, &op.keep, op.core.as_deref()).await?;
    let mut others = Vec::with_capacity(op.others.len());
    for (at, id) in op.others.iter().enumerate() {
        if op.others[..at].contains(id) {
            continue;
        }
        others.push(current(&view, id, Some(keep.stream.id())).await?);
    }
    let found = Some(Box::new((keep, others)));
    Ok(MemoryMerge { found, ..op })
}

fn decide(op: &MemoryMerge, tx: &mut Tx) -> Result<Merged> {
    let Some(found) = &op.found else {
        return Err(Error::internal("a merge was not prepared"));
    };
    let (keep, others) = &**found;
    let now = tx.cx.now;
    let memory = merge(tx, &keep.stream, keep, others)?;
    let memory = without_hidden_sources(tx, memory)?.standing(now);
    Ok(Merged { memory })
}
