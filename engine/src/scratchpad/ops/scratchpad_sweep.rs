//! `scratchpad_sweep`: erases deleted scratchpads after their restore period. Internal: requires `Role::System`, so no
//! API exposes it.

use kernel::prelude::*;
use std::ops::RangeInclusive;

use crate::scratchpad::find::name_of;
use crate::scratchpad::ops::PAGE;
use crate::scratchpad::state::{Pad, Scratchpads};
use crate::workspace::erasing::erase_due;
use kernel::view::Erase;

/// Erases an owner's deleted scratchpads that can no longer be restored.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScratchpadSweep {
    /// Stream of the owner's scratchpads.
    pub stream: StreamId,
}

/// Result of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Erased {
    /// Names of the erased scratchpads.
    pub names: Vec<String>,
}

impl Operation for ScratchpadSweep {
    type Output = Erased;
    const SPEC: Spec = spec!(Write "scratchpad_sweep" Access::SYSTEM);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: ScratchpadSweep, view: View) -> Fut<'static, Result<Erased>> {
    Box::pin(async move {
        let (state, _) = view.state::<Scratchpads>(&op.stream).await?;
        let mut names = Vec::new();
        for (deleted, pad) in &state.deleted {
            let deletion = pad.deleted.as_ref();
            if deletion.is_some_and(|deletion| deletion.purge_at <= view.now) {
                erase(&view, &op.stream, pad, *deleted).await?;
                names.push(pad.name.clone());
            }
        }
        Ok(Erased { names })
    })
}

/// Erases every fact of a scratchpad, from its first to its deletion. The stream stays: its owner may have other
/// scratchpads, and a new one of that name.
async fn erase(view: &View, stream: &StreamId, pad: &Pad, deleted: Version) -> Result<()> {
    let mut own = Vec::new();
    let mut after = pad.since.saturating_sub(1);
    while after < deleted {
        let facts = view.services.log().read(stream, after, PAGE).await?;
        let Some(last) = facts.last() else {
            break;
        };
        after = last.version;
        let facts = facts.iter().filter(|fact| fact.version <= deleted);
        let named = facts.filter(|fact| name_of(fact).as_deref() == Some(pad.name.as_str()));
        own.extend(named.map(|fact| fact.version));
    }
    let what = Erase::Facts(stream.clone(), runs(own.into_iter()));
    erase_due(view, what).await
}

/// Groups ascending versions into gapless ranges.
fn runs(versions: impl Iterator<Item = Version>) -> Vec<RangeInclusive<Version>> {
    let mut runs: Vec<RangeInclusive<Version>> = Vec::new();
    for version in versions {
        match runs.last_mut() {
            Some(run) if *run.end() + 1 == version => *run = *run.start()..=version,
            _ => runs.push(version..=version),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_erased_in_runs() {
        for (versions, expected) in [
            (vec![], vec![]),
            (vec![3], vec![3..=3]),
            (vec![1, 2, 3, 5, 7, 8], vec![1..=3, 5..=5, 7..=8]),
        ] {
            assert_eq!(runs(versions.into_iter()), expected);
        }
    }
}
