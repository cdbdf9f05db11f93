//! The outer edge: takes connections in, makes room for them, ends those that take too long, and says
//! so in the words of everything else. Knows HTTP, and nothing of what is asked.

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

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

use self::refusal::Refusal;
use self::tls::Tls;
use crate::connections::Full;
use crate::peer::is_proxy;
use crate::site::Site;

/// How long accepting rests after the system could not give a connection.
const REST: Duration = Duration::from_millis(50);
/// How many connections that are refused are told why at the same time; further ones are only closed.
const TOLD: usize = 32;

/// What all connections share.
struct Edge {
    site: Arc<Site>,
    router: Router,
    tls: Option<Tls>,
    telling: Arc<Semaphore>,
    tasks: TaskTracker,
}

/// Serves until the site stops and every connection has ended.
pub async fn serve(listener: TcpListener, site: Arc<Site>, router: Router, tls: Option<Tls>) {
    let stop = site.stop.clone();
    let edge = Arc::new(Edge {
        site,
        router,
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
            // It broke before it was taken: nobody is there.
            Err(error) if is_theirs(error.kind()) => {}
            Err(error) => {
                // Most likely descriptors ran out. Who only waits gives theirs up, and the loop does not spin.
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
    fn take(self: &Arc<Self>, tcp: TcpStream, peer: SocketAddr) {
        // Answers are small and complete: waiting for more to send only delays them.
        if let Err(error) = tcp.set_nodelay(true) {
            tracing::debug!(%error, "a connection keeps its delay");
        }
        // Everybody of this machine, or behind a proxy of ours, comes from one address.
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

    /// Says why a connection is not served, to as many as can be told without keeping theirs open in turn.
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
