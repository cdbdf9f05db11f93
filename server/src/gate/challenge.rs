//! What is said to who was not let in at `/mcp`: where it stands what protects that address (RFC 9728).

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use doors::mcp::PATH;

/// Where clients look for that: for the whole server, and for the one address.
pub const METADATA: [&str; 2] = [
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/mcp",
];

/// Adds it to an answer from that origin.
pub fn add(path: &str, origin: &str, response: &mut Response<Body>) {
    if path != PATH || response.status() != StatusCode::UNAUTHORIZED {
        return;
    }
    let metadata = METADATA[1];
    let challenge = format!("Bearer realm=\"loci\", resource_metadata=\"{origin}{metadata}\"");
    if let Ok(challenge) = HeaderValue::from_str(&challenge) {
        let headers = response.headers_mut();
        headers.insert(header::WWW_AUTHENTICATE, challenge);
    }
}
