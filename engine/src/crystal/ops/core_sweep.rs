//! `core_sweep`: what Loci does by itself in a core when a time has come. No door offers it, because
//! nobody can be given the role that it asks for.

use crate::crystal::state::Core;
use crate::workspace::erasing::erase_due;
use kernel::prelude::*;
use kernel::view::Erase;

/// Erases the memories of a core whose time has run out, and those that were forgotten or refused and whose
/// time to be restored has passed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoreSweep {
    /// The core's stream.
    pub stream: StreamId,
}

/// What was erased.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CoreSwept {
    /// How many memories.
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
    for (_, versions) in state.overdue(view.now) {
        facts.extend(versions);
        erased += 1;
    }
    for versions in state.ended(view.now) {
        facts.extend(versions);
        erased += 1;
    }
    if !facts.is_empty() {
        erase_due(&view, Erase::facts(op.stream, facts)).await?;
    }
    Ok(CoreSwept { erased })
}
