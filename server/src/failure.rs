//! Failure of a command: a message for standard error and an exit code.

use std::process::ExitCode;

use kernel::{Code, Error};

/// Failure of a command.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// The problem and the next step.
    pub message: String,
    /// Error code, which determines the exit code.
    pub code: Code,
    /// True if the process only has to be started again.
    pub is_restart: bool,
}

impl Failure {
    /// Creates a failure for invalid usage.
    pub fn usage(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            code: Code::Invalid,
            is_restart: false,
        }
    }

    /// Creates a failure of the environment: a folder, a port, a file.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            code: Code::Unavailable,
            is_restart: false,
        }
    }

    /// Creates a failure that asks for another start; service managers restart the process on its exit code.
    pub fn restart(message: impl Into<String>) -> Self {
        Self {
            is_restart: true,
            ..Self::unavailable(message)
        }
    }

    /// Returns the exit code: one for each error code, 1 for an internal error.
    #[must_use]
    pub fn exit(&self) -> ExitCode {
        if self.is_restart {
            return ExitCode::from(RESTART);
        }
        ExitCode::from(exit_code(self.code))
    }
}

/// Exit code of a process that has to be started again: that of `sysexits.h` for a temporary failure.
const RESTART: u8 = 75;

/// Returns the exit code for an error code. 2 is also the code for an invalid flag.
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
            is_restart: false,
        }
    }
}
