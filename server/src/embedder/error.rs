//! Errors of the embedder, in words for people.

use std::time::Duration;

use kernel::Error;
use kernel::ports::embedder::UNKNOWN;

/// Reason why there are no vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbedderError {
    /// Timeout.
    #[error("the embedder did not answer within {} seconds", .0.as_secs_f32())]
    TimedOut(Duration),
    /// Rate limited, with the requested delay in seconds, if any.
    #[error("the embedder is asked too often")]
    RateLimited(Option<u64>),
    /// Error status.
    #[error("the embedder answered with status {0}")]
    Refused(u16),
    /// Connection failed.
    #[error("the embedder cannot be reached")]
    Unreachable,
    /// Invalid response.
    #[error("the embedder's answer cannot be used: {0}")]
    Odd(&'static str),
    /// Vectors with another number of dimensions.
    #[error(
        "the embedder answered vectors of {found} numbers, and those that are kept of this model have {expected}. \
         If it is another model now, start Loci with another --embedder-model; if the first ones were wrong, stop \
         Loci, remove index.sqlite and vectors.sqlite from the data folder, and start it again"
    )]
    OtherLength {
        /// Number of dimensions in the response.
        found: usize,
        /// Expected number of dimensions.
        expected: usize,
    },
    /// The budget of the day is used up.
    #[error("the models' budget of {most} {what} a day is used up")]
    Spent {
        /// The unit: calls or tokens.
        what: &'static str,
        /// Limit per day.
        most: u64,
    },
    /// The budget cannot be recorded, and requests without a record are not sent.
    #[error("the models' budget cannot be read")]
    Uncounted,
}

impl EmbedderError {
    /// Returns true if a single text may have caused the error, so that the other texts may succeed. Some endpoints
    /// fail on texts that are too long for a model, and some models return nothing for some texts.
    #[must_use]
    pub const fn is_about_texts(self) -> bool {
        matches!(self, Self::Refused(400 | 413 | 422 | 500) | Self::Odd(_))
    }
}

impl From<EmbedderError> for Error {
    fn from(error: EmbedderError) -> Self {
        let mut told = Self::unavailable(error.to_string());
        if let EmbedderError::Refused(400 | 404 | 410 | 422) = error {
            told.extra.reason = Some(UNKNOWN.into());
        }
        told
    }
}
