//! `memory_get`.

use crate::crystal::one::get;
use crate::crystal::record::Crystal;
use crate::crystal::said::Said;
use crate::crystal::trail::{Trail, trail};
use crate::crystal::{Core, stream};
use kernel::prelude::*;
use kernel::tx::Loaded;

/// Looks at one long-term memory. That is no recall: nothing is counted.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryGet {
    /// Its id.
    pub id: String,
    /// The core it is in; the one that has it unless given. Needed where several have one of that id.
    pub core: Option<String>,
    /// Tell also where it is from: who wrote and changed it, what it stands for, what stands for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trail: bool,
}

/// The memory.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Got {
    /// The memory.
    pub memory: Crystal,
    /// Where it is from, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trail: Option<Trail>,
}

impl Operation for MemoryGet {
    type Output = Got;
    const SPEC: Spec = spec!(Read "memory_get" Access::ALL)
        .refuses(&["ambiguous"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));

    fn confine(&mut self, _tenant: &kernel::tenant::Tenant) -> Result<()> {
        if self.trail {
            return Err(Error::forbidden(
                "`trail` names memories of others: it is not available to a token that is bound to a user or a \
                 namespace.",
            ));
        }
        // The search that finds it is confined.
        Ok(())
    }
}

async fn run(op: MemoryGet, view: View) -> Result<Got> {
    let memory = get(&view, &op.id, op.core.as_deref()).await?;
    let core = stream(&memory.core);
    let Loaded { state, version } = view.services.state(&core).await?;
    let mut told = None;
    if let Ok(state) = state.downcast::<Core>() {
        let kept = state.crystals.get(memory.id.as_str());
        // The index may be a moment behind: what it has is of this version if the core says the same.
        if kept.is_some_and(|kept| kept.said == Said::of(&memory)) {
            view.touch(&core, version);
        }
        if op.trail {
            told = Some(trail(&view, &core, &state, &memory).await?);
        }
    }
    Ok(Got {
        memory,
        trail: told,
    })
}
