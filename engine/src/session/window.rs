//! Context window sizes of models. The table has the makers' published sizes; a workspace adds its own models in its
//! settings.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::session::state::Session;
use crate::workspace::settings::Settings;

/// Window size in tokens if neither the size nor the model is known.
pub const DEFAULT_WINDOW: u32 = 16_000;

/// Window sizes by model name prefix; the longest match applies.
const WINDOWS: &[(&str, u32)] = &[
    ("gpt-3.5-turbo", 16_385),
    ("gpt-4", 8_192),
    ("gpt-4-32k", 32_768),
    ("gpt-4-turbo", 128_000),
    ("gpt-4-1106", 128_000),
    ("gpt-4-0125", 128_000),
    ("gpt-4o", 128_000),
    ("gpt-4.1", 1_047_576),
    ("gpt-4.5", 128_000),
    ("gpt-5", 400_000),
    ("gpt-5-chat", 128_000),
    ("gpt-5.1-chat", 128_000),
    ("gpt-5.2-chat", 128_000),
    ("gpt-oss", 131_072),
    ("chatgpt-4o", 128_000),
    ("o1", 200_000),
    ("o1-mini", 128_000),
    ("o1-preview", 128_000),
    ("o3", 200_000),
    ("o4", 200_000),
    ("claude", 200_000),
    ("claude-2", 100_000),
    ("claude-2.1", 200_000),
    ("claude-instant", 100_000),
    ("gemini-1.0", 32_760),
    ("gemini-1.5-flash", 1_048_576),
    ("gemini-1.5-pro", 2_097_152),
    ("gemini", 1_048_576),
    ("gemma-2", 8_192),
    ("gemma-3", 131_072),
    ("llama-2", 4_096),
    ("llama-3", 8_192),
    ("llama-3.1", 131_072),
    ("llama-3.2", 131_072),
    ("llama-3.3", 131_072),
    ("llama-4-maverick", 1_048_576),
    ("llama-4-scout", 10_485_760),
    ("mistral-large", 131_072),
    ("mistral-medium", 131_072),
    ("mistral-small", 131_072),
    ("ministral", 131_072),
    ("mixtral-8x7b", 32_768),
    ("mixtral-8x22b", 65_536),
    ("codestral", 262_144),
    ("command-r", 131_072),
    ("command-a", 262_144),
    ("deepseek", 131_072),
    ("grok-2", 131_072),
    ("grok-3", 131_072),
    ("grok-4", 262_144),
    ("kimi-k2", 262_144),
    ("glm-4", 131_072),
    ("qwen2.5", 131_072),
    ("qwen3", 131_072),
    ("phi-3", 131_072),
    ("phi-4", 16_384),
];

/// Source of a window's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WindowFrom {
    /// Given in the call.
    Call,
    /// Set in the session.
    Session,
    /// Known size of the model.
    Model,
    /// Default, because the model is unknown.
    Default,
}

/// A context window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Size in tokens.
    pub tokens: u32,
    /// Source of the size.
    pub from: WindowFrom,
}

impl Window {
    const fn new(tokens: u32, from: WindowFrom) -> Self {
        Self { tokens, from }
    }
}

/// Returns the window of a model; `None` if it is unknown.
#[must_use]
pub fn of_model(model: &str, settings: &Settings) -> Option<u32> {
    let model = model.trim().to_lowercase();
    // Names may have their provider in front, as in `openai/gpt-4o`.
    let bare = model.rsplit('/').next().unwrap_or(&model);
    let own = settings.context_windows.iter().filter(|(name, _)| {
        let name = name.to_lowercase();
        !name.is_empty() && (model.starts_with(&name) || bare.starts_with(&name))
    });
    if let Some((_, tokens)) = own.max_by_key(|(name, _)| name.len()) {
        return Some(*tokens);
    }
    // Some separate it with dots, as in `us.anthropic.claude-sonnet-4-5`.
    let dotted = bare.match_indices('.').map(|(at, _)| &bare[at + 1..]);
    let bare: Vec<&str> = dotted.chain([bare]).collect();
    let fits = |name: &str| bare.iter().any(|bare| bare.starts_with(name));
    let known = WINDOWS.iter().filter(|(name, _)| fits(name));
    let (_, tokens) = known.max_by_key(|(name, _)| name.len())?;
    Some(*tokens)
}

/// Returns the window of the model that writes summaries.
#[must_use]
pub fn of_writer(settings: &Settings) -> u32 {
    of_model(&settings.generation_model, settings).unwrap_or(DEFAULT_WINDOW)
}

/// Returns the window of a session: its own size, its model's, or [`DEFAULT_WINDOW`].
#[must_use]
pub fn of(session: &Session, settings: &Settings) -> Window {
    window_for(session.model.as_ref(), session.context_window, settings)
}

/// Returns the window for a model's name and a size; [`DEFAULT_WINDOW`] without either.
#[must_use]
pub fn window_for(model: Option<&Arc<str>>, size: Option<u32>, settings: &Settings) -> Window {
    if let Some(size) = size.filter(|size| *size > 0) {
        return Window::new(size, WindowFrom::Session);
    }
    match model.and_then(|model| of_model(model, settings)) {
        Some(tokens) => Window::new(tokens, WindowFrom::Model),
        None => Window::new(DEFAULT_WINDOW, WindowFrom::Default),
    }
}

/// Returns the window for one call, which may override the session's model or size.
#[must_use]
pub fn for_call(
    session: &Session,
    model: Option<&str>,
    size: Option<u32>,
    settings: &Settings,
) -> Window {
    if let Some(size) = size.filter(|size| *size > 0) {
        return Window::new(size, WindowFrom::Call);
    }
    match model.and_then(|model| of_model(model, settings)) {
        Some(tokens) => Window::new(tokens, WindowFrom::Model),
        None => of(session, settings),
    }
}
