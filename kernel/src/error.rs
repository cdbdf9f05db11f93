//! The engine's only error type. Every door converts it to its own form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::actor::Actor;
use crate::notice::Notice;
use crate::stream::Version;
use crate::time::Time;

/// Result of every fallible function of the engine.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Error code. Doors map each code to one status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The arguments are invalid.
    Invalid,
    /// The caller is not signed in, or the token is invalid.
    Unauthenticated,
    /// The caller lacks permission.
    Forbidden,
    /// The thing does not exist, or the caller may not know of it.
    NotFound,
    /// The current state does not allow the operation.
    Conflict,
    /// The thing was erased.
    Gone,
    /// A size limit was exceeded.
    TooLarge,
    /// A rate limit was exceeded.
    RateLimited,
    /// Temporarily unavailable. Nothing was written, unless the reason is `unknown_outcome`.
    Unavailable,
    /// Internal error. Details are in Loci's log under the request's id.
    Internal,
}

/// One invalid field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FieldFault {
    /// JSON pointer into the arguments, such as `/tasks/0/title`.
    pub pointer: String,
    /// The problem, and the expected value.
    pub detail: String,
}

/// One fact that the caller had not seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// Number of the fact in its stream.
    pub version: Version,
    /// Kind of the fact.
    pub kind: String,
    /// Actor who caused it.
    pub actor: Actor,
    /// Time of the fact.
    pub at: Time,
}

/// A rejected or failed call.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Error {
    /// Error code.
    pub code: Code,
    /// Message for the caller: the problem, the expected value, the next step.
    pub detail: String,
    /// Details that only some codes have.
    pub extra: Box<Extra>,
}

/// Additional members of some errors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// Machine-readable reason, such as `lease_lost` or `stale`.
    pub reason: Option<String>,
    /// Invalid fields.
    pub fields: Vec<FieldFault>,
    /// Current version of the addressed thing.
    pub current: Option<Version>,
    /// The addressed thing, by its name in facts; `None` for the whole stream.
    pub thing: Option<String>,
    /// Changes since the version that the caller knew.
    pub changes: Vec<Change>,
    /// Delay before the next attempt, in seconds.
    pub retry_after_seconds: Option<u64>,
    /// Notices for the calling agent; errors carry them like answers.
    pub inbox: Vec<Notice>,
    /// Number of further notices that are waiting.
    pub inbox_waiting: u32,
}

impl Error {
    /// Creates an error without details.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            extra: Box::default(),
        }
    }

    /// Creates an `invalid` error for one field. An empty pointer refers to the arguments as a whole.
    pub fn field(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        let (pointer, detail) = (pointer.into(), detail.into());
        let text = match pointer.as_str() {
            "" => detail.clone(),
            _ => format!("{pointer}: {detail}"),
        };
        let mut error = Self::new(Code::Invalid, text);
        error.extra.fields.push(FieldFault { pointer, detail });
        error
    }

    /// Prefixes each pointer with `place`, for arguments that are nested in others.
    #[must_use]
    pub fn within(mut self, place: &str) -> Self {
        for fault in &mut self.extra.fields {
            fault.pointer.insert_str(0, place);
        }
        if self.detail.starts_with('/') {
            self.detail.insert_str(0, place);
        }
        self
    }

    /// Creates an `invalid` error that concerns no single field.
    pub fn invalid(detail: impl Into<String>) -> Self {
        Self::new(Code::Invalid, detail)
    }

    /// Creates a `not_found` error.
    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new(Code::NotFound, detail)
    }

    /// Creates a `forbidden` error.
    pub fn forbidden(detail: impl Into<String>) -> Self {
        Self::new(Code::Forbidden, detail)
    }

    /// Creates a `conflict` error; `reason` is its machine-readable form.
    pub fn conflict(reason: &str, detail: impl Into<String>) -> Self {
        let mut error = Self::new(Code::Conflict, detail);
        error.extra.reason = Some(reason.into());
        error
    }

    /// Creates a `conflict` error with the reason `stale`: the caller's version is outdated.
    #[must_use]
    pub fn stale(current: Version) -> Self {
        let mut error = Self::conflict(
            "stale",
            format!("This has changed meanwhile: its version is {current} now. Read it again."),
        );
        error.extra.current = Some(current);
        error
    }

    /// Creates an `unavailable` error.
    pub fn unavailable(detail: impl Into<String>) -> Self {
        Self::new(Code::Unavailable, detail)
    }

    /// Creates an `internal` error. The text is only logged; doors show the request's id instead.
    pub fn internal(detail: impl Into<String>) -> Self {
        Self::new(Code::Internal, detail)
    }
}
