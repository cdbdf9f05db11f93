//! HTTP clients for other servers: without redirects, and with limits on the response.

mod guard;

use std::error::Error as StdError;
use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use http_body_util::{BodyExt as _, Limited};
use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, RequestBuilder, Response};
use tracing::Instrument as _;

use crate::failure::Failure;
use crate::spans;
pub use guard::{Allowed, Refused};

/// Creates a client for the server at `url`; `whose` describes it in errors.
///
/// # Errors
/// Returns an error if this machine's certificates cannot be read.
pub fn client(url: &str, whose: &str) -> Result<Client, Failure> {
    let mut http = builder();
    if is_here(url) {
        http = http.no_proxy();
    }
    http.build()
        .map_err(|error| Failure::unavailable(format!("{whose} client: {error}")))
}

/// Creates a client for addresses that users enter: it reaches the public internet and the `allowed` targets, and
/// requests time out after `timeout`.
///
/// # Errors
/// Returns an error if this machine's certificates cannot be read.
pub fn build_client(allowed: Allowed, timeout: Duration) -> Result<Client, Failure> {
    let agent = concat!("Loci/", env!("CARGO_PKG_VERSION"));
    let http = builder().timeout(timeout).user_agent(agent);
    guard::client(allowed, http)
        .map_err(|error| Failure::unavailable(format!("the webhooks' client: {error}")))
}

fn builder() -> ClientBuilder {
    // Another part of the process may have chosen a provider already; either will do.
    drop(rustls::crypto::ring::default_provider().install_default());
    // Without redirects, so that a key never reaches another server.
    Client::builder().redirect(Policy::none())
}

/// Returns true if an address is on this machine, which needs no proxy.
fn is_here(url: &str) -> bool {
    let authority = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = authority.split('/').next().unwrap_or(authority);
    let bare = host.rsplit_once(':').map_or(host, |(host, _)| host);
    let ip = bare.trim_matches(['[', ']']).parse::<IpAddr>();
    bare == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
}

/// Sends a request. If traces are exported, the request has a span of its own, which its headers name.
///
/// # Errors
/// Returns an error if there is no response.
pub async fn send(request: RequestBuilder) -> reqwest::Result<Response> {
    let (http, request) = request.build_split();
    let mut request = request?;
    let span = spans::call(&mut request);
    let result = http.execute(request).instrument(span.clone()).await;
    spans::record_called(&span, &result);
    result
}

/// Returns the innermost cause of an error, which does not contain the address.
#[must_use]
pub fn cause(error: &reqwest::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| StdError::source(*cause));
    match causes.last() {
        Some(cause) => format!("cannot be reached: {cause}"),
        None => "cannot be reached".into(),
    }
}

/// Returns the response with its whole body; `None` if it exceeds `most` bytes or the connection broke. A server need
/// not declare the length.
pub async fn whole(response: Response, most: usize) -> Option<Response> {
    if (response.content_length()).is_some_and(|bytes| bytes > most as u64) {
        return None;
    }
    let (parts, body) = axum::http::Response::from(response).into_parts();
    let body = Limited::new(body, most).collect().await.ok()?;
    Some(axum::http::Response::from_parts(parts, body.to_bytes()).into())
}

/// Returns the `Retry-After` of a response in seconds, if present.
pub fn retry_after(response: &Response) -> Option<u64> {
    let asks = response.headers().get(RETRY_AFTER)?;
    wait(asks.to_str().ok()?.trim())
}

/// Parses a `Retry-After`, which is a number of seconds or a date.
fn wait(asks: &str) -> Option<u64> {
    let until = || {
        let left = httpdate::parse_http_date(asks)
            .ok()?
            .duration_since(SystemTime::now());
        // Rounded up, so that the retry is not too early.
        Some(left.map_or(0, |left| left.as_secs() + 1))
    };
    asks.parse().ok().or_else(until)
}
