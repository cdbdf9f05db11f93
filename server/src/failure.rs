//! How a command ends when it does not succeed: a message for standard error and an exit code.

use std::process::ExitCode;

use kernel::{Code, Error};

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// What went wrong and what to do next.
    pub message: String,
    /// The kind, which decides the exit code.
    pub code: Code,
}

impl Failure {
    /// The command was given wrongly.
    pub fn usage(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            code: Code::Invalid,
        }
    }

    /// The machine did not play along: a folder, a port, a file.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            code: Code::Unavailable,
        }
    }

    /// The exit code: one for each kind of error, 1 for a fault of Loci.
    #[must_use]
    pub fn exit(&self) -> ExitCode {
        ExitCode::from(exit_code(self.code))
    }
}

/// The exit code of a kind of error. 2 is also what a wrong flag gives.
#[must_use]
pub const fn exit_code(code: Code) -> u8 {
    match code {
        Code::Internal => 1,
        Code::Invalid => 2,
        Code::Unauthenticated => 3,
        Code::Forbidden => 4,
        Code::NotFound => 5,
        Code::Conflict => 6,
        Code::Gone => 7,
        Code::TooLarge => 8,
        Code::RateLimited => 9,
        Code::Unavailable => 10,
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self {
            message: error.detail,
            code: error.code,
        }
    }
}
