//! `mind_context`.

use kernel::prelude::*;
use kernel::view::aside;

use crate::mind::budget::Budget;
use crate::mind::current::{lines, overlay};
use crate::mind::inject::inject_text;
use crate::mind::ops::read_or_begin;
use crate::mind::rules::whose;
use crate::session::window;
use crate::workspace::settings::Settings;

/// Maximum length of a model's name, in bytes.
const MODEL_BYTES: usize = 256;

/// Returns the text that an agent reads of its mind at the start of a session: the document, and below it the notes
/// that no dream has processed yet. The document and the notes each have the budget of the model. The least weighted
/// sections and the oldest, least important notes are cut first; `memory_search` finds them.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindContext {
    /// Name of the agent. Default: yourself.
    pub agent: Option<String>,
    /// Model that reads the text. Its context window sets the budget. Default: 8,000 characters.
    #[schemars(length(min = 1, max = MODEL_BYTES), regex(pattern = r"\S"))]
    pub model: Option<String>,
    /// Context window in tokens. Overrides the model's.
    #[schemars(range(min = 1))]
    pub window: Option<u32>,
}

/// Text for an agent about its mind.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MindInjected {
    /// Name of the agent.
    pub agent: String,
    /// Text, ready for a prompt.
    pub text: String,
    /// Number of the document's version. Absent before the first.
    pub number: Option<u32>,
    /// Limit of the document, and separately of the notes.
    pub budget: Budget,
    /// Characters of the document in the text.
    pub document_chars: u32,
    /// Characters of the notes in the text, with their heading.
    pub note_chars: u32,
    /// Tokens of the text.
    pub tokens: u32,
    /// True if the document was cut.
    pub was_cut: bool,
    /// Number of notes in the text.
    pub notes_shown: u32,
    /// Number of waiting notes that are not in the text.
    pub notes_left_out: u32,
}

impl Operation for MindContext {
    type Output = MindInjected;
    const SPEC: Spec = spec!(Read "mind_context" Access::ALL);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: MindContext, view: View) -> Result<MindInjected> {
    let agent = whose(view.actor()?, op.agent.as_deref())?;
    let mind = read_or_begin(&view, &agent).await?;
    let budget = budget(&op, &view).await?;
    let number = mind.document.as_ref().map(|written| written.row.number);
    let levels = mind.mood.at(view.now);
    let open_work = lines(&view, &agent).await?;
    let (name, services) = (agent.clone(), view.services.clone());
    let shown = aside(move || {
        let text = overlay(&mind, &open_work);
        inject_text(&text, &mind, &name, budget, &levels, services.tokens())
    })
    .await?;
    Ok(MindInjected {
        agent,
        text: shown.text,
        number,
        budget,
        document_chars: shown.document_chars,
        note_chars: shown.note_chars,
        tokens: shown.tokens,
        was_cut: shown.was_cut,
        notes_shown: shown.notes_shown,
        notes_left_out: shown.notes_left_out,
    })
}

async fn budget(op: &MindContext, view: &View) -> Result<Budget> {
    if op.window == Some(0) {
        return Err(Error::field("/window", "expected at least 1 token"));
    }
    if let Some(window) = op.window {
        return Ok(Budget::of_window(window.into()));
    }
    let Some(model) = &op.model else {
        return Ok(Budget::default());
    };
    if model.trim().is_empty() || model.len() > MODEL_BYTES {
        let detail = format!("expected a model's name of at most {MODEL_BYTES} bytes");
        return Err(Error::field("/model", detail));
    }
    let settings = Settings::for_view(view).await?;
    let window = window::of_model(model, &settings).unwrap_or(window::DEFAULT_WINDOW);
    Ok(Budget::of_window(window.into()))
}
