//! TCP proxy on loopback, whose connections a test can interrupt.

use std::net::{SocketAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

/// State of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Whole,
    /// Connections stay open, and nothing is forwarded.
    Cut,
    /// Connections are closed.
    Refused,
}

#[derive(Clone)]
struct Plan {
    line: Line,
    /// New connections go to these addresses in turns.
    targets: Vec<SocketAddr>,
}

/// The proxy. Dropping it closes all connections.
pub struct Proxy {
    address: SocketAddr,
    plan: watch::Sender<Plan>,
    connections: Arc<AtomicUsize>,
    _runtime: Runtime,
}

impl Proxy {
    /// Starts a proxy without a target.
    pub fn start() -> Self {
        let listener = StdListener::bind(("127.0.0.1", 0)).unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let plan = watch::Sender::new(Plan {
            line: Line::Whole,
            targets: Vec::new(),
        });
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let (followed, counted) = (plan.subscribe(), connections.clone());
        runtime.spawn(async move {
            let listener = TcpListener::from_std(listener).unwrap();
            loop {
                let (client, _) = listener.accept().await.unwrap();
                let nth = counted.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(serve(client, nth, followed.clone()));
            }
        });
        Self {
            address,
            plan,
            connections,
            _runtime: runtime,
        }
    }

    /// Starts a proxy to one address.
    pub fn to(target: SocketAddr) -> Self {
        let proxy = Self::start();
        proxy.aim(&[target]);
        proxy
    }

    /// Returns the address of the proxy.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the number of connections so far.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// Forwards new connections to these addresses, in turns.
    pub fn aim(&self, targets: &[SocketAddr]) {
        self.plan
            .send_modify(|plan| plan.targets = targets.to_vec());
    }

    /// Keeps connections open without forwarding anything. They are never used again: a firewall has forgotten them.
    pub fn cut(&self) {
        self.plan.send_modify(|plan| plan.line = Line::Cut);
    }

    /// Closes all connections, and new ones at once.
    pub fn refuse(&self) {
        self.plan.send_modify(|plan| plan.line = Line::Refused);
    }

    /// Forwards new connections again.
    pub fn heal(&self) {
        self.plan.send_modify(|plan| plan.line = Line::Whole);
    }
}

async fn serve(mut client: TcpStream, nth: usize, mut plan: watch::Receiver<Plan>) {
    let now = plan.borrow().clone();
    let target = match (now.line, &*now.targets) {
        (Line::Whole, targets @ [_, ..]) => {
            // An unreachable target closes the connection.
            let Ok(mut target) = TcpStream::connect(targets[nth % targets.len()]).await else {
                return;
            };
            tokio::select! {
                _ended = copy_bidirectional(&mut client, &mut target) => return,
                _is_interrupted = plan.wait_for(|plan| plan.line != Line::Whole) => {}
            }
            Some(target)
        }
        (Line::Cut, _) => None,
        _ => return,
    };
    // The target does not notice the cut either, until it ends.
    let line = plan.wait_for(|plan| plan.line != Line::Cut).await;
    if line.is_ok_and(|plan| plan.line == Line::Whole) {
        drop(target);
        tokio::select! {
            () = swallow(&mut client) => {}
            _is_refused = plan.wait_for(|plan| plan.line == Line::Refused) => {}
        }
    }
}

/// Reads until the client closes the connection.
async fn swallow(client: &mut TcpStream) {
    let mut buffer = [0; 4096];
    while client.read(&mut buffer).await.is_ok_and(|read| read > 0) {}
}
