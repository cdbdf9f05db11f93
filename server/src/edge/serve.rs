//! One connection from its first byte to its last. Knows no request by itself: the router answers.

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

/// The longest head of a request, in bytes. An address alone may have half of it.
const HEAD_BYTES: usize = 128 * 1024;
/// How long a connection that has to go may take to do so by itself.
const GRACE: Duration = Duration::from_millis(50);

/// Serves a connection until it ends, or has to.
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

/// Speaks HTTP on it.
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
        // It runs between requests too, so it also ends connections that are kept and not used.
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
                // One that was asked something just now is served first.
                link.turn(Instant::now()).is_some()
            }
        };
        Pin::new(&mut serving).graceful_shutdown();
        if goes {
            // The end of an answer may not have been written yet.
            match tokio::time::timeout(GRACE, &mut serving).await {
                Ok(served) => break served,
                Err(_) => return,
            }
        }
    };
    let parts = serving.into_parts();
    let io = parts.io.into_inner();
    if let Some(status) = io.refused() {
        site.metrics.refused(status);
        return linger::end(io).await;
    }
    let refusal = match &served {
        Ok(()) if link.has_unread() => return linger::end(io).await,
        Ok(()) => return,
        Err(error) if error.is_timeout() => {
            site.connections.count_late();
            // To who said nothing there is nothing to say.
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
        site.metrics.refused(refusal.status);
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
    let answered = edge.router.clone().oneshot(request).await;
    let response = answered.into_response();
    Ok(response.map(|body| Leaving::new(body, link)))
}
