//! An [`Error`] as RFC 9457 problem details: the one table from kinds to statuses and titles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::answer::is_zero;
use crate::error::{Change, Code, Error, Extra, FieldFault};
use crate::notice::Notice;

/// RFC 9457 problem details with Loci's own members.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// `about:blank#` and the code.
    #[serde(rename = "type", default)]
    pub kind: String,
    /// The kind in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What was wrong, what was expected, what to do next.
    pub detail: String,
    /// The request's id; Loci's log has more under it.
    #[serde(default)]
    pub instance: String,
    /// The kind for programs.
    pub code: Code,
    /// A finer word for programs, such as `lease_lost`.
    pub reason: Option<String>,
    /// Wrong fields.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldFault>,
    /// The current version of the addressed thing.
    pub current: Option<u64>,
    /// What changed meanwhile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Seconds after which to try again.
    pub retry_after_seconds: Option<u64>,
    /// What others say to the agent that called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inbox: Vec<Notice>,
    /// How many more notices wait.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub inbox_waiting: u32,
}

impl Code {
    /// The HTTP status of this kind of error.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::Invalid => 400,
            Self::Unauthenticated => 401,
            Self::Forbidden => 403,
            Self::NotFound => 404,
            Self::Conflict => 409,
            Self::Gone => 410,
            Self::TooLarge => 413,
            Self::RateLimited => 429,
            Self::Internal => 500,
            Self::Unavailable => 503,
        }
    }

    /// The kind in words.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Invalid => "The request is not valid",
            Self::Unauthenticated => "Sign in or send a valid token",
            Self::Forbidden => "Not allowed",
            Self::NotFound => "Not found",
            Self::Conflict => "The state does not allow it",
            Self::Gone => "Erased",
            Self::TooLarge => "Too large",
            Self::RateLimited => "Too many requests",
            Self::Internal => "Something went wrong in Loci",
            Self::Unavailable => "Loci cannot do this now",
        }
    }

    /// The kind as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::Unauthenticated => "unauthenticated",
            Self::Forbidden => "forbidden",
            Self::NotFound => "not_found",
            Self::Conflict => "conflict",
            Self::Gone => "gone",
            Self::TooLarge => "too_large",
            Self::RateLimited => "rate_limited",
            Self::Internal => "internal",
            Self::Unavailable => "unavailable",
        }
    }
}

impl Problem {
    /// The problem that `error` is to the caller of `request`. Internal texts are left out.
    #[must_use]
    pub fn new(error: Error, request: &str) -> Self {
        let Error {
            code,
            detail,
            extra,
        } = error;
        let Extra {
            reason,
            fields,
            current,
            thing: _,
            changes,
            retry_after_seconds,
            inbox,
            inbox_waiting,
        } = *extra;
        let detail = match code {
            Code::Internal => {
                format!("This is a fault of Loci, not yours. Its log has more under {request}.")
            }
            _ => detail,
        };
        Self {
            kind: format!("about:blank#{}", code.name()),
            title: code.title().into(),
            status: code.status(),
            detail,
            instance: request.into(),
            code,
            reason,
            fields,
            current,
            changes,
            retry_after_seconds,
            inbox,
            inbox_waiting,
        }
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        let Problem {
            code,
            detail,
            reason,
            fields,
            current,
            changes,
            retry_after_seconds,
            inbox,
            inbox_waiting,
            ..
        } = problem;
        let extra = Extra {
            reason,
            fields,
            current,
            changes,
            retry_after_seconds,
            inbox,
            inbox_waiting,
            ..Extra::default()
        };
        Self {
            code,
            detail,
            extra: Box::new(extra),
        }
    }
}
