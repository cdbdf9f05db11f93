//! Builds the request to a summary writer for a session: the messages to fold, and the token limits of the summary.

use std::fmt::Write as _;

use crate::session::media::with_placeholders;
use crate::session::message::Message;
use crate::session::overflow::Fold;
use crate::session::state::Session;
use crate::session::window;
use crate::summary::{Line, Prompt, Request, bounds};
use crate::workspace::settings::Settings;
use kernel::error::Result;

/// Maximum size of a summary relative to the content it replaces, in percent.
const SHORTER: u64 = 90;
/// Maximum characters of one message in a request: no summary includes more of it.
const SHOWN: usize = 24_000;
/// Maximum characters of an author's name.
const NAME: usize = 40;

/// Builds the request for the summary of a fold.
///
/// # Errors
/// Returns an error if the workspace's own prompt is invalid.
pub fn request(session: &Session, fold: &Fold, settings: &Settings) -> Result<Request> {
    let prompt = match settings.summarization_prompt.as_str() {
        "" => Prompt::default(),
        own => Prompt::read(own, "/summarization_prompt")?,
    };
    let source = u32::try_from(fold.tokens * SHORTER / 100).unwrap_or(u32::MAX);
    let room = u32::try_from(fold.room).unwrap_or(u32::MAX);
    let (budget, most) = bounds(window::of(session, settings).tokens, source, room);
    // A model needs most of its own window for the messages that it reads.
    let writer = window::of_writer(settings);
    let is_model = !settings.generation_model.is_empty();
    let budget = if is_model {
        budget.min(writer / 3)
    } else {
        budget
    };
    Ok(Request {
        previous: session.context.as_deref().unwrap_or_default().to_owned(),
        messages: fold.messages.iter().map(|message| line(message)).collect(),
        model: settings.generation_model.clone(),
        window: writer,
        prompt,
        budget,
        most,
    })
}

/// Returns a message as a writer sees it: author, text and tool calls.
#[must_use]
pub fn line(message: &Message) -> Line {
    let mut content: String = message.text().chars().take(SHOWN).collect();
    for call in &message.tool_calls {
        if let Some(name) = call.name() {
            // Writing to a string cannot fail.
            let arguments = call.arguments();
            let _ = write!(
                content,
                "\n[calls {name} with {}]",
                with_placeholders(&arguments)
            );
        }
    }
    Line {
        role: speaker(message),
        content,
    }
}

/// Returns the role, with the author's name if there is one: a conversation may have several users.
fn speaker(message: &Message) -> String {
    let is_plain = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
    let name = message.name.as_deref().unwrap_or_default();
    let name: String = name.chars().filter(is_plain).take(NAME).collect();
    match name.trim() {
        "" => message.role.to_string(),
        name => format!("{} ({name})", message.role),
    }
}
