//! `GET /api/events`: live feed of facts as server-sent events, without gaps or duplicates. The engine decides who may
//! read a stream.

mod cursor;
mod stream;

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, Response, header};
use doors::http::{RequestContext, query_pairs, reply};
use kernel::actor::Actor;
use kernel::stream::StreamId;
use kernel::view::{Services as _, is_there};
use kernel::{Code, Error, Result};

use crate::auth::Leavers;
use crate::identity::Identity;
use crate::quota::Share;
use crate::site::Site;
pub use cursor::Cursor;

/// Maximum number of streams in one feed.
const STREAMS: usize = 50;

/// Parameters of a subscription.
struct EventsQuery {
    actor: Actor,
    /// Streams of the feed; empty for all.
    streams: Vec<StreamId>,
    /// Cursor to resume from.
    after: Option<Cursor>,
    /// True to include a one-sentence summary of each fact.
    summary: bool,
}

/// Opens a feed.
pub async fn open(
    State(site): State<Arc<Site>>,
    Extension(context): Extension<RequestContext>,
    Extension(identity): Extension<Identity>,
    Extension(leavers): Extension<Leavers>,
    Extension(share): Extension<Share>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response<Body> {
    let wish = match wish(&site, &identity, &query.unwrap_or_default(), &headers).await {
        Ok(wish) => wish,
        Err(error) => return reply::problem(error, &context.request),
    };
    // A cursor may be from another server, which was ahead of this one.
    if let Err(error) = site.hub.refresh().await {
        return reply::problem(error, &context.request);
    }
    let held = match share.feed() {
        Ok(held) => held,
        Err(error) => return reply::problem(error, &context.request),
    };
    let events = stream::events(site, identity, leavers, wish, held);
    let mut response = Response::new(Body::from_stream(events));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/event-stream"),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("no-store, no-transform"),
    );
    // Some proxies buffer responses unless this header is set.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// Checks the limit on open feeds of this server.
///
/// # Errors
/// Returns `unavailable` (`feeds`).
pub fn room(site: &Site) -> Result<()> {
    if site.hub.gauges().subscribers < site.config.feeds {
        return Ok(());
    }
    let mut error = Error::unavailable("As many live feeds are open as this server keeps.");
    error.extra.retry_after_seconds = Some(10);
    error.extra.reason = Some("feeds".into());
    Err(error)
}

async fn wish(
    site: &Site,
    identity: &Identity,
    query: &str,
    headers: &HeaderMap,
) -> Result<EventsQuery> {
    let Some(actor) = identity.actor() else {
        return Err(Error::new(
            Code::Unauthenticated,
            "Send a token as `Authorization: Bearer …`, or sign in.",
        ));
    };
    room(site)?;
    let mut streams = Vec::new();
    let mut after = None;
    let mut summary = false;
    for (name, value) in query_pairs(query) {
        match name.as_str() {
            "stream" => {
                let stream = StreamId::parse(&value).ok_or_else(|| {
                    Error::field("/stream", "expected `kind:id`, such as workflow:01J…")
                })?;
                is_there(&*site.hub, actor, &stream).await?;
                streams.push(stream);
            }
            "after" => after = Some(value),
            "summary" => {
                summary = value
                    .parse()
                    .map_err(|_| Error::field("/summary", "expected `true` or `false`"))?;
            }
            _ => {
                return Err(Error::field(
                    format!("/{name}"),
                    "is not an argument here; expected `stream`, `after` or `summary`",
                ));
            }
        }
    }
    if streams.len() > STREAMS {
        return Err(Error::field(
            "/stream",
            format!("at most {STREAMS} of them"),
        ));
    }
    // A reconnecting browser sends the last event's id, which is newer than the cursor in the address.
    let last = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok())
        .map(str::to_owned);
    let after = last
        .filter(|id| !id.is_empty())
        .or(after)
        .map(|text| Cursor::parse(&text, site.hub.epoch()))
        .transpose()?;
    Ok(EventsQuery {
        actor: actor.clone(),
        streams,
        after,
        summary,
    })
}

impl EventsQuery {
    fn names(&self, stream: &StreamId) -> bool {
        self.streams.is_empty() || self.streams.contains(stream)
    }
}
