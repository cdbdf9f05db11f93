//! Lifecycle of one connection, from its first byte to its last.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response};
use axum::response::IntoResponse as _;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tower::ServiceExt as _;

use super::body::{Coming, Leaving};
use super::io::Io;
use super::refusal::Refusal;
use super::{Edge, base, linger};
use crate::connections::{Link, Phase, Seat};

/// Maximum size of a request's head, in bytes. The address alone may take half of it.
const HEAD_BYTES: usize = 128 * 1024;
/// Grace period for a connection that has to close.
const GRACE: Duration = Duration::from_millis(50);

/// Serves a connection until it closes or must be closed.
pub(super) async fn connection(edge: Arc<Edge>, tcp: TcpStream, peer: SocketAddr, seat: Seat) {
    let stop = &edge.site.stop;
    let Some(tls) = &edge.tls else {
        return speak(&edge, tcp, peer, &seat).await;
    };
    let shaking = tokio::time::timeout(edge.site.config.limits.idle, tls.accept(tcp));
    let shaken = tokio::select! {
        shaken = shaking => shaken,
        () = seat.link.close.cancelled() => return,
        () = stop.cancelled() => return,
    };
    match shaken {
        Ok(Ok(tls)) => speak(&edge, Box::new(tls), peer, &seat).await,
        Ok(Err(error)) => tracing::debug!(%peer, %error, "no TLS connection"),
        Err(_) => edge.site.connections.count_late(),
    }
}

/// Serves HTTP on the connection.
async fn speak<T>(edge: &Edge, wire: T, peer: SocketAddr, seat: &Seat)
where
    T: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (site, link) = (&edge.site, &seat.link);
    let limits = &site.config.limits;
    let io = Io::new(wire, link.clone(), site.clock.clone(), limits.write);
    let service =
        service_fn(|request: Request<Incoming>| answer(edge, peer, link.clone(), request));
    let mut serving = http1::Builder::new()
        .timer(TokioTimer::new())
        // The timeout also runs between requests, so it closes idle connections, too.
        .header_read_timeout(limits.idle)
        .max_header_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(io), service);
    let (mut stops, mut leaves) = (false, false);
    let served = loop {
        let goes = tokio::select! {
            served = &mut serving => break served,
            () = site.stop.cancelled(), if !stops => {
                stops = true;
                link.phase() == Phase::Waiting
            }
            () = link.close.cancelled(), if !leaves => {
                leaves = true;
                // A request that has just arrived is served first.
                link.turn(Instant::now()).is_some()
            }
        };
        Pin::new(&mut serving).graceful_shutdown();
        if goes {
            // The end of a response may not have been written yet.
            match tokio::time::timeout(GRACE, &mut serving).await {
                Ok(served) => break served,
                Err(_) => return,
            }
        }
    };
    let parts = serving.into_parts();
    let io = parts.io.into_inner();
    if let Some(status) = io.refusal_status() {
        site.metrics.count_refusal(status);
        return linger::end(io).await;
    }
    let refusal = match &served {
        Ok(()) if link.has_unread() => return linger::end(io).await,
        Ok(()) => return,
        Err(error) if error.is_timeout() => {
            site.connections.count_late();
            // A peer that sent nothing gets no response.
            (!parts.read_buf.is_empty()).then_some(Refusal::LATE)
        }
        Err(error) if error.is_parse_version_h2() => Some(Refusal::VERSION),
        Err(error) if error.is_parse() => Some(Refusal::of(400)),
        Err(error) => {
            tracing::debug!(%peer, %error, "a connection broke");
            None
        }
    };
    if let Some(refusal) = refusal {
        site.metrics.count_refusal(refusal.status);
        let id = site.clock.id().to_string();
        linger::tell(io, &refusal.text(&id)).await;
    }
}

async fn answer(
    edge: &Edge,
    peer: SocketAddr,
    link: Arc<Link>,
    request: Request<Incoming>,
) -> Result<Response<Leaving>, Infallible> {
    link.does(Phase::Working);
    let site = &edge.site;
    let coming = Coming::of(request, &link, &site.clock, site.config.limits.body);
    let mut request = coming.map(Body::new);
    base::strip(&mut request);
    let extensions = request.extensions_mut();
    extensions.insert(ConnectInfo(peer));
    extensions.insert(link.clone());
    let answered = edge.router(&request).oneshot(request).await;
    let response = answered.into_response();
    Ok(response.map(|body| Leaving::new(body, link)))
}
