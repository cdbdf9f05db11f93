//! `dream_plan`. Internal: requires `Role::System`, so no API exposes it.

use kernel::prelude::*;
use kernel::view::aside;
use std::sync::Arc;

use crate::crystal::NewCrystal;
use crate::mind::dream::draft::to_remember;
use crate::mind::dream::gather::gather;
use crate::workspace::settings::Settings;

/// Returns the memories that must be stored before a dream's document can point to them: important results of the
/// agent's work, and lines that fall out of the document and are not memories yet.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DreamPlan {
    /// Name of the agent.
    pub agent: String,
    /// Text by a language model. Default: the built-in dreamer's draft.
    pub text: Option<Arc<str>>,
}

/// Memories to store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DreamPlanned")]
pub struct Planned {
    /// The memories. Empty if long-term memory is off.
    pub memories: Vec<NewCrystal>,
}

impl Operation for DreamPlan {
    type Output = Planned;
    const SPEC: Spec = spec!(Read "dream_plan" Access::SYSTEM);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: DreamPlan, view: View) -> Result<Planned> {
    if !Settings::for_view(&view).await?.long_term_memory {
        return Ok(Planned {
            memories: Vec::new(),
        });
    }
    let gathered = gather(&view, &op.agent, None).await?;
    let services = view.services.clone();
    let memories =
        aside(move || to_remember(&gathered.material, op.text.as_deref(), services.tokens()));
    Ok(Planned {
        memories: memories.await?,
    })
}
