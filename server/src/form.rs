//! Parser for small bodies: a form or the same as JSON.

use axum::body::{Body, HttpBody as _};
use axum::http::{HeaderMap, Request, header};
use doors::base_path;
use doors::http::{local_address, query_pairs};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use kernel::{Code, Error, Result};
use serde_json::Value;

/// Maximum size of a body, in bytes.
const BYTES: usize = 16 * 1024;

/// Kind of client that sent a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// A browser, which expects a page.
    Page,
    /// A program, which expects JSON.
    Program,
}

/// A small form.
pub struct Input {
    fields: Vec<(String, String)>,
    /// Kind of client.
    pub sender: Sender,
}

impl Input {
    /// Parses the body of a request, URL-encoded or JSON.
    ///
    /// # Errors
    /// Returns `too_large`, or `invalid` if it is neither.
    pub async fn read(request: Request<Body>) -> Result<Self> {
        let (parts, body) = request.into_parts();
        let too_large = || Error::new(Code::TooLarge, format!("At most {BYTES} bytes."));
        // Rejects a declared length that is too large without requesting the body.
        if body.size_hint().lower() > BYTES as u64 {
            return Err(too_large());
        }
        let bytes = match Limited::new(body, BYTES).collect().await {
            Ok(body) => body.to_bytes(),
            Err(error) if error.is::<LengthLimitError>() => return Err(too_large()),
            Err(_) => return Err(Error::invalid("The body broke off before its end.")),
        };
        let text =
            std::str::from_utf8(&bytes).map_err(|_| Error::invalid("The body is not UTF-8."))?;
        let fields = if is(&parts.headers, header::CONTENT_TYPE, "application/json") {
            match serde_json::from_str(text) {
                Ok(Value::Object(object)) => object
                    .into_iter()
                    .filter_map(|(name, value)| Some((name, value.as_str()?.to_owned())))
                    .collect(),
                _ => return Err(Error::invalid("The body is not a JSON object.")),
            }
        } else {
            query_pairs(text)
        };
        let sender = if is(&parts.headers, header::ACCEPT, "text/html") {
            Sender::Page
        } else {
            Sender::Program
        };
        Ok(Self { fields, sender })
    }

    /// Returns a field; empty if missing.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        self.fields
            .iter()
            .find(|(field, _)| field == name)
            .map_or("", |(_, value)| value)
    }

    /// Returns the field `name` if it is an address of this site, otherwise the overview.
    #[must_use]
    pub fn address(&self, name: &str) -> &str {
        local_address(self.get(name)).unwrap_or(base_path::home())
    }
}

fn is(headers: &HeaderMap, name: header::HeaderName, kind: &str) -> bool {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.contains(kind))
}
