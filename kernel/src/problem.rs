//! Conversion of [`Error`] to RFC 9457 problem details: the table from codes to statuses and titles.

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
    /// Title of the code.
    pub title: String,
    /// HTTP status.
    pub status: u16,
    /// The problem, the expected value and the next step.
    pub detail: String,
    /// Id of the request; Loci's log has details under it.
    #[serde(default)]
    pub instance: String,
    /// Error code.
    pub code: Code,
    /// Machine-readable reason, such as `lease_lost`.
    pub reason: Option<String>,
    /// Invalid fields.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldFault>,
    /// Current version of the addressed thing.
    pub current: Option<u64>,
    /// Changes since the version that the caller knew.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Delay before the next attempt, in seconds.
    pub retry_after_seconds: Option<u64>,
    /// Notices for the calling agent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inbox: Vec<Notice>,
    /// Number of further notices that are waiting.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub inbox_waiting: u32,
}

impl Code {
    /// Returns the HTTP status.
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

    /// Returns the title for people.
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

    /// Returns the name, as in JSON.
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
    /// Converts `error` for the caller of `request`. Omits the text of internal errors.
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
