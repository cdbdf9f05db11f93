//! `core_sweep`: timed erasure in a core. Internal: requires `Role::System`, so no API exposes it.

use crate::crystal::state::Core;
use crate::workspace::erasing::erase_due;
use kernel::prelude::*;
use kernel::view::Erase;

/// Erases the expired memories of a core, and the forgotten and rejected ones that can no longer be restored.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoreSweep {
    /// Stream of the core.
    pub stream: StreamId,
}

/// Result of a sweep.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CoreSwept {
    /// Number of erased memories.
    pub erased: u64,
}

impl Operation for CoreSweep {
    type Output = CoreSwept;
    const SPEC: Spec = spec!(Write "core_sweep" Access::SYSTEM);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: CoreSweep, view: View) -> Result<CoreSwept> {
    let (state, _) = view.state::<Core>(&op.stream).await?;
    let mut facts: Vec<Version> = Vec::new();
    let mut erased = 0;
    for (_, versions) in state.memories_to_purge(view.now) {
        facts.extend(versions);
        erased += 1;
    }
    for versions in state.facts_to_erase(view.now) {
        facts.extend(versions);
        erased += 1;
    }
    if !facts.is_empty() {
        erase_due(&view, Erase::facts(op.stream, facts)).await?;
    }
    Ok(CoreSwept { erased })
}
