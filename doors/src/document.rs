//! Document that is generated once and does not change while the server runs, with an `ETag` of its bytes.

use std::hash::{DefaultHasher, Hasher};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use serde_json::Value;

/// JSON document with its `ETag`.
pub struct Document {
    bytes: Vec<u8>,
    tag: String,
}

impl Document {
    /// Serializes a value as a document.
    #[must_use]
    pub fn new(value: &Value) -> Self {
        let bytes = serde_json::to_vec(value).unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        hasher.write(&bytes);
        Self {
            tag: format!("\"{:016x}\"", hasher.finish()),
            bytes,
        }
    }

    /// Responds to a request with these headers: 304 if `If-None-Match` matches.
    #[must_use]
    pub fn answer(&'static self, headers: &HeaderMap) -> Response<Body> {
        let known = headers
            .get_all(header::IF_NONE_MATCH)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(str::trim)
            .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == self.tag);
        let mut response = if known {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        } else {
            let mut response = Response::new(Body::from(self.bytes.as_slice()));
            let json = HeaderValue::from_static("application/json");
            response.headers_mut().insert(header::CONTENT_TYPE, json);
            response
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(header::ETAG, tag);
        }
        response
    }
}
