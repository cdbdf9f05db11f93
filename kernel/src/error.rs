//! The one error that leaves the engine. Every door turns it into its own form, none invents another.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::actor::Actor;
use crate::notice::Notice;
use crate::stream::Version;
use crate::time::Time;

/// What every fallible function of the engine gives.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The kinds of errors; the doors map each to one status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The arguments are wrong.
    Invalid,
    /// Nobody is signed in, or the token is not valid.
    Unauthenticated,
    /// The caller may not do this.
    Forbidden,
    /// There is no such thing, or the caller may not know of it.
    NotFound,
    /// What is so now does not allow it.
    Conflict,
    /// It was there and has been erased.
    Gone,
    /// More than the limit.
    TooLarge,
    /// Too often.
    RateLimited,
    /// Loci cannot do it now; nothing was written.
    Unavailable,
    /// A fault of Loci; the details are in its log under the request's id.
    Internal,
}

/// One field that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FieldFault {
    /// A JSON pointer into the arguments, such as `/tasks/0/title`.
    pub pointer: String,
    /// What is wrong with it and what was expected.
    pub detail: String,
}

/// One fact that the caller had not seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// The fact's number in its stream.
    pub version: Version,
    /// What happened.
    pub kind: String,
    /// Who did it.
    pub actor: Actor,
    /// When.
    pub at: Time,
}

/// Why something was refused or failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Error {
    /// The kind.
    pub code: Code,
    /// What was wrong, what was expected, what to do next.
    pub detail: String,
    /// More, where the kind has more.
    pub extra: Box<Extra>,
}

/// What some kinds of errors carry besides their text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// A word a program can act on, such as `lease_lost` or `stale`.
    pub reason: Option<String>,
    /// The fields that are wrong.
    pub fields: Vec<FieldFault>,
    /// The version the addressed thing has now.
    pub current: Option<Version>,
    /// The addressed thing, as facts name it; the whole stream without one.
    pub thing: Option<String>,
    /// What changed since the version the caller knew.
    pub changes: Vec<Change>,
    /// When to try again, in seconds.
    pub retry_after_seconds: Option<u64>,
    /// What others say to the agent that called: also a refusal is an answer.
    pub inbox: Vec<Notice>,
    /// How many more notices wait.
    pub inbox_waiting: u32,
}

impl Error {
    /// An error of that kind.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            extra: Box::default(),
        }
    }

    /// One wrong field; the pointer to the arguments as a whole is empty.
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

    /// The same about arguments that stand within others: their place goes before each pointer.
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

    /// Wrong arguments that no single field is to blame for.
    pub fn invalid(detail: impl Into<String>) -> Self {
        Self::new(Code::Invalid, detail)
    }

    /// There is no such thing.
    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new(Code::NotFound, detail)
    }

    /// The caller may not.
    pub fn forbidden(detail: impl Into<String>) -> Self {
        Self::new(Code::Forbidden, detail)
    }

    /// The state does not allow it; `reason` is the word for programs.
    pub fn conflict(reason: &str, detail: impl Into<String>) -> Self {
        let mut error = Self::new(Code::Conflict, detail);
        error.extra.reason = Some(reason.into());
        error
    }

    /// The caller's version is not the current one.
    #[must_use]
    pub fn stale(current: Version) -> Self {
        let mut error = Self::conflict(
            "stale",
            format!("This has changed meanwhile: its version is {current} now. Read it again."),
        );
        error.extra.current = Some(current);
        error
    }

    /// Loci cannot do it now.
    pub fn unavailable(detail: impl Into<String>) -> Self {
        Self::new(Code::Unavailable, detail)
    }

    /// A fault of Loci. The text goes to the log only: doors show the request's id instead.
    pub fn internal(detail: impl Into<String>) -> Self {
        Self::new(Code::Internal, detail)
    }
}
