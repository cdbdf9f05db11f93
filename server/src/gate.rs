//! Middleware for all requests, in this order: assigns an id, checks the host, authenticates the caller, checks the
//! origin of unsafe requests; then handles the request, adds security headers and counts the response.

pub mod headers;
pub mod host;
pub mod origin;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, HttpBody as _};
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use doors::http::{RequestContext, is_text, reply};
use kernel::hearing::Hearing;
use kernel::{Error, Result};
use tracing::{Instrument, Span};

use crate::audit;
use crate::auth::{self, Leavers};
use crate::connections::Link;
use crate::edge::body::{Fate, Rest};
use crate::heard::Sender;
use crate::identity::Identity;
use crate::peer::{Peer, peer_of};
use crate::quota::{Held, Quotas};
use crate::sessions;
use crate::site::Site;
use crate::spans;

/// Header with the request's id.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Marks the response of a handler that panicked, with its message.
#[derive(Clone)]
struct Panicked(String);

/// Runs the middleware.
pub async fn pass(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let id: Arc<str> = request_id(&site, request.headers());
    let method = request.method().clone();
    let path = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "other".to_owned(), |path| path.as_str().to_owned());
    // Every log line within the span carries the request's id, as the response does.
    let span = tracing::error_span!("request", %id, %method, path);
    let exported = spans::serve(&request, &id);
    let fate = request.extensions().get::<Arc<Fate>>().cloned();
    let link = request.extensions().get::<Arc<Link>>().cloned();
    let named = host::classify(&site.config, &request);
    let hearing = Hearing::default();
    let sender = Sender::new(hearing.clone());
    let mut response = async {
        match admit(&site, peer, &id, &mut request, (hearing, &exported)).await {
            Ok(held) => {
                let mut response = next.run(request).await;
                drop(held);
                match response.extensions_mut().remove() {
                    Some(Panicked(text)) => reply::problem(Error::internal(text), &id),
                    None => response,
                }
            }
            Err(error) => {
                drop(request);
                reply::problem(error, &id)
            }
        }
    }
    .instrument(span)
    .instrument(exported.clone())
    .await;
    if let Some(fate) = fate {
        if let Some(broke) = fate.broke() {
            response = reply::problem(broke, &id);
        }
        if fate.settle(response.status()).await == Rest::Unread {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(header::CONNECTION, close);
            if let Some(link) = link {
                link.leaves_unread();
            }
        }
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    headers::secure(&site, &path, named, &mut response);
    let took = began.elapsed();
    site.metrics.count(&path, response.status(), took);
    spans::record_served(&exported, response.status());
    tracing::debug!(
        request = &*id,
        %method,
        path,
        status = response.status().as_u16(),
        micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
        "answered"
    );
    sender.send(response).await
}

async fn admit(
    site: &Arc<Site>,
    peer: SocketAddr,
    id: &Arc<str>,
    request: &mut Request<Body>,
    (hearing, span): (Hearing, &Span),
) -> Result<Option<Held>> {
    check_target(request)?;
    host::check(site, request)?;
    if !is_text(request.uri().path()) {
        return Err(Error::invalid(
            "The address is not UTF-8 text once it is decoded.",
        ));
    }
    let peer = peer_of(&site.config, peer, request.headers());
    let leavers = Leavers::from_now(site);
    let known = auth::identify(site, request.headers()).await;
    let identity = match known {
        Ok(identity) => identity,
        Err(refused) => {
            site.quotas.guess(peer.address, site.clock.now())?;
            return Err(refused);
        }
    };
    audit::token_used(site, &identity, peer.address, id).await;
    origin::check(site, request, &identity)?;
    let held = quota(site, &identity, peer, request)?;
    let ended_session = match &identity {
        Identity::Nobody => sessions::cookie(request.headers()),
        Identity::Token { .. } | Identity::Person(_) => None,
    };
    let context = RequestContext {
        hub: site.hub.clone(),
        actor: identity.actor().cloned(),
        workflow: identity.workflow(),
        request: id.clone(),
        csrf: identity.csrf(),
        ended_session: ended_session.map(|id| id.to_string().into()),
        flashes: site.flashes.clone(),
        hearing,
        span: span.clone(),
    };
    let extensions = request.extensions_mut();
    extensions.insert(peer);
    extensions.insert(identity);
    extensions.insert(leavers);
    extensions.insert(context);
    Ok(held)
}

/// Rejects a request whose target is not a path, as from a client that takes Loci for a proxy.
fn check_target(request: &Request<Body>) -> Result<()> {
    if request.method() == Method::CONNECT || !request.uri().path().starts_with('/') {
        let detail =
            "Loci is no proxy: send a method other than CONNECT, and a path that begins with `/`.";
        return Err(Error::invalid(detail));
    }
    Ok(())
}

/// Checks the quotas. The returned guard holds the slot of a waiting call until the response.
fn quota(
    site: &Site,
    identity: &Identity,
    peer: Peer,
    request: &mut Request<Body>,
) -> Result<Option<Held>> {
    let route = request.extensions().get::<MatchedPath>();
    if !Quotas::counts(route.map_or("", MatchedPath::as_str)) {
        return Ok(None);
    }
    let path = request.uri().path();
    let now = site.clock.now();
    let share = site.quotas.admit(identity, peer.address, now)?;
    let length = request.body().size_hint().exact();
    let held = share.spend(request.method(), path, length, now)?;
    if let Some(fate) = request.extensions().get::<Arc<Fate>>() {
        fate.counts_for(share.clone());
    }
    request.extensions_mut().insert(share);
    Ok(held)
}

/// Returns the caller's request id if it is a plain one, otherwise a new one.
fn request_id(site: &Site, headers: &HeaderMap) -> Arc<str> {
    let given = headers
        .get(REQUEST_ID)
        .and_then(|value| value.to_str().ok())
        .filter(|id| {
            (1..=64).contains(&id.len())
                && id
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
        });
    given.map_or_else(|| site.clock.id().to_string().into(), Into::into)
}

/// Returns the response for a panic: the details are only logged.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the layer hands the panic over"
)]
pub fn panic_response(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without a message");
    let mut response = Response::new(Body::empty());
    response
        .extensions_mut()
        .insert(Panicked(format!("a panic: {text}")));
    response
}
