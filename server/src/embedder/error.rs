//! Why an endpoint made no vectors, in words for people. Knows nothing of what happens then.

use std::time::Duration;

use kernel::Error;
use kernel::ports::embedder::UNKNOWN;

/// Why there are no vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbedderError {
    /// It did not answer in time.
    #[error("the embedder did not answer within {} seconds", .0.as_secs_f32())]
    TimedOut(Duration),
    /// It asks for patience; of how many seconds, where it says so.
    #[error("the embedder is asked too often")]
    RateLimited(Option<u64>),
    /// It answered with an error.
    #[error("the embedder answered with status {0}")]
    Refused(u16),
    /// It could not be reached.
    #[error("the embedder cannot be reached")]
    Unreachable,
    /// What it answered is not what was asked for.
    #[error("the embedder's answer cannot be used: {0}")]
    Odd(&'static str),
    /// It answered vectors of another length.
    #[error(
        "the embedder answered vectors of {found} numbers, and those that are kept of this model have {expected}. \
         If it is another model now, start Loci with another --embedder-model; if the first ones were wrong, stop \
         Loci, remove index.sqlite and vectors.sqlite from the data folder, and start it again"
    )]
    OtherLength {
        /// How many numbers they have.
        found: usize,
        /// How many they should have.
        expected: usize,
    },
    /// What may be asked on a day was asked.
    #[error("the models' budget of {most} {what} a day is used up")]
    Spent {
        /// Of what: calls or tokens.
        what: &'static str,
        /// How many there may be.
        most: u64,
    },
    /// It cannot be counted, and what is not counted is not asked.
    #[error("the models' budget cannot be read")]
    Uncounted,
}

impl EmbedderError {
    /// Whether it may be for one of the texts: asked for the others, it may answer. Some endpoints stumble over
    /// texts that are too long for a model, and some models make nothing of a text.
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
