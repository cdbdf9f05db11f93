//! `dream_plan`: no door offers it, because nobody can be given the role that it asks for.

use kernel::prelude::*;
use kernel::view::aside;
use std::sync::Arc;

use crate::crystal::NewCrystal;
use crate::mind::dream::draft::to_remember;
use crate::mind::dream::gather::gather;
use crate::workspace::settings::Settings;

/// Reads what a dream must remember before its document can lead there: what matters of the agent's work, and what
/// falls out of the document and is no memory yet.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DreamPlan {
    /// Whose mind.
    pub agent: String,
    /// What a language model wrote; the built-in dreamer's own without.
    pub text: Option<Arc<str>>,
}

/// What is to be remembered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DreamPlanned")]
pub struct Planned {
    /// The memories.
    pub memories: Vec<NewCrystal>,
}

impl Operation for DreamPlan {
    type Output = Planned;
    const SPEC: Spec = spec!(Read "dream_plan" Access::SYSTEM);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: DreamPlan, view: View) -> Result<Planned> {
    if !Settings::seen_by(&view).await?.long_term_memory {
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
