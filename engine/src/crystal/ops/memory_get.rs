//! `memory_get`.

use crate::crystal::one::get;
use crate::crystal::record::Crystal;
use crate::crystal::said::Said;
use crate::crystal::trail::{Trail, trail};
use crate::crystal::{Core, stream};
use kernel::prelude::*;
use kernel::tx::Loaded;

/// Returns one long-term memory. Does not count as a recall.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryGet {
    /// Id of the memory.
    pub id: String,
    /// Core that holds it; looked up by default. Required if several cores have this id.
    pub core: Option<String>,
    /// Also return its lineage: authors, changes, and the memories that it replaced or that replaced it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trail: bool,
}

/// The memory.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Got {
    /// The memory.
    pub memory: Crystal,
    /// Lineage, if requested.
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
        // The index may lag behind the core: its entry is of this version if the content is the same.
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
