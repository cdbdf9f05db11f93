//! Error responses for connections without a valid request: the usual problem details, as bytes of HTTP/1.1.

use axum::http::StatusCode;
use kernel::problem::Problem;
use kernel::{Code, Error};

/// Reason for closing a connection without handling a request.
#[derive(Clone, Copy, Debug)]
pub struct Refusal {
    /// HTTP status.
    pub status: u16,
    code: Code,
    reason: &'static str,
    detail: &'static str,
    retry_after_seconds: Option<u64>,
}

impl Refusal {
    /// The head of a request was incomplete at the timeout.
    pub const LATE: Self = Self::new(
        408,
        Code::Invalid,
        "request_timeout",
        "The head of the request did not come in time. Send it at once.",
    );
    /// Unsupported version of HTTP.
    pub const VERSION: Self = Self::new(
        505,
        Code::Invalid,
        "http_version",
        "Loci speaks HTTP/1.1 and HTTP/1.0; a proxy in front of it can speak others.",
    );
    /// Too many connections.
    pub const FULL: Self = Self {
        retry_after_seconds: Some(1),
        ..Self::new(
            503,
            Code::Unavailable,
            "connections",
            "As many connections are being served as this server takes. Try again.",
        )
    };
    /// Too many connections from one address.
    pub const FULL_ADDRESS: Self = Self {
        retry_after_seconds: Some(1),
        ..Self::new(
            429,
            Code::RateLimited,
            "connections_per_address",
            "As many connections of this address are being served as one may have. Try again.",
        )
    };

    const fn new(status: u16, code: Code, reason: &'static str, detail: &'static str) -> Self {
        Self {
            status,
            code,
            reason,
            detail,
            retry_after_seconds: None,
        }
    }

    /// Returns the refusal for a bare status.
    pub const fn of(status: u16) -> Self {
        match status {
            414 => Self::new(
                414,
                Code::TooLarge,
                "uri_too_long",
                "The address is too long. Send the arguments as the JSON of a POST.",
            ),
            431 => Self::new(
                431,
                Code::TooLarge,
                "head_too_large",
                "The request has more header fields, or larger ones, than Loci reads.",
            ),
            _ => Self::new(
                400,
                Code::Invalid,
                "malformed_request",
                "This is not a request of HTTP/1.1: its first line or a header field cannot be read.",
            ),
        }
    }

    /// Returns the whole response with the id of the request.
    pub fn text(&self, request: &str) -> Vec<u8> {
        let mut error = Error::new(self.code, self.detail);
        error.extra.reason = Some(self.reason.into());
        error.extra.retry_after_seconds = self.retry_after_seconds;
        let mut problem = Problem::new(error, request);
        problem.status = self.status;
        let body = serde_json::to_string(&problem).unwrap_or_default();
        let words = StatusCode::from_u16(self.status).ok();
        let words = words.and_then(|status| status.canonical_reason());
        let retry = self.retry_after_seconds;
        let retry = retry.map_or_else(String::new, |s| format!("retry-after: {s}\r\n"));
        let date = httpdate::fmt_http_date(std::time::SystemTime::now());
        format!(
            "HTTP/1.1 {} {}\r\ncontent-type: application/problem+json\r\ncontent-length: {}\r\n\
             connection: close\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n\
             x-request-id: {request}\r\n{retry}date: {date}\r\n\r\n{body}",
            self.status,
            words.unwrap_or_default(),
            body.len(),
        )
        .into_bytes()
    }
}
