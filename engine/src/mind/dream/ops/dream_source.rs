//! `dream_source`. Internal: requires `Role::System`, so no API exposes it.

use kernel::prelude::*;
use kernel::view::aside;

use crate::mind::dream::gather::gather;
use crate::mind::dream::prompt::{Prompt, SYSTEM, ask};
use crate::session::window;
use crate::workspace::settings::Settings;

/// Returns the request to the language model that dreams for an agent.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DreamSource {
    /// Name of the agent.
    pub agent: String,
}

/// Request to a language model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DreamAsks")]
pub struct Asks {
    /// Name of the model. Empty if none is configured.
    pub model: String,
    /// System prompt.
    pub system: String,
    /// User prompt.
    pub prompt: String,
    /// Number of the version that it is based on; 0 without one.
    pub base: u32,
    /// Version of the last note in the prompt. Later notes wait.
    pub notes_until: Version,
}

impl Operation for DreamSource {
    type Output = Asks;
    const SPEC: Spec = spec!(Read "dream_source" Access::SYSTEM);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: DreamSource, view: View) -> Result<Asks> {
    let gathered = gather(&view, &op.agent, None).await?;
    let settings = Settings::for_view(&view).await?;
    let window = window::of_writer(&settings);
    let prompt = Prompt::of(&settings)?;
    let base = gathered.base;
    let (asked, notes) = aside(move || {
        let asked = ask(&prompt, &gathered.material, window);
        (asked, gathered.notes)
    })
    .await?;
    let last = asked.notes.checked_sub(1);
    Ok(Asks {
        prompt: asked.prompt,
        model: settings.generation_model,
        system: SYSTEM.into(),
        base,
        notes_until: last.map_or(0, |last| notes[last]),
    })
}
