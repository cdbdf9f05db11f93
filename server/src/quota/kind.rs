//! Kinds of quotas.

use kernel::{Code, Error};

/// A quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Requests per second.
    Requests,
    /// Bytes of bodies per day.
    Bytes,
    /// Open live feeds.
    Feeds,
    /// Waiting calls.
    Waits,
    /// Streams of the workspace.
    Streams,
    /// Bytes of the workspace on disk.
    Disk,
    /// Bytes of the disk that must stay free.
    Free,
    /// Requests to the language model per day.
    ModelCalls,
    /// Tokens of the language model per day, for prompts and completions.
    ModelTokens,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Requests,
        Self::Bytes,
        Self::Feeds,
        Self::Waits,
        Self::Streams,
        Self::Disk,
        Self::Free,
        Self::ModelCalls,
        Self::ModelTokens,
    ];

    /// Returns the machine-readable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Requests => "requests_per_second",
            Self::Bytes => "bytes_per_day",
            Self::Feeds => "live_feeds",
            Self::Waits => "waiting_calls",
            Self::Streams => kernel::host::STREAMS,
            Self::Disk => "bytes_on_disk",
            Self::Free => doors::http::reply::DISK_FULL,
            Self::ModelCalls => "model_calls_per_day",
            Self::ModelTokens => "model_tokens_per_day",
        }
    }

    /// Returns the error for exceeding the quota.
    #[must_use]
    pub fn error(self, detail: &str, seconds: u64) -> Error {
        let code = match self {
            Self::Free => Code::Unavailable,
            _ => Code::RateLimited,
        };
        let mut error = Error::new(code, detail);
        error.extra.reason = Some(self.name().into());
        error.extra.retry_after_seconds = Some(seconds.max(1));
        error
    }
}
