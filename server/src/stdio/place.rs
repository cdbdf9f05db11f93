//! Location of the server that messages go to: a given address, or the process that holds the data folder. If there is
//! none, this process opens the folder and serves it until another server requests it.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use store::folder::{Holder, holder};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::config::Config;
use crate::failure::Failure;
use crate::serve::{self, Running};
use crate::telemetry;

/// Timeout for the holder of the folder to start listening or to release it. A server takes less than five seconds to
/// stop.
const PATIENCE: Duration = Duration::from_secs(15);
/// Grace period for another server to open the folder after this process has released it.
const GRACE: Duration = Duration::from_secs(5);
/// Polling interval.
const PAUSE: Duration = Duration::from_millis(50);
/// Connection timeout for a server on this machine.
const CONNECTS: Duration = Duration::from_secs(2);

/// Location of the server.
pub struct Place {
    known: Known,
    now: Mutex<Now>,
    stop: CancellationToken,
}

/// Configured location.
enum Known {
    /// Address of the server.
    Address(String),
    /// Configuration that names its folder.
    Folder(Box<Config>),
}

/// Current location.
#[derive(Default)]
struct Now {
    url: Option<String>,
    own: Option<Running>,
    /// Time at which this process released the folder to another server.
    handed_over: Option<Instant>,
}

impl Place {
    /// Creates a fixed location.
    #[must_use]
    pub fn at(url: &str) -> Arc<Self> {
        Self::new(Known::Address(url.trim_end_matches('/').into()))
    }

    /// Creates a location that follows the data folder.
    #[must_use]
    pub fn of_folder(config: Config) -> Arc<Self> {
        Self::new(Known::Folder(Box::new(config)))
    }

    fn new(known: Known) -> Arc<Self> {
        Arc::new(Self {
            known,
            now: Mutex::default(),
            stop: CancellationToken::new(),
        })
    }

    /// Returns the address, if it is fixed.
    pub fn address(&self) -> Option<&str> {
        match &self.known {
            Known::Address(url) => Some(url),
            Known::Folder(_) => None,
        }
    }

    /// Returns the server's address. Searches again if `lost` no longer responds.
    ///
    /// # Errors
    /// Returns an error if there is no server and none can be started.
    pub async fn url(self: &Arc<Self>, lost: Option<&str>) -> Result<String, Failure> {
        if let Known::Address(url) = &self.known {
            return Ok(url.clone());
        }
        // Continues if the caller is cancelled: a half-opened folder would stay locked.
        let (place, lost) = (self.clone(), lost.map(str::to_owned));
        let looking = tokio::spawn(async move { place.look(lost).await });
        looking
            .await
            .map_err(|error| Failure::unavailable(format!("starting a server: {error}")))?
    }

    async fn look(self: &Arc<Self>, lost: Option<String>) -> Result<String, Failure> {
        let Known::Folder(config) = &self.known else {
            return Err(Failure::unavailable("there is no data folder to look into"));
        };
        // Concurrent callers share the timeout.
        let until = Instant::now() + PATIENCE;
        let mut now = self.now.lock().await;
        if let Some(url) = now.url.take_if(|url| lost.as_ref() != Some(url)) {
            now.url = Some(url.clone());
            return Ok(url);
        }
        loop {
            let failure = match self.holder()? {
                Some(holder) => match live_address(&holder).await {
                    Some(url) => {
                        now.url = Some(url.clone());
                        return Ok(url);
                    }
                    None => folder_in_use(&holder),
                },
                None if self.stop.is_cancelled() => return Err(Failure::unavailable("stopping")),
                None if now.handed_over.is_some_and(|at| at.elapsed() < GRACE) => {
                    Failure::unavailable("Another server is starting. Try again.")
                }
                None => match self.open(config).await {
                    Ok(own) => {
                        let url = own.site.listening();
                        now.url = Some(url.clone());
                        now.own = Some(own);
                        return Ok(url);
                    }
                    // Another process was faster.
                    Err(failure) if self.holder()?.is_some() => failure,
                    Err(failure) => return Err(failure),
                },
            };
            if Instant::now() >= until {
                return Err(failure);
            }
            tokio::select! {
                () = sleep(PAUSE) => {}
                () = self.stop.cancelled() => return Err(failure),
            }
        }
    }

    /// Opens the folder and serves it to this machine only, until another server requests it.
    async fn open(self: &Arc<Self>, config: &Config) -> Result<Running, Failure> {
        telemetry::log(&config.trace);
        let asked = CancellationToken::new();
        let own = serve::start(Config {
            addr: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            tls: None,
            hand_over: Some(asked.clone()),
            further: BTreeMap::new(),
            ..config.clone()
        })
        .await?;
        let place = self.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = asked.cancelled() => place.let_go().await,
                () = place.stop.cancelled() => {}
            }
        });
        Ok(own)
    }

    /// Stops the server of this process; messages go to the next one.
    async fn let_go(&self) {
        let mut now = self.now.lock().await;
        let Some(own) = now.own.take() else {
            return;
        };
        tracing::info!("another server takes the folder");
        own.site.stop.cancel();
        if let Err(error) = own.wait().await {
            tracing::warn!(%error, "the folder was not closed well");
        }
        now.url = None;
        now.handed_over = Some(Instant::now());
    }

    fn holder(&self) -> Result<Option<Holder>, Failure> {
        match &self.known {
            Known::Folder(config) => {
                holder(&config.data).map_err(|error| Failure::unavailable(error.to_string()))
            }
            Known::Address(_) => Ok(None),
        }
    }

    /// Finds the server before the first message needs it, and waits until this process has to stop.
    ///
    /// # Errors
    /// Returns an error if no process holds the folder and it cannot be opened, which is permanent, or if signals
    /// cannot be received.
    pub async fn hold(self: &Arc<Self>) -> Result<(), Failure> {
        serve::stop_on_signals(self.stop.clone())?;
        // The holder may have released the folder just as the search ended.
        if self.url(None).await.is_err()
            && self.holder()?.is_none()
            && let Err(failure) = self.url(None).await
            && self.holder()?.is_none()
        {
            return Err(failure);
        }
        self.stop.cancelled().await;
        Ok(())
    }

    /// Stops the server, if it runs in this process.
    ///
    /// # Errors
    /// Returns an error if serving failed.
    pub async fn end(&self) -> Result<(), Failure> {
        self.stop.cancel();
        let own = self.now.lock().await.own.take();
        match own {
            Some(own) => {
                own.site.stop.cancel();
                own.wait().await
            }
            None => Ok(()),
        }
    }
}

/// Returns the address of the folder's holder, if it responds: the recorded address may be an earlier one's.
async fn live_address(holder: &Holder) -> Option<String> {
    let mut address: SocketAddr = holder.address.as_ref()?.parse().ok()?;
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    let connected = timeout(CONNECTS, TcpStream::connect(address)).await;
    connected.ok()?.ok()?;
    let scheme = holder.scheme.as_deref().unwrap_or("http");
    Some(format!("{scheme}://{address}"))
}

fn folder_in_use(holder: &Holder) -> Failure {
    let who = match holder.pid {
        0 => "Another process".to_owned(),
        pid => format!("Process {pid}"),
    };
    let does = match &holder.address {
        Some(address) => format!("does not answer at {address}"),
        None => "does not listen".into(),
    };
    Failure::unavailable(format!(
        "{who} has the data folder and {does}. Try again when it is done."
    ))
}
