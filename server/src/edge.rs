//! Network edge: accepts connections, limits their number, closes slow ones and answers malformed requests with problem
//! details.

mod bare;
mod base;
pub mod body;
pub mod descriptors;
mod io;
mod linger;
mod patience;
mod refusal;
mod serve;
pub mod tls;

use std::collections::HashMap;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

use self::refusal::Refusal;
use self::tls::Tls;
use crate::authority::{authority, name};
use crate::connections::Full;
use crate::peer::is_proxy;
use crate::site::Site;

/// Pause after the system failed to accept a connection.
const REST: Duration = Duration::from_millis(50);
/// Maximum number of rejected connections that are answered at the same time; further ones are only closed.
const TOLD: usize = 32;

/// State shared by all connections.
struct Edge {
    /// The server's own workspace.
    site: Arc<Site>,
    router: Router,
    /// Routers of the further workspaces, by their host.
    further: HashMap<String, Router>,
    tls: Option<Tls>,
    telling: Arc<Semaphore>,
    tasks: TaskTracker,
}

/// Serves the workspaces until they stop and every connection has ended. The first one is the server's own, and gets the
/// requests for all hosts that lead to no other.
pub async fn serve(listener: TcpListener, sites: Vec<(Arc<Site>, Router)>, tls: Option<Tls>) {
    let mut sites = sites.into_iter();
    let Some((site, router)) = sites.next() else {
        return;
    };
    let further = sites.flat_map(|(site, router)| {
        let hosts = site.config.hosts.clone();
        hosts.into_iter().map(move |host| (host, router.clone()))
    });
    let stop = site.stop.clone();
    let edge = Arc::new(Edge {
        site,
        router,
        further: further.collect(),
        tls,
        telling: Arc::new(Semaphore::new(TOLD)),
        tasks: TaskTracker::new(),
    });
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((tcp, peer)) => edge.take(tcp, peer),
            // The connection broke before it was accepted.
            Err(error) if is_theirs(error.kind()) => {}
            Err(error) => {
                // Descriptors have most likely run out. Closes waiting connections, and pauses so that the loop does
                // not spin.
                let ended = edge.site.connections.make_room();
                tracing::warn!(%error, ended, "a connection cannot be taken in");
                tokio::time::sleep(REST).await;
            }
        }
    }
    drop(listener);
    edge.tasks.close();
    edge.tasks.wait().await;
}

const fn is_theirs(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::ConnectionAborted | ErrorKind::ConnectionRefused | ErrorKind::ConnectionReset
    )
}

impl Edge {
    /// Returns the router of the workspace that a request is for.
    fn router<B>(&self, request: &Request<B>) -> Router {
        if self.further.is_empty() {
            return self.router.clone();
        }
        let host = name(authority(request)).to_ascii_lowercase();
        self.further.get(&host).unwrap_or(&self.router).clone()
    }

    fn take(self: &Arc<Self>, tcp: TcpStream, peer: SocketAddr) {
        // Responses are small and complete: waiting for more to send only delays them.
        if let Err(error) = tcp.set_nodelay(true) {
            tracing::debug!(%error, "a connection keeps its delay");
        }
        // All clients of this machine, or behind a trusted proxy, share one address.
        let shared = peer.ip().is_loopback() || is_proxy(&self.site.config, peer.ip());
        let counted = (!shared).then_some(peer.ip());
        match self.site.connections.admit(counted) {
            Ok(seat) => {
                let serving = serve::connection(self.clone(), tcp, peer, seat);
                self.tasks.spawn(serving);
            }
            Err(full) => self.refuse(tcp, full),
        }
    }

    /// Tells the peer why its connection is rejected. Limited, so that rejected connections do not stay open in turn.
    fn refuse(&self, tcp: TcpStream, full: Full) {
        let Ok(turn) = self.telling.clone().try_acquire_owned() else {
            return;
        };
        if self.tls.is_some() {
            return;
        }
        let refusal = match full {
            Full::All => Refusal::FULL,
            Full::Address => Refusal::FULL_ADDRESS,
        };
        let text = refusal.text(&self.site.clock.id().to_string());
        self.tasks.spawn(async move {
            linger::tell(tcp, &text).await;
            drop(turn);
        });
    }
}
