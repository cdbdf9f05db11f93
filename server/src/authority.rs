//! The host and port that a request is for.

use axum::http::{Request, header};

/// Returns the host and port of a request.
pub fn authority<B>(request: &Request<B>) -> &str {
    request
        .headers()
        .get(header::HOST)
        .and_then(|value| value.to_str().ok())
        .or_else(|| {
            request
                .uri()
                .authority()
                .map(axum::http::uri::Authority::as_str)
        })
        .unwrap_or_default()
}

/// Returns the host without its port.
#[must_use]
pub fn name(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !name.is_empty() => name,
        _ => authority,
    }
}
