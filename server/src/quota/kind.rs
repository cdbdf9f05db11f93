//! The quotas by name.

use kernel::{Code, Error};

/// A quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Requests a second.
    Requests,
    /// Bytes of bodies a day.
    Bytes,
    /// Live feeds open at once.
    Feeds,
    /// Calls that wait for something at once.
    Waits,
    /// Streams of the workspace.
    Streams,
    /// Bytes of the workspace on disk.
    Disk,
    /// Bytes of the disk that stay free.
    Free,
    /// Questions to the language model a day.
    ModelCalls,
    /// Tokens of questions to the language model and of its answers, a day.
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

    /// Its name for programs.
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

    /// The refusal of who meets it.
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
