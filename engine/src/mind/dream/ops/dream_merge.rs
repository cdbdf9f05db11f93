//! `dream_merge`: no door offers it, because nobody can be given the role that it asks for.

use kernel::prelude::*;

use crate::crystal::lasting::Lasting;
use crate::crystal::merge::merge;
use crate::crystal::of_mind;
use crate::crystal::one::{Current, current};
use crate::jobs::JobKind;
use crate::mind::rules::open;

/// Makes one of two memories of a mind that say nearly the same. The other is archived with a link to it, and
/// `memory_unmerge` takes it out again. Nothing is done where the other one lasts longer or is of another event.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DreamMerge {
    /// Whose mind.
    pub agent: String,
    /// The lease of the dream.
    pub lease: Option<Version>,
    /// The memory that stays.
    pub keep: String,
    /// The other one.
    pub other: String,
    /// Both, once they are found.
    #[serde(skip)]
    pub found: Option<Box<(Current, Current)>>,
}

/// The memory that stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DreamMerged")]
pub struct Merged {
    /// Its id.
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
