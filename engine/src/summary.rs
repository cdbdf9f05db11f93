//! Summaries: what stands for the older part of a conversation. The port of those who write them, the
//! prompt they are given, and the built-in writer, which needs no model. Knows no session.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use kernel::future::Fut;

#[cfg(feature = "host")]
mod amounts;
#[cfg(feature = "host")]
mod answers;
#[cfg(feature = "host")]
mod brief;
#[cfg(feature = "host")]
mod changes;
#[cfg(feature = "host")]
mod choose;
#[cfg(feature = "host")]
mod cues;
pub mod extraction;
#[cfg(feature = "host")]
mod extractive;
#[cfg(feature = "host")]
mod noise;
pub mod parts;
pub mod prompt;
#[cfg(feature = "host")]
mod revoked;
#[cfg(feature = "host")]
mod sentence;
#[cfg(feature = "host")]
mod sentences;
#[cfg(feature = "host")]
mod settings;
#[cfg(feature = "host")]
mod stance;
#[cfg(feature = "host")]
mod unit;
#[cfg(feature = "host")]
mod values;
#[cfg(feature = "host")]
mod words;
#[cfg(feature = "host")]
mod worth;

#[cfg(feature = "host")]
pub use extractive::extractive;
pub use prompt::Prompt;

/// The name of the writer that is built in.
pub const EXTRACTIVE: &str = "extractive";
/// The share of a window that a summary may have, in percent.
const SHARE_PERCENT: u32 = 15;
/// The share of a small window, in percent, and the tokens up to which it applies: fewer hardly say anything.
const SMALL_SHARE_PERCENT: u32 = 25;
const MAX_SMALL: u32 = 500;
/// The maximum number of tokens in any window: above, each call costs more than the summary tells.
const MAX_TOKENS: u32 = 20_000;
/// The fewest tokens that say anything.
const FEWEST: u32 = 16;
/// How many times its budget a model's summary may have. Models are told a number of words, and words have
/// more tokens in one language than in another.
const TOLERANCE: u32 = 2;

/// One message as a writer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// Who speaks: user, assistant, tool …
    pub role: String,
    /// What they say.
    pub content: String,
}

/// What to write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// The summary so far; empty when there is none.
    pub previous: String,
    /// The messages to fold into it, oldest first.
    pub messages: Vec<Line>,
    /// The model to ask, where there is one; empty for none.
    pub model: String,
    /// Its context window in tokens: what is larger is written in parts.
    pub window: u32,
    /// How to ask it.
    pub prompt: Prompt,
    /// The most tokens that the new summary is to have.
    pub budget: u32,
    /// With more tokens than these a model's summary is not taken: see [`accepted`].
    pub most: u32,
}

/// A summary.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Written {
    /// The text.
    pub text: String,
    /// Who wrote it: [`EXTRACTIVE`], or the name of a model.
    pub writer: String,
    /// Why the writer that was asked first did not write it.
    pub fallback: Option<String>,
}

/// Why a writer wrote nothing. The texts are for people, and hold nothing that an endpoint answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriterError {
    /// There is none to ask.
    #[error("no language model is configured (LOCI_LLM_URL)")]
    Missing,
    /// It did not answer in time.
    #[error("the language model did not answer within {0} seconds")]
    TimedOut(u64),
    /// It asks for patience.
    #[error("the language model is asked too often")]
    RateLimited {
        /// How long it asks callers to wait, in seconds.
        retry_after: Option<u64>,
    },
    /// It answered with an error.
    #[error("the language model answered with status {0}")]
    Refused(u16),
    /// It could not be reached.
    #[error("the language model cannot be reached")]
    Unreachable,
    /// What it answered is not what was asked for.
    #[error("the language model's answer cannot be read")]
    Unreadable,
    /// It answered without a text.
    #[error("the language model wrote nothing")]
    Empty,
    /// Its summary is longer than what it stands for.
    #[error("the language model's summary is longer than what it replaces")]
    TooLong,
    /// Its summary has far more tokens than it was to have.
    #[error("the language model's summary has {tokens} tokens; at most {most} are taken")]
    TooLarge {
        /// How many it has.
        tokens: u32,
        /// How many it may have.
        most: u32,
    },
    /// What may be asked on a day was asked.
    #[error("the language model's budget of {most} {what} a day is used up")]
    Spent {
        /// Of what: calls or tokens.
        what: &'static str,
        /// How many there may be.
        most: u64,
    },
    /// It cannot be counted, and what is not counted is not asked.
    #[error("the language model's budget cannot be read")]
    Uncounted,
    /// Prompt and summary leave no room for messages.
    #[error("the language model's context window is too small")]
    NoRoom,
}

/// Writes summaries.
pub trait SummaryWriter: Send + Sync {
    /// Writes one.
    ///
    /// # Errors
    /// When nothing was written; the request can be given to another writer.
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
    room.max(small).max(FEWEST).min(source)
}

/// The budget of a summary and the most tokens with which it is taken, where it is to leave a session below
/// its threshold: `room` is what the messages that stay leave of that. With hardly any room no summary could,
/// and it does not count.
#[must_use]
pub fn bounds(window: u32, source: u32, room: u32) -> (u32, u32) {
    let room = if room < FEWEST { u32::MAX } else { room };
    let budget = budget(window, source).min(room);
    (budget, accepted(budget).min(room))
}

/// The most tokens with which a model's summary is taken that was to have `budget`.
#[must_use]
pub fn accepted(budget: u32) -> u32 {
    budget.saturating_mul(TOLERANCE)
}

/// What a model wrote, as texts are kept: trimmed, and without the character NUL, which no door takes.
#[must_use]
pub fn plain(text: &str) -> String {
    let is_outer = |c: char| c == '\0' || c.is_whitespace();
    text.trim_matches(is_outer).replace('\0', "")
}

/// The messages as `{messages_joined}` shows them: `role: content`, one after the other.
#[must_use]
pub fn joined(messages: &[Line]) -> String {
    let lines: Vec<String> = messages
        .iter()
        .map(|message| format!("{}: {}", message.role, message.content))
        .collect();
    lines.join("\n")
}
