//! Summaries of the older part of a conversation: the port for writers, the prompt for models, and the built-in writer,
//! which needs no model.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use kernel::future::Fut;

mod amounts;
mod answers;
mod brief;
mod changes;
mod choose;
mod cues;
pub mod extraction;
mod extractive;
mod noise;
pub mod parts;
pub mod prompt;
mod revoked;
mod sentence;
mod sentences;
mod settings;
mod stance;
mod unit;
mod values;
mod words;
mod worth;

pub use extractive::extractive;
pub use prompt::Prompt;

/// Name of the built-in writer.
pub const EXTRACTIVE: &str = "extractive";
/// Maximum share of a window for a summary, in percent.
const SHARE_PERCENT: u32 = 15;
/// Maximum share of a small window, in percent, and the tokens up to which it applies: shorter summaries hardly say
/// anything.
const SMALL_SHARE_PERCENT: u32 = 25;
const MAX_SMALL: u32 = 500;
/// Maximum number of tokens in any window: above, each call costs more than the summary tells.
const MAX_TOKENS: u32 = 20_000;
/// Minimum number of tokens that say anything.
const MIN_TOKENS: u32 = 16;
/// Maximum size of a model's summary as a multiple of its budget. Models get a number of words, and words have more
/// tokens in one language than in another.
const TOLERANCE: u32 = 2;

/// A message for a writer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// Speaker: user, assistant, tool …
    pub role: String,
    /// Text of the message.
    pub content: String,
}

/// Request for a summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Current summary; empty if there is none.
    pub previous: String,
    /// Messages to add to it, oldest first.
    pub messages: Vec<Line>,
    /// Name of the model; empty for none.
    pub model: String,
    /// Context window of the model, in tokens. Larger inputs are summarised in parts.
    pub window: u32,
    /// Prompt for the model.
    pub prompt: Prompt,
    /// Maximum number of tokens of the new summary.
    pub budget: u32,
    /// Maximum number of tokens with which a model's summary is accepted: see [`max_accepted`].
    pub most: u32,
}

/// A summary.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Written {
    /// Text.
    pub text: String,
    /// Writer: [`EXTRACTIVE`], or the name of a model.
    pub writer: String,
    /// Reason why the preferred writer did not write it.
    pub fallback: Option<String>,
}

/// Error of a writer. The texts are for people and contain nothing from an endpoint's response.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriterError {
    /// No model is configured.
    #[error("no language model is configured (LOCI_LLM_URL)")]
    Missing,
    /// The model did not respond in time.
    #[error("the language model did not answer within {0} seconds")]
    TimedOut(u64),
    /// The model limits the rate of requests.
    #[error("the language model is asked too often")]
    RateLimited {
        /// Requested delay, in seconds.
        retry_after: Option<u64>,
    },
    /// The model responded with an error status.
    #[error("the language model answered with status {0}")]
    Refused(u16),
    /// The model is unreachable.
    #[error("the language model cannot be reached")]
    Unreachable,
    /// The response does not have the requested form.
    #[error("the language model's answer cannot be read")]
    Unreadable,
    /// The response has no text.
    #[error("the language model wrote nothing")]
    Empty,
    /// The summary is longer than its source.
    #[error("the language model's summary is longer than what it replaces")]
    TooLong,
    /// The summary has far more tokens than its budget.
    #[error("the language model's summary has {tokens} tokens; at most {most} are taken")]
    TooLarge {
        /// Number of its tokens.
        tokens: u32,
        /// Maximum number of tokens.
        most: u32,
    },
    /// The daily budget is used up.
    #[error("the language model's budget of {most} {what} a day is used up")]
    Spent {
        /// Unit of the budget: calls or tokens.
        what: &'static str,
        /// Limit per day.
        most: u64,
    },
    /// The daily budget cannot be read, and calls that cannot be counted are not made.
    #[error("the language model's budget cannot be read")]
    Uncounted,
    /// The prompt and the summary leave no room for messages.
    #[error("the language model's context window is too small")]
    NoRoom,
}

/// Writer of summaries.
pub trait SummaryWriter: Send + Sync {
    /// Writes a summary.
    ///
    /// # Errors
    /// Returns an error if nothing was written. The request can be sent to another writer.
    fn write<'a>(&'a self, request: &'a Request) -> Fut<'a, Result<Written, WriterError>>;
}

/// Returns the maximum number of tokens of a summary of `source` tokens in a window: 15 % of the window and at most
/// 20,000 tokens; in small windows a quarter, up to 500 tokens. A summary is never longer than its source.
#[must_use]
pub fn budget(window: u32, source: u32) -> u32 {
    let share = |percent: u32| {
        let share = u64::from(window) * u64::from(percent) / 100;
        u32::try_from(share).unwrap_or(u32::MAX)
    };
    let small = share(SMALL_SHARE_PERCENT).min(MAX_SMALL);
    let room = share(SHARE_PERCENT).min(MAX_TOKENS);
    room.max(small).max(MIN_TOKENS).min(source)
}

/// Returns the budget of a summary and the maximum size with which it is accepted, so that the session gets below its
/// threshold: `room` is the part of the threshold that the remaining messages leave. Too little room is ignored,
/// because no summary would fit.
#[must_use]
pub fn bounds(window: u32, source: u32, room: u32) -> (u32, u32) {
    let room = if room < MIN_TOKENS { u32::MAX } else { room };
    let budget = budget(window, source).min(room);
    (budget, max_accepted(budget).min(room))
}

/// Returns the maximum number of tokens with which a model's summary with this budget is accepted.
#[must_use]
pub fn max_accepted(budget: u32) -> u32 {
    budget.saturating_mul(TOLERANCE)
}

/// Cleans a model's text: trims it and removes the character NUL, which no API accepts.
#[must_use]
pub fn plain(text: &str) -> String {
    let is_outer = |c: char| c == '\0' || c.is_whitespace();
    text.trim_matches(is_outer).replace('\0', "")
}

/// Joins the messages for `{messages_joined}`: one `role: content` per line.
#[must_use]
pub fn join_messages(messages: &[Line]) -> String {
    let lines: Vec<String> = messages
        .iter()
        .map(|message| format!("{}: {}", message.role, message.content))
        .collect();
    lines.join("\n")
}
