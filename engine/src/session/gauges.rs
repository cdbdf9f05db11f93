//! How full a session is, measured against its model's window.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::session::overflow::share;
use crate::session::state::Session;
use crate::session::window::{Window, WindowFrom};
use crate::workspace::settings::Settings;
use kernel::ports::tokens::Encoding;

/// The encoding in which sessions count.
pub const ENCODING: Encoding = Encoding::Cl100k;

/// How full a session is. Summary and messages count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Gauges {
    /// The encoding in which tokens are counted.
    pub encoding: String,
    /// The context window in tokens.
    pub context_window: u32,
    /// Where its size is from.
    pub window_from: WindowFrom,
    /// The tokens of the messages, each counted as `{role}: {content}`.
    pub message_tokens: u64,
    /// The tokens of the summary.
    pub context_tokens: u64,
    /// Both.
    pub tokens: u64,
    /// Above so many the oldest messages are summarised.
    pub threshold_tokens: u64,
    /// How much of the window is used, in percent: 0 to 100, also where more is stored than fits.
    pub context_percentage_total_used: f64,
    /// How much of the way to the next summary is gone, in percent: 0 to 100.
    pub context_percentage_until_summarization: f64,
}

impl Gauges {
    /// The gauges of a session against a window.
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

/// How many percent of `whole` that is, at most 100; 0 of nothing.
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
