//! `dream_merge`. Internal: requires `Role::System`, so no API exposes it.

use kernel::prelude::*;

use crate::crystal::lasting::Lasting;
use crate::crystal::merge::merge;
use crate::crystal::of_mind;
use crate::crystal::one::{Current, current};
use crate::jobs::JobKind;
use crate::mind::rules::open;

/// Merges two memories of a mind that say nearly the same. The other one is archived with a link to the kept one, and
/// `memory_unmerge` reverses it. Does nothing if the other one lasts longer or has another event date.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DreamMerge {
    /// Name of the agent.
    pub agent: String,
    /// Lease of the dream.
    pub lease: Option<Version>,
    /// Id of the memory to keep.
    pub keep: String,
    /// Id of the memory to archive.
    pub other: String,
    /// Both memories, loaded before the decision.
    #[serde(skip)]
    pub found: Option<Box<(Current, Current)>>,
}

/// The memory that was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DreamMerged")]
pub struct Merged {
    /// Id of the memory.
    pub id: String,
}

impl Operation for DreamMerge {
    type Output = Merged;
    const SPEC: Spec = spec!(Write "dream_merge" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);
}

async fn prepare(op: DreamMerge, view: View) -> Result<DreamMerge> {
    let core = of_mind(&op.agent);
    let keep = current(&view, &op.keep, Some(core.id())).await?;
    let other = current(&view, &op.other, Some(core.id())).await?;
    let found = Some(Box::new((keep, other)));
    Ok(DreamMerge { found, ..op })
}

fn decide(op: &DreamMerge, tx: &mut Tx) -> Result<Merged> {
    let mind = open(tx, &op.agent)?;
    mind.jobs.check(JobKind::Dream, op.lease)?;
    let Some((keep, other)) = op.found.as_deref() else {
        return Err(Error::internal("the memories to merge were not looked for"));
    };
    let (one, two) = (&keep.record, &other.record);
    if one.event_date != two.event_date || !Lasting::of(one).covers(&Lasting::of(two)) {
        return Ok(Merged { id: one.id.clone() });
    }
    let kept = merge(tx, &of_mind(&op.agent), keep, std::slice::from_ref(other))?;
    Ok(Merged { id: kept.id })
}
