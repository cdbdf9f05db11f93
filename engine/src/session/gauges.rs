//! Fill level of a session, measured against its model's context window.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::session::overflow::share;
use crate::session::state::Session;
use crate::session::window::{Window, WindowFrom};
use crate::workspace::settings::Settings;
use kernel::ports::tokens::Encoding;

/// Encoding in which session tokens are counted.
pub const ENCODING: Encoding = Encoding::Cl100k;

/// Fill level of a session, counting summary and messages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Gauges {
    /// Encoding in which tokens are counted.
    pub encoding: String,
    /// Context window in tokens.
    pub context_window: u32,
    /// Source of the window's size.
    pub window_from: WindowFrom,
    /// Token count of the messages, each counted as `{role}: {content}`.
    pub message_tokens: u64,
    /// Token count of the summary.
    pub context_tokens: u64,
    /// Sum of `message_tokens` and `context_tokens`.
    pub tokens: u64,
    /// Token count above which the oldest messages are summarised.
    pub threshold_tokens: u64,
    /// Used share of the window in percent, at most 100.
    pub context_percentage_total_used: f64,
    /// Progress towards the next summary in percent, at most 100.
    pub context_percentage_until_summarization: f64,
}

impl Gauges {
    /// Measures a session against a window.
    #[must_use]
    pub fn of(session: &Session, window: Window, settings: &Settings) -> Self {
        let tokens = session.tokens();
        let size = f64::from(window.tokens);
        Self {
            encoding: ENCODING.name().into(),
            context_window: window.tokens,
            window_from: window.from,
            message_tokens: session.messages.tokens(),
            context_tokens: u64::from(session.context_tokens),
            tokens,
            threshold_tokens: share(window.tokens, settings.summarization_threshold),
            context_percentage_total_used: percentage(tokens, size),
            context_percentage_until_summarization: percentage(
                tokens,
                size * settings.summarization_threshold,
            ),
        }
    }
}

/// Returns the percentage of `whole`, at most 100; 0 if `whole` is 0.
#[must_use]
pub fn percentage(tokens: u64, whole: f64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "no session has 2^52 tokens")]
    let tokens = tokens as f64;
    if whole > 0.0 {
        (100.0 * tokens / whole).min(100.0)
    } else {
        0.0
    }
}
