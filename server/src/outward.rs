//! How Loci asks other servers: through a client that follows nobody elsewhere, with bounds on what it reads.
//! Knows nothing of what is asked.

mod guard;

use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use http_body_util::{BodyExt as _, Limited};
use reqwest::header::RETRY_AFTER;
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Response};

use crate::failure::Failure;
pub use guard::{Allowed, Refused};

/// A client for the server at `url`, which is `whose`.
///
/// # Errors
/// When this machine's certificates cannot be read.
pub fn client(url: &str, whose: &str) -> Result<Client, Failure> {
    let mut http = builder();
    if is_here(url) {
        http = http.no_proxy();
    }
    http.build()
        .map_err(|error| Failure::unavailable(format!("{whose} client: {error}")))
}

/// A client for addresses that people name: it reaches the public internet and what is allowed beside it, and waits
/// for so long.
///
/// # Errors
/// When this machine's certificates cannot be read.
pub fn guarded(allowed: Allowed, timeout: Duration) -> Result<Client, Failure> {
    let agent = concat!("Loci/", env!("CARGO_PKG_VERSION"));
    let http = builder().timeout(timeout).user_agent(agent);
    guard::client(allowed, http)
        .map_err(|error| Failure::unavailable(format!("the webhooks' client: {error}")))
}

fn builder() -> ClientBuilder {
    // Somebody else may have chosen a provider already; either will do.
    drop(rustls::crypto::ring::default_provider().install_default());
    // A key must not follow a redirect to somebody else.
    Client::builder().redirect(Policy::none())
}

/// Whether an address is on this machine, where no proxy leads to.
fn is_here(url: &str) -> bool {
    let authority = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = authority.split('/').next().unwrap_or(authority);
    let bare = host.rsplit_once(':').map_or(host, |(host, _)| host);
    let ip = bare.trim_matches(['[', ']']).parse::<IpAddr>();
    bare == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
}

/// The answer with all that is in it, which is at most so many bytes: a server need not say how long it is.
/// `None` when it is longer, or broke off.
pub async fn whole(response: Response, most: usize) -> Option<Response> {
    if (response.content_length()).is_some_and(|bytes| bytes > most as u64) {
        return None;
    }
    let (parts, body) = axum::http::Response::from(response).into_parts();
    let body = Limited::new(body, most).collect().await.ok()?;
    Some(axum::http::Response::from_parts(parts, body.to_bytes()).into())
}

/// How many seconds an answer asks callers to wait, if it says so.
pub fn retry_after(response: &Response) -> Option<u64> {
    let asks = response.headers().get(RETRY_AFTER)?;
    wait(asks.to_str().ok()?.trim())
}

/// How many seconds a `Retry-After` asks for: it has their number, or when they are over.
fn wait(asks: &str) -> Option<u64> {
    let until = || {
        let left = httpdate::parse_http_date(asks)
            .ok()?
            .duration_since(SystemTime::now());
        // A begun second counts whole: nobody is asked before the time.
        Some(left.map_or(0, |left| left.as_secs() + 1))
    };
    asks.parse().ok().or_else(until)
}
